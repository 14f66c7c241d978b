"""Cures that add an entry to the mapping of a declaration."""

from __future__ import annotations

import re

from gamespec.text.advice import Cure, Edit
from gamespec.text.source import Span

__all__ = ["added", "added_before"]

_IN_BRACES = re.compile(r"[\"']?[ ]*:[ ]*(?P<from>\{\s*)(?P<first>\w+:[ ]+\w[\w.?]*(?=\s*[,}]))?")
_BELOW = re.compile(
    r"[\"']?[ ]*:[ ]*(?:#.*)?(?P<from>\n(?:[ ]*(?:#.*)?\n)*(?P<indent>[ ]+))"
    r"(?P<first>\w+:[ ]+\w[\w.?]*(?=[ ]*\n))?"
)


def added(name: Span, entry: str, *, asks: bool = False) -> tuple[Cure, ...]:
    """Return the cure that adds an entry to the mapping declared under a name.

    There is none if the text after the name is not that of a mapping. The entry stands after the first one if
    the value of that is a single word, and otherwise before it. For `asks`, see `Cure`.
    """
    source = name.source
    found = _IN_BRACES.match(source.text, name.end) or _BELOW.match(source.text, name.end)
    if found is None:
        return ()
    between = ", " if found.re is _IN_BRACES else f"\n{found['indent']}"
    written = f"{found['first']}{between}{entry}" if found["first"] else f"{entry}{between}"
    edit = Edit(source.span(found.start("from"), found.end()), found["from"] + written)
    return (Cure(f"add `{entry}`", (edit,), asks),)


def added_before(key: Span, entry: str) -> tuple[Cure, ...]:
    """Return the cure that adds an entry before the one with a key, or nothing if that is not clear."""
    above = re.search(r"(?:[{,]|\n)[ ]*\Z", key.source.text[: key.start])
    if above is None:
        return ()
    between = above[0] if above[0][0] == "\n" else ", "
    edit = Edit(key.source.span(above.start(), key.end), f"{above[0]}{entry}{between}{key.text}")
    return (Cure(f"add `{entry}`", (edit,)),)
