"""Planes of tiles (`interpreter.engine.tiling`): a feature is a ring of parts, named by the least of them.

What a question answers is a set in ascending order. It is gathered as bits, 64 to a word, and drained from
the lowest to the highest into the room of whoever asks; so all words are 0 again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from gamespec.program import expressions as x
from gamespec.program.tables import NOWHERE, Plane
from interpreter.compiled.frontier import Frontier
from interpreter.compiled.memory import Table
from interpreter.compiled.unit import HERE, Unit
from interpreter.compiled.wat import (
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
    or_,
    put,
    shift_left,
    store,
    subtract,
    when,
)
from interpreter.play import faults

__all__ = ["Tiles"]


class Tiles:
    """One plane of a module."""

    def __init__(self, unit: Unit, number: int, plane: Plane) -> None:
        self.unit, self.number, self.plane, self.at = unit, number, plane, plane.at

    # --- tables ---------------------------------------------------------------------------------------

    def _table(self, values: list[int]) -> Table:
        return self.unit.memory.table(values)

    @cached_property
    def _edges(self) -> Table:
        """By tile (from 0), turn and side."""
        return self._table([edge for turns in self.plane.edges for sides in turns for edge in sides])

    @cached_property
    def _beside(self) -> Table:
        """By place and side."""
        return self._table([other for sides in self.plane.beside for other in sides])

    @cached_property
    def _ports(self) -> int:
        """How many ports a side has."""
        return max((len(side) for turns in self.plane.facing for sides in turns for side in sides), default=0)

    @cached_property
    def _facing(self) -> Table:
        """By tile (from 0), turn, side and port."""
        return self._table(
            [part for turns in self.plane.facing for sides in turns for side in sides for part in side]
        )

    @cached_property
    def frontier(self) -> Frontier:
        """What is kept of where tiles can be laid."""
        return Frontier(self.unit, self.number, self.plane)

    @cached_property
    def _bits(self) -> int:
        """Where the bits of a set lie, of parts, of tiles or of places."""
        return self.unit.memory.room(8 * self._words)

    @property
    def _words(self) -> int:
        return max(len(self.plane.tile_of), self.plane.tiles, self.plane.places) // 64 + 1

    def _side(self, tile: Wat, turn: Wat, side: Wat) -> Wat:
        """The index of a tile's side, as it is turned."""
        return add(shift_left(add(shift_left(tile, 2), turn), 2), side)

    # --- sets -----------------------------------------------------------------------------------------

    def _in(self, member: Wat) -> Wat:
        """Add a member to the set."""
        word: Wat = shift_left(("i32.shr_u", member, const(6)), 3)
        bit: Wat = ("i64.shl", ("i64.const", "1"), ("i64.extend_i32_u", member))
        held = load(word, self._bits, width="i64.load")
        return store(word, ("i64.or", held, bit), self._bits, width="i64.store")

    def _drained(self, room: Wat, first: int, count: int) -> Wat:
        """Put the members, each plus `first`, into a room; how many there are, of so many that may be."""
        name = self.unit.helper(f"$drain{self.number}", self._drain, "$room", "$first", "$end", result=True)
        return call(name, room, const(first), const(8 * (count // 64 + 1)))

    def _parts_drained(self) -> Wat:
        """Put the members, which are parts, where `$room` says; how many there are."""
        return self._drained(get("$room"), 0, len(self.plane.tile_of))

    def _tiles_drained(self) -> Wat:
        """Put the members, which are tiles, where `$room` says; how many there are."""
        return self._drained(get("$room"), self.plane.first_tile, self.plane.tiles)

    def _drain(self, function: Function) -> None:
        at, to = function.local("at"), function.local("to")
        word = function.local("word", "i64")
        bit: Wat = ("i32.wrap_i64", ("i64.ctz", get(word)))
        members: Body = [
            branch_if("$empty", ("i64.eqz", get(word))),
            store(get(to), add(add(shift_left(get(at), 3), bit), get("$first"))),
            put(to, add(get(to), const(4))),
            put(word, ("i64.and", get(word), ("i64.sub", get(word), ("i64.const", "1")))),
            branch("$member"),
        ]
        words: Body = [
            branch_if("$drained", compare(">=", get(at), get("$end"))),
            put(word, load(get(at), self._bits, width="i64.load")),
            store(get(at), ("i64.const", "0"), self._bits, width="i64.store"),
            block("$empty", [loop("$member", members)]),
            put(at, add(get(at), const(8))),
            branch("$word"),
        ]
        function.body = [
            put(to, get("$room")),
            block("$drained", [loop("$word", words)]),
            ("i32.shr_u", subtract(get(to), get("$room")), const(2)),
        ]

    def _counting(self, local: str, count: Wat, body: Body, label: str) -> Body:
        """A loop of a local from 0 on."""
        return [
            put(local, ZERO),
            block(
                f"${label}_end",
                [
                    loop(
                        f"${label}",
                        [
                            branch_if(f"${label}_end", compare(">=", get(local), count)),
                            *body,
                            put(local, add(get(local), const(1))),
                            branch(f"${label}"),
                        ],
                    )
                ],
            ),
        ]

    def _round(self, function: Function, body: Callable[[Wat], Body]) -> Body:
        """Go round the feature of the part `$x`."""
        part = function.local("part")
        return [
            put(part, get("$x")),
            loop(
                "$ring",
                [
                    *body(get(part)),
                    put(part, self.unit.place_at(self.at.ring, get(part))),
                    branch_if("$ring", compare("!=", get(part), get("$x"))),
                ],
            ),
        ]

    def through(self, function: Function, part: Wat, take: Callable[[Wat], Body]) -> Body:
        """Hand on the parts of a part's feature, each once, in the order of its ring."""
        first, at, more = function.local("first"), function.local("part"), function.label("ring")
        on: Body = [
            put(at, self.unit.place_at(self.at.ring, get(at))),
            branch_if(more, compare("!=", get(at), get(first))),
        ]
        return [put(first, part), put(at, get(first)), loop(more, [*take(get(at)), *on])]

    # --- questions ------------------------------------------------------------------------------------

    def number_of(self, node: x.OfPlane, of: Wat) -> Wat:
        """What is answered with one number."""
        feature = self.unit.place_at(self.at.feature, of)
        return feature if node.question == "feature" else self.unit.place_at(self.at.ends, feature)

    def listed(self, node: x.OfPlane, of: Wat, room: int) -> Wat:
        """Put what is answered with a list into a room; how many there are."""
        makers: dict[str, Callable[[Function], None]] = {
            "spots": self.frontier.spots if self.unit.techniques.frontier else self._spots,
            "around": self._around,
            "features": self._features,
            "joined": self._joined,
            "tiles": self._tiles,
            "touching": self._touching,
        }
        name = f"${node.question}{self.number}"
        return call(
            self.unit.helper(name, makers[node.question], "$x", "$room", result=True), of, const(room)
        )

    def _joined(self, function: Function) -> None:
        function.body = [*self._round(function, lambda part: [self._in(part)]), self._parts_drained()]

    def _tiles(self, function: Function) -> None:
        tiles = self._table([tile - self.plane.first_tile for tile in self.plane.tile_of])
        function.body = [
            *self._round(function, lambda part: [self._in(tiles.at(part))]),
            self._tiles_drained(),
        ]

    def _touching(self, function: Function) -> None:
        rows, at = self.unit.memory.rows(self.plane.touches), function.local("at")

        def body(part: Wat) -> Body:
            begin, end = rows.members(part)
            other = load(get(at), width=rows.width)
            walk: Body = [
                branch_if("$touched", compare(">=", get(at), end)),
                self._in(self.unit.place_at(self.at.feature, other)),
                put(at, add(get(at), const(1 << rows.shift))),
                branch("$touch"),
            ]
            return [put(at, begin), block("$touched", [loop("$touch", walk)])]

        function.body = [*self._round(function, body), self._parts_drained()]

    def _features(self, function: Function) -> None:
        """The features of the parts of laid tiles."""
        unit, at, part = self.unit, self.at, function.local("part")
        tiles = self._table([tile - self.plane.first_tile for tile in self.plane.tile_of])
        laid = unit.place_at(at.spot_of, tiles.at(get(part)))
        body: Body = [when(laid, [self._in(unit.place_at(at.feature, get(part)))])]
        count = const(len(self.plane.tile_of))
        function.body = [*self._counting(part, count, body, "parts"), self._parts_drained()]

    def _around(self, function: Function) -> None:
        """The tiles on the eight places around a tile; none if it is not laid."""
        unit, at, plane = self.unit, self.at, self.plane
        rows = unit.memory.rows(plane.ring)
        place, cursor, lying = (function.local(hint) for hint in ("place", "cursor", "lying"))
        spot = unit.place_at(at.spot_of, add(get("$x"), const(-plane.first_tile)))
        begin, end = rows.members(get(place))
        walk: Body = [
            branch_if("$all", compare(">=", get(cursor), end)),
            put(lying, unit.place_at(at.tile_at, load(get(cursor), width=rows.width))),
            when(get(lying), [self._in(add(get(lying), const(-1)))]),
            put(cursor, add(get(cursor), const(1 << rows.shift))),
            branch("$next"),
        ]
        function.body = [
            put(place, spot),
            when(eqz(get(place)), [("return", ZERO)]),
            put(place, ("i32.shr_u", add(get(place), const(-1)), const(2))),
            put(cursor, begin),
            block("$all", [loop("$next", walk)]),
            self._tiles_drained(),
        ]

    @cached_property
    def _walls(self) -> int:
        """Where it is written what the four sides of a place must show; -1 where anything may be."""
        return self.unit.memory.words(4)

    def _walled(self) -> str:
        """`$walls(place)`: write that down; how many sides must show something."""

        def make(function: Function) -> None:
            unit, at = self.unit, self.at
            side, other, lying, turn, count = (
                function.local(hint) for hint in ("side", "other", "lying", "turn", "count")
            )
            meets = self._table(list(self.plane.meets))
            facing: Wat = and_(add(get(side), const(2)), const(3))
            edge = self._edges.at(self._side(add(get(lying), const(-1)), get(turn), facing))
            spot = unit.place_at(at.spot_of, add(get(lying), const(-1)))
            there: Body = [
                put(turn, and_(add(spot, const(-1)), const(3))),
                store(shift_left(get(side), 2), meets.at(edge), self._walls),
                put(count, add(get(count), const(1))),
            ]
            body: Body = [
                put(other, self._beside.at(add(shift_left(get("$place"), 2), get(side)))),
                put(
                    lying,
                    either(compare(">=", get(other), ZERO), unit.place_at(at.tile_at, get(other)), ZERO),
                ),
                store(shift_left(get(side), 2), const(-1), self._walls),
                when(get(lying), there),
            ]
            function.body = [*self._counting(side, const(4), body, "sides"), get(count)]

        return self.unit.helper(f"$walls{self.number}", make, "$place", result=True)

    def _fits(self) -> str:
        """`$fits(tile, turn)`: whether a tile, from 0, shows what the walls written down ask for."""

        def make(function: Function) -> None:
            side = function.local("side")
            wall = load(shift_left(get(side), 2), self._walls)
            edge = self._edges.at(self._side(get("$tile"), get("$turn"), get(side)))
            differs = and_(compare(">=", wall, ZERO), compare("!=", edge, wall))
            body: Body = [when(differs, [("return", ZERO)])]
            function.body = [*self._counting(side, const(4), body, "sides"), const(1)]

        return self.unit.helper(f"$fits{self.number}", make, "$tile", "$turn", result=True)

    def _spots(self, function: Function) -> None:
        """The spots at which a tile fits: the free places are a set, which is drained into the room first."""
        unit, at, plane = self.unit, self.at, self.plane
        tile, other, side, turn, count, free, place, places = (
            function.local(hint)
            for hint in ("tile", "other", "side", "turn", "count", "free", "place", "places")
        )
        turns = self._table([int(turn in allowed) for allowed in plane.turns for turn in range(4)])
        empty = and_(
            compare(">=", get(other), ZERO),
            eqz(unit.place_at(at.tile_at, get(other))),
        )
        index = add(shift_left(("i32.shr_u", add(get(place), const(-1)), const(2)), 2), get(side))
        beside: Body = [
            put(other, self._beside.at(index)),
            when(compare(">=", get(other), ZERO), [when(empty, [self._in(get(other))])]),
        ]
        laid: Body = [
            put(place, unit.place_at(at.spot_of, get(tile))),
            when(get(place), self._counting(side, const(4), beside, "sides")),
        ]
        own = add(get("$x"), const(-plane.first_tile))
        room = unit.memory.words(plane.places)

        def offer(spot: Wat) -> Body:
            return [
                store(add(get("$room"), shift_left(get(count), 2)), spot),
                put(count, add(get(count), const(1))),
            ]

        allowed = turns.at(add(shift_left(own, 2), get(turn)))
        first = self._counting(
            turn, const(4), [when(allowed, offer(add(const(4 * plane.centre), get(turn))))], "centre"
        )
        try_ = when(
            allowed,
            [when(call(self._fits(), own, get(turn)), offer(add(shift_left(get(place), 2), get(turn))))],
        )
        fit: Body = [
            put(place, load(shift_left(get(free), 2), room)),
            ("drop", call(self._walled(), get(place))),
            *self._counting(turn, const(4), [try_], "turns"),
        ]
        function.body = [
            *self._counting(tile, const(plane.tiles), laid, "laid"),
            put(places, self._drained(const(room), 0, plane.places)),
            when(get(places), self._counting(free, get(places), fit, "free"), first),
            get(count),
        ]

    # --- laying ---------------------------------------------------------------------------------------

    def lay(self) -> str:
        """`$lay(tile, spot, at)`: lay a tile and join its parts; where it does not fit is a fault."""
        return self.unit.helper(f"$lay{self.number}", self._lay, "$tile", "$spot", "$at")

    def _lay(self, function: Function) -> None:
        unit, at, plane = self.unit, self.at, self.plane
        number, place, turn, walls, side, other, lying, port, mine, theirs, any_ = (
            function.local(hint)
            for hint in (
                "number", "place", "turn", "walls", "side", "other", "lying", "port", "mine", "theirs", "any",
            )
        )  # fmt: skip
        spot_of = unit.place_at(at.spot_of, get(other))
        any_laid: Body = [put(any_, or_(get(any_), spot_of))]
        first_fits = and_(compare("==", get(place), const(plane.centre)), eqz(get(any_)))
        fits = either(get(walls), call(self._fits(), get(number), get(turn)), first_fits)
        taken = or_(unit.place_at(at.tile_at, get(place)), unit.place_at(at.spot_of, get(number)))
        fault = unit.fault(faults.MISFIT, HERE, spot=get("$spot"), plane=const(self.number), at=get("$at"))
        turned = and_(add(unit.place_at(at.spot_of, get(lying)), const(-1)), const(3))
        facing: Wat = and_(add(get(side), const(2)), const(3))
        ports = const(self._ports)
        here = add(multiply(self._side(get(number), get(turn), get(side)), ports), get(port))
        last = subtract(const(self._ports - 1), get(port))
        there = add(multiply(self._side(get(lying), turned, facing), ports), last)
        meet: Body = [
            put(mine, self._facing.at(here)),
            put(theirs, self._facing.at(there)),
            when(compare("!=", get(mine), const(NOWHERE)), [call(self._join(), get(mine), get(theirs))]),
        ]
        neighbour: Body = [
            put(other, self._beside.at(add(shift_left(get(place), 2), get(side)))),
            put(
                lying,
                either(
                    compare(">=", get(other), ZERO),
                    add(unit.place_at(at.tile_at, get(other)), const(-1)),
                    const(-1),
                ),
            ),
            when(compare(">=", get(lying), ZERO), self._counting(port, ports, meet, "ports")),
        ]
        function.body = [
            put(number, add(get("$tile"), const(-plane.first_tile))),
            put(place, ("i32.shr_u", get("$spot"), const(2))),
            put(turn, and_(get("$spot"), const(3))),
            put(walls, call(self._walled(), get(place))),
            when(eqz(get(walls)), self._counting(other, const(plane.tiles), any_laid, "tiles")),
            when(or_(taken, eqz(fits)), fault),
            unit.put_at(at.tile_at, get(place), add(get(number), const(1))),
            unit.put_at(at.spot_of, get(number), add(get("$spot"), const(1))),
            *self._counting(side, const(4), neighbour, "sides"),
        ]

    def _join(self) -> str:
        """`$join(a, b)`: two parts meet at a port each; the rings of two features become one."""

        def make(function: Function) -> None:
            unit, at = self.unit, self.at
            first, second, part, held = (function.local(hint) for hint in ("first", "second", "part", "held"))

            def ends(of: Wat) -> Wat:
                return unit.place_at(at.ends, of)

            rename: Body = [
                unit.put_at(at.feature, get(part), get(first)),
                put(part, unit.place_at(at.ring, get(part))),
                branch_if("$ring", compare("!=", get(part), get(second))),
            ]
            function.body = [
                put(first, unit.place_at(at.feature, get("$a"))),
                put(second, unit.place_at(at.feature, get("$b"))),
                when(
                    compare("==", get(first), get(second)),
                    [unit.put_at(at.ends, get(first), add(ends(get(first)), const(-2))), ("return",)],
                ),
                when(
                    compare("<", get(second), get(first)),
                    [put(held, get(first)), put(first, get(second)), put(second, get(held))],
                ),
                unit.put_at(at.ends, get(first), add(add(ends(get(first)), ends(get(second))), const(-2))),
                unit.put_at(at.ends, get(second), ZERO),
                put(part, get(second)),
                loop("$ring", rename),
                put(held, unit.place_at(at.ring, get(first))),
                unit.put_at(at.ring, get(first), unit.place_at(at.ring, get(second))),
                unit.put_at(at.ring, get(second), get(held)),
            ]

        return self.unit.helper(f"$join{self.number}", make, "$a", "$b")
