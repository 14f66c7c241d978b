"""Guesses: scripts of histories that may have shown a player the same, made from that player's sights.

What the player was not shown is filled in: the components of hidden moves according to a `plan` from
`interpreter.redeal`, and unseen throws at random. Everything public is as it was. Answers that the player was
not shown completely are left `OPEN`: a replay stops there, and reports the options. So a guess has exactly as
many items as the true script, in the same order, but it need not be a history. `mending` turns it into one.

If all components that the player cannot tell apart are shuffled together, earlier events leave no trace that
the player was not shown: the game is the same afterwards, whatever happened before. So each part between two
such shuffles (`Sightings.parts`) is guessed and mended by itself, after the chapter that goes before it.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from gamespec.program import Pick, Program
from gamespec.program.instructions import Throw
from gamespec.program.tables import NOWHERE
from interpreter.kernels.items import HEAD
from interpreter.kernels.sights import SightLog
from interpreter.play.events import Asked, Decided, Drew, Event, EventKind, Moved, Revealed, Shuffled
from interpreter.play.information import Sight
from interpreter.play.luck import Draws
from interpreter.play.observation import Unknown
from interpreter.play.options import Value
from interpreter.redeal.losses import losses
from interpreter.redeal.plan import make_plan
from interpreter.redeal.scripts import OPEN, SHUFFLE, Script, Writer, contents, secret_draws
from interpreter.redeal.sightings import Hidden, Part, Sightings, hides_values

__all__ = ["Chapter", "Guess", "guessed", "sightings_after"]

SIGHT = 2
"""Number of words of a hash."""

TAKEN_LITERALLY = 4
"""One in this many guesses does not assume that an answer named the component that moves next."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A script that may be that of a history consistent with what a player was shown.

    `went` has the component of each hidden move according to the plan, by the index of the move among the
    sights; a move within a zone may be left open. `news` are the components seen since the previous SIGHT,
    for each SIGHT. `waits` are the indexes among the sights at which the game waited. `answers` are those of
    which not everything was told: it maps the word at which each begins to the index of its sight, and `told`
    maps the same word to what was told, or follows from the next moves. `shuffled` maps the first word of
    each order to its zone. The guess is about the sights from `first` to before `stop`, after which the zones
    have the `contents`.
    """

    script: Script
    sightings: Sightings
    went: Mapping[int, int]
    news: tuple[tuple[int, ...], ...]
    waits: tuple[int, ...]
    answers: Mapping[int, int]
    told: Mapping[int, Sequence[int]]
    shuffled: Mapping[int, int]
    first: int
    stop: int
    contents: tuple[Sequence[int], ...]

    def next_answer(self, player: int, at: int) -> int:
        """Return the index of a player's next answer, from the sight `at` on, but at most `stop`."""
        return min(self.sightings.next_answer(player, at), self.stop)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A history up to a shuffle of all components that the player cannot tell apart.

    It goes to before the sight `start`, which is that of the shuffle. It has the `words`, with that many
    `sights`; the game last waits after so many words (`waits`). Then the zones have the `contents`, and
    `hidden` is what is hidden after the shuffle.
    """

    start: int
    words: array[int]
    sights: int
    waits: int
    contents: Sequence[Sequence[int]]
    hidden: Hidden | None

    @classmethod
    def none(cls, program: Program) -> Chapter:
        """Return the beginning of a game."""
        return cls(0, array("i"), 0, 0, contents(program), None)

    def followed_by(self, guess: Guess, part: Part) -> Chapter:
        """Return this chapter with the next one, which is a mended guess of a part."""
        words = guess.script.words[: guess.script.end - SHUFFLE]
        there = guess.script.sights
        waits = there[-1] + SIGHT if there else self.waits
        return Chapter(guess.stop, words, self.sights + len(there), waits, guess.contents, part.after)


def sightings_after(program: Program, shown: SightLog, chapter: Chapter) -> Sightings:
    """Return what the sights after a chapter say."""
    first = chapter.start + (chapter.hidden is not None)
    sizes = Counter({zone: len(there) for zone, there in enumerate(chapter.contents)})
    player, cut = shown.player, not hides_values(program, shown.player)
    before = chapter.hidden
    return Sightings(program, shown.state, player, cut=cut, first=first, before=before, sizes=sizes)


class _Failed(Exception):
    """The plan is impossible: it needs a component where it does not lie."""


def guessed(
    sightings: Sightings, part: Part, chapter: Chapter, hashes: Sequence[int], luck: Draws
) -> Iterator[Guess | None]:
    """Yield guesses of a part of a history, without end, each from another plan.

    `chapter` is what goes before it, and `hashes` are those of what the player was shown at its sights. If a
    plan fails, `None` is yielded.
    """
    lost, number = losses(sightings, part), 0
    while True:
        went = make_plan(sightings, part, lost, luck)
        if went is None:
            yield None
            continue
        number += 1
        guesser = _Guesser(sightings, chapter, went, luck, follows=number % TAKEN_LITERALLY > 0)
        try:
            yield guesser.guess(hashes, part.stop)
        except _Failed:
            yield None


class _Guesser(Writer):
    """Writes a guess, one sight at a time."""

    def __init__(
        self,
        sightings: Sightings,
        chapter: Chapter,
        went: Mapping[int, int],
        luck: Draws,
        *,
        follows: bool,
    ) -> None:
        program = sightings.program
        super().__init__(program, sightings.player, chapter.words, chapter.contents)
        self._sightings, self._shown, self._went, self._luck = sightings, sightings.shown, went, luck
        self._first, self._stop, self._follows = chapter.start, len(sightings.shown), follows
        self._going: list[int] = []
        self._backs: dict[int, int] = {}
        self._seen: list[int] = []
        self._news: list[tuple[int, ...]] = []
        self._at: list[int] = []
        self._orders_of: list[int] = []
        self._named: set[int] = set()
        self._open: dict[int, int] = {}
        self._told: dict[int, Sequence[int]] = {}
        self._waits = NOWHERE
        self._throws = {(i.stream, i.slot): i.component for i in program.code if isinstance(i, Throw)}

    def guess(self, hashes: Sequence[int], stop: int) -> Guess:
        """Return the guess up to a sight, with the hashes; raise `_Failed` if the plan is impossible.

        If it is not the last sight, it is that of a shuffle, and the guess goes as far as to this shuffle.
        """
        ends = stop == len(self._shown)
        self._stop = stop if ends else stop - 1
        for at in range(self._first, self._stop):
            guessed_event = self._event(at, self._shown[at])
            if guessed_event is not None:
                self.write(guessed_event)
        self.settle_moves()
        lying = [self._lying(zone) for zone in range(len(self.inside))]
        script = self.script(lying) if ends else self.before_shuffle(lying)
        script.see(hashes if ends else hashes[: len(script.sights)])
        self._wish()
        self._news += [tuple(self._seen)] * (len(script.sights) - len(self._news))
        return Guess(
            script,
            self._sightings,
            self._went,
            tuple(self._news),
            (*self._at, self._stop),
            self._open,
            self._told,
            {first: zone for (first, _), zone in zip(script.orders, self._orders_of, strict=True)},
            self._first,
            self._stop,
            tuple(lying[zone] or sorted(inside) for zone, inside in enumerate(self.inside)),
        )

    def _wish(self) -> None:
        """Add as much luck as the answers may need."""
        answers = sum(sight[0] == EventKind.DECIDED for sight in self._shown[self._first : self._stop])
        luck = range(answers * secret_draws(self.program))
        self._script.wish([self._luck.below(1 << 32) - (1 << 31) for _ in luck])

    def _lying(self, zone: int) -> list[int]:
        """Return the current contents of a zone; unknown places hold arbitrary other components."""
        places = self.zones.get(zone)
        if not places:
            return []
        left = sorted(self.inside[zone] - {place.component for place in places})
        found, backs = [], self.program.backs
        for place in places:
            c = place.component
            if c is None:
                back = self._backs.get(id(place))
                may = left if back is None else [c for c in left if backs[c] == back]
                if not may:
                    raise _Failed
                c = may[self._luck.below(len(may))]
                left.remove(c)
            found.append(c)
        return found

    # --- events ---------------------------------------------------------------------------------------

    def _event(self, at: int, sight: Sight) -> Event | None:
        """Return a possible event for a sight of the player, or `None`."""
        sort, *rest = sight
        match sort:
            case EventKind.MOVED:
                return self._move_of(at, rest)
            case EventKind.SHUFFLED:
                self._arrive()
                self._orders_of += [rest[0]] if self.inside[rest[0]] else []
                return Shuffled(rest[0])
            case EventKind.REVEALED:
                self._arrive()
                first, zone, place, *_ = rest
                c = self._one_of(zone, place, first)
                self._seen.append(c)
                return Revealed(c, 1 << self.player, zone, place)
            case EventKind.SHOWN if rest[0] >= 0 and rest[2] != NOWHERE:
                self._arrive()
                first, zone, place, *_ = rest
                return Revealed(self._one_of(zone, place, first), 1 << self.player, zone, place)
            case EventKind.BACK_SEEN:
                self._arrive()
                back, zone, place = rest
                self._backs[id(self.zones[zone][place])] = back
                return None
            case EventKind.DREW:
                self._arrive()
                return self._drew_of(at, rest)
            case EventKind.ASKED:
                self._arrive()
                self._news.append(tuple(self._seen))
                self._seen = []
                self._at.append(at)
                self._waits = rest[0]
                return Asked(rest[0], rest[1] if len(rest) > 1 else NOWHERE, ())
            case EventKind.DECIDED:
                self._arrive()
                return self._answer_of(at, rest)
            case _:
                return None

    def _arrive(self) -> None:
        self.settle_moves()
        self._going = []

    def _move_of(self, at: int, sight: list[int]) -> Moved:
        which, source, target, place, bottom, *_ = sight
        if not self.piles(source, target, place):
            self._arrive()
        first = which if which >= 0 else self._went.get(at)
        back = None if which >= 0 else Unknown - which
        if first is None and source == target:
            return Moved(NOWHERE, source, target, 0, place, bool(bottom))
        c = self._one_of(source, place, first, back)
        if which >= 0:
            self._seen.append(c)
        self._going.append(c)
        return Moved(c, source, target, (1 << self.player) * (which >= 0), place, bool(bottom))

    def _one_of(self, zone: int, place: int, first: int | None, back: int | None = None) -> int:
        """Return a component in a zone; if it is not known which, choose at random among those that fit.

        `first` is the first of its copies, and `back` its back, as far as they are known. A component is
        chosen only if nothing is known of where it lies. Raises `_Failed` if none fits.
        """
        alike, backs = self.program.alike, self.program.backs
        places = self.zones.get(zone, [])
        if place != NOWHERE and places:
            known = places[place].component
            if known is not None:
                if first is not None and alike[known] != first and back is None:
                    raise _Failed
                return known
        bound = {p.component for p in places}.union(self._going)
        may = [c for c in self.inside[zone] if c not in bound]
        if place == NOWHERE and not may:
            may = [c for c in self.inside[zone] if c not in self._going]
        if first is not None:
            may = [c for c in may if alike[c] == first]
        elif back is not None:
            may = [c for c in may if backs[c] == back]
        if not may:
            raise _Failed
        may = sorted(set(may) & self._named or may)
        return may[self._luck.below(len(may))]

    # --- values and answers ---------------------------------------------------------------------------

    def _drew_of(self, at: int, sight: list[int]) -> Drew:
        """Return the value of a throw, or the component that a place means."""
        stream, slot, *told = sight
        component = slot in self._picks or self._throws.get((stream, slot), False)
        if not component:
            domain = self.program.slots[slot].domain
            value = told[0] if told else domain.low + self._luck.below(domain.high - domain.low + 1)
            return Drew(stream, slot, value, (1 << self.player) * bool(told), component=False)
        if told and told[0] < 0:
            return Drew(stream, slot, told[0], 1 << self.player, component=True)
        zone = next((z for z, of in enumerate(self.program.zones) if of.stream == stream), None)
        if zone is None:
            raise _Failed
        onward = [move for move in self._sightings.departures(zone, at, 1) if move < self._stop]
        first = told[0] if told else self._goes(onward[0]) if onward else None
        return Drew(stream, slot, self._one_of(zone, NOWHERE, first), 0, component=True)

    def _next_answer(self, player: int, at: int) -> int:
        return min(self._sightings.next_answer(player, at), self._stop)

    def _goes(self, at: int) -> int | None:
        """Return the component that a move takes, as it was seen or according to the plan."""
        seen = self._shown[at][1]
        return self._went.get(at) if seen < 0 else seen

    def _answer_of(self, at: int, sight: list[int]) -> Decided | None:
        """Return an answer; one that was not shown completely is left open."""
        player, *told = sight
        asked, self._waits = self._waits, NOWHERE
        if asked != player:
            return None  # it was given by itself: no script says it
        if not told:
            self._leave_open(at, told)
            return None
        told = self._following(at, player, told) if self._follows else told
        action, *parts = told
        values, seen = list[Value](), list[int]()
        left, used, bit = iter(parts), set[int](), 1 << self.player
        for pick in self.program.actions[action].picks:
            count = 1 if pick.counts is None else next(left)
            told_of = [*islice(left, count)]
            found = told_of
            if pick.component:
                found = [c for p in told_of if (c := self._meant(at, player, pick, p, used)) is not None]
            if len(found) < count:
                self._leave_open(at, told)
                return None
            values.append(found[0] if pick.counts is None else tuple(found))
            seen.append(0 if pick.component and Unknown in told_of else bit)
        self._named = used
        if sight[1:] != told or not all(seen):
            self._open[len(self._script.words)] = at
            self._told[len(self._script.words)] = told
        return Decided(player, action, tuple(values), tuple(seen), forced=False, told=bit)

    def _following(self, at: int, player: int, told: list[int]) -> list[int]:
        """Return what was told of an answer, with unknown components replaced by those seen to move next."""
        found, place = told[:], 1
        for pick in self.program.actions[told[0]].picks:
            count = 1
            if pick.counts is not None:
                count, place = told[place], place + 1
            if pick.component and count == 1 and told[place] == Unknown:
                move = self._next_of(at, player, pick)
                if move is not None:
                    found[place] = max(self._shown[move][1], Unknown)
            place += count
        return found

    def _next_of(self, at: int, player: int, pick: Pick) -> int | None:
        """Return the next move of a possible value of a pick before the player answers again."""
        values = {self.program.alike[c] for c in range(pick.first, pick.first + pick.size)}
        for move in range(at + 1, self._next_answer(player, at + 1)):
            if self._shown[move][0] == EventKind.MOVED and self._goes(move) in values:
                return move
        return None

    def _meant(self, at: int, player: int, pick: Pick, part: int, used: set[int]) -> int | None:
        """Return the component that an answer named, or `None` if it is unknown.

        Of alike components, or if nothing was told, this is the one that moves next.
        """
        if part < 0 and part != Unknown:
            return part
        values = range(pick.first, pick.first + pick.size)
        for move in range(at + 1, self._next_answer(player, at + 1)):
            sight = self._shown[move]
            first = self._goes(move) if sight[0] == EventKind.MOVED else None
            if first is not None and part in {first, Unknown}:
                may = (c for c in sorted(self.inside[sight[2]]) if self.program.alike[c] == first)
                found = next((c for c in may if c in values and c not in used), None)
                if found is not None:
                    used.add(found)
                    return found
        return None if part == Unknown else self._copy(part, used)

    def _copy(self, first: int, used: set[int]) -> int:
        """Return a copy, among alike components, that has not been named yet."""
        may = (c for c, of in enumerate(self.program.alike) if of == first and c not in used)
        used.add(found := next(may, first))
        return found

    def _leave_open(self, at: int, told: Sequence[int]) -> None:
        fields = self._fields
        room = fields[told[0]][0] if told else self.most_room
        first = self._item(OPEN, room, *([0] * (HEAD - 2 + room))) - 1
        self._open[first], self._told[first] = at, told
        if not told:
            self._script.secrets.append(first)
        self._asked = None
