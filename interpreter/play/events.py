"""What happened: each change leaves an event, and each event knows who can tell what of it.

What one player is shown of an event is told by `interpreter.play.information`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from interpreter.play.options import Option, Value

__all__ = [
    "Asked",
    "BackSeen",
    "Changed",
    "Decided",
    "Drew",
    "Ended",
    "Event",
    "Laid",
    "Moved",
    "PartKnowledge",
    "PhaseBegan",
    "Remembered",
    "Revealed",
    "Shown",
    "Shuffled",
    "Transferred",
    "TurnBegan",
]


PartKnowledge: TypeAlias = tuple[tuple[int, ...], ...]
"""What players can exclude of a component: for each player, by attribute that is shown by itself, a bit for
each value that it cannot have. Empty for a kind of which no attribute is shown so."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A component went from zone to zone; `seen` has a bit for each player who knows which.

    `place` is where it lay in an ordered zone, from the top, 0 being the top; `NOWHERE` in a zone without
    order, or if all that lay there went. `bottom` says that it came to lie below all that lay in an ordered
    zone. `excluded` is what could be excluded of it as it left.
    """

    component: int
    source: int
    target: int
    seen: int
    place: int
    bottom: bool
    excluded: PartKnowledge = ()


@dataclass(frozen=True, slots=True)
class Changed:
    """A variable's member `index` changed; `seen` has a bit for each player who sees it."""

    store: int
    index: int
    before: int
    after: int
    seen: int


@dataclass(frozen=True, slots=True)
class Transferred:
    """Tokens went from holder to holder; banks are numbered after the holders, by their sort."""

    store: int
    amount: int
    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile was laid on a plane."""

    plane: int
    tile: int
    spot: int


@dataclass(frozen=True, slots=True)
class Shuffled:
    """A zone was shuffled. Who sees into it is shown by `Revealed`, from the top, what lies where."""

    zone: int


@dataclass(frozen=True, slots=True)
class Revealed:
    """Players came to know a component of a zone; in an ordered one it lies at a `place`, from the top.

    `excluded` is what could be excluded of it until then.
    """

    component: int
    seen: int
    zone: int
    place: int
    excluded: PartKnowledge = ()


@dataclass(frozen=True, slots=True)
class Shown:
    """Players were shown of a component whether an attribute of it has a value; `seen` has a bit for each.

    `known` has one for each player who knew which component it is; the rest is as in `Revealed`.
    """

    component: int
    seen: int
    known: int
    zone: int
    place: int
    attribute: int
    value: int
    whether: bool
    excluded: PartKnowledge


@dataclass(frozen=True, slots=True)
class BackSeen:
    """Everybody sees which back lies at a place of a zone that was shuffled, where that is not clear."""

    component: int
    zone: int
    place: int


@dataclass(frozen=True, slots=True)
class Drew:
    """Chance brought a value: into a slot, by a stream; `seen` has a bit for each player who is shown it.

    `component` says that it is a component, which nobody is shown who does not know it.
    """

    stream: int
    slot: int
    value: int
    seen: int
    component: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """A player is asked at a site, and can answer one of these options: nobody else is shown which."""

    player: int
    site: int
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Decided:
    """A player gave an answer, by itself if there was only one.

    `told` has a bit for each player who is told of it. `seen` has, for each value, a bit for each player who
    can tell which it is, if told: everybody, but for a component only those who know it.
    """

    player: int
    action: int
    values: tuple[Value, ...]
    seen: tuple[int, ...]
    forced: bool
    told: int


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """A phase began."""

    phase: int


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A player's turn began."""

    player: int


@dataclass(frozen=True, slots=True)
class Remembered:
    """A history has come to hold so many situations; nobody is shown it."""

    history: int
    held: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over."""

    outcome: int


Event = (
    Moved
    | Changed
    | Transferred
    | Laid
    | Shuffled
    | Revealed
    | Shown
    | BackSeen
    | Drew
    | Asked
    | Decided
    | PhaseBegan
    | TurnBegan
    | Remembered
    | Ended
)
