"""Decisions as sentences: who chooses what from where, and which actions are on offer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.model import model as m
from gamespec.resolve import parameter_type
from gamespec.trees import ast
from gamespec.trees import types as t
from interpreter.locale import gettext_noop
from interpreter.rulebook.marks import link
from interpreter.rulebook.members import relative
from interpreter.rulebook.sheet import Line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from interpreter.rulebook.changes import Changes
    from interpreter.rulebook.speaker import Speaker
    from interpreter.rulebook.writer import Writer

__all__ = ["Decisions", "bind_picks"]


ONLY = (
    gettext_noop("{choice}. It can be chosen only if all of this holds:"),
    gettext_noop("{choice}. It can be chosen only if at least one of these holds:"),
)


class Decisions:
    """Writes decisions. `steps` writes lists of steps."""

    def __init__(
        self, writer: Writer, changes: Changes, steps: Callable[[Sequence[m.Step]], tuple[Line, ...]]
    ) -> None:
        self.w, self.s, self.changes, self.steps = writer, writer.s, changes, steps
        self.gettext, self.fill = writer.gettext, writer.fill

    def who(self, by: ast.Expression | None, one: str, several: str) -> str:
        """Return the beginning of a sentence about who decides: `one` player, or `several` at a time."""
        if by is None:
            return ""
        made = self.s.elaborate(by)
        if isinstance(made.type, t.ListType):
            return self.fill(several, players=self.s.closed(by.root))
        return self.fill(one, player=self.s.closed(by.root))

    def picks(self, picks: Sequence[m.Pick]) -> list[Line]:
        """Return a line for each value to choose, and add its name to the scope."""
        return [self._pick(pick) for pick in picks]

    def _pick(self, pick: m.Pick) -> Line:
        made = self.s.elaborate(pick.source)
        element = t.element(made.type) or t.BAD
        over = self.s.members(pick.source.root, pick.ident.name)
        number = "" if pick.count is None else self._count(pick.count)
        self.s.labels = {**self.s.labels, pick.ident.name: pick.label}
        self.s.typed.bind(pick.ident.name, element, pick.ident)
        x = self.s.local(pick.ident.name)
        clause: str | None = ""
        conditions: list[Line] = []
        said = ""
        if pick.where is not None:
            self.s.elaborate(pick.where, t.BOOL)
            clause = (
                relative(self.s, pick.ident.name, pick.where.root, over)
                if not over.whole and not over.own
                else None
            )
            if clause is None:
                said, conditions = self.w.parts(pick.where)
        things = over.all(self.s) + (clause or "")
        if over.own and pick.count is None:
            text = self.gettext("choose one {thing}", thing=over.each(self.s, x))
        elif pick.count is not None:
            text = self.gettext("choose {number} of {things} as {x}", x=x, number=number, things=things)
        else:
            text = self.gettext("choose {x} from {things}", x=x, things=things)
        bind_pick(self.s, pick, made.type)
        if pick.optional:
            text += ", " + self.gettext("or nothing")
        if conditions:
            one = gettext_noop("{choice}, only if {condition}")
            head = self.w.headed(one, ONLY, said, choice=text)
            return self.w.line(head, pick.ident.span.to(pick.source.span), lines=conditions)
        if clause is None:
            text = self.gettext("{choice}, only if {condition}", choice=text, condition=said)
        return self.w.line(text, pick.ident.span)

    def _count(self, count: ast.Expression) -> str:
        self.s.elaborate(count)
        if isinstance(count.root, ast.Range):
            low, high = self.s.closed(count.root.low), self.s.closed(count.root.high)
            return self.gettext("{low} to {high}", low=low, high=high)
        return self.s.operand(count.root)

    def choose(self, step: m.Choose) -> Iterator[Line]:
        """Yield the lines for a `choose` step."""
        who = self.who(
            step.by,
            gettext_noop("{player} chooses"),
            gettext_noop("{players} choose at the same time"),
        )
        notes, told = self._notes(step.ask, step.seen_by), self.s.taken()
        otherwise = self._otherwise(step)  # where the chosen values have no names
        lines = self.picks(step.picks)
        self.s.told.extend(told)
        if who:
            yield self.w.line(f"{who}{notes}:", step.span, lines=lines)
        elif len(lines) == 1 and not lines[0].lines:
            only = lines[0]
            yield Line(only.text[:-1] + notes + ".", (step.span, *only.places, *self.s.taken()))
        else:
            head = self.gettext("decide") if len(lines) == 1 else self.gettext("make these choices")
            yield self.w.line(f"{head}{notes}:", step.span, lines=lines)
        yield from self._after(step.then, otherwise)

    def _notes(self, ask: str, seen_by: m.SeenBy) -> str:
        alone = (
            "; " + self.gettext("if only one is possible, it is taken without asking")
            if ask == "choice"
            else ""
        )
        return alone + self.changes.learns(seen_by)

    def offer(self, step: m.Offer) -> Iterator[Line]:
        """Yield the lines for an `offer` step."""
        who = self.who(
            step.by,
            gettext_noop("{player} takes one of these actions"),
            gettext_noop("{players} each take one of these actions at the same time"),
        )
        lines = [self._offered(each) for each in step.actions]
        head = who or self.gettext("take one of these actions")
        if len(lines) == 1 and step.by is None:
            head = self.gettext("take this action")
        elif len(lines) == 1:
            head = self.who(
                step.by,
                gettext_noop("{player} takes this action"),
                gettext_noop("{players} take this action at the same time"),
            )
        yield self.w.line(f"{head}{self._notes(step.ask, step.seen_by)}:", step.span, lines=lines)
        yield from self._after(step.then, self._otherwise(step))

    def _offered(self, offered: m.Offered) -> Line:
        said = self.action(offered.action.name)
        declared = next((a for a in self.s.world.game.actions if a.ident.name == offered.action.name), None)
        if offered.arguments and declared is not None:
            said += " " + self.arguments(declared.given, offered.arguments)
        return Line(said, (offered.action.span, *self.s.taken()))

    def action(self, ident: str) -> str:
        """Return the name of an action, which leads to its description."""
        return link(
            self.s.nouns.label(ident) if self.s.language == "en" else self.titled(ident), f"action-{ident}"
        )

    def titled(self, ident: str) -> str:
        """Return the label of an action with words for its gaps, or else its identifier."""
        declared = next((a for a in self.s.world.game.actions if a.ident.name == ident), None)
        if declared is None or declared.label is None:
            return self.s.nouns.label(ident)
        told, self.s.told = self.s.told, []
        with self.s.inside():
            self.s.typed.bind_parameters(declared.given)
            self.picks(declared.picks)
            said = self.w.template(declared.label)
        self.s.told = told
        return said or self.s.nouns.label(ident)

    def arguments(self, parameters: Sequence[m.Parameter], given: Sequence[m.Argument]) -> str:
        """Return arguments in brackets, each after the name of its parameter."""
        types = {p.ident.name: parameter_type(p.type, self.s.world, self.s.typed.found) for p in parameters}
        said = []
        for argument in given:
            self.s.elaborate(argument.value, types.get(argument.ident.name))
            value = self.s.inner(argument.value.root)
            same = argument.value.text == argument.ident.name
            said.append(value if same else f"{self.s.local(argument.ident.name)}: {value}")
        return f"({'; '.join(said)})"

    def _otherwise(self, step: m.Choose | m.Offer) -> Line | None:
        """Return the line for what happens if there is no option, or `None` if there must be one."""
        if step.otherwise is None:
            return None
        if not step.otherwise:
            return Line(self.gettext("If nothing is possible, nothing happens."), ())
        return Line(self.gettext("If nothing is possible:"), (), self.steps(step.otherwise))

    def _after(self, then: Sequence[m.Step], otherwise: Line | None) -> Iterator[Line]:
        if then:
            yield Line(self.gettext("Then:"), (), self.steps(then))
        if otherwise is not None:
            yield otherwise


def bind_picks(s: Speaker, picks: Sequence[m.Pick]) -> None:
    """Add the names of chosen values to the scope."""
    for pick in picks:
        made = s.typed.elaborate(pick.source)
        bind_pick(s, pick, made.type)
        s.labels = {**s.labels, pick.ident.name: pick.label}


def bind_pick(s: Speaker, pick: m.Pick, source: t.Type) -> None:
    """Add the name of the value, or of the list of values, that a player has chosen from a list."""
    element = t.element(source) or t.BAD
    if pick.count is not None and isinstance(source, t.ListType | t.ZoneType):
        s.typed.bind(pick.ident.name, t.ListType(element, source.most), pick.ident)
    elif pick.optional and isinstance(element, t.Bool | t.Int | t.Named):
        s.typed.bind(pick.ident.name, t.Optional(element), pick.ident)
    else:
        s.typed.bind(pick.ident.name, element, pick.ident)
