"""A guesser writes the script of a guess, one sight of a player at a time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from gamespec.program import Pick
from gamespec.program.instructions import Throw
from gamespec.program.tables import NOWHERE
from interpreter.kernels.items import HEAD
from interpreter.kernels.sights import SightLog
from interpreter.play.events import Asked, Decided, Drew, Event, EventKind, Moved, Revealed, Shuffled
from interpreter.play.information import Sight
from interpreter.play.luck import Draws
from interpreter.play.observation import Unknown
from interpreter.play.options import Value
from interpreter.redeal.chapters import Chapter, Guess
from interpreter.redeal.index import SightIndex
from interpreter.redeal.rewriter import Failed, Rewriter
from interpreter.redeal.scripts import OPEN, secret_draws

__all__ = ["Guesser"]


class Guesser(Rewriter):
    """Writes a guess, one sight at a time."""

    def __init__(
        self, index: SightIndex, chapter: Chapter, went: dict[int, int], luck: Draws, *, follows: bool
    ) -> None:
        program = index.program
        super().__init__(program, index.player, chapter.words, chapter.contents, went)
        self._index, self._shown, self._luck = index, index.shown, luck
        self._first, self._stop, self._follows = chapter.start, len(index.shown), follows
        self._backs: dict[int, int] = {}
        self._seen: list[int] = []
        self._news: list[tuple[int, ...]] = []
        self._orders_of: list[int] = []
        self._named: set[int] = set()
        self._open: dict[int, int] = {}
        self._told: dict[int, Sequence[int]] = {}
        self._waits = NOWHERE
        self._throws = {(i.stream, i.slot): i.component for i in program.code if isinstance(i, Throw)}

    def guess(self, hashes: Sequence[int], stop: int) -> Guess:
        """Return the guess up to a sight, with the hashes; raise `Failed` if the plan is impossible.

        If it is not the last sight, it is that of a shuffle, and the guess goes as far as to this shuffle.
        """
        ends = stop == len(self._shown)
        self._stop = stop if ends else stop - 1
        lying = self._write_from(self._first)
        script = self.script(lying) if ends else self.before_shuffle(lying)
        script.see(hashes if ends else hashes[: len(script.sights)])
        self._wish(self._first)
        return self._guessed(lying)

    def go_on(self, shown: SightLog, contents: Sequence[Sequence[int]], luck: Draws) -> Guess:
        """Return the guess up to the end of what the player has been shown, without shuffles.

        What was guessed before has been mended, and ends at a wait where the zones have certain contents.
        Raises `Failed` if this history cannot go on in that way.
        """
        script, first = self._script, self._stop
        self._index.extend(shown.state)
        self._shown, self._stop, self._luck = shown.state, len(shown.state), luck
        sights, wished = len(script.sights), self.know(contents)
        lying = self._write_from(first)
        script = self.script(lying)
        script.see(shown.hashes[-(len(script.sights) - sights) :], sights)
        script.wish(wished)
        self._wish(first)
        return self._guessed(lying)

    def _write_from(self, first: int) -> list[list[int]]:
        """Write what the sights from one on say, and return the contents of ordered zones afterwards."""
        for at in range(first, self._stop):
            guessed_event = self._event(at, self._shown[at])
            if guessed_event is not None:
                self.write(guessed_event)
        self.settle_moves()
        return [self._lying(zone) for zone in range(len(self.inside))]

    def _guessed(self, lying: Sequence[Sequence[int]]) -> Guess:
        script = self._script
        self._news += [tuple(self._seen)] * (len(script.sights) - len(self._news))
        return Guess(
            script,
            self._index,
            self._went,
            tuple(self._news),
            (*self._waits_at, self._stop),
            self._open,
            self._told,
            {first: zone for (first, _), zone in zip(script.orders, self._orders_of, strict=True)},
            self._first,
            self._stop,
            tuple(lying[zone] or sorted(inside) for zone, inside in enumerate(self.inside)),
            self.go_on,
        )

    def _wish(self, first: int) -> None:
        """Add as much luck as the answers from a sight on may need."""
        answers = sum(sight[0] == EventKind.DECIDED for sight in self._shown[first : self._stop])
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
                    raise Failed
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
                self._waits_at.append(at)
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
        else:
            self._went.setdefault(at, self.program.alike[c])
        self._going.append(c)
        return Moved(c, source, target, (1 << self.player) * (which >= 0), place, bool(bottom))

    def _one_of(self, zone: int, place: int, first: int | None, back: int | None = None) -> int:
        """Return a component in a zone; if it is not known which, choose at random among those that fit.

        `first` is the first of its copies, and `back` its back, as far as they are known. A component is
        chosen only if nothing is known of where it lies. Raises `Failed` if none fits.
        """
        alike, backs = self.program.alike, self.program.backs
        places = self.zones.get(zone, [])
        if place != NOWHERE and places:
            known = places[place].component
            if known is not None:
                if first is not None and alike[known] != first and back is None:
                    return self.exchanged(first, (known,))
                return known
        bound = {p.component for p in places}.union(self._going)
        may = [c for c in self.inside[zone] if c not in bound]
        if place == NOWHERE and not may:
            may = [c for c in self.inside[zone] if c not in self._going]
        if first is not None:
            may = [c for c in may if alike[c] == first] or [self.exchanged(first, may)]
        elif back is not None:
            may = [c for c in may if backs[c] == back]
        if not may:
            raise Failed
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
            raise Failed
        onward = [move for move in self._index.departures(zone, at, 1) if move < self._stop]
        first = told[0] if told else self._goes(onward[0]) if onward else None
        c = self._one_of(zone, NOWHERE, first)
        if first is None and onward:
            self._went[onward[0]] = self.program.alike[c]
        return Drew(stream, slot, c, 0, component=True)

    def _next_answer(self, player: int, at: int) -> int:
        return min(self._index.next_answer(player, at), self._stop)

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
