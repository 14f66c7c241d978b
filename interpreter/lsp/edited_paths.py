"""Completes the paths of an overlay's edits, such as `actions.roll.do.2.if`, by what the game has there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gamespec.documents.nodes import Mapping, Node, Scalar, Sequence, shorten
from interpreter.lsp.keys import keys_at
from interpreter.lsp.place import Level, Where

__all__ = ["Part", "is_path", "parts_after"]


@dataclass(frozen=True)
class Part:
    """A name or a number that may follow in a path, and what is there or, of a `new` key, what it means.

    A `leaf` has no parts of its own.
    """

    name: str
    about: str
    leaf: bool
    new: bool = False


def is_path(here: Where) -> bool:
    """Return whether a path belongs at a place of an overlay."""
    match here.path:
        case ("edit", int(), "set" | "add"):
            return here.role == "key"
        case ("edit", int(), "before" | "after" | "remove") | ("edit", int(), "remove", int()):
            return here.role == "value"
        case _:
            return False


def parts_after(root: Node | None, before: str, *, new: bool) -> Iterator[Part]:
    """Yield what may follow the dots in `before`, the beginning of a path: the parts of the document `root`.

    With `new`, keys follow that the part at the path may have and does not have.
    """
    node, way = root, list[Level]()
    for name in before.split(".")[:-1]:
        if node is None:
            return
        way.append(_level(node, name))
        node = _child(node, name)
    match node:
        case Mapping():
            yield from (Part(e.key.text, _shown(e.value), isinstance(e.value, Scalar)) for e in node.entries)
            keys = keys_at("game", way, frozenset(node.names())) if new and way else ()
            yield from (Part(key.name, key.about, leaf=True, new=True) for key in keys)
        case Sequence():
            for number, item in enumerate(node.items, 1):
                yield Part(str(number), _shown(item), isinstance(item, Scalar))
        case _:
            pass


def _level(node: Node, name: str) -> Level:
    if isinstance(node, Mapping):
        return Level(name, frozenset(node.names()) - {name})
    return Level(int(name) - 1 if name.isdecimal() else name, frozenset())


def _child(node: Node, name: str) -> Node | None:
    match node:
        case Mapping():
            return node.get(name)
        case Sequence() if name.isdecimal() and 0 < int(name) <= len(node.items):
            return node.items[int(name) - 1]
        case _:
            return None


def _shown(node: Node) -> str:
    """Return the beginning of what stands at a part."""
    return shorten(node.span.text.partition("\n")[0])
