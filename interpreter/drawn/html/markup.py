"""Makes HTML that is also well-formed XML, and escapes all text that is not known to be HTML.

Only elements made by this module are of type `Html`. Any other text comes from an author or a player, and is
shown literally.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping
from typing import TypeAlias

__all__ = ["Attributes", "Html", "element", "joined", "text"]

Attributes: TypeAlias = Mapping[str, str | int | None]

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Matches a character that XML forbids even in escaped form."""

_PLAIN = re.compile("[\t\n\r\x20!#-%(-;=?-\ud7ff\ue000-\ufffd]*")
"""Matches a text in which nothing has to be escaped. Most texts are of this sort."""


class Html(str):
    """Text that is HTML and must not be escaped again."""

    __slots__ = ()


def text(of: str) -> Html:
    """Escape a text for use as content or in a quoted attribute, unless it is HTML.

    Characters that XML forbids are replaced by U+FFFD.
    """
    if isinstance(of, Html):
        return of
    return Html(of if _PLAIN.fullmatch(of) else html.escape(_NO_XML.sub("\ufffd", of)))


def joined(parts: Iterable[str]) -> Html:
    """Concatenate `parts`, escaping those that are not HTML."""
    return Html("".join(text(part) for part in parts))


def element(name: str, attributes: Attributes, *children: str) -> Html:
    """Return an element with attributes and children. Attributes with the value `None` are omitted."""
    written = "".join(
        f' {key}="{text(str(value))}"' for key, value in attributes.items() if value is not None
    )
    return Html(f"<{name}{written}>{joined(children)}</{name}>")
