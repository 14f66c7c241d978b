"""Encoding what a player observes of a position as an array of numbers (`interpreter.play.encoding`).

Numbers of components are counted before they are written. Most other numbers are 0, but for one 1 in each
group of channels; these are slots (`interpreter.kernels.arrays.rows`).
"""

from __future__ import annotations

from collections.abc import Callable

from gamespec.program import Program
from gamespec.program.domain import NONE
from gamespec.program.instructions import Decide
from gamespec.program.tables import NOWHERE, Head, Plane
from interpreter.kernels.arrays.listed import Listed
from interpreter.kernels.arrays.rows import Rows
from interpreter.kernels.terms import Long, Real, Room, Singles, Words, inline, lowest_bit
from interpreter.play.encoding import OF_TILE, Encoding, Field

__all__ = ["Observing"]

QUARTERS = 4


class Observing:
    """Encodes observations of the position in the array `position`, each in a row of the array `out`.

    The array `tally` is as in `Rows`. With `listed`, the numbers that are not 0 are listed there instead.
    """

    def __init__(  # noqa: PLR0913 - a program, and the arrays
        self,
        program: Program,
        encoding: Encoding,
        position: Words,
        out: Singles,
        tally: Words,
        room: Room,
        rows: int = 0,
        listed: Listed | None = None,
    ) -> None:
        self.position, self.players, self.phases = position, program.players, len(program.phases)
        self.seat, self.phase, self.turn, self.me, self.over = (
            encoding.of(part)[0].at for part in ("seat", "phase", "turn", "me", "over")
        )
        self.picked = encoding.of("picked")[0].at if encoding.actions.by_pick else 0
        self.shares = tuple(1 / max(number, 1) for number in encoding.actions.repeats) or (0.0,)
        """What each action adds to its number in `picked`; a program may have no actions."""
        self.decides = tuple(int(isinstance(i, Decide)) for i in program.code)
        self.rows = listed or Rows(encoding.size, out, tally)
        self.slot = self.rows.reserve(3)
        kinds = tuple(_Kind(program, encoding, number, self) for number in range(len(program.kinds)))
        self.counted = tuple(_Counted(program, kind, self) for kind in kinds if any(kind.counted))
        self.ordered = tuple(
            _Ordered(program, encoding, field, kinds[program.families[field.number].kind], self)
            for field in encoding.of("zones")
            if encoding.places(field.number)
        )
        self.stores = tuple(_Values(program, encoding, field, self) for field in encoding.of("values"))
        self.banks = tuple(
            (
                field.at + i,
                program.stores[field.number].place + program.stores[field.number].count + i,
                supply,
                self.rows.reserve(1),
            )
            for field in encoding.of("banks")
            for i, supply in enumerate(encoding.supplies(field.number))
            if supply
        )
        self.planes = tuple(
            _Tiles(program.planes[field.number], field.at, self)
            for field in encoding.of("tiles")
            if self.rows.with_tiles
        )
        excluded = max((sum(len(each.values) for each in own) for own in program.shown), default=0)
        shares = len(program.start) * (1 + 2 * excluded) + encoding.actions.most
        self.rows.lay(room, rows, shares, (number for kind in kinds for number in kind.most))

    def run(self, first: int, end: int) -> int:
        """Encode what seat `i` observes in row `i`, for each `i` from `first` to `end` - 1."""
        for seat in range(first, end):
            self.write(seat, seat)
        return end

    def write(self, seat: int, row: int) -> None:
        """Encode in a row what a seat observes."""
        to, slots = self.rows.size * row, self.rows.width * row
        for counted in self.counted:
            counted.write(seat, to, slots)
        for ordered in self.ordered:
            ordered.write(seat, to, slots)
        self.rows.share(row, to, slots + self.rows.slots)
        for values in self.stores:
            values.write(seat, to, slots)
        for at, place, supply, slot in self.banks:
            left = self.position[place]
            self.rows.put(slots + slot, to + at, left, Real(left) / supply)
        for tiles in self.planes:
            tiles.write(to, slots)
        self.begin(seat, to, slots + self.slot)

    def pick(self, row: int, action: int) -> None:
        """Add an action that has been taken of a choice to the row that was written last."""
        self.rows.add(row, self.picked + action, self.shares[action])

    @inline
    def begin(self, seat: int, to: int, slot: int) -> None:
        """Encode who observes, the phase, whose turn it is, and who decides."""
        phase, turn, me = self.position[Head.PHASE], self.position[Head.TURN], NONE
        if self.position[Head.OUTCOME] != Head.RUNNING:
            self.rows.set(to + self.over, 1.0)
        else:
            self.rows.set(to + self.over, 0.0)
            if self.decides[self.position[Head.PC]]:
                me = self.position[Head.ME]
        self.rows.mark(slot, to, self.phase + (phase if phase != NONE else self.phases))
        self.rows.mark(slot + 1, to, self.turn + (turn if turn != NONE else self.players))
        self.rows.mark(slot + 2, to, self.me + (me if me != NONE else self.players))
        for i in range(self.players):
            self.rows.set(to + self.seat + i, 1.0 if i == seat else 0.0)


