"""Moving components between zones, and keeping track of which player knows which component.

A zone is a doubly linked list that runs through its components. The list of an ordered zone runs from the top
down. Any other zone is kept in the order of declaration, so that equal contents are stored as equal integers.

Each component has one bit per player, which is set if the player knows which component it is. A player who
sees into the zone that a component leaves or reaches sees the move. A player who sees neither zone still
knows which component moved if the zone that it left is ordered, or held no other component with the same
back. Otherwise, any component there with that back may have moved, and the player no longer knows any of
them. Partial knowledge of a component (`exclusions`) changes in the same way.

Suppose that a player knows several alike copies in an unordered zone and is then shown one of them. The
player cannot tell which copy it is, so afterwards the number of known copies left is smaller by one.
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
    """The changes that the components of one program can undergo."""

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
        """An array with a 1 for each component that is currently being shown together with others."""
        return self.room.octets(len(self.program.owners))

    # --- content of zones -----------------------------------------------------------------------------------

    def along(self, p: Position, zone: int) -> Iterator[int]:
        """Yield the components of a zone, from top to bottom."""
        c = p[self.first + zone]
        while c >= 0:
            yield c
            c = p[self.next + c]

    def among(self, p: Position, zone: int, c: int) -> Iterator[int]:
        """Yield the components of a zone that have the same back as the component `c`."""
        for other in self.along(p, zone):
            if self.backs[other] == self.backs[c]:
                yield other

    def alike(self, p: Position, zone: int, c: int) -> Iterator[int]:
        """Yield the components of a zone that have the same face as `c`, including `c` itself."""
        for other in self.along(p, zone):
            if self.faces[other] == self.faces[c]:
                yield other

    def place_of(self, p: Position, c: int) -> int:
        """Return the index of a component in its ordered zone, counted from the top, which is 0.

        If the zone is not ordered, return `NOWHERE`.
        """
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
        """The components of a zone in their new order, while the zone is being reordered."""
        sizes = (end - begin for begin, end in zip(self.kinds_begin, self.kinds_end, strict=True))
        return self.room.words(1 + max(sizes, default=0))

    def collect(self, p: Position, zone: int) -> int:
        """Write the components of a zone into `order`, in order of declaration, and return their number."""
        count = 0
        for c in range(self.kinds_begin[zone], self.kinds_end[zone]):
            self.order[count] = c
            count += p[self.zone_of + c] == zone
        return count

    @inline
    def reorder(self, p: Position, zone: int, order: Words, count: int) -> None:
        """Rearrange an ordered zone so that its components are the first `count` of `order`, from the top."""
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

    @inline
    def lose(self, p: Position, zone: int, c: int) -> None:
        """Let players who do not see into a shuffled zone lose track of the component `c` in it."""
        p[self.known + c] &= self.sees(zone, c)
        if self.excluded.any:
            self.excluded.forget(p, c, self.everyone)

    def shuffled(self, p: Position, zone: int, count: int) -> None:
        """Arrange a shuffled zone as `order` says; players who do not see into it lose track."""
        self.reorder(p, zone, self.order, count)
        if not self.open:
            for i in range(count):
                self.lose(p, zone, self.order[i])

    # --- knowledge ------------------------------------------------------------------------------------------

    def sees(self, zone: int, c: int) -> int:
        """Return the bit mask of the players who would see the component `c` in a zone."""
        return self.seen_by(zone, c) if self.by_owner else self.seen[zone]

    def seen_by(self, zone: int, c: int) -> int:
        """Return the bit mask of the players who would see `c` in a zone, which may depend on its owner."""
        seen, owner = self.seen[zone], self.owners[c]
        if seen >= 0:
            return seen
        return owner if seen == BY_OWNER else self.everyone & ~owner

    def lead(self, p: Position, c: int) -> None:
        """Give a component everything that players know of any of its indistinguishable copies.

        For each player who knows more of a copy than of `c`, the copy and `c` exchange what that player knows
        of them. Copies in `shown` do not take part.
        """
        zone = p[self.zone_of + c]
        if self.faces[c] < 0:
            return
        if self.ordered[zone]:
            return
        for other in self.alike(p, zone, c):
            if (other != c) & (not self.shown[other]):  # evaluating both is faster than a branch
                differ = p[self.known + other] ^ p[self.known + c]
                better = p[self.known + other] & differ & self.everyone
                if self.excluded.any:
                    better |= self.excluded.more(p, other, c) & ~differ & self.everyone
                    self.excluded.exchange(p, other, c, better)
                differ &= better
                p[self.known + other] ^= differ
                p[self.known + c] ^= differ

    def follow(self, p: Position, c: int, source: int, target: int, whole: bool) -> int:  # noqa: FBT001 - an integer
        """Return the bit mask of the players who know a component after its move.

        Players who cannot tell which of several components moved lose track of all of them.
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
        for other in self.among(p, source, c):  # all have one owner, so a player sees all or none
            p[self.known + other] &= sees
        return sees

    # --- moving ---------------------------------------------------------------------------------------

    def unlink(self, p: Position, c: int, zone: int) -> None:
        """Remove a component from the linked list of its zone."""
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
        """Insert a component that is in no zone into `zone`.

        It goes on top or to the bottom of an ordered zone, and to its place in the order of declaration
        otherwise.
        """
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
        """Return the component of an unordered zone after which `c` belongs, or -1 if `c` comes first."""
        before = p[self.last + zone]
        while before > c:
            before = p[self.previous + before]
        return before

    def relinked(self, c: int, zone: int) -> None:
        """Note that a component has entered or left a zone.

        An engine that stores more than the position overrides this; it does nothing by default.
        """

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
        """Move a component to a zone. Raises `Fault` if the zone is full.

        `whole` means that the component moves together with all other components of its zone.
        """
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
        """Return the index that a component has in the zone that it is about to leave.

        Return `NOWHERE` if nothing is recorded, or if the whole zone moves.
        """
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
        """Record in `sink`, if there is one, that a component has moved."""
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
        """Remove the mark of a component that has been shown."""
        if self.copies:
            self.shown[c] = 0

    def reveal(self, p: Position, c: int, seen: int, sink: Sink) -> None:
        """Show a component to the players in the bit mask `seen`, who know it from then on."""
        self.stand_out(p, c)
        p[self.known + c] |= seen
        self.revealed(p, c, seen, sink)
        if self.excluded.any:
            self.excluded.forget(p, c, seen)

    def revealed(self, p: Position, c: int, seen: int, sink: Sink) -> None:
        """Record in `sink`, if any, that the players in `seen` have learned which component this is."""
        if sink is not None:
            told = self.excluded.told(p, c)
            sink.append(Revealed(c, seen, p[self.zone_of + c], self.place_of(p, c), told))
