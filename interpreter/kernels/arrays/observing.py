"""Encoding what a player observes of a position as an array of numbers (`interpreter.play.encoding`)."""

from __future__ import annotations

from gamespec.program import Program
from gamespec.program.domain import NONE
from gamespec.program.instructions import Decide
from gamespec.program.tables import NOWHERE, Attribute, Head, Plane
from interpreter.kernels.terms import Real, Room, Singles, Words, inline
from interpreter.play.encoding import OF_TILE, Encoding, Field

__all__ = ["Observing"]

QUARTERS = 4

COUNT, BEGIN = range(2)
"""Indexes in `Observing.now`: how many indexes were written in the current row, and where their list begins.
"""


class Observing:
    """Encodes observations of the position in the array `position`, each in a row of the array `out`.

    Few numbers of an observation are not 0. So each row has a list of the indexes that were written, and only
    these are set to 0 before the row is written again.
    """

    def __init__(  # noqa: PLR0913 - a program, and the arrays
        self,
        program: Program,
        encoding: Encoding,
        position: Words,
        out: Singles,
        now: Words,
        room: Room,
        rows: int = 0,
    ) -> None:
        layout = program.layout
        self.position, self.out, self.size, self.players = position, out, encoding.size, program.players
        self.now = now
        self.most = _most_written(program, encoding)
        self.written, self.counts = room.words(rows * self.most), room.words(rows)
        """For each row, the indexes that were written, and their number."""
        self.seat, self.phase, self.turn, self.me, self.over = (
            encoding.of(part)[0].at for part in ("seat", "phase", "turn", "me", "over")
        )
        self.phases = len(program.phases)
        self.picked = encoding.of("picked")[0].at if encoding.actions.by_pick else 0
        self.decides = tuple(int(isinstance(i, Decide)) for i in program.code)
        self.components, self.zone_of, self.known = len(program.start), layout.zone_of, layout.known
        self.first, self.next = layout.first, layout.next
        self.stores = tuple(_Values(program, encoding, field, self) for field in encoding.of("values"))
        self.banks = tuple(
            (
                field.at + i,
                program.stores[field.number].place + program.stores[field.number].count + i,
                supply,
            )
            for field in encoding.of("banks")
            for i, supply in enumerate(encoding.supplies(field.number))
            if supply
        )
        self.repeats = encoding.actions.repeats
        most = max((kind.size for kind in program.kinds), default=1)
        self.shares = (0.0, *(1 / number for number in range(1, most + 1)))
        self.planes = tuple(
            _Tiles(program.planes[field.number], field.at, self) for field in encoding.of("tiles")
        )
        self._of_zones(program, encoding)
        self._of_components(program, encoding)

    def _of_zones(self, program: Program, encoding: Encoding) -> None:
        """Set the tables that have an entry for each zone."""
        fields = encoding.of("zones")
        members = [fields[zone.family].members for zone in program.zones]
        index = [number - program.families[zone.family].first for number, zone in enumerate(program.zones)]
        blocks = [encoding.channels(family.kind) for family in program.families]
        self.at = tuple(each.at[i] for each, i in zip(members, index, strict=True))
        self.stride = tuple(each.stride for each in members)
        self.counted = tuple(int(encoding.counts(zone.family)) for zone in program.zones)
        self.capacity = tuple(zone.capacity for zone in program.zones)
        self.places = tuple(encoding.places(zone.family) for zone in program.zones)
        """How many places of the zone have channels of their own."""
        self.between = tuple(
            blocks[zone.family] * stride for zone, stride in zip(program.zones, self.stride, strict=True)
        )
        """The distance from the channels of one place to those of the next one."""
        self.top = tuple(
            at + counted * size for at, counted, size in zip(self.at, self.counted, self.between, strict=True)
        )
        """The first channel of the first place."""
        self.ordered = tuple(number for number, places in enumerate(self.places) if places)

    def _of_components(self, program: Program, encoding: Encoding) -> None:
        """Set the tables that have an entry for each component."""
        self.faces = encoding.faces
        self.backs = list[int]()
        """The channel of each component whose face is unknown."""
        self.copies, self.same_backs = list[int](), list[int]()
        """How many components of the kind have the same face, or the same back, as each component."""
        self.attributes = list[tuple[Attribute, int, int, int]]()
        """Each attribute that is shown alone, with the first component of its kind, the one after the last,
        and the first of its channels.
        """
        for number, kind in enumerate(program.kinds):
            own = range(kind.first, kind.first + kind.size)
            faces, backs = encoding.count(number, encoding.faces), encoding.count(number, encoding.backs)
            self.backs += [faces + encoding.backs[c] for c in own]
            for of, to in ((encoding.faces, self.copies), (encoding.backs, self.same_backs)):
                to += [of[own.start : own.stop].count(of[c]) for c in own]
            begin = faces + backs
            for attribute in program.shown[number]:
                self.attributes.append((attribute, own.start, own.stop, begin))
                begin += len(attribute.values)

    # --- an observation -------------------------------------------------------------------------------

    def run(self, first: int, end: int) -> int:
        """Encode what seat `i` observes in row `i`, for each `i` from `first` to `end` - 1."""
        for seat in range(first, end):
            self.write(seat, seat)
        return end

    def clear(self, row: int) -> None:
        """Set the numbers of a row to 0."""
        begin = self.most * row
        for i in range(self.counts[row]):
            self.out[self.written[begin + i]] = 0.0
        self.counts[row] = 0

    @inline
    def put(self, at: int, value: Real) -> None:
        """Write a number of the current row."""
        self.out[at] = value
        self.written[self.now[BEGIN] + self.now[COUNT]] = at
        self.now[COUNT] += 1

    def add(self, at: int, value: Real) -> None:
        """Add a share to a number of the current row. All shares together are 1, but for rounding."""
        before = self.out[at]
        after = before + value
        self.out[at] = 1.0 if after > 1.0 else after  # noqa: FURB136 - kernels have no `min` of `Real`s
        if before == 0.0:
            self.written[self.now[BEGIN] + self.now[COUNT]] = at
            self.now[COUNT] += 1

    def write(self, seat: int, row: int) -> None:
        """Encode in a row what a seat observes."""
        self.clear(row)
        to = self.size * row
        self.now[COUNT], self.now[BEGIN] = 0, self.most * row
        self.head(seat, to)
        for c in range(self.components):
            zone = self.position[self.zone_of + c]
            if self.counted[zone]:
                self.count(seat, to + self.at[zone], zone, c)
        for i in range(len(self.ordered)):
            self.by_place(seat, to, self.ordered[i])
        for values in self.stores:
            values.write(seat, to)
        for at, place, supply in self.banks:
            self.put(to + at, Real(self.position[place]) / supply)
        for tiles in self.planes:
            tiles.write(to)
        self.counts[row] = self.now[COUNT]

    def pick(self, row: int, action: int) -> None:
        """Add an action that has been taken of a choice to the row that was written last."""
        self.add(self.size * row + self.picked + action, self.shares[self.repeats[action]])
        self.counts[row] = self.now[COUNT]

    def head(self, seat: int, to: int) -> None:
        """Encode who observes, the phase, whose turn it is, and who decides."""
        phase, turn, me = self.position[Head.PHASE], self.position[Head.TURN], NONE
        if self.position[Head.OUTCOME] != Head.RUNNING:
            self.put(to + self.over, 1.0)
        elif self.decides[self.position[Head.PC]]:
            me = self.position[Head.ME]
        self.put(to + self.seat + seat, 1.0)
        self.put(to + self.phase + (phase if phase != NONE else self.phases), 1.0)
        self.put(to + self.turn + (turn if turn != NONE else self.players), 1.0)
        self.put(to + self.me + (me if me != NONE else self.players), 1.0)

    # --- components -----------------------------------------------------------------------------------

    def count(self, seat: int, at: int, zone: int, c: int) -> None:
        """Count component `c` in its zone, whose first channel is at the index `at`."""
        capacity, stride = self.capacity[zone], self.stride[zone]
        if self.position[self.known + c] >> seat & 1 != 0:
            most = self.copies[c]
            self.add(at + stride * self.faces[c], self.shares[min(most, capacity)])
        else:
            most = self.same_backs[c]
            self.add(at + stride * self.backs[c], self.shares[min(most, capacity)])
            if self.attributes:
                self.excluded(seat, at, stride, c, capacity)

    def by_place(self, seat: int, to: int, zone: int) -> None:
        """Encode the components of an ordered zone place by place, from the top."""
        c, place = self.position[self.first + zone], 0
        at, stride = to + self.top[zone], self.stride[zone]
        while c >= 0 and place < self.places[zone]:
            if self.position[self.known + c] >> seat & 1 != 0:
                self.put(at + stride * self.faces[c], 1.0)
            else:
                self.put(at + stride * self.backs[c], 1.0)
                if self.attributes:
                    self.excluded(seat, at, stride, c, 1)
            c = self.position[self.next + c]
            at += self.between[zone]
            place += 1

    def excluded(self, seat: int, at: int, stride: int, c: int, most: int) -> None:
        """Count the values that a seat excludes for the attributes of a component that it does not know."""
        for attribute, first, end, channel in self.attributes:
            if c >= first and c < end:
                mask = self.position[attribute.place + (c - first) * self.players + seat]
                for i in range(len(attribute.values)):
                    if mask >> i & 1 != 0:
                        self.add(at + stride * (channel + i), self.shares[most])


