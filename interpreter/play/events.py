"""Events: each change emits one, and each event records who can tell what of it.

`interpreter.play.information` derives what one player is shown of an event.
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
"""What players can exclude of a component: for each player and separately shown attribute, a bit for each
value that it cannot have. Empty for a kind without such attributes.
"""


@dataclass(frozen=True, slots=True)
class Moved:
    """A component went from zone to zone; `seen` has a bit for each player who knows which.

    `place` is its former place in an ordered zone, 0 being the top; `NOWHERE` in an unordered zone, or if
    everything there moved. `bottom` says that it went below everything in an ordered zone. `excluded` is what
    players excluded of it when it left.
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
    """Tokens went from holder to holder; banks are numbered after the holders, by sort."""

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
    """A zone was shuffled. `Revealed` shows the new order to players who see into it, from the top."""

    zone: int


@dataclass(frozen=True, slots=True)
class Revealed:
    """Players came to know a component of a zone; in an ordered one it is at a `place`, from the top.

    `excluded` is what could be excluded of it until then.
    """

    component: int
    seen: int
    zone: int
    place: int
    excluded: PartKnowledge = ()


@dataclass(frozen=True, slots=True)
class Shown:
    """Players were shown whether an attribute of a component has a value; `seen` has a bit for each.

    `known` has a bit for each player who knew which component it is; the rest is as in `Revealed`.
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
    """Everybody sees which back is at a place of a shuffled zone, if that is not evident."""

    component: int
    zone: int
    place: int


@dataclass(frozen=True, slots=True)
class Drew:
    """Chance brought a value: into a slot, by a stream; `seen` has a bit for each player who is shown it.

    `component` says that it is a component, which is shown only to players who know it.
    """

    stream: int
    slot: int
    value: int
    seen: int
    component: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """A player is asked at a site; only that player is shown the options."""

    player: int
    site: int
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Decided:
    """A player gave an answer, which was automatic if there was only one.

    `told` has a bit for each player who is shown the answer. For each value, `seen` has a bit for each player
    who can then tell which it is: everybody, except that only those who know a component can.
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
    """The number of situations in a history changed; nobody is shown it."""

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
