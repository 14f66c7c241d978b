"""GS402: a comparison of two numbers that holds for no values.

It is reported if the types of the two sides exclude that it holds, and if these types are the same for every
choice of options that was tried. A comparison that depends on an option may hold for another choice. A
comparison that always holds is not reported, because authors write many bounds for the reader.
"""

from __future__ import annotations

from gamespec.lint.subject import Subject
from gamespec.text.source import Span
from gamespec.trees.types import EMPTY, meet, show
from gamespec.world.world import Numbers

__all__ = ["compared_in_vain", "may_hold"]

_NEVER = {
    "==": "never equals",
    "!=": "never equals",
    "<": "is never less than",
    "<=": "is never at most",
    ">": "is never more than",
    ">=": "is never at least",
}


def compared_in_vain(subject: Subject) -> None:
    """Report comparisons that can never hold, and `!=` that always hold."""
    for span, numbers in subject.numbers.items():
        if numbers is None or EMPTY in {numbers.of_left, numbers.of_right} or may_hold(numbers):
            continue
        left, right = _line(numbers.left), _line(numbers.right)
        sides = ((left, numbers.of_left), (right, numbers.of_right))
        so = ", so this always holds" if numbers.op == "!=" else ""
        subject.found.report(
            "GS402", f"`{left}` {_NEVER[numbers.op]} `{right}`{so}", span, severity="warning",
            notes=tuple(f"`{text}` is `{show(type_)}`" for text, type_ in sides if show(type_) != text),
        )  # fmt: skip


def may_hold(numbers: Numbers) -> bool:
    """Return whether a comparison can hold, judging by the types of its sides.

    For `!=`, return whether the sides can be equal.
    """
    left, right = numbers.of_left, numbers.of_right
    match numbers.op:
        case "==" | "!=":
            return meet(left, right) != EMPTY
        case "<":
            return left.low < right.high
        case "<=":
            return left.low <= right.high
        case ">":
            return left.high > right.low
        case _:
            return left.high >= right.low


def _line(span: Span) -> str:
    return " ".join(span.text.split())
