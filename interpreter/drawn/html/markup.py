"""Makes HTML that is also well-formed XML. Everything that is not known to be HTML is escaped.

Only elements made here are of type `Html`. Any other text comes from an author or a player, and is shown as
text.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping
from typing import TypeAlias

__all__ = ["Attributes", "Html", "element", "joined", "text"]

Attributes: TypeAlias = Mapping[str, str | int | None]

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML forbids, even if they are escaped."""


class Html(str):
    """Text that is already HTML."""

    __slots__ = ()


def text(of: str) -> Html:
    """Escape a text for content and quoted attributes. Characters that XML forbids become U+FFFD."""
    return of if isinstance(of, Html) else Html(html.escape(_NO_XML.sub("\ufffd", of)))


def joined(parts: Iterable[str]) -> Html:
    """Concatenate parts, and escape those that are not HTML."""
    return Html("".join(text(part) for part in parts))


def element(name: str, attributes: Attributes, *children: str) -> Html:
    """Return an element with its children. Attributes that are `None` are left out."""
    written = "".join(
        f' {key}="{text(str(value))}"' for key, value in attributes.items() if value is not None
    )
    return Html(f"<{name}{written}>{joined(children)}</{name}>")
