"""The fields of events: how an event is declared.

The class of an event declares its fields in order. The type of a field contains a `Part`, which says who is
shown the field and how; a plain number is shown to everybody. The declaration determines the row of an event
(`rows`), and what each player is shown of it (`interpreter.kernels.sights`).
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
"""Stands in place of the word with a bit for each viewer, where there is none."""


class Said(IntEnum):
    """How a field is shown to the players who may see it."""

    NOT = 0
    NUMBER = 1
    """As it is."""
    FACE = 2
    """A component, as the first of its copies."""
    BACK = 3
    """A component, as the first with its back."""
    KNOWN = 4
    """A component: to those who know it by its face, to others by its back."""
    VALUE = 5
    """A number, or a component or `none`."""
    OWN = 6
    """Part-knowledge: to each player the player's own."""
    ANSWER = 7
    """The values of an answer, each as far as a player recognizes it."""


@dataclass(frozen=True, slots=True)
class Part:
    """The kind of a field, and who may see it."""

    said: Said
    to: str = ""
    """The field that has a bit for each player who is shown this one; without it, all are."""
    beside: str = ""
    """The field that has a bit for each player who knows the component, or says whether it is one; of an
    answer, that which says of each value who recognizes it."""
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
"""A component of which only its back is shown."""

PartKnowledge: TypeAlias = Annotated[tuple[tuple[int, ...], ...], Part(Said.OWN)]
"""What players can exclude of a component: for each player, by attribute that is shown by itself, a bit for
each value that it cannot have. Empty for a kind of which no attribute is shown so."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field in a row. Indices count words from the sort, which is word 0."""

    name: str
    said: Said
    at: int
    """Its place; of what takes several words, that of the word that says how many come after it."""
    to: int
    """The place of the word with a bit for each player who is shown it, or `EVERYBODY`."""
    beside: int
    flag: bool


@dataclass(frozen=True, slots=True)
class Declared:
    """The declaration of an event."""

    event: type[Any]
    sort: int
    fields: tuple[Field, ...]
    """Those that take one word, in the order of the row."""
    several: Field | None
    """The one that takes several words: they end the row."""
    viewers: int
    """The place of the word with a bit for each player who is shown the event, or `EVERYBODY`."""
    shown: tuple[Field, ...]
    """The fields that somebody is shown, in order: none, if nobody is shown the event."""
    order: tuple[Field, ...]
    """Those by which events are put in order whose own order nobody may know."""

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
    """Return the fields of an event by name, each with its part."""
    hints = get_type_hints(event, include_extras=True)
    for each in fields(event):
        said: Iterable[object] = getattr(hints[each.name], "__metadata__", ())
        yield each.name, next((part for part in said if isinstance(part, Part)), Part(Said.NUMBER))
