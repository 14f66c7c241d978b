"""Whether evaluating an expression can end in a fault: known of a program without a position.

It is safe in one direction: it may be said of what never does. Bounds come from the domains, which the
checker has proved. A fault for lack of budget is none of an expression alone, and is not meant.
"""

from __future__ import annotations

from collections.abc import Callable

from gamespec.program import expressions as x
from gamespec.program.children import children_of
from gamespec.program.domain import INT_MAX, INT_MIN, NONE, Domain
from gamespec.program.program import Program
from gamespec.program.tables import Space

__all__ = ["Failing", "parts"]


parts: Callable[[x.Expression], tuple[x.Expression, ...]] = children_of("Expression")
"""The expressions directly within one, in the order in which they are evaluated; no function's body."""


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
