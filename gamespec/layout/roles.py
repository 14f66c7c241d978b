"""Tells which scalars of a document are expressions, and which are texts with expressions in braces.

The JSON Schemas of `schemas/` say so. The walk needs no valid document: under unknown keys it finds nothing,
and among several forms of a part it takes every one whose key is present.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache
from typing import Any

from gamespec.documents.yaml_tree import Part
from gamespec.system.resources import directory

__all__ = ["Role", "roles_of"]

Schema = dict[str, Any]


class Role(Enum):
    """What a scalar is to the language, as far as its layout depends on that."""

    EXPRESSION = "expression"
    TEMPLATE = "template"


_ROLES = {
    "expression": Role.EXPRESSION,
    "outcome": Role.EXPRESSION,  # in a list of conditions, a scalar is one
    "type": Role.EXPRESSION,  # a range has bounds that are expressions; other types do not parse as one
    "template": Role.TEMPLATE,
}
"""The definitions of the schemas that give a scalar a role, by name."""

_TITLES = ("an expression", "a list of cells or a condition")
"""Beginnings of the titles of schemas that allow a scalar, which is an expression, among other things."""

_STEPS = {"put": ("game.schema.json", "/$defs/steps")}
"""Definitions of lists about which the schema of overlays says nothing, by key."""


def roles_of(root: Part) -> dict[int, Role]:
    """Return the role of each scalar that has one, by the offset of its first character."""
    return dict(_walk(root, [_at(_schema_of(root), "")]))


def _schema_of(root: Part) -> str:
    """Return the name of the schema file for a document. It is that of games unless a key says otherwise."""
    keys = _names(root)
    if "extends" in keys:
        kind = "variant"
    else:
        kind = next((key for key in ("game", "scenarios", "bands") if key in keys), "game")
    return f"{kind}.schema.json"


class _Place:
    """A schema with its references followed. `name` is that of its definition."""

    def __init__(self, file: str, pointer: str, schema: Schema) -> None:
        self.file = file
        self.name = pointer.rpartition("/")[2]
        self.schema = schema
        titled = Role.EXPRESSION if schema.get("title", "").startswith(_TITLES) else None
        self.role = _ROLES.get(self.name, titled)
        self._within: dict[int, tuple[_Place, ...]] = {}
        rules = [rule for rule in (*schema.get("allOf", ()), schema) if "if" in rule]
        self._by_key = {key: rule["then"] for rule in rules if (key := _key_of(rule)) is not None}
        self._rules = [rule for rule in rules if _key_of(rule) is None]

    def within(self, schema: Any) -> tuple[_Place, ...]:
        """Return the schema that is written inside this one, if it is one."""
        if not isinstance(schema, dict):
            return ()
        known = self._within.get(id(schema))
        if known is None:
            known = self._within[id(schema)] = (_place(self.file, schema),)
        return known

    def forms(self, part: Part) -> Iterator[_Place]:
        """Yield this schema and those that apply to the part besides."""
        yield self
        if not (self._by_key or self._rules):
            return
        names = _names(part) if part.mapping else None
        branches = [self._by_key[name] for name in names or () if name in self._by_key]
        branches += [rule.get("then" if _applies(rule["if"], names) else "else") for rule in self._rules]
        for branch in branches:
            for place in self.within(branch):
                yield from place.forms(part)

    def under(self, key: str) -> tuple[_Place, ...]:
        """Return the schema of the value under a key."""
        properties = self.schema.get("properties", {})
        schema = properties[key] if key in properties else self.schema.get("additionalProperties")
        if key in _STEPS and isinstance(schema, dict) and "$ref" not in schema:
            return (_at(*_STEPS[key]),)
        return self.within(schema)


@cache
def _file(name: str) -> Schema:
    read: Schema = json.loads((directory("schemas") / name).read_text(encoding="utf-8"))
    return read


@cache
def _at(file: str, pointer: str) -> _Place:
    """Return the schema at a pointer such as `/$defs/steps` in a file."""
    schema: Any = _file(file)
    for key in pointer.strip("/").split("/") if pointer else ():
        schema = schema[key]
    return _place(file, schema, pointer)


def _place(file: str, schema: Schema, pointer: str = "") -> _Place:
    if "$ref" not in schema:
        return _Place(file, pointer, schema)
    other, _, further = schema["$ref"].partition("#")
    return _at(other or file, further)


def _key_of(rule: Schema) -> str | None:
    """Return the key whose presence is all that a rule depends on, or `None` if it depends on more."""
    match rule:
        case {"if": {"required": [str(key)], **more}} if not more and "else" not in rule:
            return key
        case _:
            return None


def _applies(condition: Schema, names: tuple[str, ...] | None) -> bool:
    """Return whether a condition holds for a mapping with the given keys, or for something else."""
    if names is None:
        return False
    needed, either = condition.get("required", ()), condition.get("anyOf", ())
    return all(key in names for key in needed) and (
        not either or any(key in names for each in either for key in each.get("required", ()))
    )


def _walk(part: Part, places: Iterable[_Place]) -> Iterator[tuple[int, Role]]:
    if part.lead:
        return  # an alias may repeat it where it has another role
    forms = [form for place in places for form in place.forms(part)]
    role = next((form.role for form in forms if form.role is not None), None)
    if part.style is not None:
        if role is not None:
            yield part.start, role
    elif part.mapping:
        for key, value in part.pairs:
            if role is Role.TEMPLATE and value.style is not None:
                yield value.start, role
            elif under := [place for form in forms for place in form.under(key.text)]:
                yield from _walk(value, under)
    elif under := [place for form in forms for place in form.within(form.schema.get("items"))]:
        for item in part.children:
            yield from _walk(item, under)


def _names(part: Part) -> tuple[str, ...]:
    return tuple(key.text for key in part.children[::2]) if part.mapping else ()
