"""The atoms: every change of a position goes through one of these, and leaves an event.

A zone is a doubly linked list threaded through its components. An ordered zone is linked from the top
down; another one is kept in the order of declaration, so that equal contents mean equal integers.

Who knows a component is a bit for each player. A move is seen by whoever sees into the zone it leaves
or the one it reaches. A player who sees neither still knows which it is if the zone it left is ordered,
or held nothing else with the same back; otherwise any of those may be the one that moved, and that player no
longer knows any of them. What players know of a component in part (`excluded`) goes the same way. Who is
shown an alike copy of what was known to lie in a zone without order can't tell which of both it is: so many
of them as are known there, less one, are known afterwards.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from gamespec.program import Program
from gamespec.program.tables import BY_OTHERS, BY_OWNER, NOWHERE
from interpreter.engine.excluded import Excluded
from interpreter.play import faults
from interpreter.play.chance import Stream
from interpreter.play.events import BackSeen, Event, Moved, Revealed, Shown, Shuffled
from interpreter.play.known import copies

__all__ = ["Atoms"]

Position = list[int]
Sink = list[Event] | None


class Atoms:
    """The changes that components can undergo, for one program."""

    def __init__(self, program: Program) -> None:
        layout = program.layout
        self.program = program
        self.zone_of, self.next, self.previous = layout.zone_of, layout.next, layout.previous
        self.known, self.first, self.last, self.size = layout.known, layout.first, layout.last, layout.size
        self.everyone = (1 << program.players) - 1
        self.seen = tuple(zone.seen for zone in program.zones)
        self.ordered = tuple(zone.ordered for zone in program.zones)
        self.capacity = tuple(zone.capacity for zone in program.zones)
        self.owners, self.backs, self.faces = program.owners, program.backs, program.faces
        self.excluded = Excluded(program)

    def sees(self, zone: int, component: int) -> int:
        """A bit for each player who sees a component in a zone."""
        seen = self.seen[zone]
        if seen >= 0:
            return seen
        owner = 1 << self.owners[component]
        if seen == BY_OWNER:
            return owner
        assert seen == BY_OTHERS  # noqa: S101 - the only other case
        return self.everyone & ~owner

    def contents(self, p: Position, zone: int) -> list[int]:
        """The components of a zone, from the top."""
        found: list[int] = []
        c = p[self.first + zone]
        while c >= 0:
            found.append(c)
            c = p[self.next + c]
        return found

    def move(  # noqa: PLR0913 - what a move is
        self, p: Position, c: int, target: int, *, bottom: bool, sink: Sink, at: int, whole: bool = False
    ) -> None:
        """Move a component to a zone, alone or with all others there. Raises `Fault` if there is no room."""
        source = p[self.zone_of + c]
        if source != target and p[self.size + target] >= self.capacity[target]:
            raise faults.NO_ROOM.at(at, zone=target, most=self.capacity[target])
        if source == target and not self.ordered[target]:
            return
        place = NOWHERE if sink is None or whole else self.place_of(p, c)
        self._lead(p, c)
        seen = self._follow(p, c, source, target, whole=whole)
        self._unlink(p, c, source)
        self.link(p, c, target, bottom=bottom)
        p[self.known + c] = seen
        if sink is not None:
            below = bottom and self.ordered[target] and p[self.next + c] < 0 <= p[self.previous + c]
            sink.append(Moved(c, source, target, seen, place, below, self.excluded.told(p, c)))
        if self.excluded.any:
            self.excluded.forget(p, c, seen)

    def place_of(self, p: Position, c: int) -> int:
        """Where a component lies in an ordered zone, from the top, 0 being the top; else `NOWHERE`."""
        if not self.ordered[p[self.zone_of + c]]:
            return NOWHERE
        place = 0
        while (c := p[self.previous + c]) >= 0:
            place += 1
        return place

    def _follow(self, p: Position, c: int, source: int, target: int, *, whole: bool) -> int:
        """Who knows which component moves; who loses track of what it lay among."""
        sees = self.sees(source, c) | self.sees(target, c)
        if sees == self.everyone:
            return sees
        known = self.known
        if whole or self.ordered[source] or p[self.size + source] == 1:
            return sees | p[known + c]
        back = self.backs[c]
        among = [other for other in self.contents(p, source) if self.backs[other] == back]
        if len(among) == 1:
            return sees | p[known + c]
        if self.excluded.any:
            self.excluded.confuse(p, among, self.everyone & ~sees, known)
        for other in among:  # all of one owner, so who sees one of them there sees all
            p[known + other] &= sees
        return sees

    def _lead(self, p: Position, c: int, but: Container[int] = ()) -> None:
        """Let a component be, of those that nobody can tell from it, the one of which each player knows most.

        They change places in what is known of them, each player's for itself; some take no part.
        """
        for other in copies(self.program, p, c) if self.faces[c] >= 0 else ():
            if other in but:
                continue
            better = p[self.known + other] & ~p[self.known + c] & self.everyone
            if self.excluded.any:
                alike = self.everyone & ~(p[self.known + other] ^ p[self.known + c])
                better |= self.excluded.more(p, other, c) & alike
                self.excluded.exchange(p, other, c, better)
            changed = (p[self.known + other] ^ p[self.known + c]) & better
            p[self.known + other] ^= changed
            p[self.known + c] ^= changed

    def _unlink(self, p: Position, c: int, zone: int) -> None:
        after, before = p[self.next + c], p[self.previous + c]
        if before >= 0:
            p[self.next + before] = after
        else:
            p[self.first + zone] = after
        if after >= 0:
            p[self.previous + after] = before
        else:
            p[self.last + zone] = before
        p[self.size + zone] -= 1

    def link(self, p: Position, c: int, zone: int, *, bottom: bool = False) -> None:
        """Put a component that lies nowhere into a zone: on top, at the bottom, or in its order."""
        next_, previous = self.next, self.previous
        if self.ordered[zone]:
            after = -1 if bottom else p[self.first + zone]
            before = p[self.last + zone] if bottom else -1
        else:
            before = p[self.last + zone]
            while before > c:
                before = p[previous + before]
            after = p[next_ + before] if before >= 0 else p[self.first + zone]
        p[next_ + c], p[previous + c] = after, before
        if before >= 0:
            p[next_ + before] = c
        else:
            p[self.first + zone] = c
        if after >= 0:
            p[previous + after] = c
        else:
            p[self.last + zone] = c
        p[self.zone_of + c] = zone
        p[self.size + zone] += 1

    def reorder(self, p: Position, zone: int, order: list[int]) -> None:
        """Lay the components of a zone in an order, from the top."""
        ends = [-1, *order, -1]
        for i, c in enumerate(order, 1):
            p[self.previous + c], p[self.next + c] = ends[i - 1], ends[i + 1]
        p[self.first + zone], p[self.last + zone] = (order[0], order[-1]) if order else (-1, -1)

    def shuffle(self, p: Position, zone: int, stream: Stream, sink: Sink, top: Sequence[int] = ()) -> None:
        """Put a zone into random order below what is put on `top`; who does not see into it loses track."""
        contents = self.contents(p, zone)
        self.reorder(p, zone, [*top, *(c for c in stream.order(p, contents) if c not in top)])
        for c in contents:
            self.lose(p, zone, c)
        if sink is not None:
            sink.append(Shuffled(zone))
            self._show(p, zone, sink)

    def lose(self, p: Position, zone: int, c: int) -> None:
        """Whoever does not see into a zone that is shuffled loses track of a component there."""
        p[self.known + c] &= self.sees(zone, c)
        if self.excluded.any:
            self.excluded.forget(p, c, self.everyone)

    def _show(self, p: Position, zone: int, sink: list[Event]) -> None:
        """Tell how a zone has been shuffled, place by place: all the backs, those who see into it the rest.

        What can then lie in one way only, for it is the last or all the rest are alike, is not told.
        """
        contents = self.contents(p, zone)
        backs = _until_alike(contents, self.backs)
        told = _until_alike(contents, self.program.alike) if self.seen[zone] else 0
        for place, c in enumerate(contents[: max(backs, told)]):
            if place < backs:
                sink.append(BackSeen(c, zone, place))
            seen = p[self.known + c] & self.everyone
            if seen and place < told:
                sink.append(Revealed(c, seen, zone, place))

    def reveal(self, p: Position, components: Iterable[int], seen: int, sink: Sink) -> None:
        """Let players know components, all at once."""
        shown: set[int] = set()
        for c in components:
            self._lead(p, c, shown)
            shown.add(c)
            p[self.known + c] |= seen
            if sink is not None:
                zone, place = p[self.zone_of + c], self.place_of(p, c)
                sink.append(Revealed(c, seen, zone, place, self.excluded.told(p, c)))
            if self.excluded.any:
                self.excluded.forget(p, c, seen)

    def show(
        self,
        p: Position,
        components: Iterable[int],
        seen: int,
        attribute: int,
        value: int | None,
    ) -> list[Shown]:
        """Let players know of components whether an attribute has a value; with `None`, which it has.

        It is shown of all of them at once. Gives the events.
        """
        events: list[Shown] = []
        shown = self.program.attributes[attribute]
        first = self.program.kinds[shown.kind].first
        before: set[int] = set()
        for c in components:
            self._lead(p, c, before)
            before.add(c)
            told = self.excluded.told(p, c)
            known = p[self.known + c] & self.everyone
            asked = shown.printed[c - first] if value is None else value
            whether = self.excluded.show(p, c, seen & ~known, shown, asked)
            zone, place = p[self.zone_of + c], self.place_of(p, c)
            events.append(Shown(c, seen, known, zone, place, attribute, asked, whether, told))
        return events


def _until_alike(contents: list[int], alike: Sequence[int]) -> int:
    """From which place on all that lies in a zone is alike."""
    at = len(contents)
    while at and alike[contents[at - 1]] == alike[contents[-1]]:
        at -= 1
    return at
