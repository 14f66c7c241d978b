"""HTML that is well-formed XML, too: whatever is not known to be HTML is escaped when it is put in.

Only elements made here are `Html`; all else is text of an author or a player, and comes out as text.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping
from typing import TypeAlias

__all__ = ["Attributes", "Html", "element", "joined", "text"]

Attributes: TypeAlias = Mapping[str, str | int | None]

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What may not stand in XML, not even escaped."""


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


def text(of: str) -> Html:
    """What says the text, also between quotes; what no XML may hold becomes U+FFFD."""
    return of if isinstance(of, Html) else Html(html.escape(_NO_XML.sub("\ufffd", of)))


def joined(parts: Iterable[str]) -> Html:
    """One after the other; what is no HTML is escaped."""
    return Html("".join(text(part) for part in parts))


def element(name: str, attributes: Attributes, *children: str) -> Html:
    """An element with its children; an attribute that is `None` is left out."""
    written = "".join(
        f' {key}="{text(str(value))}"' for key, value in attributes.items() if value is not None
    )
    return Html(f"<{name}{written}>{joined(children)}</{name}>")
