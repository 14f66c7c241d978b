"""Translates conditions over components to sets, so that no loop over the components is needed.

`Conditions.form` takes a condition and its member, which is the variable or slot that denotes a component. It
returns a form, which is a tree that describes how to compute the set of components that satisfy the
condition, or `None` if the condition has no form. A part of the condition that does not depend on the member
holds for all components or for none (`Settled`). A part that depends on nothing but the member is known
before the game (`Known`). A comparison of a printed attribute with a settled value has one set for each value
(`ByValue`).

Every part of a form is evaluated exactly once, in any order. This is correct because nothing in a form can
fail, or read a value that an earlier condition must first prove not to be `none`. If that earlier condition
is settled, it decides whether the rest is computed at all (`Chosen`); otherwise, there is no form. The only
exception is `the` of a settled value that may be `none`. Such a form is `soft`: if the value is `none`, the
user of the form must loop over the components instead.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, replace
from typing import TypeAlias, get_args

from gamespec.program import Program
from gamespec.program import expressions as x
from gamespec.program.domain import INT_MAX, INT_MIN, NONE
from gamespec.program.failing import parts as parts_of
from gamespec.program.frozen import dataclass
from interpreter.compiled.analysis.facts import Facts, Read
from interpreter.compiled.analysis.partial_evaluation import ORDER, Name, known
from interpreter.compiled.analysis.set_forms import (
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
from interpreter.compiled.expressions.hoisting import Needs

__all__ = ["Conditions"]

FEW_VALUES = 4
"""Maximum number of distinct values of a printed attribute for which a condition is evaluated value by value.
"""

MOST_VALUES = 256
"""Maximum difference between the greatest and the least index of a table that holds a set for each value."""

Untold: TypeAlias = frozenset[Read]
"""Reads whose value may be `none` because the condition that might exclude it is not evaluated before them.
"""


class Conditions:
    """Finds the forms of the conditions in one program."""

    def __init__(
        self,
        program: Program,
        facts: Facts,
        needs: Needs,
        source: Callable[[x.Expression], Source | None],
    ) -> None:
        self._program, self._facts, self._needs, self._source = program, facts, needs, source

    def form(  # noqa: C901, PLR0912 - a case for each node
        self, node: x.Expression, member: Member, untold: Untold = frozenset()
    ) -> Form | None:
        """Return the form of the set of components that satisfy a condition, or `None` if it has no form.

        `untold` holds the reads that earlier conditions may prove not to be `none`, although the form does
        not evaluate these conditions first.
        """
        if self._settled(node, member):
            if self._facts.fails(node):
                return self._asked(node, untold)
            return None if self._facts.needs(node) & untold else Settled(node)
        values = self._printed(node, member)
        if values is not None:
            return Known(_bits(value != 0 for value in values))
        match node:
            case x.Equal(left=left, right=right) if not left.domain.is_list:
                return (
                    self._compared(left, right, member, untold, operator.eq, equal=True)
                    or self._compared(right, left, member, untold, operator.eq, equal=True)
                    or self._by_print(node, member, untold)
                )
            case x.Less(op=op, left=left, right=right):
                return (
                    self._compared(left, right, member, untold, ORDER[op], equal=False)
                    or self._compared(right, left, member, untold, lambda a, b: ORDER[op](b, a), equal=False)
                    or self._by_print(node, member, untold)
                )
            case x.Quantifier(kind="any" | "all" | "none"):
                return self._by_print(node, member, untold)
            case x.Not(of=of):
                inner = self.form(of, member, untold)
                return None if inner is None else Negated(inner)
            case x.And(parts=parts) | x.Or(parts=parts):
                return self._joined(parts, member, untold, Both if isinstance(node, x.And) else Either)
            case x.If():
                return self._chosen(node, member, untold)
            case x.InZone(item=item, zone=zone) if member.is_(item) and self._sound(zone, member, untold):
                return Lies(zone)
            case x.InList(item=item, of=x.FamilyContents(family=family)) if member.is_(item):
                return LiesAmong(family)
            case x.Apply():
                return self._called(node, member, untold)
            case _:
                return None

    def _asked(self, node: x.Expression, untold: Untold) -> Form | None:
        """Return the form of a settled quantifier over a set, or `None`.

        A quantifier has a form only if it either cannot fail or fails softly.
        """
        if not isinstance(node, x.Quantifier) or node.kind not in {"any", "all", "none"}:
            return None
        source = None if self._facts.needs(node.over) & untold else self._source(node.over)
        form = None if source is None else self.form(node.body, source.member(node.variable), untold)
        return None if source is None or form is None else Asked(node, source, form)

    def _settled(self, node: x.Expression, member: Member) -> bool:
        variables, slots = self._needs.free(node)
        return not variables & member.variables and not slots & member.slots

    def _sound(self, node: x.Expression, member: Member, untold: Untold) -> bool:
        """Return whether an expression is settled, cannot fail, and needs none of the reads in `untold`."""
        facts = self._facts
        return self._settled(node, member) and not facts.fails(node) and not facts.needs(node) & untold

    def _printed(self, node: x.Expression, member: Member) -> tuple[int, ...] | None:
        """Return the value of an expression for each component.

        Return `None` if these values are not all known before the game.
        """
        itself = tuple(range(member.first, member.first + member.size))
        given: dict[Name, tuple[int, ...]] = {("variable", number): itself for number in member.variables}
        given |= {("local", slot): itself for slot in member.slots}
        found = known(self._program, node, given, member.size)
        return None if found is None or None in found else found  # type: ignore[return-value] # as just seen

    def _compared(  # noqa: PLR0913 - both sides, where they stand, and how they are compared
        self,
        printed: x.Expression,
        other: x.Expression,
        member: Member,
        untold: Untold,
        holds: Callable[[int, int], bool],
        *,
        equal: bool,
    ) -> Form | None:
        """Return the form of a comparison of a printed attribute with a settled value, or `None`.

        `other` is the settled value. The form has one set for each of its values, from one less than the
        least printed value to one more than the greatest.
        """
        soft = not self._facts.fails(other) or _soft(other, self._facts)
        if not self._settled(other, member) or not soft or self._facts.compared(other) & untold:
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

    def _by_print(self, node: x.Expression, member: Member, untold: Untold) -> Form | None:
        """Return the form of a condition that depends on the member only through one printed attribute.

        The condition is evaluated once for each value of the attribute. Return `None` if the condition has no
        such form.
        """
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
            inner = self.form(_with(node, member, value), member, untold)
            if inner is None:
                return None
            these = Both(Known(_bits(v == value for v in of)), inner)
            found = these if found is None else Either(found, these)
        return found

    def _joined(
        self, parts: Sequence[x.Expression], member: Member, untold: Untold, join: type[Both | Either]
    ) -> Form | None:
        """Return the form of a conjunction or disjunction, or `None` if it has none.

        The parts are evaluated in any order. Only a settled part that proves what later parts need is
        evaluated before them, and it decides whether they are evaluated at all.
        """
        facts = self._facts
        found: Form | None = None
        for i, part in enumerate(parts):
            told, others = facts.tells(part), parts[i + 1 :]
            decides = self._sound(part, member, untold) and any(facts.needs(other) & told for other in others)
            if decides:
                rest = self._joined(others, member, untold, join)
                all_or_none = Known(0 if join is Both else -1)
                form = rest and (
                    Chosen(part, rest, all_or_none) if join is Both else Chosen(part, all_or_none, rest)
                )
            else:
                form = self.form(part, member, untold)
                untold |= told
            if form is None:
                return None
            found = form if found is None else join(found, form)
            if decides:
                break
        return found

    def _chosen(self, node: x.If, member: Member, untold: Untold) -> Form | None:
        sound = self._sound(node.condition, member, untold)
        inside = untold if sound else untold | self._facts.tells(node.condition)
        then, otherwise = self.form(node.then, member, inside), self.form(node.otherwise, member, inside)
        if then is None or otherwise is None:
            return None
        if sound:
            return Chosen(node.condition, then, otherwise)
        test = self.form(node.condition, member, untold)
        return None if test is None else Either(Both(test, then), Both(Negated(test), otherwise))

    def _called(self, node: x.Apply, member: Member, untold: Untold) -> Form | None:
        given = tuple(not member.is_(arg) for arg in node.args)
        for arg, handed in zip(node.args, given, strict=True):
            if handed and (arg.domain.is_list or not self._sound(arg, member, untold)):
                return None
        same = [p for p, handed in zip(node.function.parameters, given, strict=True) if not handed]
        inner = Member(member.first, member.size, frozenset(same))
        body = self.form(node.function.body, inner)
        return None if body is None else Called(node, given, body)


@dataclass(frozen=True, slots=True)
class _Other:
    """A use of the member that does not merely read a printed attribute."""


def _over(node: x.Expression, member: Member) -> Iterator[x.Column | _Other]:
    """Yield every use of the member in an expression.

    A read of a printed attribute is yielded as its node, and any other use as `_Other()`.
    """
    if isinstance(node, x.Column) and member.is_(node.of):
        yield node
    elif member.is_(node):
        yield _Other()
    else:
        for part in parts_of(node):
            yield from _over(part, member)


def _with(node: x.Expression, member: Member, value: int) -> x.Expression:
    """Return a copy of an expression in which `value` replaces the printed attribute of the member."""
    if isinstance(node, x.Column) and member.is_(node.of):
        return x.Const(node.at, node.domain, value)

    def changed(part: object) -> object:
        if isinstance(part, tuple):
            return tuple(changed(one) for one in part)
        return _with(part, member, value) if isinstance(part, get_args(x.Expression)) else part

    found = {f.name: changed(getattr(node, f.name)) for f in fields(node)}
    return replace(node, **found)  # type: ignore[arg-type] # as they were


def _soft(node: x.Expression, facts: Facts) -> bool:
    """Return whether an expression can fail only because a value in it is `none`."""
    match node:
        case x.There(of=of):
            return not facts.fails(of)
        case x.Apply(function=function, args=()):
            return _soft(function.body, facts)
        case _:
            return False


def _bits(holds: Iterable[bool]) -> int:
    return sum(1 << i for i, bit in enumerate(holds) if bit)
