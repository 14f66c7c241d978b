"""Decides whether a value conforms to a JSON Schema, without saying why not.

Most files conform to their schemas. A library that reports every fault takes long to import and to run, so it
is asked only about the files that do not. Here a schema becomes a function once, with one function for each
keyword inside. Only the keywords that our schemas use are known; any other raises `KeyError`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from operator import ge, le
from typing import Any

__all__ = ["Check", "conforming"]

Check = Callable[[Any], bool]
"""Whether a value of JSON, as Python reads it, conforms. There are no fractions."""

Schema = Mapping[str, Any] | bool
Of = Callable[[Schema], Check]

_NAMES = {dict: "object", list: "array", str: "string", int: "integer", bool: "boolean", type(None): "null"}


def conforming(schema: Schema) -> Check:
    """Return the function that decides whether a value conforms to a schema, which may contain itself."""
    made: dict[int, Check] = {}

    def of(schema: Schema) -> Check:
        if isinstance(schema, bool):
            return lambda _: schema
        if id(schema) in made:
            return made[id(schema)]
        rules: list[Check] = []

        def conforms(value: Any) -> bool:
            for rule in rules:  # noqa: SIM110 - `all` with a generator takes twice as long
                if not rule(value):
                    return False
            return True

        made[id(schema)] = conforms
        rules += [_RULES[key](limit, schema, of) for key, limit in schema.items() if key not in _SILENT]
        return conforms

    return of(schema)


_SILENT = {"title", "description", "then", "else"}
"""Keywords without a rule of their own: `if` includes `then` and `else`."""


def _type(limit: str | list[str], _schema: Schema, _of: Of) -> Check:
    names = frozenset([limit] if isinstance(limit, str) else limit)
    return lambda value: _NAMES[type(value)] in names


def _enum(limit: list[Any], _schema: Schema, _of: Of) -> Check:
    allowed = {(type(each), each) for each in limit}
    return lambda value: not isinstance(value, dict | list) and (type(value), value) in allowed


def _for(kind: type, holds: Callable[[Any, Any], bool]) -> Callable[..., Check]:
    """Return a rule that values of one type obey if `holds` for the value and the keyword's limit."""

    def rule(limit: Any, _schema: Schema, _of: Of) -> Check:
        return lambda value: type(value) is not kind or holds(value, limit)

    return rule


def _at_least(value: Any, limit: int) -> bool:
    return len(value) >= limit


def _at_most(value: Any, limit: int) -> bool:
    return len(value) <= limit


def _each(kind: type[list[Any] | dict[str, Any]]) -> Callable[..., Check]:
    """Return the rule that the items of a list, or the names in a mapping, conform to a schema."""

    def rule(limit: Schema, _schema: Schema, of: Of) -> Check:
        check = of(limit)
        return lambda value: not isinstance(value, kind) or all(map(check, value))

    return rule


def _properties(limit: Mapping[str, Schema], _schema: Schema, of: Of) -> Check:
    checks = {key: of(each) for key, each in limit.items()}

    def rule(value: Any) -> bool:
        return type(value) is not dict or all(checks[key](value[key]) for key in value if key in checks)

    return rule


def _others(limit: Schema, schema: Mapping[str, Any], of: Of) -> Check:
    check, known = of(limit), schema.get("properties", {}).keys()

    def rule(value: Any) -> bool:
        return type(value) is not dict or all(check(value[key]) for key in value if key not in known)

    return rule


def _dependent(limit: Mapping[str, Schema], _schema: Schema, of: Of) -> Check:
    checks = {key: of(each) for key, each in limit.items()}

    def rule(value: Any) -> bool:
        return type(value) is not dict or all(checks[key](value) for key in value if key in checks)

    return rule


def _if(limit: Schema, schema: Mapping[str, Any], of: Of) -> Check:
    condition, then, otherwise = of(limit), of(schema.get("then", True)), of(schema.get("else", True))
    return lambda value: then(value) if condition(value) else otherwise(value)


def _not(limit: Schema, _schema: Schema, of: Of) -> Check:
    check = of(limit)
    return lambda value: not check(value)


def _counting(holds: Callable[[int, int], bool]) -> Callable[..., Check]:
    """Return a rule about the number of schemas to which a value conforms, and the number of all."""

    def rule(limit: list[Schema], _schema: Schema, of: Of) -> Check:
        checks = [of(each) for each in limit]
        return lambda value: holds(sum(check(value) for check in checks), len(checks))

    return rule


def _needed(value: dict[str, Any], depending: Mapping[str, list[str]]) -> bool:
    return all(name in value for key, names in depending.items() if key in value for name in names)


def _distinct(value: list[Any]) -> bool:
    return len({json.dumps(each, sort_keys=True) for each in value}) == len(value)


_RULES: Mapping[str, Callable[..., Check]] = {
    "type": _type,
    "enum": _enum,
    "const": lambda limit, schema, of: _enum([limit], schema, of),
    "pattern": _for(str, lambda text, pattern: re.search(pattern, text) is not None),
    "minLength": _for(str, _at_least),
    "minimum": _for(int, ge),
    "maximum": _for(int, le),
    "items": _each(list),
    "minItems": _for(list, _at_least),
    "maxItems": _for(list, _at_most),
    "uniqueItems": _for(list, lambda value, limit: not limit or _distinct(value)),
    "properties": _properties,
    "additionalProperties": _others,
    "propertyNames": _each(dict),
    "minProperties": _for(dict, _at_least),
    "maxProperties": _for(dict, _at_most),
    "required": _for(dict, lambda value, names: all(name in value for name in names)),
    "dependentRequired": _for(dict, _needed),
    "dependentSchemas": _dependent,
    "if": _if,
    "not": _not,
    "allOf": _counting(lambda conform, every: conform == every),
    "anyOf": _counting(lambda conform, _: conform > 0),
    "oneOf": _counting(lambda conform, _: conform == 1),
}
