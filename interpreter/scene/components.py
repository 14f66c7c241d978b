"""Lists the components of a game as they are made, without what lies on them or what happens to them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gamespec.program.frozen import dataclass
from interpreter.scene.pieces import HIDDEN, parts_of, piece_of
from interpreter.scene.reading import Reading
from interpreter.scene.things import Piece
from interpreter.words.unknown import hidden

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gamespec.world.world import Kind
    from interpreter.engine.game import Game
    from interpreter.words import Words

__all__ = ["Component", "components_of"]


@dataclass(frozen=True, slots=True)
class Component:
    """A component with both sides: `front` is known, and `back` shows what its back tells."""

    front: Piece
    back: Piece


def components_of(words: Words, game: Game) -> tuple[tuple[Component, ...], ...]:
    """Return the components of each kind that lies in zones which people see, in the order of kinds.

    Each component is listed as often as it exists.
    """
    reading = Reading(words, game.common_observation(), None, always=True)
    seen = {rule.kind.name: rule.zone.first for rule in reversed([*reading.families])}
    return tuple(
        tuple(_components(reading, kind, seen[name]))
        for name, kind in reading.world.kinds.items()
        if name in seen
    )


def _components(reading: Reading, kind: Kind, zone: int) -> Iterator[Component]:
    first, size = kind.type.first, kind.type.size
    return (Component(_front(reading, zone, c), _back(reading, zone, c)) for c in range(first, first + size))


def _front(reading: Reading, zone: int, c: int) -> Piece:
    """Return a component with its marks on whichever board it can lie, and with bare parts."""
    plane = next((p for p in reading.names.planes if 0 <= c - p.first_tile < len(p.ports)), None)
    piece = piece_of(reading, zone, c)
    parts = () if plane is None else parts_of(reading, plane, c, turn=0)
    marks = (tuple(reading.looks.marks(c, space)) for space in reading.names.spaces)
    return replace(
        piece,
        marks=max((piece.marks, *marks), key=len),
        parts=tuple(replace(part, pieces=()) for part in parts),
        turn=0,
        turns=(),
        holds=(),
        values=(),
    )


def _back(reading: Reading, zone: int, c: int) -> Piece:
    """Return what the back of a component shows."""
    kind = reading.looks.kind(c).type.name
    shape, series = reading.format_of(kind), reading.series_of(kind)
    nothing_excluded = [0] * len(reading.program.shown[series])
    name = hidden(reading.words, (c, *nothing_excluded), zone)
    return Piece(
        (f"z{zone}.c{c}",), name, HIDDEN, kind, known=False, format=shape, series=series,
        owner=reading.looks.owner(c) if "owner" in reading.looks.kind(c).back else None,
        back=reading.looks.back(kind), dye=reading.looks.dye(kind),
    )  # fmt: skip