class _Values:
    """Encodes the members of one store."""

    def __init__(self, program: Program, encoding: Encoding, field: Field, of: Observing) -> None:
        store, self.at, self.stride = program.stores[field.number], field.members.at, field.members.stride
        self.position, self.of = of.position, of
        self.place, self.count, self.seen, self.low = store.place, store.count, store.seen, store.domain.low
        self.channels = encoding.values(field.number)
        self.least, self.span = float(self.low), float(max(store.domain.high - self.low, 1))
        last = max(self.channels, default=0)
        self.none = last + 1 if store.domain.optional else NOWHERE
        self.hidden = last + 1 + store.domain.optional if encoding.hides(field.number) else NOWHERE

    def write(self, seat: int, to: int) -> None:
        """Encode what a seat sees of the members."""
        for i in range(self.count):
            at, value = to + self.at[i], self.position[self.place + i]
            if self.hidden != NOWHERE and self.seen[i] >> seat & 1 == 0:
                self.of.put(at + self.stride * self.hidden, 1.0)
            elif self.none != NOWHERE and value == NONE:
                self.of.put(at + self.stride * self.none, 1.0)
            elif self.channels:
                self.of.put(at + self.stride * self.channels[value - self.low], 1.0)
            else:
                self.of.put(at, (Real(value) - self.least) / self.span)


