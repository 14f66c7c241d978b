"""Conditions over components as sets: which components of a kind fulfil one, without going through them.

`Conditions.form` takes a condition and its member (the variable, or the slot, that is a component), and
gives a form: a tree that says how the set is found, or `None` if it is not known how. A part of the
condition that does not depend on the member holds of all or of none (`Settled`); what depends on nothing
else is known before the game (`Known`); what compares something printed with something settled has a set
for each value (`ByValue`).

The set is found as a whole, so each part is found out once, and all of them are, in no order. That makes no
difference, for nothing in a form can fail. The one exception is `the` of something settled that may be
`none`: there the form is `soft`, and whoever uses it goes through the components one by one if it is
`none`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, replace
from typing import get_args

from gamespec.program import expressions as x
from gamespec.program.domain import INT_MAX, INT_MIN, NONE
from interpreter.compiled.facts import Facts
from interpreter.compiled.facts import parts as parts_of
from interpreter.compiled.printed import LESS, Reader, reader_of
from interpreter.compiled.remembered import Needs
from interpreter.compiled.set_forms import (
    Asked,
    Both,
    ByValue,
    Called,
    Chosen,
    Either,
    Form,
    Known,
    Lies,
    LiesAmong,
    Member,
    Negated,
    Settled,
    Source,
)

__all__ = ["Conditions"]

FEW_VALUES = 4
"""Of how many values a condition is asked for each."""

MOST_VALUES = 256
"""Of how many values there is a set for each."""


class Conditions:
    """Finds the forms of conditions of one program."""

    def __init__(self, facts: Facts, needs: Needs, source: Callable[[x.Expression], Source | None]) -> None:
        self._facts, self._needs, self._source = facts, needs, source

    def form(self, node: x.Expression, member: Member) -> Form | None:  # noqa: C901, PLR0912 - a case for each node
        """How the set of those that meet a condition is found."""
        if self._settled(node, member):
            return self._asked(node) if self._facts.fails(node) else Settled(node)
        values = self._printed(node, member)
        if values is not None:
            return Known(_bits(value != 0 for value in values))
        match node:
            case x.Equal(left=left, right=right) if not left.domain.is_list:
                return (
                    self._compared(left, right, member, lambda a, b: a == b, equal=True)
                    or self._compared(right, left, member, lambda a, b: a == b, equal=True)
                    or self._by_print(node, member)
                )
            case x.Less(op=op, left=left, right=right):
                return (
                    self._compared(left, right, member, LESS[op], equal=False)
                    or self._compared(right, left, member, lambda a, b: LESS[op](b, a), equal=False)
                    or self._by_print(node, member)
                )
            case x.Quantifier(kind="any" | "all" | "none"):
                return self._by_print(node, member)
            case x.Not(of=of):
                inner = self.form(of, member)
                return None if inner is None else Negated(inner)
            case x.And(parts=parts):
                return self._joined(parts, member, Both)
            case x.Or(parts=parts):
                return self._joined(parts, member, Either)
            case x.If():
                return self._chosen(node, member)
            case x.InZone(item=item, zone=zone) if member.is_(item) and self._sound(zone, member):
                return Lies(zone)
            case x.InList(item=item, of=x.FamilyContents(family=family)) if member.is_(item):
                return LiesAmong(family)
            case x.Apply():
                return self._called(node, member)
            case _:
                return None

    def _asked(self, node: x.Expression) -> Form | None:
        """What a quantifier asks of a set, which fails no other way than softly."""
        if not isinstance(node, x.Quantifier) or node.kind not in {"any", "all", "none"}:
            return None
        source = self._source(node.over)
        form = None if source is None else self.form(node.body, source.member(node.variable))
        return None if source is None or form is None else Asked(node, source, form)

    def _settled(self, node: x.Expression, member: Member) -> bool:
        variables, slots = self._needs.free(node)
        return not variables & member.variables and not slots & member.slots

    def _sound(self, node: x.Expression, member: Member) -> bool:
        """Whether something does not depend on the member, and cannot fail."""
        return self._settled(node, member) and not self._facts.fails(node)

    def _printed(self, node: x.Expression, member: Member) -> tuple[int, ...] | None:
        """What an expression is for each component, if that is known before the game."""
        itself: Reader = lambda c: c  # noqa: E731 - as short as its name
        read = reader_of(node, dict.fromkeys(member.variables, itself), dict.fromkeys(member.slots, itself))
        found: list[int] = []
        for c in range(member.first, member.first + member.size):
            value = read(c)
            if value is None:
                return None
            found.append(value)
        return tuple(found)

    def _compared(
        self,
        printed: x.Expression,
        other: x.Expression,
        member: Member,
        holds: Callable[[int, int], bool],
        *,
        equal: bool,
    ) -> Form | None:
        """A set for each value of what is settled, one below what is printed, and one beyond."""
        soft = not self._facts.fails(other) or _soft(other, self._facts)
        if not self._settled(other, member) or not soft:
            return None
        values = self._printed(printed, member)
        if values is None or (NONE in values and not equal):
            return None
        there = [value for value in values if value != NONE]
        low, high = min(there, default=0) - 1, max(there, default=0) + 1
        if NONE in values or high - low > MOST_VALUES or not INT_MIN < low < high < INT_MAX:
            return None
        with_value: dict[int, int] = {}
        for i, value in enumerate(values):
            with_value[value] = with_value.get(value, 0) | 1 << i
        sets = tuple(
            sum(these for value, these in with_value.items() if holds(value, asked))
            for asked in range(low, high + 1)
        )
        return ByValue(other, low, sets, self._facts.fails(other))

    def _by_print(self, node: x.Expression, member: Member) -> Form | None:
        """What depends on the member by one thing that is printed only: it is asked for each value."""
        columns = {None if isinstance(c, _Other) else (c.first, c.values) for c in _over(node, member)}
        column = columns.pop() if len(columns) == 1 else None
        if column is None:
            return None
        first, values = column
        if first > member.first or first + len(values) < member.first + member.size:
            return None
        of = [values[c - first] for c in range(member.first, member.first + member.size)]
        if len(set(of)) > FEW_VALUES:
            return None
        found: Form | None = None
        for value in sorted(set(of)):
            inner = self.form(_with(node, member, value), member)
            if inner is None:
                return None
            these = Both(Known(_bits(v == value for v in of)), inner)
            found = these if found is None else Either(found, these)
        return found

    def _joined(
        self, parts: Iterable[x.Expression], member: Member, join: Callable[[Form, Form], Form]
    ) -> Form | None:
        found: Form | None = None
        for part in parts:
            form = self.form(part, member)
            if form is None:
                return None
            found = form if found is None else join(found, form)
        return found

    def _chosen(self, node: x.If, member: Member) -> Form | None:
        then, otherwise = self.form(node.then, member), self.form(node.otherwise, member)
        if then is None or otherwise is None:
            return None
        if self._sound(node.condition, member):
            return Chosen(node.condition, then, otherwise)
        test = self.form(node.condition, member)
        return None if test is None else Either(Both(test, then), Both(Negated(test), otherwise))

    def _called(self, node: x.Apply, member: Member) -> Form | None:
        given = tuple(not member.is_(arg) for arg in node.args)
        for arg, handed in zip(node.args, given, strict=True):
            if handed and (arg.domain.is_list or not self._sound(arg, member)):
                return None
        same = [p for p, handed in zip(node.function.parameters, given, strict=True) if not handed]
        inner = Member(member.first, member.size, frozenset(same))
        body = self.form(node.function.body, inner)
        return None if body is None else Called(node, given, body)


@dataclass(frozen=True, slots=True)
class _Other:
    """A use of the member that asks for nothing that is printed."""


def _over(node: x.Expression, member: Member) -> Iterator[x.Column | _Other]:
    """What an expression asks of the member: what is printed on it, or something else."""
    if isinstance(node, x.Column) and member.is_(node.of):
        yield node
    elif member.is_(node):
        yield _Other()
    else:
        for part in parts_of(node):
            yield from _over(part, member)


def _with(node: x.Expression, member: Member, value: int) -> x.Expression:
    """An expression where what is printed on the member is a value."""
    if isinstance(node, x.Column) and member.is_(node.of):
        return x.Const(node.at, node.domain, value)

    def changed(part: object) -> object:
        if isinstance(part, tuple):
            return tuple(changed(one) for one in part)
        return _with(part, member, value) if isinstance(part, get_args(x.Expression)) else part

    found = {f.name: changed(getattr(node, f.name)) for f in fields(node)}
    return replace(node, **found)  # type: ignore[arg-type] # as they were


def _soft(node: x.Expression, facts: Facts) -> bool:
    """Whether something fails only by being `none`."""
    match node:
        case x.There(of=of):
            return not facts.fails(of)
        case x.Apply(function=function, args=()):
            return _soft(function.body, facts)
        case _:
            return False


def _bits(holds: Iterable[bool]) -> int:
    return sum(1 << i for i, bit in enumerate(holds) if bit)
