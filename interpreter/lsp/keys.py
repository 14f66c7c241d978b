"""What the schemas say of a place in a file: the keys that it may have, and what they mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from gamespec.validation import resolved
from interpreter.lsp.place import Level

__all__ = ["Key", "Wanted", "about_key", "keys_at", "value_at"]

Schema = dict[str, Any]

_OF_KIND = {"game": "game", "overlay": "variant", "scenarios": "scenarios", "bands": "bands"}


@dataclass(frozen=True)
class Key:
    """A key that a mapping may have, what it means, and whether the mapping is incomplete without it.

    `verb` says that the key decides which others there may be. `shape` tells what its value begins with.
    """

    name: str
    about: str
    needed: bool
    verb: bool
    shape: str = ""


@dataclass(frozen=True)
class Wanted:
    """What a value may be: in words, its texts if only some are allowed, and whether it is an expression."""

    title: str
    about: str
    values: tuple[str, ...]
    expression: bool
    type: bool
    name: bool


def keys_at(kind: str, way: Sequence[Level], beside: frozenset[str]) -> tuple[Key, ...]:
    """Return the keys that a mapping at the end of a way may have, beside those that it has."""
    found: dict[str, Key] = {}
    for schema in _at(kind, way, beside):
        verbs = schema.get("dependentSchemas", {})
        chosen = beside & verbs.keys()
        needed = set(schema.get("required", ()))
        for name, said in schema.get("properties", {}).items():
            if name in beside or (chosen and name not in _belonging(verbs, chosen)):
                continue
            later = bool(verbs) and not chosen and name not in verbs and not _shared(verbs, name)
            if later:
                continue
            about = str(said.get("description", "")) if isinstance(said, dict) else ""
            key = Key(name, about, name in needed, name in verbs, _shape(said))
            if name not in found or about.startswith("Belongs to") < found[name].about.startswith(
                "Belongs to"
            ):
                found[name] = key
    return tuple(found.values())


def about_key(kind: str, way: Sequence[Level], name: str, beside: frozenset[str]) -> str:
    """Return what a key of a mapping means, or an empty text if the schema does not know it."""
    abouts = [
        str(said["description"])
        for schema in _at(kind, way, beside | {name})
        if isinstance(said := schema.get("properties", {}).get(name), dict) and "description" in said
    ]
    exact = [about for about in abouts if not about.startswith("Belongs to")]
    return next(iter(exact or abouts), "")


def value_at(kind: str, way: Sequence[Level]) -> Wanted:
    """Return what the value at the end of a way may be."""
    schemas = list(_at(kind, way, frozenset()))
    values = tuple(dict.fromkeys(text for schema in schemas for text in _values(schema)))
    titles = [str(schema["title"]) for schema in schemas if "title" in schema]
    about = next((str(s["description"]) for s in reversed(schemas) if "description" in s), "")
    return Wanted(
        next(iter(titles), ""),
        about,
        values,
        "an expression" in titles,
        "a type" in titles,
        any(title.startswith("a name:") for title in titles),
    )


def _values(schema: Schema) -> Iterator[str]:
    for value in (*schema.get("enum", ()), *([schema["const"]] if "const" in schema else ())):
        yield str(value).lower() if isinstance(value, bool) else str(value)
    types = schema.get("type", ())
    if types == "boolean":
        yield from ("true", "false")


def _shape(schema: Any) -> str:
    """Return what the value of a key begins with: `{` for a mapping, `[` for a list, or nothing."""
    types = schema.get("type") if isinstance(schema, dict) else None
    return {"object": "{", "array": "["}.get(types, "") if isinstance(types, str) else ""


def _belonging(verbs: dict[str, Schema], chosen: Iterable[str]) -> set[str]:
    return {name for verb in chosen for name in verbs[verb].get("properties", {})}


def _shared(verbs: dict[str, Schema], name: str) -> bool:
    """Return whether a key belongs to no verb in particular."""
    return all(name in schema.get("properties", {}) for schema in verbs.values())


def _at(kind: str, way: Sequence[Level], beside: frozenset[str]) -> Iterator[Schema]:
    """Yield the schemas that apply at the end of a way, where the keys `beside` are."""
    here: list[Schema] = [resolved(_OF_KIND[kind])]
    for level in way:
        present = level.beside | ({level.step} if isinstance(level.step, str) else frozenset())
        here = [below for schema in _spread(here, present) for below in _below(schema, level.step)]
    yield from _spread(here, beside)


def _spread(schemas: Iterable[Schema], present: frozenset[str]) -> Iterator[Schema]:
    """Yield schemas, and those that apply beside them to a mapping in which some keys are present."""
    waiting, seen = list(schemas), set[int]()
    while waiting:
        schema = waiting.pop(0)
        if id(schema) in seen:
            continue
        seen.add(id(schema))
        yield schema
        waiting += schema.get("allOf", ())
        waiting += [s for verb, s in schema.get("dependentSchemas", {}).items() if verb in present]
        if "if" in schema:
            waiting += [schema[branch] for branch in (_branch(schema["if"], present),) if branch in schema]


def _branch(condition: Schema, present: frozenset[str]) -> str:
    return "then" if _meets(condition, present) else "else"


def _meets(condition: Schema, present: frozenset[str]) -> bool:
    if "anyOf" in condition:
        return any(_meets(each, present) for each in condition["anyOf"])
    return present.issuperset(condition.get("required", ()))


def _below(schema: Schema, step: str | int) -> Iterator[Schema]:
    if isinstance(step, int):
        below = schema.get("items")
    else:
        below = schema.get("properties", {}).get(step, schema.get("additionalProperties"))
    if isinstance(below, dict):
        yield below
