"""Sights: what one player is shown of an event, derived from the event's row.

A *sight* is the sort of the event, followed by the fields that the player is shown, in the order of their
declaration (`interpreter.play.fields`). The first of identical components represents them all. A component
that the player does not know is represented by its back, followed by what the player can exclude of it. In an
unordered zone nothing else distinguishes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias
from weakref import WeakKeyDictionary

from gamespec.program import Pick, Program
from gamespec.program.frozen import dataclass
from interpreter.kernels.items import Fields, fields_of, words_of
from interpreter.kernels.terms import Long, Rows, Taped, Words
from interpreter.play.chance import ALL, GAMMA, WORD, mix
from interpreter.play.errors import check_seat
from interpreter.play.events import Asked, Event
from interpreter.play.fields import EVERYBODY, Declared, Field, Said
from interpreter.play.information import InformationState, Sight
from interpreter.play.observation import Unknown
from interpreter.play.options import in_order
from interpreter.play.rows import DECLARED, Form, row_of

__all__ = ["Hash", "Pending", "SightLog", "SightLogger", "Sights", "fold", "information_state", "sight"]


@dataclass(frozen=True, slots=True)
class _Number:
    """A number, shown as it is."""

    at: int
    to: int

    def seen(self, row: Taped, player: int) -> int:  # noqa: ARG002 - as other fields ask
        """Return the field as shown to a player."""
        return row[self.at]


@dataclass(frozen=True, slots=True)
class _First:
    """A component, shown as the first that looks the same, or the first with the same back."""

    at: int
    to: int
    first: tuple[int, ...]

    def seen(self, row: Taped, player: int) -> int:  # noqa: ARG002 - as other fields ask
        """Return the field as shown to a player."""
        return self.first[row[self.at]]


@dataclass(frozen=True, slots=True)
class _Known:
    """A component; a player who does not know it is shown `Unknown` minus its back."""

    at: int
    to: int
    knowers: int
    alike: tuple[int, ...]
    backs: tuple[int, ...]

    def seen(self, row: Taped, player: int) -> int:
        """Return the field as shown to a player."""
        return (
            self.alike[row[self.at]]
            if row[self.knowers] >> player & 1
            else Unknown - self.backs[row[self.at]]
        )


@dataclass(frozen=True, slots=True)
class _Value:
    """A number or, if another field says so, a component or `none`."""

    at: int
    to: int
    component: int
    alike: tuple[int, ...]

    def seen(self, row: Taped, player: int) -> int:  # noqa: ARG002 - as other fields ask
        """Return the field as shown to a player."""
        return self.alike[row[self.at]] if row[self.component] and row[self.at] >= 0 else row[self.at]


_Part: TypeAlias = _Number | _First | _Known | _Value


def _part(program: Program, field: Field) -> _Part:
    """Return the part for a field that takes one word."""
    at, to = field.at, field.to
    match field.said:
        case Said.FACE:
            return _First(at, to, program.alike)
        case Said.BACK:
            return _First(at, to, program.backs)
        case Said.KNOWN:
            return _Known(at, to, field.beside, program.alike, program.backs)
        case Said.VALUE:
            return _Value(at, to, field.beside, program.alike)
        case _:
            return _Number(at, to)


class _Seen:
    """Derives what players are shown of one kind of event, for one program."""

    def __init__(self, program: Program, event: Declared) -> None:
        self.sort, self.viewers, self.players, self.alike = (
            event.sort, event.viewers, program.players, program.alike
        )  # fmt: skip
        *narrow, last = event.shown
        if event.several is None:
            narrow.append(last)
        self.parts = tuple(_part(program, field) for field in narrow)
        self.said = last.said if event.several is not None else Said.NOT
        self.excludes = self.said is Said.OWN and bool(program.attributes)
        self.answers = self.said is Said.ANSWER
        self.at, self.to = last.at, last.to

    def see(self, row: Taped, player: int) -> Iterator[int]:
        """Yield what a player is shown of an event; nothing if the player is not shown the event."""
        if self.viewers == EVERYBODY or row[self.viewers] >> player & 1:
            yield self.sort
            for part in self.parts:
                if part.to == EVERYBODY or row[part.to] >> player & 1:
                    yield part.seen(row, player)
            if self.excludes:
                yield from self.own(row[self.at + 1 :], row[self.at], player)
            if self.answers and row[self.to] >> player & 1:
                yield from self.answer(row[self.at + 1 :], row[self.at], player)

    def own(self, words: Taped, end: int, player: int) -> Iterator[int]:
        """Yield the player's own exclusions."""
        each = end // self.players
        for i in range(each):
            yield words[each * player + i]

    def answer(self, words: Taped, end: int, player: int) -> Iterator[int]:
        """Yield the values of an answer, with `Unknown` for each that the player does not recognize."""
        at = 0
        while at < end:
            knows, form, value = words[at] >> player & 1, words[at + 1], words[at + 2]
            at += 3
            if form >= Form.NUMBERS:
                yield value
                for i in range(value):
                    yield self.value(words[at + i], form & 1) if knows else Unknown
                at += value
            else:
                yield self.value(value, form & 1) if knows else Unknown

    def value(self, value: int, component: int) -> int:
        """Return a value, which may be a component, as shown."""
        return self.alike[value] if component and value >= 0 else value


