"""Moving components: zones as linked lists, and who knows what lies and moves where.

A zone is a doubly linked list threaded through its components. An ordered zone is linked from the top down;
any other is kept in the order of declaration, so that equal contents mean equal integers.

Knowledge of a component is a bit for each player. A player who sees into the zone that a component leaves or
reaches sees the move. A player who sees neither still knows which component it is if the zone it left is
ordered, or held nothing else with the same back; otherwise any of those may be the one that moved, and that
player no longer knows any of them. Partial knowledge of a component (`exclusions`) changes in the same way. A
player who is shown an alike copy of a component known to lie in an unordered zone cannot tell which of the
two it is: the number of known ones left is one less than before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from gamespec.program import Program
from gamespec.program.tables import BY_OTHERS, BY_OWNER, NOWHERE
from interpreter.kernels.exclusions import Excluded
from interpreter.kernels.terms import Position, Room, Sink, Words, inline
from interpreter.play import faults
from interpreter.play.events import Moved, Revealed

__all__ = ["Components"]


class Components:
    """The changes that components can undergo, for one program."""

    def __init__(self, program: Program, room: Room) -> None:
        layout = program.layout
        self.program, self.room = program, room
        self.zone_of, self.next, self.previous = layout.zone_of, layout.next, layout.previous
        self.known, self.first, self.last, self.size = layout.known, layout.first, layout.last, layout.size
        self.everyone = (1 << program.players) - 1
        self.seen = tuple(zone.seen for zone in program.zones)
        self.by_owner = min(self.seen, default=0) < 0
        self.ordered = tuple(zone.ordered for zone in program.zones)
        self.capacity = tuple(zone.capacity for zone in program.zones)
        self.backs, self.faces = program.backs, program.faces
        kinds = [program.kinds[program.families[zone.family].kind] for zone in program.zones]
        self.kinds_begin = tuple(kind.first for kind in kinds)
        self.kinds_end = tuple(kind.first + kind.size for kind in kinds)
        self.owners = tuple(1 << owner if owner >= 0 else 0 for owner in program.owners)
        self.copies = any(n > 1 for face, n in Counter(program.faces).items() if face >= 0)
        self.open = all(seen == self.everyone for seen in self.seen) and not program.attributes
        self.excluded = Excluded(program, layout.known, self.among)
        assert BY_OTHERS < BY_OWNER < 0  # noqa: S101 - what `seen` says else

    @cached_property
    def shown(self) -> Words:
        """For each component, 1 while it is being shown together with others."""
        return self.room.octets(len(self.program.owners))

    # --- content of zones -----------------------------------------------------------------------------------

    def along(self, p: Position, zone: int) -> Iterator[int]:
        """Yield the components of a zone, from the top."""
        c = p[self.first + zone]
        while c >= 0:
            yield c
            c = p[self.next + c]

    def among(self, p: Position, zone: int, c: int) -> Iterator[int]:
        """Yield the components of a zone with the same back as a component."""
        for other in self.along(p, zone):
            if self.backs[other] == self.backs[c]:
                yield other

    def alike(self, p: Position, zone: int, c: int) -> Iterator[int]:
        """Yield the components of a zone with the same face as a component, including itself."""
        for other in self.along(p, zone):
            if self.faces[other] == self.faces[c]:
                yield other

    def place_of(self, p: Position, c: int) -> int:
        """Return the place of a component in an ordered zone, 0 being the top; else `NOWHERE`."""
        if not self.ordered[p[self.zone_of + c]]:
            return NOWHERE
        place, before = 0, p[self.previous + c]
        while before >= 0:
            place += 1
            before = p[self.previous + before]
        return place

    # --- order of zones ---------------------------------------------------------------------------------

    @cached_property
    def order(self) -> Words:
        """The components of a zone while it is being reordered."""
        sizes = (end - begin for begin, end in zip(self.kinds_begin, self.kinds_end, strict=True))
        return self.room.words(1 + max(sizes, default=0))

    def collect(self, p: Position, zone: int) -> int:
        """Write the components of a zone into `order`, in order of declaration, and return their number."""
        count = 0
        for c in range(self.kinds_begin[zone], self.kinds_end[zone]):
            self.order[count] = c
            count += p[self.zone_of + c] == zone
        return count

    def reorder(self, p: Position, zone: int, order: Words, count: int) -> None:
        """Put the components of an ordered zone in an order, from the top."""
        c = order[0] if count > 0 else -1
        p[self.first + zone] = c
        if c >= 0:
            p[self.previous + c] = -1
            for i in range(1, count):
                p[self.next + c] = order[i]
                p[self.previous + order[i]] = c
                c = order[i]
            p[self.next + c] = -1
        p[self.last + zone] = c

    def lose(self, p: Position, zone: int, c: int) -> None:
        """Make players who do not see into a shuffled zone lose track of a component there."""
        p[self.known + c] &= self.sees(zone, c)
        if self.excluded.any:
            self.excluded.forget(p, c, self.everyone)

    def shuffled(self, p: Position, zone: int, count: int) -> None:
        """Let a zone lie as `order` says; players who do not see into it lose track."""
        self.reorder(p, zone, self.order, count)
        if not self.open:
            for i in range(count):
                self.lose(p, zone, self.order[i])

    # --- knowledge ------------------------------------------------------------------------------------------

    def sees(self, zone: int, c: int) -> int:
        """Return the mask of the players who see a component in a zone."""
        return self.seen_by(zone, c) if self.by_owner else self.seen[zone]

    def seen_by(self, zone: int, c: int) -> int:
        """Return the mask of the players who see a component in a zone, which may depend on the owner."""
        seen, owner = self.seen[zone], self.owners[c]
        if seen >= 0:
            return seen
        return owner if seen == BY_OWNER else self.everyone & ~owner

    def lead(self, p: Position, c: int) -> None:
        """Make a component, among its indistinguishable copies, the one that each player knows best.

        Copies exchange what each player knows of them, player by player; those in `shown` do not take part.
        """
        zone = p[self.zone_of + c]
        if self.faces[c] < 0:
            return
        if self.ordered[zone]:
            return
        for other in self.alike(p, zone, c):
            if (other != c) & (not self.shown[other]):  # both are faster than a branch
                differ = p[self.known + other] ^ p[self.known + c]
                better = p[self.known + other] & differ & self.everyone
                if self.excluded.any:
                    better |= self.excluded.more(p, other, c) & ~differ & self.everyone
                    self.excluded.exchange(p, other, c, better)
                differ &= better
                p[self.known + other] ^= differ
                p[self.known + c] ^= differ

    def follow(self, p: Position, c: int, source: int, target: int, whole: bool) -> int:  # noqa: FBT001 - an integer
        """Return the mask of the players who know a moving component, and update what they know of others.

        Players who cannot tell it apart from the components among which it lay lose track of them.
        """
        sees = self.sees(source, c) | self.sees(target, c)
        if sees == self.everyone:
            return sees
        if whole or self.ordered[source] or p[self.size + source] == 1:
            return sees | p[self.known + c]
        beside = 0
        for _ in self.among(p, source, c):
            beside += 1
        if beside == 1:
            return sees | p[self.known + c]
        if self.excluded.any:
            self.excluded.confuse(p, c, source, self.everyone & ~sees)
        for other in self.among(p, source, c):  # all have one owner, so who sees one of them there sees all
            p[self.known + other] &= sees
        return sees

    # --- moving ---------------------------------------------------------------------------------------

    def unlink(self, p: Position, c: int, zone: int) -> None:
        """Remove a component from its zone's list."""
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
        self.relinked(c, zone)

    def link(self, p: Position, c: int, zone: int, *, bottom: bool = False) -> None:
        """Insert a component that is in no zone: on top, at the bottom, or in order of declaration."""
        if self.ordered[zone]:
            before = p[self.last + zone] if bottom else -1
            after = -1 if bottom else p[self.first + zone]
        else:
            before = self.declared_before(p, c, zone)
            after = p[self.next + before] if before >= 0 else p[self.first + zone]
        p[self.next + c] = after
        p[self.previous + c] = before
        if before >= 0:
            p[self.next + before] = c
        else:
            p[self.first + zone] = c
        if after >= 0:
            p[self.previous + after] = c
        else:
            p[self.last + zone] = c
        p[self.zone_of + c] = zone
        p[self.size + zone] += 1
        self.relinked(c, zone)

    @inline
    def declared_before(self, p: Position, c: int, zone: int) -> int:
        """Return the component of an unordered zone after which another belongs, or -1."""
        before = p[self.last + zone]
        while before > c:
            before = p[self.previous + before]
        return before

    def relinked(self, c: int, zone: int) -> None:
        """Note that a component has entered or left a zone, for engines that store more than the position."""

    def move(  # noqa: PLR0913 - what a move is
        self,
        p: Position,
        c: int,
        target: int,
        *,
        bottom: bool,
        at: int,
        whole: bool = False,
        sink: Sink = None,
    ) -> None:
        """Move a component to a zone, alone or with all others there. Raises `Fault` if there is no room."""
        source = p[self.zone_of + c]
        if source != target and p[self.size + target] >= self.capacity[target]:
            raise faults.NO_ROOM.at(at, zone=target, most=self.capacity[target])
        if source == target and not self.ordered[target]:
            return
        place = self.left(p, c, whole, sink)
        if self.copies:
            self.lead(p, c)
        seen = self.everyone if self.open else self.follow(p, c, source, target, whole)
        self.unlink(p, c, source)
        self.link(p, c, target, bottom=bottom)
        if not self.open:
            p[self.known + c] = seen
        self.moved(p, c, source, target, seen, place, bottom, sink)
        if self.excluded.any:
            self.excluded.forget(p, c, seen)

    def left(self, p: Position, c: int, whole: bool, sink: Sink) -> int:  # noqa: FBT001 - an integer
        """Return the place that a component leaves; `NOWHERE` if unrecorded or a whole zone moves."""
        return NOWHERE if sink is None or whole else self.place_of(p, c)

    def moved(  # noqa: PLR0913 - what a move is
        self,
        p: Position,
        c: int,
        source: int,
        target: int,
        seen: int,
        place: int,
        bottom: bool,  # noqa: FBT001 - an integer
        sink: Sink,
    ) -> None:
        """Record that a component has moved."""
        if sink is not None:
            below = bottom and self.ordered[target] and p[self.next + c] < 0 <= p[self.previous + c]
            sink.append(Moved(c, source, target, seen, place, below, self.excluded.told(p, c)))

    # --- showing --------------------------------------------------------------------------------------

    def stand_out(self, p: Position, c: int) -> None:
        """Mark a component that is about to be shown together with others."""
        if self.copies:
            self.lead(p, c)
            self.shown[c] = 1

    def step_back(self, c: int) -> None:
        """Unmark a component that has been shown."""
        if self.copies:
            self.shown[c] = 0

    def reveal(self, p: Position, c: int, seen: int, sink: Sink) -> None:
        """Let players know a component that is shown."""
        self.stand_out(p, c)
        p[self.known + c] |= seen
        self.revealed(p, c, seen, sink)
        if self.excluded.any:
            self.excluded.forget(p, c, seen)

    def revealed(self, p: Position, c: int, seen: int, sink: Sink) -> None:
        """Record that the players in `seen` have learned which component this is."""
        if sink is not None:
            told = self.excluded.told(p, c)
            sink.append(Revealed(c, seen, p[self.zone_of + c], self.place_of(p, c), told))