class _Tiles:
    """Encodes the tiles of one plane."""

    def __init__(self, plane: Plane, at: int, of: Observing) -> None:
        self.position, self.of, self.spot_of = of.position, of, plane.at.spot_of
        self.tiles, self.at, self.side = plane.tiles, at, plane.side
        self.most = float(max(plane.side - 1, 1))

    def write(self, to: int) -> None:
        """Encode where the tiles lie."""
        for tile in range(self.tiles):
            spot, at = self.position[self.spot_of + tile] - 1, to + self.at + OF_TILE * tile
            if spot >= 0:
                place = spot // QUARTERS
                self.of.put(at, 1.0)
                self.of.put(at + 1, Real(place % self.side) / self.most)
                self.of.put(at + 2, Real(place // self.side) / self.most)
                self.of.put(at + 3 + spot % QUARTERS, 1.0)


def _most_written(program: Program, encoding: Encoding) -> int:
    """Return the maximum number of entries that are written in a row."""
    excluded = max((sum(len(each.values) for each in own) for own in program.shown), default=0)
    components = 2 * len(program.start) * (1 + excluded)
    values = sum(len(store.start) for store in program.stores)
    tiles = 4 * sum(plane.tiles for plane in program.planes)
    return 5 + components + values + tiles + encoding.actions.most
