"""The words of the language itself, which are shown where authors give no label: directions and reasons."""

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
"""Values of the language's own types. They do not include directions that authors name."""
REASONS = (
    pgettext_noop("reason", "finished"),
    pgettext_noop("reason", "limit"),
    pgettext_noop("reason", "truncated"),
)
"""Reasons for the end of a game, other than the entries of `end`."""


def value_in(texts: Catalogue, name: str) -> str:
    """Translate a truth value or a direction. A direction that the author named stays unchanged."""
    return texts.pgettext("value", name)


def reason_in(texts: Catalogue, name: str) -> str:
    """Translate the reason for the end of a game."""
    return texts.pgettext("reason", name)