class _Kind:
    """The components of one kind. Its tables have an entry for each of them, or for each zone."""

    def __init__(self, program: Program, encoding: Encoding, number: int, of: Observing) -> None:
        kind, self.position, self.rows = program.kinds[number], of.position, of.rows
        self.players, self.first, self.size = program.players, kind.first, kind.size
        own = slice(kind.first, kind.first + kind.size)
        faces, backs = encoding.count(number, encoding.faces), encoding.count(number, encoding.backs)
        self.faces, self.backs = encoding.faces[own], encoding.backs[own]
        """The channel of each component whose face is known, and of others, counted from the first back."""
        self.copies, self.alike = (
            tuple(map(self.faces.count, self.faces)),
            tuple(map(self.backs.count, self.backs)),
        )
        """How many components have the same face, or the same back, as each component."""
        self.unique = faces == kind.size
        self.shown = list[tuple[int, int]]()
        """For each attribute that is shown alone, the place of its integers, and its first channel."""
        begin = faces + backs
        for attribute in program.shown[number]:
            self.shown.append((attribute.place, begin))
            begin += len(attribute.values)
        self._of_zones(program, encoding, number, faces)

    def _of_zones(self, program: Program, encoding: Encoding, number: int, faces: int) -> None:
        """Set the tables that have an entry for each zone. It is of no use for a zone of another kind."""
        members = [field.members for field in encoding.of("zones")]
        families = {i: zone.family for i, zone in enumerate(program.zones)}
        own = [i for i, family in families.items() if program.families[family].kind == number]

        def table(of: Callable[[int], int]) -> tuple[int, ...]:
            found = {i: of(i) for i in own}
            return tuple(found.get(i, found[own[0]] if own else 0) for i in families)

        self.at = table(lambda i: members[families[i]].at[i - program.families[families[i]].first])
        self.stride = table(lambda i: members[families[i]].stride)
        self.behind = table(lambda i: self.at[i] + self.stride[i] * faces)
        """The index of the first back."""
        self.counted = table(lambda i: encoding.counts(families[i]))
        self.capacity = table(lambda i: program.zones[i].capacity)
        same = {*self.copies, *self.alike}
        self.most = {*self.capacity} | {min(a, b) for a in same for b in self.capacity}
        """All numbers of components of which one number of an observation may be a share."""

    def place(self, zone: int, i: int) -> int:
        """Return the index of the number for the `i`-th component in a zone in which it is counted."""
        return self.at[zone] + self.stride[zone] * self.faces[i]

    @inline
    def excluded(self, seat: int, at: int, stride: int, i: int, most: int) -> None:
        """Count the values that a seat excludes for the `i`-th component, which it does not know.

        The first channel is at the index `at`. `most` is as in `Rows.begin`.
        """
        for place, channel in self.shown:
            mask = self.position[place + i * self.players + seat]
            while mask != 0:
                value = lowest_bit(Long(mask))
                number = at + stride * (channel + value)
                if self.rows.tally[number] == 0:
                    self.rows.begin(number, most)
                self.rows.tally[number] += 1
                mask &= mask - 1


class _Counted:
    """Counts the components of one kind in their zones. If their faces differ, each known one has a slot."""

    def __init__(self, program: Program, kind: _Kind, of: Observing) -> None:
        self.kind, self.position, self.rows = kind, of.position, of.rows
        self.zone_of, self.known = program.layout.zone_of + kind.first, program.layout.known + kind.first
        self.marks = kind.unique or of.rows.by_slot
        """Whether each component has a slot."""
        self.slot = of.rows.reserve(kind.size if self.marks else 0)

    @inline
    def write(self, seat: int, to: int, slots: int) -> None:
        """Write what a seat knows, and count the rest."""
        for i in range(self.kind.size):
            zone, marked = self.position[self.zone_of + i], 0
            if self.kind.counted[zone]:
                if self.position[self.known + i] >> seat & 1 == 0:
                    self.back(zone, i)
                    if self.kind.shown:
                        at, stride = self.kind.at[zone], self.kind.stride[zone]
                        self.kind.excluded(seat, at, stride, i, self.kind.capacity[zone])
                else:
                    at = self.kind.place(zone, i)
                    if self.kind.unique or self.rows.has_slots(at):
                        marked = at
                    else:
                        self.face(zone, i)
            if self.marks:
                self.rows.mark(slots + self.slot + i, to, marked)

    @inline
    def back(self, zone: int, i: int) -> None:
        """Count the `i`-th component, which the seat does not know, in its zone."""
        stride = self.kind.stride[zone]
        at = self.kind.behind[zone] + stride * self.kind.backs[i]
        if self.rows.tally[at] == 0:
            same, capacity = self.kind.alike[i], self.kind.capacity[zone]
            self.rows.begin(at, min(same, capacity))
        self.rows.tally[at] += 1

    @inline
    def face(self, zone: int, i: int) -> None:
        """Count the `i`-th component, which the seat knows, in its zone."""
        at = self.kind.place(zone, i)
        if self.rows.tally[at] == 0:
            same, capacity = self.kind.copies[i], self.kind.capacity[zone]
            self.rows.begin(at, min(same, capacity))
        self.rows.tally[at] += 1


