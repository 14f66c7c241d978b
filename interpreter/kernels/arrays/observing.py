"""Encoding what a player observes of a position as an array of numbers (`interpreter.play.encoding`)."""

from __future__ import annotations

from gamespec.program import Program
from gamespec.program.domain import NONE
from gamespec.program.instructions import Decide
from gamespec.program.tables import NOWHERE, Attribute, Head, Plane
from interpreter.kernels.terms import Real, Singles, Words, clear
from interpreter.play.encoding import OF_TILE, Encoding, Field

__all__ = ["Observing"]

QUARTERS = 4


class Observing:
    """Encodes observations of positions in the array `positions`, and writes them into the array `out`."""

    def __init__(self, program: Program, encoding: Encoding, positions: Words, out: Singles) -> None:
        layout = program.layout
        self.positions, self.out, self.size, self.players = positions, out, encoding.size, program.players
        self.seat, self.phase, self.turn, self.me, self.over = (
            encoding.of(part)[0].at for part in ("seat", "phase", "turn", "me", "over")
        )
        self.phases = len(program.phases)
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
        """Encode what seat `i` observes of the first position, for each `i` from `first` up to `end`."""
        for seat in range(first, end):
            self.write(0, seat, self.size * seat)
        return end

    def write(self, p: int, seat: int, to: int) -> None:
        """Encode what a seat observes of the position that begins at the index `p`.

        The numbers are written from the index `to` on.
        """
        clear(self.out, to, self.size)
        self.head(p, seat, to)
        for c in range(self.components):
            zone = self.positions[p + self.zone_of + c]
            if self.counted[zone]:
                self.count(p, seat, to + self.at[zone], zone, c)
        for i in range(len(self.ordered)):
            self.list(p, seat, to, self.ordered[i])
        for values in self.stores:
            values.write(p, seat, to)
        for at, place, supply in self.banks:
            self.out[to + at] = Real(self.positions[p + place]) / supply
        for tiles in self.planes:
            tiles.write(p, to)

    def head(self, p: int, seat: int, to: int) -> None:
        """Encode who observes, the phase, whose turn it is, and who decides."""
        self.out[to + self.seat + seat] = 1.0
        phase, turn, me = self.positions[p + Head.PHASE], self.positions[p + Head.TURN], NONE
        if self.positions[p + Head.OUTCOME] != Head.RUNNING:
            self.out[to + self.over] = 1.0
        elif self.decides[self.positions[p + Head.PC]]:
            me = self.positions[p + Head.ME]
        self.out[to + self.phase + (phase if phase != NONE else self.phases)] = 1.0
        self.out[to + self.turn + (turn if turn != NONE else self.players)] = 1.0
        self.out[to + self.me + (me if me != NONE else self.players)] = 1.0

    # --- components -----------------------------------------------------------------------------------

    def count(self, p: int, seat: int, at: int, zone: int, c: int) -> None:
        """Count component `c` in its zone, whose first channel is at the index `at`."""
        capacity, stride = self.capacity[zone], self.stride[zone]
        if self.positions[p + self.known + c] >> seat & 1 != 0:
            most = self.copies[c]
            self.out[at + stride * self.faces[c]] += 1.0 / Real(min(most, capacity))
        else:
            most = self.same_backs[c]
            self.out[at + stride * self.backs[c]] += 1.0 / Real(min(most, capacity))
            if self.attributes:
                self.excluded(p, seat, at, stride, c, capacity)

    def list(self, p: int, seat: int, to: int, zone: int) -> None:
        """Encode the components of an ordered zone place by place, from the top."""
        c, place = self.positions[p + self.first + zone], 0
        at, stride = to + self.top[zone], self.stride[zone]
        while c >= 0 and place < self.places[zone]:
            if self.positions[p + self.known + c] >> seat & 1 != 0:
                self.out[at + stride * self.faces[c]] = 1.0
            else:
                self.out[at + stride * self.backs[c]] = 1.0
                if self.attributes:
                    self.excluded(p, seat, at, stride, c, 1)
            c = self.positions[p + self.next + c]
            at += self.between[zone]
            place += 1

    def excluded(  # noqa: PLR0913 - a component of a position, and where it is encoded
        self, p: int, seat: int, at: int, stride: int, c: int, most: int
    ) -> None:
        """Count the values that a seat excludes for the attributes of a component that it does not know."""
        for attribute, first, end, channel in self.attributes:
            if c >= first and c < end:
                mask = self.positions[p + attribute.place + (c - first) * self.players + seat]
                for i in range(len(attribute.values)):
                    if mask >> i & 1 != 0:
                        self.out[at + stride * (channel + i)] += 1.0 / Real(most)


class _Values:
    """Encodes the members of one store."""

    def __init__(self, program: Program, encoding: Encoding, field: Field, of: Observing) -> None:
        store, self.at, self.stride = program.stores[field.number], field.members.at, field.members.stride
        self.positions, self.out = of.positions, of.out
        self.place, self.count, self.seen, self.low = store.place, store.count, store.seen, store.domain.low
        self.channels = encoding.values(field.number)
        self.least, self.span = float(self.low), float(max(store.domain.high - self.low, 1))
        last = max(self.channels, default=0)
        self.none = last + 1 if store.domain.optional else NOWHERE
        self.hidden = last + 1 + store.domain.optional if encoding.hides(field.number) else NOWHERE

    def write(self, p: int, seat: int, to: int) -> None:
        """Encode what a seat sees of the members."""
        for i in range(self.count):
            at, value = to + self.at[i], self.positions[p + self.place + i]
            if self.hidden != NOWHERE and self.seen[i] >> seat & 1 == 0:
                self.out[at + self.stride * self.hidden] = 1.0
            elif self.none != NOWHERE and value == NONE:
                self.out[at + self.stride * self.none] = 1.0
            elif self.channels:
                self.out[at + self.stride * self.channels[value - self.low]] = 1.0
            else:
                self.out[at] = (Real(value) - self.least) / self.span


class _Tiles:
    """Encodes the tiles of one plane."""

    def __init__(self, plane: Plane, at: int, of: Observing) -> None:
        self.positions, self.out, self.spot_of = of.positions, of.out, plane.at.spot_of
        self.tiles, self.at, self.side = plane.tiles, at, plane.side
        self.most = float(max(plane.side - 1, 1))

    def write(self, p: int, to: int) -> None:
        """Encode where the tiles lie."""
        for tile in range(self.tiles):
            spot, at = self.positions[p + self.spot_of + tile] - 1, to + self.at + OF_TILE * tile
            if spot >= 0:
                place = spot // QUARTERS
                self.out[at] = 1.0
                self.out[at + 1] = Real(place % self.side) / self.most
                self.out[at + 2] = Real(place // self.side) / self.most
                self.out[at + 3 + spot % QUARTERS] = 1.0
