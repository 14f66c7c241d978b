"""The constructs of the language.

They are the keys and words of the schema, and forms of values that the schema does not distinguish. A key is
named together with its definition, such as `zone.ordered`. A word that is a value of a key is named together
with both, such as `limit.then=draw`. The constructs of a game are those of its document, not those that the
checker derives from it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any

from gamespec.system.resources import directory
from strategies.expressions import plain

__all__ = ["EVERYTHING", "FORMS", "KEYS", "said_in"]

Node = Mapping[str, Any]

_SCHEMA: Node = json.loads((directory("schemas") / "game.schema.json").read_text(encoding="utf-8"))
_WHOLE = {"step", "space"}
"""Definitions that repeat the keys of other definitions for the sake of editors."""

_TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (Mapping,), "array": (tuple,), "string": (str,), "boolean": (bool,), "null": (type(None),),
    "integer": (int,),
}  # fmt: skip


def _target(node: Node, of: str) -> tuple[Node, str]:
    """Return a node with the name of its definition, following a reference if the node is one."""
    if "$ref" not in node:
        return node, of
    name = node["$ref"].rpartition("/")[2]
    return _SCHEMA["$defs"][name], name


def _words(node: Node) -> tuple[str, ...]:
    """Return the words that a node allows as values, in lower case."""
    own = tuple(str(word).lower() for word in node.get("enum", ()))
    return own + tuple(chain.from_iterable(_words(part) for part in _parts(node)))


def _parts(node: Node) -> Iterator[Node]:
    for key in ("allOf", "anyOf", "oneOf"):
        yield from node.get(key, ())


def _listed(node: Node, of: str) -> Iterator[str]:
    """Yield all keys and words of the definition `of`, but not those of definitions that it refers to."""
    for key, value in node.get("properties", {}).items():
        yield f"{of}.{key}"
        inner, name = _target(value, of)
        yield from (f"{of}.{key}={word}" for word in _words(inner))
        if name == of:
            yield from _listed(inner, of)
    below = [
        *_parts(node),
        *(node[k] for k in ("then", "else", "items", "additionalProperties") if k in node),
    ]
    for part in below:
        if isinstance(part, Mapping) and "$ref" not in part:
            yield from _listed(part, of)


KEYS = tuple(
    dict.fromkeys(
        chain(
            _listed({"properties": _SCHEMA["properties"]}, "game"),
            *(_listed(node, name) for name, node in _SCHEMA["$defs"].items() if name not in _WHOLE),
        )
    )
)
"""All keys and words in the schema of games."""


def _may_be(node: Node, data: object) -> bool:
    """Return whether a node allows the type of `data`, and `data` has the keys that the node requires."""
    types = node.get("type", [])
    types = types if isinstance(types, list) else [types]
    if types and not any(isinstance(data, kind) for name in types for kind in _TYPES[name]):
        return False
    return "required" not in node or (isinstance(data, Mapping) and set(node["required"]) <= set(data))


def _said(node: Node, of: str, data: object) -> Iterator[str]:
    """Yield the keys and words of the schema that occur in `data`, which `node` of the schema describes."""
    node, of = _target(node, of)
    properties = node.get("properties", {})
    for part in _parts(node):
        if _may_be(_target(part, of)[0], data):
            yield from _said(part, of, data)
    if "if" in node:
        branch = node.get("then" if _may_be(node["if"], data) else "else")
        yield from _said(branch, of, data) if branch is not None else ()
    if isinstance(data, tuple) and isinstance(node.get("items"), Mapping):
        yield from chain.from_iterable(_said(node["items"], of, item) for item in data)
    for key, value in data.items() if isinstance(data, Mapping) else ():
        if key in properties:
            yield f"{of}.{key}"
            words = _words(_target(properties[key], of)[0])
            yield from (f"{of}.{key}={word}" for word in words if plain(str(value)).lower() == word)
            yield from _said(properties[key], of, value)
        elif isinstance(node.get("additionalProperties"), Mapping):
            yield from _said(node["additionalProperties"], of, value)


def _texts(data: object) -> Iterator[str]:
    match data:
        case str():
            yield plain(data)
        case Mapping():
            yield from chain.from_iterable(map(_texts, data.keys()))
            yield from chain.from_iterable(map(_texts, data.values()))
        case tuple():
            yield from chain.from_iterable(map(_texts, data))
        case _:
            pass


def _all(document: Node, section: str) -> Iterator[Node]:
    yield from (document.get(section) or {}).values()


def _steps(data: object, verb: str) -> Iterator[Node]:
    """Yield all mappings within `data` that have the key `verb`, which are mostly steps."""
    if isinstance(data, Mapping):
        if verb in data:
            yield data
        yield from chain.from_iterable(_steps(value, verb) for value in data.values())
    elif isinstance(data, tuple):
        yield from chain.from_iterable(_steps(value, verb) for value in data)


def _columns(document: Node) -> Iterator[Node]:
    for section, key in (("components", "attributes"), ("tables", "columns")):
        for each in _all(document, section):
            yield from (column for column in each.get(key, {}).values() if isinstance(column, Mapping))


_ASKED = r"\{'.*' if "
_IDS = {"loop", "turn", "phase"}

FORMS: Mapping[str, Callable[[Node], bool]] = {
    "a grid that is drawn": lambda d: any("\n" in str(s.get("grid")) for s in _all(d, "spaces")),
    "a track with branches": lambda d: any(isinstance(s.get("track"), tuple) for s in _all(d, "spaces")),
    "cells left out by name": lambda d: any(isinstance(s.get("without"), tuple) for s in _all(d, "spaces")),
    "cells left out by a condition": lambda d: any(
        isinstance(s.get("without"), str) for s in _all(d, "spaces")
    ),
    "a table with several keys": lambda d: any(isinstance(t.get("key"), tuple) for t in _all(d, "tables")),
    "a column by player": lambda d: any("player" in str(c.get("per")) for c in _columns(d)),
    "a column by several keys": lambda d: any(isinstance(c.get("per"), tuple) for c in _columns(d)),
    "a text by a condition": lambda d: any(re.search(_ASKED, text) for text in _texts(d)),
    "a text in two languages": lambda d: isinstance(d["title"], Mapping),
    "several names of a `for`": lambda d: any(
        isinstance(s["for"], Mapping) and len(s["for"]) > 1 for s in _steps(d, "for")
    ),
    "several names of a `random`": lambda d: any(len(s["random"]) > 1 for s in _steps(d, "random")),
    "`stop` with the id of a loop": lambda d: any(
        s["stop"] not in _IDS and s["stop"] not in d["phases"] and s["stop"] != "rounds"
        for s in _steps(d, "stop")
    ),
    "`stop` with the name of a phase": lambda d: any(
        s["stop"] in d["phases"] or s["stop"] == "rounds" for s in _steps(d, "stop")
    ),
    "a variable that lasts for a phase": lambda d: any(
        v.get("lasts", "turn") != "turn" for v in _all(d, "variables")
    ),
    "a score in parts": lambda d: isinstance(d.get("score"), Mapping),
    "several winners": lambda d: any(
        plain(e.get("winner", "")).startswith(("{", "players", "team(", "filter(")) for e in _all(d, "end")
    ),
    "`occurred` in `keeps`": lambda d: any("occurred(" in str(a.get("keeps")) for a in _all(d, "actions")),
    "a history of zones": lambda d: any(
        set(h.get("of", ())) & set(d.get("zones", {})) for h in _all(d, "histories")
    ),
    "a diagram of components": lambda d: any(
        s["draw"] in d.get("zones", {}) for s in _steps(d, "draw") if "rows" in s
    ),
    "a diagram of a variable": lambda d: any(
        s["draw"] in d.get("variables", {}) for s in _steps(d, "draw") if "rows" in s
    ),
    "edges of hexes": lambda d: any(
        s.get("edges", s.get("corners")) and _hexes(d, s.get("edges", s.get("corners")))
        for s in _all(d, "spaces")
    ),
}
"""Forms of values, each with a function that tells whether a document contains it."""


def _hexes(document: Node, board: str) -> bool:
    return any(key in document["spaces"][board] for key in ("shape", "hexagon", "triangle"))


EVERYTHING = (*KEYS, *FORMS)
"""The names of all constructs of the language, except those of expressions."""


def said_in(document: Node) -> set[str]:
    """Return the keys, words and forms that occur in a document."""
    found = set(_said({"properties": _SCHEMA["properties"]}, "game", document)) & set(KEYS)
    return found | {name for name, has in FORMS.items() if has(document)}
