"""Scripts of histories (`interpreter.kernels.items`), written event by event.

Events say which component moved each time, but not the order that a shuffle has produced. So the places of
ordered zones are tracked from shuffle to shuffle: a component that moves from a place, or is seen there, must
have been put there. The remaining components may be in any order at the places that were never seen; they are
left in the order of the position.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import field

from gamespec.program import Program
from gamespec.program.frozen import dataclass
from gamespec.program.instructions import DrawSecret
from gamespec.program.tables import NOWHERE
from interpreter.kernels.items import HEAD, Fields, Item, fields_of
from interpreter.play.chance import split_seed
from interpreter.play.events import Asked, BackSeen, Decided, Drew, Event, Moved, Revealed, Shown, Shuffled

__all__ = [
    "OPEN",
    "SHUFFLE",
    "Place",
    "Script",
    "Thrown",
    "Writer",
    "contents",
    "contents_at",
    "named",
    "secret_draws",
]

OPEN = Item.ORDER
"""Placeholder for the kind of an answer that is still to be filled in; no answer has this kind."""


SHUFFLE = 2
"""Number of words of the shuffle with which a script ends that goes only as far as to it."""


def secret_draws(program: Program) -> int:
    """Return the maximum number of draws that follow an answer and are told to nobody."""
    most = 0
    for i in program.code:
        for action in program.sites[i.site].actions if isinstance(i, DrawSecret) else ():
            hidden = [pick for pick in program.actions[action].picks if pick.hidden]
            sizes = [program.slots[pick.slot].size - (pick.counts is not None) for pick in hidden]
            most = max(most, sum(sizes))
    return most


@dataclass(slots=True)
class Place:
    """A place in an ordered zone, and the component there once it is known; `seen` if the player saw it.

    Of a pile that was moved at once, it is not `certain` which component came from which place.
    """

    component: int | None = None
    seen: bool = False
    certain: bool = True
    at: int = NOWHERE
    """The word that names the component in the order of a shuffle, once it is written."""


@dataclass(slots=True)
class _Order:
    """A shuffle: its places from the top, all its components, and the word at which its order begins."""

    places: list[Place]
    components: set[int]
    at: int


@dataclass(frozen=True, slots=True)
class Thrown:
    """A number that a player was not shown: its word, the least value, and the number of values."""

    at: int
    low: int
    count: int


@dataclass(slots=True)
class Script:
    """The words of a script, and the indexes of those that matter.

    `items` has the first word of each item, and `end` is the number of words before the luck. `sights` has
    the word at which each hash of what the player has been shown begins. `orders` has the begin and end of
    each shuffle's components. `labels` has, for each component, the words that name it and that the player
    was not told, and `secrets` the beginning of each answer of which the player was told nothing. `fixed` are
    the words of orders whose components follow, apart from copies, from what the player saw.
    """

    words: array[int]
    end: int = 0
    items: list[int] = field(default_factory=list)
    sights: list[int] = field(default_factory=list)
    orders: list[tuple[int, int]] = field(default_factory=list)
    labels: dict[int, set[int]] = field(default_factory=dict)
    thrown: list[Thrown] = field(default_factory=list)
    secrets: list[int] = field(default_factory=list)
    fixed: set[int] = field(default_factory=set)

    def see(self, hashes: Sequence[int], since: int = 0) -> None:
        """Write what the player has been shown at each place where the game waits, except the first ones."""
        for at, seen in zip(self.sights[since:], hashes, strict=True):
            self.words[at], self.words[at + 1] = split_seed(seen)

    def include(self, earlier: Script) -> None:
        """Include what matters of the words before, in a script that goes on after `earlier`."""
        self.orders[:0], self.thrown[:0], self.secrets[:0] = earlier.orders, earlier.thrown, earlier.secrets
        self.fixed |= earlier.fixed
        for c, those in earlier.labels.items():
            self.labels.setdefault(c, set()).update(those)

    def wish(self, numbers: Sequence[int]) -> None:
        """Add numbers, of 32 bits, to the luck."""
        for number in numbers:
            self.thrown.append(Thrown(len(self.words), -(1 << 31), 1 << 32))
            self.words.append(number)


def contents_at(program: Program, position: Sequence[int]) -> list[list[int]]:
    """Return the components in each zone of a position, from the top."""
    first, following, found = program.layout.first, program.layout.next, list[list[int]]()
    for zone in range(len(program.zones)):
        there, c = list[int](), position[first + zone]
        while c >= 0:
            there.append(c)
            c = position[following + c]
        found.append(there)
    return found


def contents(program: Program) -> list[list[int]]:
    """Return the components in each zone at the beginning, from the top."""
    found: list[list[int]] = [[] for _ in program.zones]
    for c, zone in enumerate(program.start):
        found[zone].append(c)
    return found


class Writer:
    """Writes the script of one history, event by event.

    If not from the beginning, it goes on after `words`, when the zones have the contents `begun`.
    """

    def __init__(
        self,
        program: Program,
        player: int,
        words: Sequence[int] = (),
        begun: Sequence[Sequence[int]] | None = None,
    ) -> None:
        self.program, self.player = program, player
        self._fields, self._bit = fields_of(program), 1 << player
        self._script = Script(array("i", words))
        self._orders: list[_Order] = []
        self._picks = {pick.slot for action in program.actions for pick in action.picks}
        begun = contents(program) if begun is None else begun
        self.zones: dict[int, list[Place]] = {
            number: [Place(c) for c in begun[number]]
            for number, zone in enumerate(program.zones)
            if zone.ordered
        }
        """The places of each ordered zone, from the top."""
        self.inside = [set(there) for there in begun]
        """The components in each zone."""
        self._moved: list[Moved] = []
        self._asked: Asked | None = None

    def write(self, event: Event) -> None:
        """Write the next event."""
        if not (isinstance(event, Moved) and self.piles(event.source, event.target, event.place)):
            self.settle_moves()
        match event:
            case Moved():
                self._moved.append(event)
            case Asked():
                self._asked = event
                self._sight()
            case _:
                self._happened(event)

    def script(self, end: list[list[int]]) -> Script:
        """Complete and return the script; `end` has the present content of each zone."""
        self.settle_moves()
        if self._asked is None:
            self._sight()
        self._settle(end)
        self._script.end = len(self._script.words)
        return self._script

    def before_shuffle(self, end: list[list[int]]) -> Script:
        """Complete and return a script that goes as far as to a shuffle of components, of which it has none.

        So a game that follows it goes astray there, after the first word of the item.
        """
        self.settle_moves()
        self._settle(end)
        self._script.words.extend((Item.ORDER, 0))
        self._script.end = len(self._script.words)
        return self._script

    def piles(self, source: int, target: int, place: int) -> bool:
        """Return whether a move may belong to the pile that is moving as a whole."""
        if not self._moved:
            return True
        if source == target and len(self._moved) == len(self.zones.get(source, ())):
            return False  # the whole zone has moved onto itself, and moves again
        last = self._moved[-1]
        return last.place == place == NOWHERE and (last.source, last.target) == (source, target)

    def settle_moves(self) -> None:
        """Complete the pending moves of a pile."""
        if self._moved:
            moved, self._moved = self._moved, []
            self._move(moved)

    def _sight(self) -> None:
        self._script.sights.append(self._item(Item.SIGHT, 0, 0))

    def _item(self, sort: Item, *words: int) -> int:
        """Write an item, and return the index of its first word after the kind."""
        self._script.items.append(len(self._script.words))
        self._script.words.extend((sort, *words))
        return len(self._script.words) - len(words)

    def _happened(self, event: Event) -> None:
        match event:
            case Shuffled(zone):
                self._shuffled(zone)
            case Revealed(component=c, seen=seen, zone=zone, place=place) if place != NOWHERE:
                self.zones[zone][place].component = c
                self._see(self.zones[zone][place], seen)
            case Shown(component=c, zone=zone, place=place) if place != NOWHERE:
                self.zones[zone][place].component = c
            case BackSeen(c, zone, place):
                self.zones[zone][place].component = c
            case Drew():
                self._drew(event)
            case Decided(forced=False):
                assert self._asked is not None  # noqa: S101 - who answers was asked
                self._asked = None
                self._decided(event)
            case _:
                pass

    # --- components -----------------------------------------------------------------------------------

    def _shuffled(self, zone: int) -> None:
        """Begin an order of unknown places for all components in a zone."""
        inside = self.inside[zone]
        places = [Place() for _ in inside]
        self.zones[zone] = places[:]
        if inside:
            at = self._item(Item.ORDER, len(inside), *([0] * len(inside)))
            self._orders.append(_Order(places, inside.copy(), at + 1))

    def _move(self, moved: list[Moved]) -> None:
        """Move components that went one after another from one zone to another.

        Within a zone, the component may be `NOWHERE`, that is, unknown.
        """
        source, target = moved[0].source, moved[0].target
        there = self.zones.get(source)
        if there is not None and moved[0].place == NOWHERE:
            if target in self.zones:
                places, self.zones[source] = there[: len(moved)], there[len(moved) :]
                for event, place in zip(moved, places, strict=True):
                    place.certain = False
                    self._put(event, place)
            else:
                self.zones[source] = []
                _spread(there, [event.component for event in moved])
        else:
            for event in moved:
                place = there.pop(event.place) if there is not None else Place()
                if event.component != NOWHERE:
                    place.component = event.component
                self._see(place, event.seen)
                self._put(event, place)
        if source != target:
            self.inside[source] -= {event.component for event in moved}
            self.inside[target] |= {event.component for event in moved}

    def _see(self, place: Place, seen: int) -> None:
        """Record that the player saw the component at a place, if a mask of players says so."""
        place.seen |= bool(seen & self._bit) and place.certain
        if place.seen and place.at != NOWHERE:
            self._script.fixed.add(place.at)

    def _put(self, event: Moved, place: Place) -> None:
        there = self.zones.get(event.target)
        if there is not None:
            there.insert(len(there) if event.bottom else 0, place)

    def _settle(self, end: list[list[int]]) -> None:
        """Write the orders; components at unknown places lie as at the end, or in arbitrary order."""
        for zone, places in self.zones.items():
            for place, c in zip(places, end[zone], strict=True):
                place.component = c
        words, labels = self._script.words, self._script.labels
        for order in self._orders:
            left = sorted(order.components - {place.component for place in order.places})
            for at, place in enumerate(order.places, order.at):
                c = place.component if place.component is not None else left.pop()
                words[at], place.at = c, at
                labels.setdefault(c, set()).add(at)
                if place.seen:
                    self._script.fixed.add(at)
            self._script.orders.append((order.at, order.at + len(order.places)))
        self._orders.clear()

    # --- values and answers ---------------------------------------------------------------------------

    def _drew(self, event: Drew) -> None:
        """Write a thrown value, or the component that a place of an answer meant."""
        meant = event.component and event.slot in self._picks
        at = self._item(Item.MEANT if meant else Item.VALUE, event.value)
        if event.component and event.value >= 0:
            self._script.labels.setdefault(event.value, set()).add(at)
        elif not meant and not event.seen & self._bit:
            domain = self.program.slots[event.slot].domain
            self._script.thrown.append(Thrown(at, domain.low, domain.high - domain.low + 1))

    @property
    def most_room(self) -> int:
        """Maximum number of words of an answer, reserved if the player does not know the decision."""
        return max((size for size, _ in self._fields), default=0)

    def _decided(self, event: Decided) -> None:
        """Write an answer as a listed option, and note the components in it that the player was not told."""
        fields = self._fields
        told = event.player == self.player or bool(event.told & self._bit)
        size, places = fields[event.action]
        words = [0] * size
        for place, value in zip(places, event.values, strict=True):
            parts = [len(value), *value] if isinstance(value, tuple) else [value]
            words[place : place + len(parts)] = parts
        room = size if told else self.most_room
        hidden = [
            place
            for which, place in named(self.program, fields[event.action], event.action, words)
            if not (told and event.seen[which] & self._bit) and (told or not self.program.has_copies)
        ]
        head = (room, event.action, int(bool(hidden)))
        at = self._item(Item.ANSWER, *head, *words, *([0] * (room - size))) - 1
        for place in hidden:
            self._script.labels.setdefault(words[place], set()).add(at + HEAD + place)
        if not told:
            self._script.secrets.append(at)


def named(program: Program, fields: Fields, action: int, words: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the components in the words of an option: the index of the value, and the index of the word."""
    _, places = fields
    for which, (pick, place) in enumerate(zip(program.actions[action].picks, places, strict=True)):
        first, count = (place, 1) if pick.counts is None else (place + 1, words[place])
        if pick.component:
            yield from ((which, at) for at in range(first, first + count) if words[at] >= 0)


def _spread(places: Sequence[Place], components: Sequence[int]) -> None:
    """Assign the components of a pile that moves to an unordered zone to its places, from the top.

    Where nothing else shows the order of the pile, the record has the components in their order.
    """
    known = {place.component for place in places}
    left = iter([c for c in components if c not in known])
    for place in places:
        if place.component is None:
            place.component = next(left)