class _Ordered:
    """Encodes the components in the zones of one family place by place, from the top."""

    def __init__(
        self, program: Program, encoding: Encoding, field: Field, kind: _Kind, of: Observing
    ) -> None:
        family, self.places = program.families[field.number], encoding.places(field.number)
        self.kind, self.position, self.rows = kind, of.position, of.rows.of(field)
        self.count, self.stride = len(field.members.at), field.members.stride
        self.backs = encoding.count(family.kind, encoding.faces)
        """The channel of the first back."""
        self.between = self.stride * encoding.channels(family.kind)
        """The distance from the channels of one place to those of the next one."""
        counts = self.between * encoding.counts(field.number)
        self.at = tuple(at + counts for at in field.members.at)
        self.first, self.next = program.layout.first + family.first, program.layout.next
        self.known = program.layout.known
        self.slot = of.rows.reserve(self.count * self.places)

    @inline
    def write(self, seat: int, to: int, slots: int) -> None:
        """Write what a seat knows."""
        slot = slots + self.slot
        for zone in range(self.count):
            c, at = self.position[self.first + zone], self.at[zone]
            for _place in range(self.places):
                marked = 0
                if c >= 0:
                    i = c - self.kind.first
                    if self.position[self.known + c] >> seat & 1 != 0:
                        marked = at + self.stride * self.kind.faces[i]
                    else:
                        marked = at + self.stride * (self.backs + self.kind.backs[i])
                        if self.kind.shown:
                            self.kind.excluded(seat, at, self.stride, i, 1)
                    c = self.position[self.next + c]
                self.rows.mark(slot, to, marked)
                slot += 1
                at += self.between


class _Values:
    """Encodes the members of one store."""

    def __init__(self, program: Program, encoding: Encoding, field: Field, of: Observing) -> None:
        store, self.at, self.stride = program.stores[field.number], field.members.at, field.members.stride
        self.position, self.rows = of.position, of.rows.of(field)
        self.place, self.count, self.seen, self.low = store.place, store.count, store.seen, store.domain.low
        self.channels = encoding.values(field.number)
        self.least, self.span = float(self.low), float(max(store.domain.high - self.low, 1))
        last = max(self.channels, default=0)
        self.none = last + 1 if store.domain.optional else NOWHERE
        self.hidden = last + 1 + store.domain.optional if encoding.hides(field.number) else NOWHERE
        self.marks = self.channels or max(self.none, self.hidden) != NOWHERE
        """Whether any value has a channel of its own."""
        self.slot, self.shares = of.rows.reserve(self.count), of.rows.reserve(self.count)

    @inline
    def write(self, seat: int, to: int, slots: int) -> None:
        """Encode what a seat sees of the members."""
        for i in range(self.count):
            value = self.position[self.place + i]
            is_new = self.rows.is_new(slots + self.slot + i, value)
            if is_new:
                self.tell(seat, to, slots, i, value)

    @inline
    def tell(self, seat: int, to: int, slots: int, i: int, value: int) -> None:
        """Encode what a seat sees of the `i`-th member, which has a value."""
        at, marked, key = self.at[i], 0, 0
        if self.hidden != NOWHERE and self.seen[i] >> seat & 1 == 0:
            marked = at + self.stride * self.hidden
        elif self.none != NOWHERE and value == NONE:
            marked = at + self.stride * self.none
        elif self.channels:
            marked = at + self.stride * self.channels[value - self.low]
        else:
            key = value ^ self.low
        if self.marks:
            self.rows.mark(slots + self.slot + i, to, marked)
        if not self.channels:
            share = (Real(key ^ self.low) - self.least) / self.span
            self.rows.put(slots + self.shares + i, to + at, key, share)


class _Tiles:
    """Encodes the tiles of one plane."""

    def __init__(self, plane: Plane, at: int, of: Observing) -> None:
        self.position, self.rows, self.spot_of = of.position, of.rows, plane.at.spot_of
        self.tiles, self.at, self.side = plane.tiles, at, plane.side
        self.most = float(max(plane.side - 1, 1))
        self.slot = of.rows.reserve(self.tiles)

    @inline
    def write(self, to: int, slots: int) -> None:
        """Encode where the tiles lie. The slot of a tile holds its integer in the position, no index."""
        for tile in range(self.tiles):
            slot, place = slots + self.slot + tile, self.position[self.spot_of + tile]
            changed = self.rows.changes(slot, place)
            if changed:
                self.lay(to + self.at + OF_TILE * tile, place - 1)

    def lay(self, at: int, spot: int) -> None:
        """Encode where a tile lies, from the index `at` on; `spot` is -1 if it has not been laid."""
        self.rows.erase(at, OF_TILE)
        if spot >= 0:
            place = spot // QUARTERS
            self.rows.set(at, 1.0)
            self.rows.set(at + 1, Real(place % self.side) / self.most)
            self.rows.set(at + 2, Real(place // self.side) / self.most)
            self.rows.set(at + 3 + spot % QUARTERS, 1.0)
