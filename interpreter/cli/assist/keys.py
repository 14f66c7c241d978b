"""The job that describes the keys of a file, from the published schemas."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from gamespec.system.resources import directory
from gamespec.text.suggest import did_you_mean
from interpreter.cli.common.boundary import Stop

__all__ = ["describe_keys"]


class _Place(NamedTuple):
    """A part of a schema, and the name of the schema to which its references are relative."""

    node: dict[str, Any]
    schema: str

    @property
    def keys(self) -> dict[str, Any]:
        """The keys that may stand here, each with its part of the schema."""
        found: dict[str, Any] = self.node.get("properties", {})
        return found


def describe_keys(_root: Path, arguments: dict[str, Any], _tell: object) -> dict[str, Any]:
    """Return the keys that may stand at a place of a file, each with what it means.

    The place is a path of keys. Names that authors choose, and the members of lists, may be left out. Raises
    `Stop` if there is no such place.
    """
    path: str = arguments["at"]
    place = _Place(_schema(arguments["file"]), arguments["file"])
    for key in filter(None, path.split(".")):
        place = _below(place, key, path)
    outer, place = place, _members(place)
    required, forms = set(place.node.get("required", ())), _forms(place)
    found = {
        "at": path or arguments["file"],
        "means": place.node.get("description") or outer.node.get("description", ""),
        "keys": [
            {"key": key, "means": _means(_Place(part, place.schema))}
            | ({"required": True} if key in required else {})
            for key, part in place.keys.items()
            if key in (forms or place.keys)
        ],
    }
    return found if place.keys else {**found, "value": _value(place.node)}


def _below(place: _Place, key: str, path: str) -> _Place:
    """Return the place under a key, or the place itself if the key is a name that the author chooses.

    Raises `Stop` if there is no such key.
    """
    outer, place = place, _members(place, key)
    form = _form(place, key)
    if form is not None:
        return form
    if key in place.keys:
        return _resolved(_Place(place.keys[key], place.schema))
    if "additionalProperties" in outer.node and not outer.keys:
        return place
    listed = ", ".join(f"`{each}`" for each in place.keys) or "none"
    near = did_you_mean(key, list(place.keys)) or f"there are {listed}"
    raise Stop(f"`{path}` has no key `{key}`", near)


def _forms(place: _Place) -> set[str]:
    """Return the keys that select a form, such as verbs. The keys of a form are described below its key."""
    ifs = [
        branch.get("if", {}).get("required", ()) for branch in place.node.get("allOf", ()) if "then" in branch
    ]
    return {key for required in ifs if len(required) == 1 for key in required}


def _form(place: _Place, key: str) -> _Place | None:
    """Return the form that a key selects, such as a step by its verb, or `None` if it selects none."""
    for branch in place.node.get("allOf", ()):
        if branch.get("if", {}).get("required") == [key] and "then" in branch:
            return _resolved(_Place(branch["then"], place.schema))
    return None


def _members(place: _Place, key: str | None = None) -> _Place:
    """Return the place of the members of a list or of a mapping of names, however deep they lie.

    It stops at a place that has the given key.
    """
    place = _resolved(place)
    while not place.keys or (key is not None and key not in place.keys):
        inside = place.node.get("items", place.node.get("additionalProperties"))
        if place.keys or not isinstance(inside, dict):
            break
        inner = _resolved(_Place(inside, place.schema))
        if not inner.keys and not isinstance(
            inner.node.get("items", inner.node.get("additionalProperties")), dict
        ):
            break
        place = inner
    return place


def _resolved(place: _Place) -> _Place:
    """Follow references, and take the usual one of two forms. The outermost description counts."""
    (node, schema), said = place, place.node.get("description")
    while "$ref" in node or "else" in node:
        if "else" in node:
            node = node["else"]
            continue
        file, _, pointer = node["$ref"].partition("#")
        schema = file.removesuffix(".schema.json") or schema
        node = _schema(schema)
        for part in filter(None, pointer.split("/")):
            node = node[part]
    return _Place(node if said is None else {**node, "description": said}, schema)


def _means(place: _Place) -> str:
    node = _resolved(place).node
    value = _value(node)
    return " ".join(filter(None, (node.get("description"), f"({value})" if value else "")))


def _value(node: dict[str, Any]) -> str:
    """Describe the value of a key."""
    return " or ".join(f"`{each}`" for each in node.get("enum", ())) or node.get("title", "")


@cache
def _schema(name: str) -> dict[str, Any]:
    text = (directory("schemas") / f"{name}.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema
