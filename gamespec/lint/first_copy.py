"""GS406: a condition about one of several alike copies.

Nothing tells the copies of a fungible kind apart, so a condition that holds of one and not of the others is
an accident. `gamespec.expr.copies` finds them where expressions are typed.
"""

from __future__ import annotations

from gamespec.lint.subject import Subject

__all__ = ["first_copy"]


def first_copy(subject: Subject) -> None:
    """Report comparisons with a bare name that means the first of several copies."""
    for span, copy in subject.first_copies.items():
        subject.found.report(
            "GS406", f"`{copy.name}` is one of several copies, only the first is meant", span,
            severity="warning", help=f"ask for the row: `{copy.instead}`",
        )  # fmt: skip
