"""How a description is written in files, so far as the types of its model do not say: `spelt` and `Key`.

A class of `model` that is `spelt` stands in a file as a mapping. Its fields are the keys, called like them
and in their order; one without a default must be there. The type of a field says how its value is written,
and the text below a class or a field is what authors read of it. Two things follow from this, and neither
knows a key by name: `declared` reads the classes from nodes, `published` makes the JSON Schemas of them.
The classes are the source and not the schemas, because types say more of a value than a schema can, and
mypy holds those who use them to it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import (
    Annotated,
    Any,
    Final,
    NamedTuple,
    TypeVar,
    dataclass_transform,
    get_args,
    get_origin,
)

__all__ = [
    "DERIVED",
    "NOTHING",
    "SPELT",
    "Key",
    "Schema",
    "Told",
    "keys_of",
    "listed",
    "mapped",
    "ref",
    "spelt",
    "titled",
    "verb_of",
]

T = TypeVar("T")

Schema = dict[str, Any]
"""A part of a JSON Schema."""

NOTHING: Final = object()
"""In place of a value: it could not be read."""


@dataclass(frozen=True, slots=True)
class Spelt:
    """What a mapping is called in messages, its name in the schema, and which of its keys go together.

    What is no mapping is the value of the key that is `short`, if there is one. Of `one_of` exactly one key
    must be there, of `any_of` at least one, of `apart` not all; each of `needs` needs the one it leads to.
    """

    title: str
    name: str
    short: str = ""
    types: tuple[str, ...] = ()
    one_of: tuple[str, ...] = ()
    any_of: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()
    needs: Mapping[str, str] | None = None


SPELT: dict[type, Spelt] = {}
"""The classes that stand in files, in the order of the model."""


@dataclass_transform(eq_default=False, frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def spelt(title: str, name: str, /, *, eq: bool = False, **more: Any) -> Callable[[type[T]], type[T]]:
    """The decorator of a dataclass that stands in files; `more` are fields of `Spelt`.

    What stands at a place is equal to itself alone; without a place values may be compared, by `eq`.
    """

    def note(declared: type[T]) -> type[T]:
        made = dataclass(frozen=True, slots=True, kw_only=True, eq=eq)(declared)
        SPELT[made] = Spelt(title, name, **more)
        return made

    return note


@dataclass(frozen=True, slots=True)
class Key:
    """What a field does not say of its key by its own name and type.

    `unread` stands for a value that could not be read, without it the default; if there is no default either,
    or the key is `vital`, the whole declaration cannot be read, which is settled before all else is, or if it
    is `late`, after it. One that is `last` comes behind the keys of the classes that inherit it.
    """

    name: str = ""
    schema: Schema | None = None
    unread: object = NOTHING
    vital: bool = False
    late: bool = False
    last: bool = False


DERIVED: Final = Key("-")
"""Of fields that are no keys."""


class Told(NamedTuple):
    """A key of a class: its field, the type of that without `None`, and whether the key must be there."""

    name: str
    field: str
    type: Any
    needed: bool
    key: Key


_PLAIN = Key()


@cache
def keys_of(made: type) -> tuple[Told, ...]:
    """The keys of a class in their order."""
    own = fields(made)
    written = ", ".join(str(each.type) for each in own)
    types = eval(f"({written},)", vars(sys.modules[made.__module__]))  # noqa: S307 - our own; `get_type_hints` takes thrice as long
    told: list[Told] = []
    for each, said in zip(own, types, strict=True):
        type_, key = get_args(said) if get_origin(said) is Annotated else (said, _PLAIN)
        if key is not DERIVED and (each.name != "ident" or key is not _PLAIN):
            needed = each.default is each.default_factory  # both are missing
            told.append(Told(key.name or each.name, each.name, _without_none(type_), needed, key))
    return tuple(sorted(told, key=lambda each: each.key.last))


def verb_of(form: type) -> str:
    """The key by which a form of a thing is known: the first that it must have."""
    return next(key.name for key in keys_of(form) if key.needed)


def _without_none(type_: Any) -> Any:
    kinds = [each for each in get_args(type_) if each is not type(None)]
    if type(None) not in get_args(type_):
        return type_
    joined = kinds[0]
    for each in kinds[1:]:
        joined |= each
    return joined


def ref(name: str) -> Schema:
    """What the schema calls by a name."""
    return {"$ref": f"#/$defs/{name}"}


def titled(title: str, *types: str, **more: Any) -> Schema:
    """What the schema of a value says otherwise than others of its type."""
    return {"title": title, **({"type": [*types] if len(types) > 1 else types[0]} if types else {}), **more}


def listed(title: str, items: Schema, least: int = 1, most: int | None = None, **more: Any) -> Schema:
    """A list, or by another `type` what else may stand there; `more` are further words of JSON Schema."""
    ends = {"minItems": least, "maxItems": most}
    few = {word: end for word, end in ends.items() if end}
    return {"title": title, "type": "array", "items": items, **few, **more}


def mapped(
    title: str, values: Schema, keys: str | Schema | None = "name", least: int = 0, **more: Any
) -> Schema:
    """A mapping with keys that authors name."""
    names = ref(keys) if isinstance(keys, str) else keys
    return {
        "title": title,
        "type": "object",
        **({"minProperties": least} if least else {}),
        **({"propertyNames": names} if names is not None else {}),
        "additionalProperties": values,
        **more,
    }
