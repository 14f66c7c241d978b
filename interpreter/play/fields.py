"""Reads the fields of events from the declarations in the classes of events.

The class of an event declares the event's fields in order. The type of a field may contain a `Part`, which
says who is shown the field and in which form; a field of a plain number type is shown to every player. The
declaration determines the row of the event (`rows`) and the part of the event that each player is shown
(`interpreter.kernels.sights`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from enum import IntEnum
from typing import Annotated, Any, TypeAlias, get_type_hints

from gamespec.program.frozen import dataclass

__all__ = [
    "EVERYBODY", "Back", "Declared", "Face", "Field", "Hidden", "HiddenFlag", "Part", "PartKnowledge",
    "Said", "Viewers", "declared",
]  # fmt: skip

EVERYBODY = -1
"""Stands for the index of a mask of players, if the event or field has no such mask and all players see it.
"""


class Said(IntEnum):
    """The form in which a field is shown to the players who may see it."""

    NOT = 0
    NUMBER = 1
    """A number, shown unchanged."""
    FACE = 2
    """A component, shown as the first component with the same face."""
    BACK = 3
    """A component, shown as the first component with the same back."""
    KNOWN = 4
    """A component, shown by its face to players who know it and by its back to other players."""
    VALUE = 5
    """A value that is a number, a component or `none`."""
    OWN = 6
    """Partial knowledge. Each player is shown only their own."""
    ANSWER = 7
    """The values of an answer, each shown as far as the player can recognize it."""


@dataclass(frozen=True, slots=True)
class Part:
    """The form in which a field is shown, and the players who may see it."""

    said: Said
    to: str = ""
    """The name of the field with a bit for each player who is shown this field; empty if all players are."""
    beside: str = ""
    """The name of a related field. Depending on `said`, the related field has a bit for each player who knows
    the component, or tells whether the value is a component. For an answer, it has one mask for each value,
    with a bit for each player who recognizes the value.
    """
    viewers: bool = False
    """Whether this field is the mask with a bit for each player who is shown the event."""


Hidden: TypeAlias = Annotated[int, Part(Said.NOT)]
"""A number that no player is shown."""

HiddenFlag: TypeAlias = Annotated[bool, Part(Said.NOT)]
"""A flag that no player is shown."""

Viewers: TypeAlias = Annotated[int, Part(Said.NOT, viewers=True)]
"""A mask with a bit for each player who is shown the event."""

Face: TypeAlias = Annotated[int, Part(Said.FACE)]
"""A component that is known to every player who is shown the event."""

Back: TypeAlias = Annotated[int, Part(Said.BACK)]
"""A component that is shown only by its back."""

PartKnowledge: TypeAlias = Annotated[tuple[tuple[int, ...], ...], Part(Said.OWN)]
"""The values that players can exclude for a component. There is one tuple for each player, with one number
for each separately shown attribute; the number has a bit for each value that the attribute cannot have. The
outer tuple is empty for a kind without such attributes.
"""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of an event, as it is stored in a row. Indices count words; word 0 is the event's sort."""

    name: str
    said: Said
    at: int
    """The index of the field's word. For a field of several words, the index of the word with their count."""
    to: int
    """The index of the word with a bit for each player who is shown the field, or `EVERYBODY`."""
    beside: int
    flag: bool


@dataclass(frozen=True, slots=True)
class Declared:
    """The declaration of a class of events."""

    event: type[Any]
    sort: int
    fields: tuple[Field, ...]
    """The fields that take one word each, in the order of the row."""
    several: Field | None
    """The field that takes several words, which are the last words of the row, or `None`."""
    viewers: int
    """The index of the word with a bit for each player who is shown the event, or `EVERYBODY`."""
    shown: tuple[Field, ...]
    """The fields that at least one player may be shown, in the order in which the class declares them."""
    order: tuple[Field, ...]
    """The fields by which events are sorted whose original order no player may know."""

    @property
    def size(self) -> int:
        """The number of words of a row, not counting the words that follow the count of `several`."""
        return 1 + len(self.fields) + (self.several is not None)


def declared(event: type[Any]) -> Declared:
    """Return the declaration that a class of events makes with its fields."""
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
    """Yield the name of each field of an event class, with the field's `Part`."""
    hints = get_type_hints(event, include_extras=True)
    for each in fields(event):
        said: Iterable[object] = getattr(hints[each.name], "__metadata__", ())
        yield each.name, next((part for part in said if isinstance(part, Part)), Part(Said.NUMBER))
