"""The input of a rewrite, and a traversal of its nodes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gamespec.documents.nodes import Mapping, Node, Sequence
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Source

__all__ = ["Old", "nodes"]


@dataclass(frozen=True, eq=False)
class Old:
    """A file in an older form, as the input of a rewrite.

    `beside` are further documents of the same game, which may declare names that the file uses. A rewrite
    yields edits of the file's text, and reports to `found` any point that only the author can decide.
    """

    source: Source
    root: Mapping
    beside: tuple[Mapping, ...]
    found: Collector


def nodes(root: Node) -> Iterator[Node]:
    """Yield a node and all nodes within it, including keys. A node that aliases repeat comes only once."""
    seen: set[int] = set()
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        yield node
        if isinstance(node, Mapping):
            for entry in reversed(node.entries):
                waiting += (entry.value, entry.key)
        elif isinstance(node, Sequence):
            waiting += reversed(node.items)
