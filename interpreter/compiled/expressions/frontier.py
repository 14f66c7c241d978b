"""Where tiles can be laid: the free places beside laid tiles and their constraints, updated incrementally.

For each place of a plane, two words are stored beside the position. Each word has one field per side of the
place. The first word says what the sides must show, and the second word says which sides are constrained. In
addition, there is a set of the free places beside laid tiles, and for each tile its spot at the last update.
A turned tile is represented by one word that says what its four sides show, so a single comparison tells
whether it fits: `form & must == shows`.

All these data follow from where the tiles lie. Before each use, the spots of the tiles are compared with the
recorded spots, and new tiles are added. If a tile has moved or has been removed, for example because a trial
was undone or another game began, everything is recomputed. Code that writes a position therefore need not
know of these data.
"""

from __future__ import annotations

from functools import cached_property

from gamespec.program.tables import Plane
from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    and_,
    block,
    branch,
    branch_if,
    call,
    compare,
    const,
    either,
    eqz,
    get,
    load,
    loop,
    multiply,
    put,
    shift_left,
    store,
    subtract,
    when,
)

__all__ = ["Frontier"]

SIDES, LANES = 4, 4
"""Number of sides of a tile, and number of tiles that are compared at once."""

NARROW = 0xFF
"""Number of kinds of edges below which a side takes one byte; otherwise, it takes two bytes. One value of a
side is reserved for a side without an edge.
"""


