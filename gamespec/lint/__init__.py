"""Lints, which are warnings about code that is legal but unlikely to be intended."""

from collections.abc import Callable

from gamespec.lint.compared_in_vain import compared_in_vain
from gamespec.lint.empty_offer import empty_offer
from gamespec.lint.first_copy import first_copy
from gamespec.lint.kept_in_vain import kept_in_vain
from gamespec.lint.open_order import open_order
from gamespec.lint.open_secret import open_secret
from gamespec.lint.row_decides import row_decides
from gamespec.lint.stopped_in_vain import stopped_in_vain
from gamespec.lint.subject import Part, Subject
from gamespec.lint.telling_offer import telling_offer
from gamespec.lint.unasked_measure import unasked_measure
from gamespec.lint.unchecked_end import unchecked_end
from gamespec.lint.unused import unused

__all__ = ["LINTS", "Part", "Subject"]

LINTS: tuple[Callable[[Subject], None], ...] = (
    unused,
    empty_offer,
    unchecked_end,
    open_secret,
    telling_offer,
    first_copy,
    row_decides,
    open_order,
    kept_in_vain,
    stopped_in_vain,
    unasked_measure,
    compared_in_vain,
)
"""All lints, in the order in which they run on a sound game."""
