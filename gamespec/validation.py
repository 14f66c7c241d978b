"""The schemas of `schemas/`, and which of their rules a document breaks.

`gamespec.schema` reports broken rules in the author's terms.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from gamespec.documents.nodes import Node, Plain, plain
from gamespec.system.resources import directory

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator, ValidationError

__all__ = ["Broken", "Path", "broken", "fits", "resolved", "schema_names"]

Path = tuple[str | int, ...]
"""The keys and indexes that lead to a part of a document."""

_ENDING = ".schema.json"


class Broken(NamedTuple):
    """A schema rule that a value breaks: the keyword of the rule, and the limit that it sets.

    `verb` is the key whose presence demands the rule, if it is a rule about one of several forms of a part.
    """

    path: Path
    keyword: str
    limit: Any
    schema: dict[str, Any]
    value: object
    verb: str = ""


def schema_names() -> list[str]:
    """Return the names of the schemas, one for each kind of file."""
    return sorted(path.name.removesuffix(_ENDING) for path in directory("schemas").glob(f"*{_ENDING}"))


@cache
def resolved(schema: str) -> dict[str, Any]:
    """Return the schema `schemas/<schema>.schema.json` with all references replaced, as a graph.

    `dependentSchemas` holds what belongs to a verb. Nobody may change the result.
    """
    return _Resolver().resolved(f"{schema}.schema.json")


@cache
def _validator(schema: str) -> Draft202012Validator:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(resolved(schema))


@cache
def _contents(name: str) -> dict[str, Any]:
    """Return the schema in the file `name`. Schemas refer to each other by file name."""
    text = (directory("schemas") / name).read_text(encoding="utf-8")
    contents: dict[str, Any] = json.loads(text)
    return contents


class _Resolver:
    """Rewrites a schema into an equivalent one that a validator evaluates in a fraction of the time.

    Each reference is replaced by its target. The result is a graph, because steps contain steps. An `allOf`
    of rules `if: {required: [verb]}, then: ...` is replaced by `dependentSchemas`, which examines only the
    keys that are present.
    """

    def __init__(self) -> None:
        self._known: dict[str, dict[str, Any]] = {}
        self._waiting: list[tuple[dict[str, Any], dict[str, Any]]] = []

    def resolved(self, place: str) -> dict[str, Any]:
        """Return the schema at `file` or `file#/path/within/it`, with all references replaced."""
        made = self._at(place)
        known: dict[int, dict[str, Any]] = {id(made): target for made, target in self._waiting}
        for waiting, _ in self._waiting:
            here = waiting
            while (target := known.get(id(here))) is not None:
                for key, value in target.items():
                    waiting.setdefault(key, value)
                here = target
        return made

    def _at(self, place: str) -> dict[str, Any]:
        if place not in self._known:
            made = self._known[place] = {}
            file, _, pointer = place.partition("#")
            schema: Any = _contents(file)
            for key in pointer.strip("/").split("/") if pointer else ():
                schema = schema[key]
            self._copy(schema, file, made)
        return self._known[place]

    def _copy(self, schema: dict[str, Any], file: str, made: dict[str, Any]) -> dict[str, Any]:
        for key, value in schema.items():
            verbs = _by_verb(value) if key == "allOf" else None
            if key == "$ref":
                place = value if not value.startswith("#") else file + value
                self._waiting.append((made, self._at(place)))
            elif verbs is not None:
                made["dependentSchemas"] = self._value(verbs, file)
            elif key not in {"$defs", "$schema", "$id"}:
                made[key] = self._value(value, file)
        return made

    def _value(self, value: Any, file: str) -> Any:
        if isinstance(value, list):
            return [self._value(item, file) for item in value]
        return self._copy(value, file, {}) if isinstance(value, dict) else value


def _by_verb(rules: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the schema of each rule, by the key whose presence the rule depends on.

    Returns `None` if one of the rules has another form.
    """
    verbs: dict[str, Any] = {}
    for rule in rules:
        match rule:
            case {"if": {"required": [str(verb)], **more}, "then": then} if not more and verb not in verbs:
                verbs[verb] = then
            case _:
                return None
    return verbs


MOST_SOUND = 2_000
"""Maximum number of sections that are remembered as sound."""

_sound: dict[bytes, None] = {}
"""Digests of sections that no rule of their schema breaks, the latest last.

A file is checked again and again while it is written, and hardly more than one of its sections has changed.
"""


def broken(node: Node, schema: str) -> list[Broken]:
    """Return the rules of a schema that a document breaks. Sections are examined one by one."""
    value, validator = plain(node), _validator(schema)
    if not isinstance(value, dict):
        return [_rule(error) for error in validator.iter_errors(value)]
    found = [_of_the_whole(_rule(error), schema) for error in _frame(schema).iter_errors(value)]
    for key, below in _sections(schema).items():
        if key not in value:
            continue
        digest = hashlib.sha256(f"{schema}\0{key}\0{json.dumps(value[key])}".encode()).digest()
        if digest not in _sound:
            errors = [_rule(e, (key,)) for e in validator.evolve(schema=below).iter_errors(value[key])]
            found += errors
            if errors:
                continue
            if len(_sound) == MOST_SOUND:
                del _sound[next(iter(_sound))]
            _sound[digest] = None
    return found


def fits(value: Plain, root: Node, path: Path, schema: str) -> bool:
    """Return whether a document with another value at a path breaks no rule there or below."""
    whole = _with(plain(root), path, value)
    below, inside = (_sections(schema).get(str(path[0])), path[1:]) if path else (None, path)
    if below is None or not isinstance(whole, dict):
        return False
    errors = _validator(schema).evolve(schema=below).iter_errors(whole[str(path[0])])
    return not any((*error.absolute_path,)[: len(inside)] == inside for error in errors)


def _with(whole: Plain, path: Path, value: Plain) -> Plain:
    """Return a plain value with another value at a path."""
    match whole, path:
        case dict(), (str() as key, *rest):
            return {**whole, key: _with(whole[key], tuple(rest), value)}
        case list(), (int() as at, *rest):
            return [*whole[:at], _with(whole[at], tuple(rest), value), *whole[at + 1 :]]
        case _:
            return value


def _rule(error: ValidationError, above: Path = ()) -> Broken:
    rules = (*error.absolute_schema_path,)
    verb = rules[-2] if rules[-3:-2] == ("dependentSchemas",) else ""
    return Broken(
        (*above, *error.absolute_path),
        str(error.validator),
        error.validator_value,
        error.schema if isinstance(error.schema, dict) else {},
        error.instance,
        str(verb),
    )


def _sections(schema: str) -> dict[str, Any]:
    """Return the schemas of the sections, which are the values under the keys of a document."""
    sections: dict[str, Any] = _whole(schema).get("properties", {})
    return sections


@cache
def _frame(schema: str) -> Draft202012Validator:
    """Return a validator of a document that takes any value under a key."""
    from jsonschema import Draft202012Validator

    return Draft202012Validator({**_whole(schema), "properties": dict.fromkeys(_sections(schema), True)})


def _of_the_whole(rule: Broken, schema: str) -> Broken:
    """Return a rule that the frame has found to be broken, with the schema that describes the keys."""
    if rule.schema is not _frame(schema).schema:
        return rule
    return rule._replace(schema=_whole(schema))


def _whole(schema: str) -> dict[str, Any]:
    """Return the schema of a document, which is a mapping."""
    whole = _validator(schema).schema
    assert isinstance(whole, dict)  # noqa: S101 - every file is a mapping
    return whole
