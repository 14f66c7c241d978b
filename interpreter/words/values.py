"""Parses values that people write in the notation of the language."""

from __future__ import annotations

from gamespec.description.syntax import parse_slice
from gamespec.expr.fit import coerce
from gamespec.expr.scope import MeUse
from gamespec.resolve import scope_apart
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Source
from gamespec.trees import ast, core
from gamespec.trees import types as t
from gamespec.world.world import World

__all__ = ["parse_value"]


def parse_value(world: World, text: str, type_: t.Type) -> int:
    """Return the value that a text denotes. Raises `ValueError` if there is no such value of the type."""
    named = t.strip(type_)
    if isinstance(named, t.Named) and named.sort == "spot":  # the names of spots are not expressions
        value = world.values.find(named, text)
        if value is not None:
            return value
    source, found = Source("value", text), Collector()
    parsed = parse_slice(source, 0, len(text), found)
    if parsed is not None:
        scope = scope_apart(world, source, found, MeUse(available=True))
        root = parsed.root
        node = coerce(scope.check(root, type_), type_, scope)
        if isinstance(node, core.Const):
            return node.value
        if not isinstance(root, ast.Nothing) and not found.errors:
            raise ValueError(f"`{text}` is not a plain value")
    first = next(iter(found), None)
    raise ValueError(
        first.message + (f"; {first.help}" if first.help else "") if first else f"`{text}` means nothing here"
    )
