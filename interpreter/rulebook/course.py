"""Writes how a game goes: set-up, phases, actions, procedures and events."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from gamespec.model import model as m
from gamespec.model.walk import every_step
from interpreter.locale import gettext_noop
from interpreter.rulebook.kinds import noted
from interpreter.rulebook.marks import capital, code, link, name, plain
from interpreter.rulebook.sheet import Example, Line, Part
from interpreter.rulebook.steps import IF, Steps

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from interpreter.rulebook.writer import Writer

__all__ = ["Course", "repeated"]

UNTIL = (
    gettext_noop("The phase ends if, before a turn or repetition, all of this holds:"),
    gettext_noop("The phase ends if, before a turn or repetition, at least one of these holds:"),
)
WHO = (
    gettext_noop("A player has turns only if all of this holds:"),
    gettext_noop("A player has turns only if at least one of these holds:"),
)
WHEN = (
    gettext_noop("Possible only if all of this holds:"),
    gettext_noop("Possible only if at least one of these holds:"),
)
KEEPS = (
    gettext_noop("Allowed only if all of this holds afterwards:"),
    gettext_noop("Allowed only if at least one of these holds afterwards:"),
)


def repeated(game: m.Game) -> frozenset[str]:
    """Return the names of the procedures that are not run at exactly one place."""
    runs = Counter(step.procedure.name for step in every_step(game) if isinstance(step, m.Run))
    return frozenset(each.ident.name for each in game.procedures if runs[each.ident.name] != 1)


class Course:
    """Writes the parts of the sheet that say what happens. `examples` has the scenarios of each name.

    A procedure that is run at one place is told there, unless it is in `apart`.
    """

    def __init__(
        self, writer: Writer, examples: Mapping[str, tuple[Example, ...]], apart: frozenset[str] = frozenset()
    ) -> None:
        self.w, self.s, self.examples = writer, writer.s, examples
        self.game, self.world = writer.s.world.game, writer.s.world
        self.gettext, self.fill = writer.gettext, writer.fill
        self.steps = Steps(writer, self._run)
        self.outer = writer.s.typed.scope
        self.procedures = {each.ident.name: each for each in self.game.procedures}
        self.inlined = self.procedures.keys() - repeated(self.game) - apart

    def routine(self, steps: Sequence[m.Step]) -> tuple[Line, ...]:
        """Return the lines of the steps of a routine, whose names are in scope."""
        return self.steps.all(steps)

    def called(self, ident: m.Ident, label: m.Text | None = None) -> str:
        """Return the title of a part, without marks."""
        said = self.s.nouns.label(ident.name, label)
        return said if said == code(ident.name) else capital(plain(said))

    # --- set-up and phases ------------------------------------------------------------------------------

    def setup(self) -> Part:
        """Return the part on the steps before the first turn."""
        return Part(self.gettext("Set-up"), "setup", self.routine(self.game.setup))

    def phases(self) -> Part:
        """Return the part on the course of the game."""
        parts = tuple(self._phase(phase) for phase in self.game.phases)
        order = [self.s.nouns.label(phase.ident.name, phase.label) for phase in self.game.phases]
        lines: tuple[Line, ...] = ()
        if len(order) > 1:
            said = self.gettext("The phases of the game, in this order: {phases}.", phases=", ".join(order))
            lines = (Line(said, (self.game.phases[0].ident.span,)),)
        return Part(self.gettext("The course of the game"), "course", lines, parts)

    def _phase(self, phase: m.PhaseDecl) -> Part:
        lines, parts = [*noted(self.w, phase.ident)], tuple(self._phase(each) for each in phase.phases)
        if phase.phases:
            lines.append(
                self.w.line(
                    self.gettext("the phases below follow each other, again and again"), phase.ident.span
                )
            )
        if phase.turns is not None:
            lines += self._turns(phase)
        if phase.until is not None:
            clause = gettext_noop("the phase ends if, before a turn, {condition}")
            if phase.turns is None:
                clause = gettext_noop("the phase ends if, before a repetition, {condition}")
            lines.append(self.w.condition(clause, UNTIL, phase.until))
        body = self.routine(phase.do)
        if phase.turns is not None and body:
            lines.append(Line(self.gettext("In each turn:"), (), body))
        else:
            lines += body
        title = self.called(phase.ident, phase.label)
        anchor, places = f"phase-{phase.ident.name}", (phase.ident.span,)
        return Part(title, anchor, tuple(lines), parts, places, self.examples.get(phase.ident.name, ()))

    def _turns(self, phase: m.PhaseDecl) -> Iterator[Line]:
        with self.s.inside():
            if phase.turns == "clockwise":
                yield self.w.line(self.gettext("players have turns clockwise"), phase.ident.span)
            else:
                yield self.w.line(self.gettext("players have turns counter-clockwise"), phase.ident.span)
            first = (
                self.gettext("the player in seat {a}", a=1)
                if phase.first is None
                else self.s.say(phase.first)
            )
            yield self.w.line(self.gettext("first turn: {player}", player=first), phase.ident.span)
            if phase.next is not None:
                yield self.w.line(
                    self.gettext(
                        "after your turn, the next one goes to: {player}", player=self.s.say(phase.next)
                    )
                )
            if phase.who is not None:
                self.s.bind_player(phase.ident)
                yield self.w.condition(gettext_noop("a player has turns only if {condition}"), WHO, phase.who)

    # --- actions ----------------------------------------------------------------------------------------

    def actions(self) -> Part:
        """Return the part on the actions that players take."""
        return Part(self.gettext("Actions"), "actions", (), tuple(map(self._action, self.game.actions)))

    def _action(self, action: m.ActionDecl) -> Part:
        lines = [*noted(self.w, action.ident)]
        with self.s.inside():
            self.s.typed.bind_parameters(action.given)
            self.s.labels = {**self.s.labels, **{p.ident.name: None for p in action.given}}
            if action.given:
                names = self.s.all_of([self.s.local(p.ident.name) for p in action.given])
                lines.append(
                    self.w.line(
                        self.gettext("given by whoever offers the action: {names}", names=names),
                        action.given[0].ident.span,
                    )
                )
            when = []
            if action.when is not None:
                when = [self.w.condition(gettext_noop("possible only if {condition}"), WHEN, action.when)]
            picks = self.steps.decisions.picks(action.picks)
            shown, ident = self.w.template(action.label), self.s.nouns.label(action.ident.name)
            title = shown if shown and self.s.language != "en" else ident
            if shown and plain(shown) != plain(title):
                lines.append(Line(self.gettext("Shown as “{text}”.", text=shown), (action.ident.span,)))
            told = self.w.template(action.told)
            lines += [*when, *picks, *self.routine(action.do)]
            if action.keeps is not None:
                lines.append(
                    self.w.condition(
                        gettext_noop("allowed only if afterwards {condition}"), KEEPS, action.keeps
                    )
                )
            if action.most is not None:
                number = self.s.say(action.most)
                lines.append(
                    self.w.line(
                        self.gettext(
                            "of all that could be done, only what makes this number greatest is allowed: "
                            "{number}",
                            number=number,
                        )
                    )
                )
            if told:
                lines.append(Line(self.gettext("Told to others: “{text}”.", text=told), (action.ident.span,)))
        if not action.do and not action.picks:
            lines.insert(
                len(lines) - bool(told), Line(self.gettext("Nothing else happens."), (action.ident.span,))
            )
        return Part(
            capital(plain(title)),
            f"action-{action.ident.name}",
            tuple(lines),
            (),
            (action.ident.span,),
            self.examples.get(action.ident.name, ()),
        )

    # --- procedures and events --------------------------------------------------------------------------

    def _run(self, step: m.Run) -> tuple[str, tuple[Line, ...]]:
        """Return the sentence for a `run` step, and the steps of the procedure if it is run only here."""
        declared, ident = self.procedures[step.procedure.name], step.procedure.name
        said = self.s.nouns.label(ident)
        if ident not in self.inlined:
            said = link(said, f"procedure-{ident}")
        given = (
            f" {self.steps.decisions.arguments(declared.parameters, step.arguments)}"
            if step.arguments
            else ""
        )
        if step.as_ is not None:
            self.s.elaborate(step.as_)
            text = self.gettext(
                "{player} carries out {procedure} (and is “you” there)",
                procedure=f"{said}{given}",
                player=self.s.closed(step.as_.root),
            )
        else:
            text = self.gettext("carry out {procedure}", procedure=f"{said}{given}")
        if ident not in self.inlined:
            return text, ()
        told = self.s.taken()
        lines = self._body(declared)
        self.s.told.extend(told)
        return text + ":", lines

    def _body(self, declared: m.ProcedureDecl) -> tuple[Line, ...]:
        with self.s.inside():
            self.s.typed.scope, self.s.labels = self.outer, {p.ident.name: None for p in declared.parameters}
            self.s.typed.bind_parameters(declared.parameters)
            return (*noted(self.w, declared.ident), *self.routine(declared.do))

    def repeated(self) -> Part:
        """Return the part on procedures that are run at several places."""
        parts = [
            Part(
                self.called(each.ident),
                f"procedure-{each.ident.name}",
                self._body(each),
                (),
                (each.ident.span,),
            )
            for each in self.game.procedures
            if each.ident.name not in self.inlined
        ]
        return Part(self.gettext("Procedures"), "procedures", (), tuple(parts))

    def events(self) -> Part:
        """Return the part on events and on what happens at them."""
        return Part(self.gettext("Events"), "events", (), tuple(map(self._event, self.game.events)))

    def _event(self, event: m.EventDecl) -> Part:
        lines = [*noted(self.w, event.ident)]
        if event.parameters:
            names = self.s.all_of(
                [
                    name(p.ident.name.replace("_", " ")) if self.s.language == "en" else code(p.ident.name)
                    for p in event.parameters
                ]
            )
            lines.append(
                self.w.line(
                    self.gettext("it comes with: {names}", names=names), event.parameters[0].ident.span
                )
            )
        handlers = [each for each in self.game.handlers if each.event.name == event.ident.name]
        lines += [self._handler(handler, event) for handler in handlers]
        if not handlers:
            lines.append(
                Line(
                    self.gettext("Nothing follows from it, but variants may add something."),
                    (event.ident.span,),
                )
            )
        return Part(
            self.called(event.ident), f"event-{event.ident.name}", tuple(lines), (), (event.ident.span,)
        )

    def _handler(self, handler: m.HandlerDecl, event: m.EventDecl) -> Line:
        with self.s.inside():
            self.s.labels = {p.ident.name: None for p in event.parameters}
            self.s.typed.bind_parameters(event.parameters)
            lines = [*noted(self.w, handler.ident)]
            if handler.when is not None:
                clause, parts = self.w.parts(handler.when)
                told = self.s.taken()
                body = self.routine(handler.do)
                if parts:
                    lines += [
                        Line(self.w.headed(gettext_noop("If {condition}:"), IF, clause), told, tuple(parts)),
                        Line(self.gettext("Then:"), (), body),
                    ]
                else:
                    lines.append(Line(capital(self.gettext("if {condition}:", condition=clause)), told, body))
            else:
                lines += self.routine(handler.do)
            return Line(f"{self.s.nouns.label(handler.ident.name)}:", (handler.ident.span,), tuple(lines))
