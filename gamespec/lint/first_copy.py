"""GS406: a condition about a single one of several identical copies.

Nothing distinguishes the copies of a fungible kind, so a condition that only one of them meets is an
accident. `gamespec.expr.copies` finds such conditions during elaboration.
"""

from __future__ import annotations

from gamespec.lint.subject import Subject

__all__ = ["first_copy"]


def first_copy(subject: Subject) -> None:
    """Report comparisons with a bare name that means the first of several copies."""
    for span, copy in subject.first_copies.items():
        subject.found.report(
            "GS406", f"`{copy.name}` means only the first of several copies", span,
            severity="warning", help=f"compare the row: `{copy.instead}`",
        )  # fmt: skip
