"""Adds `language: 1` before the first key of a file that does not declare its language.

This is safe because the key states what was meant without it. It is also safe because a line before the first
key of a block, or a pair after the brace of `{…}`, moves nothing else, so comments above stay above.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gamespec.language import KEY, LANGUAGE
from gamespec.migrate.edits import Edit
from gamespec.migrate.rewrite import Old

__all__ = ["say_language"]

_LINE_END = re.compile("\r\n|\n|\r")


def say_language(old: Old) -> Iterator[Edit]:
    """Yield the edit that inserts the line or pair with the language."""
    text, root = old.source.text, old.root
    said, says = f"{KEY}: {LANGUAGE}", f"added `{KEY}: {LANGUAGE}`"
    if root.span.text.startswith("{"):
        at = root.span.start + 1
        gap = "" if text[at : at + 1].isspace() else " "
        yield Edit(at, at, f"{said},{gap}", says)
        return
    first = root.entries[0].key.span.start
    line = max(text.rfind("\n", 0, first), text.rfind("\r", 0, first)) + 1
    indent = text[line : line + len(text[line:first]) - len(text[line:first].lstrip(" "))]
    end = _LINE_END.search(text)
    at = line + len(indent)
    yield Edit(at, at, said + (end[0] if end else "\n") + indent, says)
