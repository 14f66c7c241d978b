"""Writes what the rules refer to: functions, options, variants, rulings, invariants and measures."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from gamespec.model import model as m
from gamespec.trees import ast
from gamespec.trees import types as t
from interpreter.locale import gettext_noop
from interpreter.rulebook.decisions import bind_picks
from interpreter.rulebook.kinds import Kinds, noted
from interpreter.rulebook.marks import code, link, name
from interpreter.rulebook.sheet import Example, Line, Part
from interpreter.rulebook.writer import is_long

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from interpreter.rulebook.writer import Writer

__all__ = ["Terms"]

HOLDS = (
    gettext_noop("{name} holds if all of this holds:"),
    gettext_noop("{name} holds if at least one of these holds:"),
)
NEEDS = (gettext_noop("Required: all of this:"), gettext_noop("Required: at least one of these:"))
ALWAYS = (
    gettext_noop("As specified, all of this holds:"),
    gettext_noop("As specified, at least one of these holds:"),
)


class Terms:
    """Writes the parts of the sheet that explain and comment. `examples` has the scenarios of each name."""

    def __init__(self, writer: Writer, kinds: Kinds, examples: Mapping[str, tuple[Example, ...]]) -> None:
        self.w, self.s, self.kinds, self.examples = writer, writer.s, kinds, examples
        self.game, self.world = writer.s.world.game, writer.s.world
        self.gettext, self.fill = writer.gettext, writer.fill

    # --- functions --------------------------------------------------------------------------------------

    def functions(self) -> Part:
        """Return the part with the definitions of terms."""
        return Part(
            self.gettext("What the terms mean"), "terms", tuple(map(self._function, self.game.functions))
        )

    def _function(self, function: m.FunctionDecl) -> Line:
        anchor = f"term-{function.ident.name}"
        with self.s.inside():
            self.s.labels = {p.ident.name: None for p in function.parameters}
            self.s.typed.bind_parameters(function.parameters)
            said = self.s.nouns.function(function.ident.name)
            given = self._given(function.parameters)
            made = self.s.elaborate(function.body)
            title = f"{said} {given}" if given else said
            notes = noted(self.w, function.ident)
            terms = self._gathered(function)
            if isinstance(made.type, t.Bool):
                line = self._condition(title, function)
            else:
                line = self._value(title, function)
            return Line(
                line.text, (function.ident.span, *line.places), (*line.lines, *notes, *terms), anchor=anchor
            )

    def _given(self, parameters: Sequence[m.Parameter]) -> str:
        said = [
            self.gettext("{x}: {type}", type=self.kinds.type_ref(p.type), x=self.s.local(p.ident.name))
            for p in parameters
        ]
        return f"({'; '.join(said)})" if said else ""

    def _condition(self, title: str, function: m.FunctionDecl) -> Line:
        if isinstance(function.body.root, ast.Choice):
            said = self.s.say(function.body)
            if is_long(said):
                return self.w.line(
                    self.gettext("{name} holds in these cases:", name=title),
                    lines=self.w.truths(function.body, function.body.root),
                )
        parts = self.w.parts(function.body)
        one = gettext_noop("{name} holds if {condition}")
        return self.w.line(self.w.said(one, HOLDS, parts, name=title), lines=parts[1])

    def _value(self, title: str, function: m.FunctionDecl) -> Line:
        said, cases = self.w.values(function.body)
        if cases:
            return self.w.line(self.gettext("{name} is:", name=title), lines=cases)
        return self.w.line(self.gettext("{name} is {value}", name=title, value=said))

    def _gathered(self, function: m.FunctionDecl) -> list[Line]:
        """Return the terms that other rules add to a function, in its scope."""
        told = self.s.taken()
        terms = [each for each in self.game.terms if each.of.name == function.ident.name]
        lines = []
        for term in terms:
            self.s.elaborate(term.body)
            value = (
                self.s.condition(term.body.root)
                if self._is_truth(term.body)
                else self.s.value(term.body.root)
            )
            said = self.s.nouns.label(term.ident.name)
            if term.when is not None:
                text = self.gettext(
                    "{name}, if {condition}: {value}", name=said, condition=self.s.ask(term.when), value=value
                )
            else:
                text = self.gettext("{name}: {values}", name=said, values=value)
            lines.append(self.w.line(text, term.ident.span))
        head = (
            [Line(self._how(function.gathers), (function.ident.span,), tuple(lines))]
            if function.gathers
            else []
        )
        self.s.told.extend(told)
        return head if lines else []

    def _is_truth(self, body: ast.Expression) -> bool:
        found = self.s.typed.core(body.root)
        return found is not None and isinstance(found.type, t.Bool)

    def _how(self, gathers: m.Gathers | None) -> str:
        match gathers:
            case "sum" | None:
                return self.gettext("To this are added:")
            case "min":
                return self.gettext("The least of this and the following counts:")
            case "max":
                return self.gettext("The greatest of this and the following counts:")
            case "any":
                return self.gettext("It also holds if one of these holds:")
            case "all":
                return self.gettext("All of these must hold, too:")
            case "union":
                return self.gettext("These belong to it, too:")
            case _:
                assert_never(gathers)

    # --- options and rulings ----------------------------------------------------------------------------

    def options(self) -> Part:
        """Return the part on the options of the game."""
        lines = [self._option(option) for option in self.game.options]
        for required in self.game.requires:
            line = self.w.condition(gettext_noop("required: {condition}"), NEEDS, required.condition)
            lines.append(
                Line(
                    line.text,
                    line.places,
                    (*line.lines, *self.w.quoted(required.says, required.condition.span)),
                )
            )
        return Part(self.gettext("Options"), "options", tuple(lines))

    def _option(self, option: m.OptionDecl) -> Line:
        ident, now = option.ident.name, self.world.options[option.ident.name]
        said = self.s.nouns.declared(ident)
        text = self.gettext(
            "{option}: {values}; here {value}",
            option=said,
            values=self.kinds.choices(now.type),
            value=self.s.nouns.value(now.type, now.value),
        )
        lines = noted(self.w, option.ident)
        rulings = [each for each in self.game.rulings if ident in {o.name for o in each.options}]
        for heading in dict.fromkeys(each.heading for each in rulings):
            place = next(each.ident.span for each in rulings if each.heading == heading)
            led = link(name(heading), self._anchor(heading))
            lines.append(Line(self.gettext("See the rulings on {heading}.", heading=led), (place,)))
        text += f" ({code(f'--set {ident}={self._written(option)}')})"
        line = self.w.line(text, option.ident.span, lines=lines, anchor=f"option-{ident}")
        return Line(line.text, line.places, line.lines, self.examples.get(f"option {ident}", ()), line.anchor)

    def _written(self, option: m.OptionDecl) -> str:
        now = self.world.options[option.ident.name]
        return self.world.values.text(now.type, now.value) if isinstance(now.type, t.Named) else (
            str(bool(now.value)).lower() if isinstance(now.type, t.Bool) else str(now.value)
        )  # fmt: skip

    def rulings(self) -> Part:
        """Return the part on what the author has decided where the printed rules are silent."""
        lines = []
        for heading in dict.fromkeys(ruling.heading for ruling in self.game.rulings):
            under = [ruling for ruling in self.game.rulings if ruling.heading == heading]
            says = [line for ruling in under for line in self.w.quoted(ruling.says, ruling.ident.span)]
            examples = self.examples.get(f"heading {heading}", ())
            anchor = self._anchor(heading)
            lines.append(Line(f"{name(heading)}:", (under[0].ident.span,), tuple(says), examples, anchor))
        return Part(self.gettext("Rulings"), "rulings", tuple(lines))

    def _anchor(self, heading: str) -> str:
        """Return the anchor of the rulings under a heading."""
        headings = list(dict.fromkeys(ruling.heading for ruling in self.game.rulings))
        return f"ruling-{headings.index(heading) + 1}"

    # --- what must hold, and what is counted ------------------------------------------------------------

    def invariants(self) -> Part:
        """Return the part on what must always hold."""
        return Part(
            self.gettext("What always holds"), "invariants", tuple(map(self._invariant, self.game.invariants))
        )

    def _invariant(self, declared: m.InvariantDecl) -> Line:
        with self.s.inside():
            self.s.labels = {}
            around = declared.around.name if declared.around is not None else ""
            self._bind(around)
            if declared.per is not None:
                self.s.bind_player(declared.ident)
            parts = self.w.parts(declared.body)
            text = self.w.said(gettext_noop("as specified: {condition}"), ALWAYS, parts)
            inner = self.w.line(text, lines=parts[1])
            when = self._when(declared)
        says = self.w.quoted(declared.says, declared.ident.span)
        return Line(f"{when}:", (declared.ident.span,), (*says, inner))

    def _bind(self, around: str) -> None:
        """Bind the names of the action or procedure around whose steps an invariant is checked."""
        for action in self.game.actions:
            if action.ident.name == around:
                self.s.typed.bind_parameters(action.given)
                bind_picks(self.s, action.picks)
        for procedure in self.game.procedures:
            if procedure.ident.name == around:
                self.s.typed.bind_parameters(procedure.parameters)
                self.s.labels |= {p.ident.name: None for p in procedure.parameters}

    def _when(self, declared: m.InvariantDecl) -> str:
        if declared.around is not None:
            said = self.s.nouns.label(declared.around.name)
            if declared.after is not None:
                return self.gettext("After {routine}", routine=said)
            return self.gettext("Before {routine}", routine=said)
        match declared.time:
            case "step":
                return self.gettext("After each step")
            case "turn":
                return self.gettext("After each turn")
            case "end":
                return self.gettext("At the end of the game")
            case _:
                return self.gettext("Before each decision")

    def measures(self) -> Part:
        """Return the part on numbers that are counted about many games."""
        lines = []
        for declared in self.game.measures:
            with self.s.inside():
                if declared.per is not None:
                    self.s.bind_player(declared.ident)
                value = self.s.say(declared.body)
                said = self.s.nouns.label(declared.ident.name, declared.label)
                at = (
                    self.gettext("after each turn")
                    if declared.at == "turn"
                    else self.gettext("at the end of the game")
                )
                lines.append(
                    self.w.line(
                        self.gettext("{name}, {time}: {value}", name=said, time=at, value=value),
                        declared.ident.span,
                    )
                )
        return Part(self.gettext("What is counted about many games"), "measures", tuple(lines))
