"""Whether evaluating an expression can end in a fault: known of a program without a position.

It is safe in one direction: it may be said of what never does. Bounds come from the domains, which the
checker has proved. A fault for lack of budget is none of an expression alone, and is not meant.
"""

from __future__ import annotations

from typing import assert_never

from gamespec.program import expressions as x
from gamespec.program.domain import INT_MAX, INT_MIN, NONE, Domain
from gamespec.program.program import Program
from gamespec.program.tables import Space

__all__ = ["Failing", "parts"]


def parts(node: x.Expression) -> tuple[x.Expression, ...]:  # noqa: C901, PLR0912 - a case for each node
    """The expressions directly within one, in the order in which they are evaluated; no function's body."""
    match node:
        case x.Const() | x.Fixed() | x.Local() | x.Variable() | x.Me() | x.FamilyContents() | x.Occurred():
            return ()
        case x.Load(keys=keys) | x.ZoneAt(keys=keys):
            return keys
        case x.Bank(sort=sort):
            return () if sort is None else (sort,)
        case x.Extreme(parts=inner) | x.And(parts=inner) | x.Or(parts=inner):
            return inner
        case x.Apply(args=args):
            return args
        case x.ListOf(items=items):
            return items
        case x.If(condition=condition, then=then, otherwise=otherwise):
            return condition, then, otherwise
        case x.Default(of=of, otherwise=otherwise):
            return of, otherwise
        case (
            x.Arithmetic(left=a, right=b) | x.Equal(left=a, right=b) | x.Less(left=a, right=b)
            | x.Union(left=a, right=b) | x.Numbers(low=a, high=b) | x.InList(item=a, of=b)
            | x.InZone(item=a, zone=b) | x.Turned(of=a, steps=b) | x.Nth(of=a, place=b)
            | x.Ends(of=a, count=b) | x.ZoneEnds(zone=a, count=b) | x.Step(cell=a, direction=b)
            | x.Ray(cell=a, direction=b)
            | x.Direction(start=a, end=b) | x.Distance(start=a, end=b) | x.Gap(start=a, end=b)
            | x.CellAt(column=a, row=b) | x.Reach(origin=a, body=b) | x.Let(value=a, body=b)
            | x.Quantifier(over=a, body=b) | x.Longest(over=a, body=b)
        ):  # fmt: skip
            return a, b
        case x.Steps(cell=cell, direction=direction, count=count):
            return cell, direction, count
        case (
            x.Column(of=of) | x.ListAt(of=of) | x.Lookup(of=of) | x.Narrow(of=of) | x.Seat(of=of)
            | x.Absolute(of=of) | x.ExtremeOf(of=of) | x.Not(of=of) | x.There(of=of) | x.Length(of=of)
            | x.End(of=of) | x.Distinct(of=of) | x.Reverse(of=of) | x.Only(of=of) | x.Contents(zone=of)
            | x.ByPlace(of=of) | x.ZoneLength(zone=of) | x.ZoneEnd(zone=of) | x.Key(component=of)
            | x.Can(player=of) | x.InARow(player=of) | x.Neighbours(cell=of)
        ):  # fmt: skip
            return (of,)
        case x.OfPlane(of=of):
            return () if of is None else (of,)
        case _:
            assert_never(node)


class Failing:
    """Which expressions of one program can fail; each is looked at once."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._fails: dict[int, tuple[x.Expression, bool]] = {}

    def fails(self, node: x.Expression) -> bool:
        """Whether evaluating an expression may end in a fault."""
        known = self._fails.get(id(node))
        if known is None:
            inside = any(self.fails(part) for part in parts(node))
            known = self._fails[id(node)] = node, inside or self.fails_itself(node)
        return known[1]

    def board(self, number: int) -> Space:
        """A board, by its number."""
        return self._program.spaces[number]

    def fails_itself(self, node: x.Expression) -> bool:
        """Whether an expression may fail where its parts do not."""
        match node:
            case x.Arithmetic(op=op, right=right, domain=domain):
                by_zero = op in {"//", "%"} and right.domain.low <= 0 <= right.domain.high
                return by_zero or not _fits(domain)
            case x.Narrow(of=of, low=low, high=high, most=most):
                too_long = of.domain.is_list and of.domain.most > most
                return too_long or not _within(of.domain.member, low, high)
            case x.Seat(of=of, players=players):
                return not _within(of.domain, 1, players)
            case x.There(of=of):
                return of.domain.optional
            case x.Quantifier(kind=kind, domain=domain):
                return kind in {"the", "min", "max"} or (kind == "sum" and not _fits(domain))
            case x.ExtremeOf(of=of):
                return not (isinstance(of, x.Fixed) and of.values)
            case x.Apply(function=function):
                return self.fails(function.body)
            case x.CellAt(space=space, column=column, row=row):
                return not _covered(self.board(space), column.domain, row.domain)
            case x.Nth() | x.Only() | x.Can() | x.InARow():
                return True
            case _:
                return False


def _within(domain: Domain, low: int, high: int) -> bool:
    """Whether all numbers of a domain lie within bounds."""
    return domain.low > domain.high or (low <= domain.low and domain.high <= high)


def _fits(domain: Domain) -> bool:
    """Whether what is computed lies within 32 bits for certain: the checker holds domains to these."""
    return domain.low > INT_MIN and domain.high < INT_MAX


def _covered(space: Space, columns: Domain, rows: Domain) -> bool:
    """Whether there is a cell in each of these columns and rows."""
    count = max(0, columns.high - columns.low + 1) * max(0, rows.high - rows.low + 1)
    if count > space.size or columns.optional or rows.optional or NONE in (columns.low, rows.low):
        return False
    found = sum(columns.low <= c <= columns.high and rows.low <= r <= rows.high for c, r in space.at)
    return found == count
