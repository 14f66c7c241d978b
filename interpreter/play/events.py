"""Events: each change of a position emits one, and each event records which players know which of its parts.

The class of an event is its declaration (`fields`): its fields and their types determine the event's row on
the tape of a module, and the part that each player is shown. `order` names the fields that sort the events of
one step if the order in which they happened would reveal more than the events do.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated, ClassVar

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
    "Laid",
    "Moved",
    "PhaseBegan",
    "Remembered",
    "Revealed",
    "Shown",
    "Shuffled",
    "Sort",
    "Transferred",
    "TurnBegan",
]


class Sort(IntEnum):
    """The sorts of events. Each row of an event, and each player's view of it, begins with this number."""

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
    """A component moved from zone to zone; `seen` has a bit for each player who knows which one.

    `place` is its former place in an ordered zone, 0 being the top; `NOWHERE` in an unordered zone, or if
    everything there moved. `bottom` says that it went below everything in an ordered zone. `excluded` holds
    the values that players excluded for it when it left.
    """

    sort: ClassVar = Sort.MOVED
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
    """A variable's member `index` changed; `seen` has a bit for each player who sees it.

    `component` says that it holds components.
    """

    sort: ClassVar = Sort.CHANGED
    store: int
    index: int
    before: Hidden
    after: Annotated[int, Part(Said.VALUE, beside="component")]
    seen: Viewers
    component: HiddenFlag


@dataclass(frozen=True, slots=True)
class Transferred:
    """Tokens moved from holder to holder; banks are numbered after the holders, by sort."""

    sort: ClassVar = Sort.TRANSFERRED
    store: int
    amount: int
    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile was laid on a plane."""

    sort: ClassVar = Sort.LAID
    plane: int
    tile: Face
    spot: int


@dataclass(frozen=True, slots=True)
class Shuffled:
    """A zone was shuffled. `Revealed` shows the new order to players who see into it, from the top."""

    sort: ClassVar = Sort.SHUFFLED
    zone: int


@dataclass(frozen=True, slots=True)
class Revealed:
    """Players came to know a component of a zone; in an ordered one it is at a `place`, from the top.

    `excluded` holds the values that could be excluded for it until then.
    """

    sort: ClassVar = Sort.REVEALED
    component: Face
    seen: Viewers
    zone: int
    place: int
    excluded: PartKnowledge = ()


@dataclass(frozen=True, slots=True)
class Shown:
    """Players were shown whether an attribute of a component has a certain value.

    `seen` has a bit for each player who was shown it, `known` a bit for each player who knew which component
    it is; the other fields are as in `Revealed`.
    """

    sort: ClassVar = Sort.SHOWN
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
    """Everybody saw the back at a place of a shuffled zone; emitted unless it is evident."""

    sort: ClassVar = Sort.BACK_SEEN
    component: Back
    zone: int
    place: int


@dataclass(frozen=True, slots=True)
class Drew:
    """Chance drew a value from a stream into a slot; `seen` has a bit for each player who is shown it.

    `component` says that it is a component, which is shown only to players who know it.
    """

    sort: ClassVar = Sort.DREW
    stream: int
    slot: int
    value: Annotated[int, Part(Said.VALUE, to="seen", beside="component")]
    seen: Hidden
    component: HiddenFlag


@dataclass(frozen=True, slots=True)
class Asked:
    """A player was asked at a site, with these options; nobody else is shown the options.

    It has no row: options are listed.
    """

    sort: ClassVar = Sort.ASKED
    player: int
    site: int
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Decided:
    """A player gave an answer, or the game gave the only possible one.

    `told` has a bit for each player who is shown the answer. For each value, `seen` has a bit for each player
    who can then tell which value it is: everybody, except that only players who know a component can.
    """

    sort: ClassVar = Sort.DECIDED
    player: int
    action: Annotated[int, Part(Said.NUMBER, to="told")]
    values: Annotated[tuple[Value, ...], Part(Said.ANSWER, to="told", beside="seen")]
    seen: tuple[int, ...]
    forced: HiddenFlag
    told: Hidden


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """A phase began."""

    sort: ClassVar = Sort.PHASE
    phase: int


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A player's turn began."""

    sort: ClassVar = Sort.TURN
    player: int


@dataclass(frozen=True, slots=True)
class Remembered:
    """The number of situations in a history changed; nobody is shown it."""

    sort: ClassVar = Sort.REMEMBERED
    history: Hidden
    held: Hidden


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over."""

    sort: ClassVar = Sort.ENDED
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
