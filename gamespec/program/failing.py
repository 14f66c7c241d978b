"""Decides from the program alone, without a position, whether evaluating an expression can fault.

The analysis is conservative, which means that it may report an expression that never faults. It takes bounds
from the domains, which the checker has proved. Running out of budget is not the fault of a single expression
and is not considered.
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
"""Returns the direct subexpressions of an expression in the order of evaluation. The body of a function that
it applies is not among them.
"""


class Failing:
    """Finds the expressions of a program that can fault, and analyses each only once."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._fails: dict[int, tuple[x.Expression, bool]] = {}

    def fails(self, node: x.Expression) -> bool:
        """Return whether evaluating an expression may fault."""
        known = self._fails.get(id(node))
        if known is None:
            inside = any(self.fails(part) for part in parts(node))
            known = self._fails[id(node)] = node, inside or self.fails_itself(node)
        return known[1]

    def board(self, number: int) -> Space:
        """Return the board with a given number."""
        return self._program.spaces[number]

    def fails_itself(self, node: x.Expression) -> bool:
        """Return whether an expression may fault even if its subexpressions do not."""
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
    """Return whether all numbers in a domain lie between `low` and `high`."""
    return domain.low > domain.high or (low <= domain.low and domain.high <= high)


def _fits(domain: Domain) -> bool:
    """Return whether a computed value certainly fits into 32 bits.

    The checker clips domains to 32 bits, so a domain that reaches an end of that range may have been clipped.
    """
    return domain.low > INT_MIN and domain.high < INT_MAX


def _covered(space: Space, columns: Domain, rows: Domain) -> bool:
    """Return whether there is a cell at every combination of these columns and rows."""
    count = max(0, columns.high - columns.low + 1) * max(0, rows.high - rows.low + 1)
    if count > space.size or columns.optional or rows.optional or NONE in (columns.low, rows.low):
        return False
    found = sum(columns.low <= c <= columns.high and rows.low <= r <= rows.high for c, r in space.at)
    return found == count
