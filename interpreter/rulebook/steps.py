"""Steps as sentences, a case for each verb: changes and decisions in their own modules, the flow here."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from gamespec.model import model as m
from gamespec.trees import ast
from gamespec.trees import types as t
from interpreter.locale import gettext_noop
from interpreter.rulebook.changes import Changes
from interpreter.rulebook.decisions import Decisions
from interpreter.rulebook.marks import capital, link
from interpreter.rulebook.sheet import Line
from interpreter.rulebook.values import operand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from interpreter.rulebook.writer import Writer

__all__ = ["Steps"]

IF = (gettext_noop("If all of this holds:"), gettext_noop("If at least one of these holds:"))
WHILE = (
    gettext_noop("As long as all of this holds:"),
    gettext_noop("As long as at least one of these holds:"),
)


class Steps:
    """Writes the steps of routines.

    `procedure` writes what a `run` step does: the steps of the procedure, or where they are written.
    """

    def __init__(self, writer: Writer, procedure: Callable[[m.Run], tuple[str, tuple[Line, ...]]]) -> None:
        self.w, self.s, self.procedure = writer, writer.s, procedure
        self.gettext, self.fill = writer.gettext, writer.fill
        self.changes = Changes(writer)
        self.decisions = Decisions(writer, self.changes, self.all)

    def all(self, steps: Sequence[m.Step]) -> tuple[Line, ...]:
        """Return the lines for a list of steps. The names that they introduce are forgotten at its end."""
        with self.s.inside():
            return tuple(line for step in steps for line in self.step(step))

    def step(self, step: m.Step) -> Iterator[Line]:  # noqa: C901, PLR0912, PLR0915 - a case for each verb
        """Yield the lines for a step."""
        match step:
            case m.Move():
                yield self.changes.move(step)
            case m.Lay():
                what = self.s.say(step.what)
                yield self.w.line(
                    self.gettext("lay {tile} at {spot}", tile=what, spot=self.s.say(step.at)), step.span
                )
            case m.Draw():
                yield self.changes.draw(step)
            case m.Set():
                for pair in step.pairs:
                    yield self.changes.set(step, pair)
            case m.Transfer():
                yield self.changes.transfer(step)
            case m.Shuffle():
                yield self.w.line(self.gettext("shuffle {zone}", zone=self.s.say(step.zone)), step.span)
            case m.Reveal():
                yield self.changes.reveal(step)
            case m.Random():
                learns = self.changes.learns(step.seen_by)  # said before the drawn values have names
                for drawn in step.draws:
                    yield self.changes.random(step, drawn, learns)
            case m.Let():
                for ident, value in step.pairs:
                    yield self.changes.let(step, ident, value)
            case m.Choose():
                yield from self.decisions.choose(step)
            case m.Offer():
                yield from self.decisions.offer(step)
            case m.If():
                yield from self._if(step)
            case m.Case():
                yield self._case(step)
            case m.For():
                yield self._for(step)
            case m.While():
                yield from self._while(step)
            case m.Run():
                said, lines = self.procedure(step)
                yield self.w.line(said, step.span, lines=lines)
            case m.Announce():
                yield from self._announce(step)
            case m.Resolve():
                said = self.s.nouns.label(step.agenda.name)
                yield self.w.line(
                    self.gettext("handle the events that wait on {agenda}, until none is left", agenda=said),
                    step.span,
                )
            case m.Check():
                end = link(self.gettext("the end"), "end")
                text = self.gettext("if a condition of {part} holds now, the game is over at once", part=end)
                yield self.w.line(text, step.span)
            case m.Stop():
                yield self.w.line(self._stop(step), step.span)
            case m.Remember():
                said = self.s.nouns.label(step.history.name)
                yield self.w.line(
                    self.gettext("record the present situation in {history}", history=said), step.span
                )
            case m.Forget():
                said = self.s.nouns.label(step.history.name)
                yield self.w.line(self.gettext("empty the record {history}", history=said), step.span)
            case _:
                assert_never(step)

    # --- flow -------------------------------------------------------------------------------------------

    def _if(self, step: m.If, *, other: bool = False) -> Iterator[Line]:
        clause, parts = self.w.parts(step.condition)
        if parts:
            head = self.w.headed(gettext_noop("If {condition}:"), IF, clause)
            head = self.gettext("Otherwise: {sentence}", sentence=head) if other else head
            yield self.w.line(head, step.span, lines=parts)
            yield Line(self.gettext("Then:"), (), self.all(step.then))
        else:
            text = (
                self.gettext("otherwise, if {condition}:", condition=clause)
                if other
                else self.gettext("if {condition}:", condition=clause)
            )
            told = self.s.taken()
            then = self.all(step.then)
            yield Line(capital(text), (step.span, *told), then)
        match step.otherwise:
            case ():
                pass
            case (m.If() as nested,):
                yield from self._if(nested, other=True)
            case steps:
                yield Line(self.gettext("Otherwise:"), (), self.all(steps))

    def _case(self, step: m.Case) -> Line:
        made = self.s.elaborate(step.subject)
        subject, told = self.s.value(step.subject.root), self.s.taken()
        lines = []
        for branch in step.branches:
            values = self.s.any_of([self.s.say(each, made.type) for each in branch.values])
            spans = self.s.taken()
            lines.append(Line(f"{values}:", spans, self.all(branch.do)))
        if step.otherwise is not None:
            lines.append(Line(self.gettext("anything else:"), (), self.all(step.otherwise)))
        text = self.gettext("depending on {value}:", value=subject)
        return Line(capital(text), (step.span, *told), tuple(lines))

    def _for(self, step: m.For) -> Line:
        said = []
        with self.s.inside():
            for ident, over in step.over:
                made = self.s.elaborate(over)
                things = self.s.members(over.root, ident.name)
                self.s.typed.bind(ident.name, t.element(made.type) or t.BAD, ident)
                self.s.labels = {**self.s.labels, ident.name: None}
                x = self.s.local(ident.name)
                if self._is_counted(step, ident):
                    assert isinstance(over.root, ast.Range)  # noqa: S101 - that is what counted means
                    said.append(self.gettext("{number} times", number=operand(self.s, over.root.high)))
                else:
                    said.append(self.gettext("for each {thing}", thing=things.each(self.s, x)))
            told = self.s.taken()
            lines = self.all(step.do)
        marked = self._loop(step.id)
        return Line(capital(f"{', '.join(said)}{marked}:"), (step.span, *told), lines)

    @staticmethod
    def _is_counted(step: m.For, ident: m.Ident) -> bool:
        """Return whether a loop only counts from 1, and its steps do not use the number."""
        from gamespec.model.walk import names_in

        over = {each.name: asked for each, asked in step.over}[ident.name].root
        first = isinstance(over, ast.Range) and isinstance(over.low, ast.Number) and over.low.value == 1
        return first and len(step.over) == 1 and ident.name not in names_in(step.do)

    def _while(self, step: m.While) -> Iterator[Line]:
        marked = self._loop(step.id)
        if isinstance(step.condition.root, ast.Bool) and step.condition.root.value:
            self.s.ask(step.condition)
            told = self.s.taken()
            text = self.gettext("Repeat until a step ends this{name}:", name=marked)
            yield Line(text, (step.span, *told), self.all(step.do))
            return
        clause, parts = self.w.parts(step.condition)
        told = self.s.taken()
        lines = self.all(step.do)
        if parts:
            again = Line(self.gettext("Repeat:"), (), lines)
            head = self.w.headed(gettext_noop("As long as {condition}:"), WHILE, clause)
            yield Line(head, (step.span, *told), tuple(parts))
            yield again
            return
        text = self.gettext("repeat as long as {condition}{name}:", condition=clause, name=marked)
        yield Line(capital(text), (step.span, *told), lines)

    def _loop(self, ident: m.Ident | None) -> str:
        return "" if ident is None else f" ({self.s.nouns.label(ident.name)})"

    def _announce(self, step: m.Announce) -> Iterator[Line]:
        game = self.s.world.game
        declared = next(each for each in game.events if each.ident.name == step.event.name)
        said = link(self.s.nouns.label(step.event.name), f"event-{step.event.name}")
        given = " " + self.decisions.arguments(declared.parameters, step.arguments) if step.arguments else ""
        if step.later is not None:
            agenda = self.s.nouns.label(step.later.name)
            text = self.gettext("the event {event} waits on {agenda}", event=f"{said}{given}", agenda=agenda)
        else:
            text = self.gettext("now the event {event} happens", event=f"{said}{given}")
        yield self.w.line(text, step.span)
        if step.then:
            yield Line(self.gettext("If nothing has stopped the event:"), (), self.all(step.then))
        if step.otherwise:
            yield Line(self.gettext("If something has stopped the event:"), (), self.all(step.otherwise))

    def _stop(self, step: m.Stop) -> str:
        match step.what.name if step.what is not None else "":
            case "loop":
                return self.gettext("stop repeating")
            case "event":
                return self.gettext("the event is stopped: nothing further happens at it")
            case "turn":
                return self.gettext("the turn ends")
            case "phase":
                return self.gettext("the phase ends")
            case ident:
                from gamespec.model.walk import every_phase

                phase = next(
                    (p for p in every_phase(self.s.world.game.phases) if p.ident.name == ident), None
                )
                if phase is not None:
                    return self.gettext(
                        "the phase {phase} ends", phase=self.s.nouns.label(ident, phase.label)
                    )
                return self.gettext("stop repeating {loop}", loop=self.s.nouns.label(ident))
