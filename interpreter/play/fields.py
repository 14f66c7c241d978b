"""The fields of events, as the classes of events declare them.

The class of an event declares its fields in order. The type of a field contains a `Part`, which says who is
shown the field and how; a plain number is shown to everybody. The declaration determines the row of an event
(`rows`), and the part of it that each player is shown (`interpreter.kernels.sights`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from enum import IntEnum
from typing import Annotated, Any, TypeAlias, get_type_hints

__all__ = [
    "EVERYBODY", "Back", "Declared", "Face", "Field", "Hidden", "HiddenFlag", "Part", "PartKnowledge",
    "Said", "Viewers", "declared",
]  # fmt: skip

EVERYBODY = -1
"""The place of the word with a bit per viewer, for an event or field that has no such word."""


class Said(IntEnum):
    """How a field is shown to the players who may see it."""

    NOT = 0
    NUMBER = 1
    """A number, shown unchanged."""
    FACE = 2
    """A component, shown as the first of its copies."""
    BACK = 3
    """A component, shown as the first component with its back."""
    KNOWN = 4
    """A component, shown by its face to players who know it, and by its back to others."""
    VALUE = 5
    """A number, a component or `none`."""
    OWN = 6
    """Partial knowledge, of which each player is shown their own."""
    ANSWER = 7
    """The values of an answer, each as far as a player recognizes it."""


@dataclass(frozen=True, slots=True)
class Part:
    """The kind of a field, and who may see it."""

    said: Said
    to: str = ""
    """Name of the field with a bit for each player who is shown this one; if empty, all players are."""
    beside: str = ""
    """Name of a related field: one with a bit for each player who knows the component, or one that says
    whether the value is a component. For an answer, the field that says who recognizes each value.
    """
    viewers: bool = False
    """Whether the field has a bit for each player who is shown the event at all."""


Hidden: TypeAlias = Annotated[int, Part(Said.NOT)]
"""A number that nobody is shown."""

HiddenFlag: TypeAlias = Annotated[bool, Part(Said.NOT)]
"""A flag that nobody is shown."""

Viewers: TypeAlias = Annotated[int, Part(Said.NOT, viewers=True)]
"""A bit for each player who is shown the event."""

Face: TypeAlias = Annotated[int, Part(Said.FACE)]
"""A component that all who are shown the event know."""

Back: TypeAlias = Annotated[int, Part(Said.BACK)]
"""A component of which only the back is shown."""

PartKnowledge: TypeAlias = Annotated[tuple[tuple[int, ...], ...], Part(Said.OWN)]
"""The values that players can exclude for a component: for each player and each separately shown attribute, a
bit for each value that it cannot have. Empty for a kind without such attributes.
"""


@dataclass(frozen=True, slots=True)
class Field:
    """A field in a row. Indices count words from the sort, which is word 0."""

    name: str
    said: Said
    at: int
    """Its place; for a field of several words, the place of the word that gives their number."""
    to: int
    """The place of the word with a bit for each player who is shown the field, or `EVERYBODY`."""
    beside: int
    flag: bool


@dataclass(frozen=True, slots=True)
class Declared:
    """The declaration of an event."""

    event: type[Any]
    sort: int
    fields: tuple[Field, ...]
    """The fields that take one word, in the order of the row."""
    several: Field | None
    """The field that takes several words, which end the row."""
    viewers: int
    """The place of the word with a bit for each player who is shown the event, or `EVERYBODY`."""
    shown: tuple[Field, ...]
    """The fields that somebody is shown, in order; none if nobody is shown the event."""
    order: tuple[Field, ...]
    """The fields that sort events whose original order nobody may know."""

    @property
    def size(self) -> int:
        """The number of words of a row, without the counted ones at its end."""
        return 1 + len(self.fields) + (self.several is not None)


def declared(event: type[Any]) -> Declared:
    """Return the declaration of an event's class."""
    parts = dict(_parts(event))
    hints = get_type_hints(event)
    beside = {part.beside for part in parts.values() if part.said == Said.ANSWER}
    wide = [name for name, part in parts.items() if part.said in {Said.OWN, Said.ANSWER}]
    narrow = [name for name in parts if name not in wide and name not in beside]
    at = {name: 1 + i for i, name in enumerate([*narrow, *wide])}

    def field(name: str) -> Field:
        part = parts[name]
        to, by = at.get(part.to, EVERYBODY), at.get(part.beside, EVERYBODY)
        return Field(name, part.said, at[name], to, by, hints[name] is bool)

    viewers = (at[name] for name, part in parts.items() if part.viewers)
    return Declared(
        event,
        int(event.sort),
        tuple(map(field, narrow)),
        next(map(field, wide), None),
        next(viewers, EVERYBODY),
        tuple(field(name) for name, part in parts.items() if name in at and part.said != Said.NOT),
        tuple(map(field, getattr(event, "order", ()))),
    )


def _parts(event: type[Any]) -> Iterator[tuple[str, Part]]:
    """Yield the fields of an event by name, each with its part."""
    hints = get_type_hints(event, include_extras=True)
    for each in fields(event):
        said: Iterable[object] = getattr(hints[each.name], "__metadata__", ())
        yield each.name, next((part for part in said if isinstance(part, Part)), Part(Said.NUMBER))
