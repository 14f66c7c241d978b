"""Words of the language itself, which people read where authors give no label: directions, reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.locale import pgettext_noop

if TYPE_CHECKING:
    from interpreter.locale import Catalogue

__all__ = ["reason_in", "value_in"]

VALUES = (
    pgettext_noop("value", "true"),
    pgettext_noop("value", "false"),
    pgettext_noop("value", "forward"),
    pgettext_noop("value", "backward"),
    pgettext_noop("value", "north"),
    pgettext_noop("value", "northeast"),
    pgettext_noop("value", "east"),
    pgettext_noop("value", "southeast"),
    pgettext_noop("value", "south"),
    pgettext_noop("value", "southwest"),
    pgettext_noop("value", "west"),
    pgettext_noop("value", "northwest"),
    pgettext_noop("value", "middle"),
)
"""Values of types that the language has; directions that authors name are not among them."""
REASONS = (
    pgettext_noop("reason", "finished"),
    pgettext_noop("reason", "limit"),
    pgettext_noop("reason", "truncated"),
)
"""Why a game is over that no entry of `end` ended."""


def value_in(texts: Catalogue, name: str) -> str:
    """A truth or a direction in a language; a direction that the author named as it is."""
    return texts.pgettext("value", name)


def reason_in(texts: Catalogue, name: str) -> str:
    """Why a game is over, in a language."""
    return texts.pgettext("reason", name)