class Sights:
    """Derives what players are shown of events, for one program."""

    def __init__(self, program: Program) -> None:
        self.events = tuple(_Seen(program, each) for each in DECLARED.values() if each.shown)
        by_sort = {each.sort: each for each in DECLARED.values()}
        every = [by_sort.get(sort) for sort in range(1 + max(by_sort))]
        self.size = tuple(each.size if each else 0 for each in every)
        """For each sort, the number of words of a row without those of a last field of variable length."""
        self.goes_on = tuple(int(each is not None and each.several is not None) for each in every)
        """For each sort, 1 if the last of these words is the number of words that follow."""
        self.seen: dict[int, Callable[[Taped, int], Iterator[int]]] = {e.sort: e.see for e in self.events}

    def see(self, tape: Taped, end: int, player: int) -> Iterator[int]:
        """Yield what a player is shown of the rows of a tape with `end` words; this is a kernel."""
        at = 0
        while at < end:
            row = tape[at:]
            sort = row[0]
            for event in self.events:
                if sort == event.sort:
                    yield from event.see(row, player)
            at += self.length(row)

    def length(self, row: Taped) -> int:
        """Return the number of words of a row; this is a kernel."""
        return self.size[row[0]] + (row[self.size[row[0]] - 1] if self.goes_on[row[0]] else 0)


def fold(seen: Long, word: int) -> Long:
    """Return the hash of a sequence of words from that of all but the last; this is a kernel."""
    return mix(((seen + GAMMA) & ALL) ^ Long(word) & WORD)


def _fold_sum(seen: Long, whole: Long) -> Long:
    """Return the hash of a sequence and a set from that of the sequence and the sum over the members."""
    return fold(fold(seen, int(whole)), int(whole >> 32))


class _Choice:
    """The value or values of one pick of an option, as they are hashed."""

    def __init__(self, pick: Pick, at: int, alike: tuple[int, ...]) -> None:
        self.several, self.component, self.at, self.alike = pick.counts is not None, pick.component, at, alike

    def see(self, seen: Long, option: Words) -> Long:
        """Return the hash after the pick, which is independent of the order of several values."""
        if self.several:
            found, whole, members = seen, Long(0), option[self.at + 1 :]
            for i in range(option[self.at]):
                whole = (whole + fold(seen, self.value(members[i]))) & ALL
            found = fold(_fold_sum(seen, whole), option[self.at])
        else:
            found = fold(seen, self.value(option[self.at]))
        return found

    def value(self, value: int) -> int:
        """Return a value, or the first of the copies of a component."""
        return self.alike[value] if self.component and value >= 0 else value


class _Choices:
    """The options of one action, as they are hashed."""

    def __init__(self, program: Program, action: int, fields: Fields) -> None:
        picks, (self.size, places) = program.actions[action].picks, fields
        self.action, self.has_copies = action, program.has_copies
        self.picks = tuple(_Choice(pick, at, program.alike) for pick, at in zip(picks, places, strict=True))

    def see(self, seen: Long, option: Words) -> Long:
        """Return the hash after the values of one option."""
        found = seen
        for pick in self.picks:
            found = pick.see(found, option)
        return found

    def see_one(self, seen: Long, option: Words) -> Long:
        """Return the hash after the action, and the values of one of its options."""
        return self.see(fold(seen, self.action), option)

    def see_all(self, seen: Long, options: Words, count: int) -> Long:
        """Return the hash after the action and all its options, which lie one after another.

        If there are identical components, the order of the options may depend on which copy is which, so the
        hash is then independent of it.
        """
        found, whole = fold(fold(seen, self.action), count), Long(0)
        for k in range(count):
            if self.has_copies:
                whole = (whole + self.see(found, options[k * self.size :])) & ALL
            else:
                found = self.see(found, options[k * self.size :])
        return _fold_sum(found, whole) if self.has_copies else found


class Pending:
    """The pending decision of a program, as it is hashed for the player who decides."""

    def __init__(self, program: Program) -> None:
        self.actions = tuple(
            _Choices(program, action, fields) for action, fields in enumerate(fields_of(program))
        )
        self.sites = tuple(
            (number, tuple((index, self.actions[action]) for index, action in enumerate(site.actions)))
            for number, site in enumerate(program.sites)
        )

    def see(self, seen: Long, begins: Rows, counts: Words, site: int) -> Long:
        """Return the hash after the decision at a site, whose options are listed as in `scripted`."""
        found = fold(seen, site)
        for number, actions in self.sites:
            if site == number:
                for index, action in actions:
                    found = action.see_all(found, begins[2 * index], counts[2 * index + 1])
        return found


