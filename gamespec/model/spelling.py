"""How files spell the classes of the model where types do not define it. See `spelt` and `Key`.

A `spelt` class of `model` is a mapping in a file. Its fields are the keys, with the same names and in the
same order. A field without a default is required. The type of a field decides how its value is written, and
the docstring of a class or field is what authors read about it. Two modules build on this without knowing any
key by name. `declared` reads nodes into the classes, and `published` makes their JSON Schemas. The classes
rather than the schemas are the source, because types say more about a value than a schema can, and because
mypy checks the code that uses them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import field, fields
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

from gamespec.program.frozen import dataclass

__all__ = [
    "DERIVED",
    "NOTHING",
    "SPELT",
    "TEXT",
    "VALUE",
    "Key",
    "Schema",
    "Told",
    "keys_of",
    "listed",
    "mapped",
    "pair_of",
    "ref",
    "spelt",
    "titled",
    "verb_of",
    "verbs_of",
]

T = TypeVar("T")

Schema = dict[str, Any]
"""A part of a JSON Schema."""

NOTHING: Final = object()
"""Stands for a value that could not be read."""


@dataclass(frozen=True, slots=True)
class Spelt:
    """The name of a mapping in messages and in the schema, and the rules about its keys.

    If the node is not a mapping, it is the value of the key `short`, if there is one. The mapping has at
    least `least` and at most `most` keys. Exactly one key of `one_of` must be present, at least one key of
    `any_of`, and not all keys of `apart`. Each key of `needs` requires the key that it maps to, or exactly
    one of several keys. Any key of `verbs` distinguishes the mapping from other forms of the same part.
    Without `verbs`, the first required key does so.
    """

    title: str
    name: str
    short: str = ""
    types: tuple[str, ...] = ()
    one_of: tuple[str, ...] = ()
    any_of: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()
    needs: Mapping[str, str | tuple[str, ...]] | None = None
    least: int = 0
    most: int = 0
    verbs: tuple[str, ...] = ()


SPELT: dict[type, Spelt] = {}
"""All spelt classes, in the order of the model, with what the decorator says about each."""


@dataclass_transform(eq_default=False, frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def spelt(title: str, name: str, /, *, eq: bool = False, **more: Any) -> Callable[[type[T]], type[T]]:
    """Return the decorator for dataclasses that are written in files. `more` are fields of `Spelt`.

    Without `eq`, an instance equals only itself. With `eq`, instances are compared by value, which suits
    classes without a place.
    """

    def note(declared: type[T]) -> type[T]:
        made = dataclass(frozen=True, slots=True, kw_only=True, eq=eq)(declared)
        SPELT[made] = Spelt(title, name, **more)
        return made

    return note


@dataclass(frozen=True, slots=True)
class Key:
    """The facts about a key that the name and type of its field do not give.

    `unread` replaces an unreadable value. Without it, the field's default does. If there is no default
    either, or if the key is `vital`, an unreadable value drops the whole declaration. This is decided before
    anything else is read, or afterwards if the key is `late`. A `last` key comes after the keys of inheriting
    classes.

    Two kinds of fields are not keys. A `bare` field holds the value if the value is not a mapping. A field
    with `others` holds all entries under names that are not keys, as pairs; `others` describes the entries
    whose meaning is fixed.
    """

    name: str = ""
    schema: Schema | None = None
    unread: object = NOTHING
    vital: bool = False
    late: bool = False
    last: bool = False
    bare: bool = False
    others: Mapping[str, str] | None = None

    @property
    def named(self) -> bool:
        """Whether the field is a key of the mapping."""
        return not self.bare and self.others is None


DERIVED: Final = Key("-")
"""Marks fields that are not read from keys. The field `node`, for example, holds the node itself."""


class Told(NamedTuple):
    """A key of a class, with its field, the field's type without `None`, and whether the key is required."""

    name: str
    field: str
    type: Any
    needed: bool
    key: Key


_PLAIN = Key()


@cache
def keys_of(made: type) -> tuple[Told, ...]:
    """Return the keys of a class in the order of its fields. A key that is `last` comes at the end."""
    own = fields(made)
    written = ", ".join(str(each.type) for each in own)
    types = eval(f"({written},)", vars(sys.modules[made.__module__]))  # noqa: S307 - our own; `get_type_hints` takes thrice as long
    told: list[Told] = []
    for each, said in zip(own, types, strict=True):
        type_, key = get_args(said) if get_origin(said) is Annotated else (said, _PLAIN)
        if key is not DERIVED and (each.name != "ident" or key is not _PLAIN):
            needed = each.default is each.default_factory  # both are MISSING
            told.append(Told(key.name or each.name, each.name, _without_none(type_), needed, key))
    return tuple(sorted(told, key=lambda each: each.key.last))


def verb_of(form: type) -> str:
    """Return the key that identifies one form of a part, which is the first required key."""
    return next(key.name for key in keys_of(form) if key.needed)


def verbs_of(form: type) -> tuple[str, ...]:
    """Return the keys that each identify one form of a part. If there are none, the tuple is empty."""
    return SPELT[form].verbs or tuple(key.name for key in keys_of(form) if key.needed)[:1]


def pair_of(type_: Any) -> tuple[Any, ...]:
    """Return the types of key and value if a type is that of a mapping with keys of the author's choice.

    For any other type, the result is empty.
    """
    of = get_args(type_)[0] if get_origin(type_) is tuple else None
    pair = get_args(of) if get_origin(of) is tuple else ()
    return () if ... in pair else pair


def _without_none(type_: Any) -> Any:
    kinds = [each for each in get_args(type_) if each is not type(None)]
    if type(None) not in get_args(type_):
        return type_
    joined = kinds[0]
    for each in kinds[1:]:
        joined |= each
    return joined


def ref(name: str) -> Schema:
    """Return a reference to the definition `name` of the schema."""
    return {"$ref": f"#/$defs/{name}"}


def titled(title: str, *types: str, **more: Any) -> Schema:
    """Return a schema fragment that overrides the fragment derived from the type of a key."""
    return {"title": title, **({"type": [*types] if len(types) > 1 else types[0]} if types else {}), **more}


TEXT: Final = titled("a text", "string", "integer")
VALUE: Final = titled("a value", "string", "integer", "boolean")


def listed(title: str, items: Schema, least: int = 1, most: int | None = None, **more: Any) -> Schema:
    """Return the schema of a list of `least` to `most` items.

    `more` holds further JSON Schema keywords. A `type` among them replaces the type `array`, to allow
    alternatives.
    """
    ends = {"minItems": least, "maxItems": most}
    few = {word: end for word, end in ends.items() if end}
    return {"title": title, "type": "array", "items": items, **few, **more}


def mapped(
    title: str, values: Schema, keys: str | Schema | None = "name", least: int = 0, **more: Any
) -> Schema:
    """Return the schema of a mapping whose keys the author chooses.

    `keys` is the schema of the keys, or the name of its definition.
    """
    names = ref(keys) if isinstance(keys, str) else keys
    return {
        "title": title,
        "type": "object",
        **({"minProperties": least} if least else {}),
        **({"propertyNames": names} if names is not None else {}),
        "additionalProperties": values,
        **more,
    }
