"""The events of a game, which record every change of the position and who knows what about it.

Each event is declared by its class (`fields`). The fields of the class and their types determine the event's
row on the tape of a compiled module, and the part of the event that each player is shown. If the sequence in
which the events of one step happened would reveal more than the events themselves do, they are sorted by the
fields that `order` names.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, ClassVar

from gamespec.program.frozen import dataclass
from interpreter.play.fields import Back, Face, Hidden, HiddenFlag, Part, PartKnowledge, Said, Viewers
from interpreter.play.options import Option, Value

__all__ = [
    "Asked",
    "BackSeen",
    "Changed",
    "Decided",
    "Drew",
    "Ended",
    "Event",
    "EventKind",
    "Laid",
    "Moved",
    "PhaseBegan",
    "Remembered",
    "Revealed",
    "Shown",
    "Shuffled",
    "Transferred",
    "TurnBegan",
]


class EventKind(IntEnum):
    """The sorts of events. The number begins an event's row and each player's view of the event."""

    MOVED = 0
    CHANGED = 1
    TRANSFERRED = 2
    LAID = 3
    SHUFFLED = 4
    REVEALED = 5
    DREW = 6
    ASKED = 7
    DECIDED = 8
    PHASE = 9
    TURN = 10
    ENDED = 11
    SHOWN = 12
    BACK_SEEN = 13
    REMEMBERED = 14


@dataclass(frozen=True, slots=True)
class Moved:
    """A component moved from one zone to another.

    `seen` has a bit for each player who knows which component moved. `place` is the component's former place
    in an ordered zone, where 0 is the top; it is `NOWHERE` if the zone is unordered or if all its components
    moved. `bottom` is true if the component was put at the bottom of an ordered zone. `excluded` holds the
    values that players had excluded for the component when it left.
    """

    sort: ClassVar = EventKind.MOVED
    order: ClassVar = ("seen", "component", "excluded")
    component: Annotated[int, Part(Said.KNOWN, beside="seen")]
    source: int
    target: int
    seen: Hidden
    place: int
    bottom: bool
    excluded: PartKnowledge = ()


@dataclass(frozen=True, slots=True)
class Changed:
    """The variable `store` changed at index `index`.

    `seen` has a bit for each player who sees the variable. `component` is true if the values of the variable
    are components.
    """

    sort: ClassVar = EventKind.CHANGED
    store: int
    index: int
    before: Hidden
    after: Annotated[int, Part(Said.VALUE, beside="component")]
    seen: Viewers
    component: HiddenFlag


@dataclass(frozen=True, slots=True)
class Transferred:
    """Tokens moved from one holder to another. The banks are numbered after the holders, by sort of token."""

    sort: ClassVar = EventKind.TRANSFERRED
    store: int
    amount: int
    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile was laid on a spot of a plane."""

    sort: ClassVar = EventKind.LAID
    plane: int
    tile: Face
    spot: int


@dataclass(frozen=True, slots=True)
class Shuffled:
    """A zone was shuffled.

    To players who see into the zone, `Revealed` events show the new order from the top.
    """

    sort: ClassVar = EventKind.SHUFFLED
    zone: int


@dataclass(frozen=True, slots=True)
class Revealed:
    """Players learned which component lies in a zone.

    `place` is its place in an ordered zone, counted from the top. `excluded` holds the values that players
    had been able to exclude for the component until then.
    """

    sort: ClassVar = EventKind.REVEALED
    component: Face
    seen: Viewers
    zone: int
    place: int
    excluded: PartKnowledge = ()


@dataclass(frozen=True, slots=True)
class Shown:
    """Players were shown whether an attribute of a component has a certain value.

    `seen` has a bit for each player who was shown the fact, and `known` has a bit for each player who knew
    which component it is. `place` and `excluded` are as in `Revealed`.
    """

    sort: ClassVar = EventKind.SHOWN
    order: ClassVar = ("zone", "place", "known", "component", "excluded", "value", "whether")
    component: Annotated[int, Part(Said.KNOWN, beside="known")]
    seen: Viewers
    known: Hidden
    zone: int
    place: int
    attribute: int
    value: int
    whether: bool
    excluded: PartKnowledge


@dataclass(frozen=True, slots=True)
class BackSeen:
    """All players saw the back of a component in a shuffled zone. Not emitted if the back is evident."""

    sort: ClassVar = EventKind.BACK_SEEN
    component: Back
    zone: int
    place: int


@dataclass(frozen=True, slots=True)
class Drew:
    """Chance drew a value from a stream and put it into a slot.

    `seen` has a bit for each player who is shown the value. If `component` is true, the value is a component,
    and it is shown only to players who know that component.
    """

    sort: ClassVar = EventKind.DREW
    stream: int
    slot: int
    value: Annotated[int, Part(Said.VALUE, to="seen", beside="component")]
    seen: Hidden
    component: HiddenFlag


@dataclass(frozen=True, slots=True)
class Asked:
    """A player was asked for a decision at a site. Only that player is shown the options.

    This event has no row, because the options are listed separately.
    """

    sort: ClassVar = EventKind.ASKED
    player: int
    site: int
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Decided:
    """A player gave an answer, or the game gave the only possible answer on the player's behalf.

    `told` has a bit for each player who is shown the answer. `seen` has one entry for each value of the
    answer, with a bit for each player who can then tell which value it is. Every player can tell a number,
    but only players who know a component can tell which component it is.
    """

    sort: ClassVar = EventKind.DECIDED
    player: int
    action: Annotated[int, Part(Said.NUMBER, to="told")]
    values: Annotated[tuple[Value, ...], Part(Said.ANSWER, to="told", beside="seen")]
    seen: tuple[int, ...]
    forced: HiddenFlag
    told: Hidden


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """A phase began."""

    sort: ClassVar = EventKind.PHASE
    phase: int


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A player's turn began."""

    sort: ClassVar = EventKind.TURN
    player: int


@dataclass(frozen=True, slots=True)
class Remembered:
    """The number of situations that a history holds has changed. No player is shown this event."""

    sort: ClassVar = EventKind.REMEMBERED
    history: Hidden
    held: Hidden


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over."""

    sort: ClassVar = EventKind.ENDED
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