class Frontier:
    """Emits the incrementally updated data of one plane, and the functions that use them."""

    def __init__(self, unit: Unit, number: int, plane: Plane) -> None:
        self.unit, self.number, self.plane = unit, number, plane
        self._bits = 8 if len(plane.meets) < NARROW else 16
        self._size = SIDES * self._bits // 8
        self._kind = f"i{8 * self._size}"
        room = unit.memory.room
        self._sides = room(2 * self._size * plane.places)
        """Address of two words for each place, which say what its sides must show and which sides are
        constrained.
        """
        self._words = plane.places // 64 + 1
        self._free = room(8 * self._words)
        self._seen = unit.memory.words(plane.tiles)
        self._all = unit.memory.span(self._sides, self._seen + 4 * plane.tiles)

    # --- words of four sides --------------------------------------------------------------------------

    def _word(self, sides: tuple[int, ...]) -> int:
        return sum(edge << (self._bits * side) for side, edge in enumerate(sides))

    def _written(self, words: list[int]) -> int:
        """Write words to constant memory and return their address."""
        return self.unit.memory.written(words, self._size.bit_length() - 1)

    @cached_property
    def _forms(self) -> int:
        """Address of one word for each tile and each turn, which says what the four sides of the tile show.

        A turn that looks like another turn of the same tile is not offered; its word fits nowhere.
        """
        plane, nothing = self.plane, (1 << 8 * self._size) - 1
        return self._written(
            [
                self._word(plane.edges[tile][turn]) if turn in plane.turns[tile] else nothing
                for tile in range(plane.tiles)
                for turn in range(SIDES)
            ]
        )

    @cached_property
    def _asks(self) -> int:
        """Address of one word for each tile and turn, which says what the tile requires of adjacent tiles.

        Each requirement is stored in the field of the adjacent tile's side that faces this tile.
        """
        plane = self.plane
        return self._written(
            [
                self._word(tuple(plane.meets[edges[(side + 2) % SIDES]] for side in range(SIDES)))
                for turns in plane.edges
                for edges in turns
            ]
        )

    def _op(self, name: str, *operands: Wat) -> Wat:
        return (f"{self._kind}.{name}", *operands)

    def _load(self, at: int, index: Wat, offset: int = 0) -> Wat:
        """Return the tree that reads the word with the given index from the table at the address `at`."""
        address = shift_left(index, self._size.bit_length() - 1)
        return load(address, at + offset, width=f"{self._kind}.load")

    # --- incremental updates --------------------------------------------------------------------------

    def _looked(self) -> str:
        """Return the name of `$frontier()`, which brings the data of this plane up to date."""
        return self.unit.helper(f"$frontier{self.number}", self._look)

    def _look(self, function: Function) -> None:
        tile, spot, seen = (function.local(hint) for hint in ("tile", "spot", "seen"))
        at = shift_left(get(tile), 2)
        again: Body = [
            ("memory.fill", const(self._all), ZERO, const(self._all.region.size or 0)),
            put(tile, const(-1)),
        ]
        new: Body = [
            store(at, get(spot), self._seen),
            call(self._added(), get(tile), add(get(spot), const(-1))),
        ]
        one: Body = [
            put(spot, self.unit.place_at(self.plane.at.spot_of, get(tile))),
            put(seen, load(at, self._seen)),
            when(compare("!=", get(spot), get(seen)), [when(get(seen), again, new)]),
            put(tile, add(get(tile), const(1))),
        ]
        same = eqz(
            ("v128.any_true", ("v128.xor", self._lying(tile), load(at, self._seen, width="v128.load")))
        )
        several = either(compare("<=", get(tile), const(self.plane.tiles - LANES)), same, ZERO)
        body: Body = [
            when(several, [put(tile, add(get(tile), const(LANES)))], one),
            branch_if("$tiles", compare("<", get(tile), const(self.plane.tiles))),
        ]
        function.body = [loop("$tiles", body)]

    def _lying(self, tile: str) -> Wat:
        """Return the instruction that reads the spots of `LANES` tiles, beginning with the one in `tile`."""
        first = self.unit.memory.at(self.plane.at.spot_of)
        return load(shift_left(get(tile), 2), first, width="v128.load")

    def _added(self) -> str:
        """Return the name of `$beside(tile, spot)`, which adds a laid tile to the data.

        It records what the tile requires of the places beside it, and adds those that are free to the set of
        free places.
        """
        return self.unit.helper(f"$beside{self.number}", self._add, "$tile", "$spot")

    def _add(self, function: Function) -> None:
        unit, plane, kind = self.unit, self.plane, self._kind
        place, turn, side, other, at = (function.local(h) for h in ("place", "turn", "side", "other", "at"))
        asks, must = function.local("asks", kind), function.local("must", kind)
        beside = unit.memory.table([other for sides in plane.beside for other in sides])
        word: Wat = shift_left(("i32.shr_u", get(other), const(6)), 3)
        one: Wat = ("i64.shl", ("i64.const", "1"), ("i64.extend_i32_u", get(other)))
        bits = load(word, self._free, width="i64.load")

        def written(offset: int, value: Wat) -> Wat:
            old = load(get(at), self._sides + offset, width=f"{kind}.load")
            both = self._op("or", old, self._op("and", value, get(must)))
            return store(get(at), both, self._sides + offset, width=f"{kind}.store")

        free = eqz(unit.place_at(plane.at.tile_at, get(other)))
        facing: Body = [
            put(at, multiply(get(other), const(2 * self._size))),
            put(must, self._op("shl", (f"{kind}.const", str((1 << self._bits) - 1)), self._facing(side))),
            written(0, get(asks)),
            written(self._size, get(must)),
            when(free, [store(word, ("i64.or", bits, one), self._free, width="i64.store")]),
        ]
        body: Body = [
            put(other, beside.at(add(shift_left(get(place), 2), get(side)))),
            when(compare(">=", get(other), ZERO), facing),
            put(side, add(get(side), const(1))),
            branch_if("$sides", compare("<", get(side), const(SIDES))),
        ]
        gone: Wat = ("i64.and", bits, ("i64.xor", one, ("i64.const", "-1")))
        function.body = [
            put(place, ("i32.shr_u", get("$spot"), const(2))),
            put(turn, and_(get("$spot"), const(3))),
            put(asks, self._load(self._asks, add(shift_left(get("$tile"), 2), get(turn)))),
            put(other, get(place)),
            store(word, gone, self._free, width="i64.store"),
            loop("$sides", body),
        ]

    def _facing(self, side: str) -> Wat:
        """Return the shift, in bits, of the field of the side opposite to `side`."""
        bits = multiply(and_(add(get(side), const(2)), const(3)), const(self._bits))
        return bits if self._kind == "i32" else ("i64.extend_i32_u", bits)

    # --- queries --------------------------------------------------------------------------------------

    def spots(self, function: Function) -> None:
        """Fill `$spots(x, room)`, which writes the spots at which tile `x` fits to `room` and counts them.

        Each spot is written unconditionally behind the previous ones, and kept only if the tile fits. The
        memory at `room` must therefore have space for one more spot than the maximum number of spots.
        """
        plane = self.plane
        own, at, place, to, some = (function.local(h) for h in ("own", "at", "place", "to", "some"))
        shows, must, form = (function.local(h, self._kind) for h in ("shows", "must", "form"))
        word = function.local("word", "i64")
        fits = self._op("eq", self._op("and", get(form), get(must)), get(shows))
        tried: Body = []
        for turn in range(SIDES):
            tried += [
                put(form, self._load(self._forms, shift_left(get(own), 2), self._size * turn)),
                store(get(to), add(shift_left(get(place), 2), const(turn))),
                put(to, add(get(to), shift_left(fits, 2))),
            ]
        sides = multiply(get(place), const(2 * self._size))
        members: Body = [
            branch_if("$empty", ("i64.eqz", get(word))),
            put(place, add(shift_left(get(at), 3), ("i32.wrap_i64", ("i64.ctz", get(word))))),
            put(word, ("i64.and", get(word), ("i64.sub", get(word), ("i64.const", "1")))),
            put(shows, load(sides, self._sides, width=f"{self._kind}.load")),
            put(must, load(sides, self._sides + self._size, width=f"{self._kind}.load")),
            *tried,
            put(some, const(1)),
            branch("$member"),
        ]
        words: Body = [
            put(word, load(get(at), self._free, width="i64.load")),
            block("$empty", [loop("$member", members)]),
            put(at, add(get(at), const(8))),
            branch_if("$word", compare("<", get(at), const(8 * self._words))),
        ]
        turns = self.unit.memory.table(
            [int(turn in allowed) for allowed in plane.turns for turn in range(SIDES)]
        )
        first: Body = []
        for turn in range(SIDES):
            offered = turns.at(add(shift_left(get(own), 2), const(turn)))
            first += [
                store(get(to), const(4 * plane.centre + turn)),
                put(to, add(get(to), shift_left(offered, 2))),
            ]
        function.body = [
            call(self._looked()),
            put(own, add(get("$x"), const(-plane.first_tile))),
            put(to, get("$room")),
            loop("$word", words),
            when(eqz(get(some)), first),
            ("i32.shr_u", subtract(get(to), get("$room")), const(2)),
        ]