# --- queries from Python --------------------------------------------------------------------------------

_SIGHTS: WeakKeyDictionary[Program, Sights] = WeakKeyDictionary()


def information_state(program: Program, events: Iterable[Event], player: int) -> InformationState:
    """Return what a player (the seat, from 0) has been shown of events."""
    check_seat(player, program.players)
    return tuple(seen for event in events if (seen := sight(program, event, player)) is not None)


def sight(program: Program, event: Event, player: int) -> Sight | None:
    """Return what a player (the seat, from 0) is shown of an event; `None` if nothing."""
    if isinstance(event, Asked):
        return _asked(program, event, player)
    sights = _SIGHTS.get(program)
    if sights is None:
        sights = _SIGHTS[program] = Sights(program)
    row = row_of(program, event)
    see = sights.seen.get(row[0])
    return tuple(see(row, player)) or None if see is not None else None


def _asked(program: Program, event: Asked, player: int) -> Sight:
    """Return the sight of a decision, with the numbers of its options.

    The numbers are sorted if the order of the options may depend on which copy is which.
    """
    if event.player != player:
        return int(event.sort), event.player
    numbers = (option.number for option in in_order(program, event.options))
    return int(event.sort), event.player, event.site, *numbers


MOST_KEPT = 256
"""Maximum number of decisions of a player whose hash is kept."""


class Hash:
    """A 64-bit hash of what a player (the seat, from 0) has been shown of events, one after another.

    A module computes the same one (`interpreter.compiled.course.sights`). The player's own decisions are
    hashed with the values of their options, rather than the numbers that `sight` returns.
    """

    def __init__(self, program: Program, player: int) -> None:
        self._program, self._player, self.seen = program, player, 0
        self._pending, self._fields = Pending(program), fields_of(program)
        self._before: dict[tuple[object, ...], int] = {}
        """Cache: the hash after a decision of the player."""

    def see(self, event: Event, shown: Sight) -> None:
        """Add an event, and what the player is shown of it."""
        if not isinstance(event, Asked) or event.player != self._player:
            self.seen = _folded(self.seen, shown)
            return
        key = self.seen, event.site, tuple((o.action, o.values) for o in event.options)
        if key not in self._before:
            if len(self._before) >= MOST_KEPT:
                self._before.clear()
            self._before[key] = self._asked(event)
        self.seen = self._before[key]

    def _asked(self, event: Asked) -> int:
        begins, counts = list[list[int]](), list[int]()
        for action in self._program.sites[event.site].actions:
            options = [o.values for o in event.options if o.action == action]
            listed = [word for values in options for word in words_of(values, self._fields[action])]
            begins += [listed, listed]
            counts += [len(options), len(options)]
        seen = _folded(self.seen, (event.sort, event.player))
        return self._pending.see(seen, begins, counts, event.site)


@dataclass(frozen=True, slots=True)
class SightLog:
    """What a player (the seat, from 0) has been shown of a game.

    `hashes` has the hash of it at each place where the game waited, and at its end. The sights of own
    decisions are without the numbers of the options, which only the hashes cover.
    """

    player: int
    state: InformationState
    hashes: tuple[int, ...]


class SightLogger:
    """What a player (the seat, from 0) is shown of a game that goes on; no event is looked at twice."""

    def __init__(self, program: Program, player: int) -> None:
        check_seat(player, program.players)
        self._program, self._player, self._hash = program, player, Hash(program, player)
        self._sights, self._waits, self._events, self._waiting = list[Sight](), list[int](), 0, False

    def after(self, events: Sequence[Event]) -> SightLog:
        """Return what the player has been shown after the events since the beginning of the game."""
        for event in events[self._events :]:
            seen = self._sight(event)
            if seen is not None:
                self._hash.see(event, seen)
                self._sights.append(seen)
            self._waiting = isinstance(event, Asked)
            if self._waiting:
                self._waits.append(self._hash.seen)
        self._events = len(events)
        hashes = self._waits if self._waiting else [*self._waits, self._hash.seen]
        return SightLog(self._player, tuple(self._sights), tuple(hashes))

    def _sight(self, event: Event) -> Sight | None:
        if isinstance(event, Asked):
            mine = (event.site,) if event.player == self._player else ()
            return int(event.sort), event.player, *mine
        return sight(self._program, event, self._player)


def _folded(seen: int, words: Iterable[int]) -> int:
    """Return the hash of a sequence from that of its beginning, and the rest."""
    for word in words:
        seen = fold(seen, word)
    return seen
