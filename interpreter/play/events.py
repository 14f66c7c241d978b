"""What happened: each change leaves an event, and each event knows who can tell what of it."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = [
    "Changed",
    "Decided",
    "Drew",
    "Ended",
    "Event",
    "Laid",
    "Moved",
    "PhaseBegan",
    "Revealed",
    "Shuffled",
    "Transferred",
    "TurnBegan",
]


@dataclass(frozen=True, slots=True)
class Moved:
    """A component went from zone to zone; `seen` has a bit for each player who knows which."""

    component: int
    source: int
    target: int
    seen: int


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
    """Tokens went from holder to holder; the bank's index is the number of holders."""

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
    """A zone was shuffled."""

    zone: int


@dataclass(frozen=True, slots=True)
class Revealed:
    """Players came to know a component."""

    component: int
    seen: int


@dataclass(frozen=True, slots=True)
class Drew:
    """Chance brought a value: into a slot, by a stream."""

    stream: int
    slot: int
    value: int


@dataclass(frozen=True, slots=True)
class Decided:
    """A player gave an answer, by itself if there was only one.

    `seen` has, for each value, a bit for each player who can tell which it is: everybody, but for a component
    only those who know it.
    """

    player: int
    action: int
    values: tuple[int | tuple[int, ...], ...]
    seen: tuple[int, ...]
    forced: bool
    secret: bool


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """A phase began."""

    phase: int


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A player's turn began."""

    player: int


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
    | Drew
    | Decided
    | PhaseBegan
    | TurnBegan
    | Ended
)
