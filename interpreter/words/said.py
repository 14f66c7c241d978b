"""Translates words of the language itself, which are shown where authors give no label.

These words are truth values, directions and reasons.
"""

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
"""The values of the language's own types, which do not include directions named by authors."""
REASONS = {
    "finished": pgettext_noop("reason", "its last phase has ended"),
    "limit": pgettext_noop("reason", "limit"),
    "truncated": pgettext_noop("reason", "truncated"),
}
"""The text for each reason for which a game can end without an entry of `end`."""


def value_in(texts: Catalogue, name: str) -> str:
    """Translate a truth value or a direction. A direction that the author named remains unchanged."""
    return texts.pgettext("value", name)


def reason_in(texts: Catalogue, name: str) -> str:
    """Say in words why a game ended, if no entry of `end` says so."""
    message = REASONS[name]
    return texts.pgettext("reason", message)
