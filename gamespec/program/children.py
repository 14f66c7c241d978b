"""Finds the children of a node in a tree, as the fields of its class imply."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import fields
from operator import attrgetter
from typing import Any, TypeVar

__all__ = ["children_of"]

Node = TypeVar("Node")
Get = Callable[[Any], Any]


def children_of(union: str) -> Callable[[Node], tuple[Node, ...]]:
    """Return the function that gives the children of a node, in the order of the fields of its class.

    A field holds children if its type contains `union`, the name of the union of all nodes: by itself, as an
    optional, or in tuples. The classes must be dataclasses whose annotations are strings.
    """
    known: dict[type[Any], tuple[tuple[Get, bool], ...]] = {}
    named = re.compile(rf"\b{union}\b")

    def holding(kind: type[Any]) -> tuple[tuple[Get, bool], ...]:
        """Return, for each field that holds children, its getter and whether its value is a tuple."""
        return tuple(
            (attrgetter(field.name), str(field.type).startswith("tuple["))
            for field in fields(kind)
            if named.search(str(field.type))
        )

    def children(node: Node) -> tuple[Node, ...]:
        kind = type(node)
        if kind not in known:
            known[kind] = holding(kind)
        found: list[Node] = []
        for get, several in known[kind]:
            value = get(node)
            if several:
                found += _flat(value)
            elif value is not None:
                found.append(value)
        return tuple(found)

    return children


def _flat(values: tuple[Any, ...]) -> Iterator[Any]:
    """Yield the nodes in a tuple, including those in nested tuples."""
    for value in values:
        if isinstance(value, tuple):
            yield from _flat(value)
        elif not isinstance(value, str):
            yield value
