"""The language a file is written in: every file says it by a number.

There is one language so far. A file that names another is not read at all, for whatever would be said of
it would be said by the wrong rules; one that names none is read as if it were written in the first, and the
author is told how to say so.
"""

from __future__ import annotations

from gamespec.documents.nodes import Mapping, Node, Scalar
from gamespec.text.diagnostics import Collector

__all__ = ["KEY", "LANGUAGE", "check_language", "remind_of_language", "says_language"]

KEY = "language"
LANGUAGE = 1
"""The language that this version reads, and that `gamespec migrate` writes."""


def says_language(node: Node) -> bool:
    """Whether a file says which language it is written in."""
    return isinstance(node, Mapping) and node.entry(KEY) is not None


def check_language(node: Node, found: Collector) -> bool:
    """Whether a file can be read by this version; if it names an unknown language, that is reported."""
    said = node.get(KEY) if isinstance(node, Mapping) else None
    if not isinstance(said, Scalar) or type(said.value) is not int or said.value == LANGUAGE:
        return True  # what is no number is a mistake of structure
    newer = said.value > LANGUAGE
    found.report(
        "GS151",
        f"there is no language {said.text}" if not newer else f"language {said.text} is not known here",
        said.span,
        help="use a newer gamespec" if newer else f"write `{KEY}: {LANGUAGE}`",
        notes=(f"this version reads language {LANGUAGE}",),
    )
    return False


def remind_of_language(node: Node, found: Collector) -> None:
    """Report a file that does not say which language it is written in."""
    if isinstance(node, Mapping) and node.entries and not says_language(node):
        first = node.entries[0].key.span
        found.report(
            "GS150",
            "the file does not say which language it is written in",
            first,
            help=f"write `{KEY}: {LANGUAGE}` above, or have `gamespec migrate` do it",
            severity="warning",
        )
