"""Part-knowledge: what players exclude of components that they do not know (`interpreter.engine.excluded`).

Of each component of a kind that is shown in part there are, for each attribute and each player, bits of the
values that are excluded. Attributes and players are few, so they are written out one after another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from gamespec.program.tables import Attribute, Kind
from interpreter.compiled.unit import Unit
from interpreter.compiled.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    and_,
    block,
    branch,
    branch_if,
    call,
    compare,
    const,
    either,
    get,
    loop,
    multiply,
    or_,
    put,
    subtract,
    when,
)

__all__ = ["Excluded"]


@dataclass(frozen=True, slots=True)
class _Shown:
    """A kind of which something is shown in part."""

    kind: Kind
    attributes: tuple[Attribute, ...]


class Excluded:
    """What players exclude, in one module."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        program = unit.program
        self.players = range(program.players)
        self.any = bool(program.attributes)
        self._kinds = [
            _Shown(kind, shown) for kind, shown in zip(program.kinds, program.shown, strict=True) if shown
        ]

    def _of_kind(self, c: Wat, body: Callable[[_Shown], Body]) -> Body:
        """What is done with a component, by its kind."""
        return [
            when(("i32.lt_u", subtract(c, const(s.kind.first)), const(s.kind.size)), body(s))
            for s in self._kinds
        ]

    def _held(self, shown: _Shown, c: Wat, player: int) -> Iterator[tuple[int, Wat]]:
        """Where the bits of each attribute lie: a place, and an index beyond it."""
        index = multiply(subtract(c, const(shown.kind.first)), const(len(self.players)))
        for attribute in shown.attributes:
            yield attribute.place + player, index

    def _bits(self, shown: _Shown, attribute: Attribute, c: Wat) -> Wat:
        """The bit of the value that is printed on a component."""
        table = self.unit.memory.table(
            [attribute.bit(value) for value in attribute.printed], shown.kind.first
        )
        return table.at(c)

    def _for(self, players: Wat, player: int, body: Body) -> Wat:
        return when(and_(players, const(1 << player)), body)

    def forget(self, c: Wat, players: Wat) -> Wat:
        """Let some players exclude nothing of a component any more."""

        def make(function: Function) -> None:
            def body(shown: _Shown) -> Body:
                return [
                    self._for(
                        get("$players"),
                        player,
                        [self.unit.put_at(at, i, ZERO) for at, i in self._held(shown, get("$c"), player)],
                    )
                    for player in self.players
                ]

            function.body = self._of_kind(get("$c"), body)

        return call(self.unit.helper("$forget", make, "$c", "$players"), c, players)

    def more(self, c: Wat, than: Wat) -> Wat:
        """Which players' list of what they exclude is greater for one component than for an alike one."""

        def make(function: Function) -> None:
            found = function.local("found")

            def body(shown: _Shown) -> Body:
                return [put(found, or_(get(found), self._greater(shown, player))) for player in self.players]

            function.body = [*self._of_kind(get("$c"), body), get(found)]

        return call(self.unit.helper("$more", make, "$c", "$than", result=True), c, than)

    def _greater(self, shown: _Shown, player: int) -> Wat:
        """The player's bit if what is excluded of `$c` is more, the first attribute that differs deciding."""
        mine = [self.unit.place_at(*held) for held in self._held(shown, get("$c"), player)]
        theirs = [self.unit.place_at(*held) for held in self._held(shown, get("$than"), player)]
        found: Wat = ZERO
        for a, b in reversed(list(zip(mine, theirs, strict=True))):
            found = or_(compare(">", a, b), and_(compare("==", a, b), found))
        return ("i32.shl", found, const(player))

    def exchange(self, c: Wat, with_: Wat, players: Wat) -> Wat:
        """Let what some players exclude of two alike components change places."""

        def make(function: Function) -> None:
            held = function.local("held")

            def body(shown: _Shown) -> Body:
                found: Body = []
                for player in self.players:
                    swap: Body = []
                    both = zip(
                        self._held(shown, get("$c"), player),
                        self._held(shown, get("$other"), player),
                        strict=True,
                    )
                    for mine, theirs in both:
                        swap += [
                            put(held, self.unit.place_at(*mine)),
                            self.unit.put_at(*mine, self.unit.place_at(*theirs)),
                            self.unit.put_at(*theirs, get(held)),
                        ]
                    found.append(self._for(get("$players"), player, swap))
                return found

            function.body = self._of_kind(get("$c"), body)

        return call(self.unit.helper("$exchange", make, "$c", "$other", "$players"), c, with_, players)

    def confuse(self, c: Wat, zone: Wat, players: Wat, backs: Callable[[Wat], Wat]) -> Wat:
        """Let some players no longer tell a component from those beside it in a zone with the same back.

        Any may then be what one of them could have been; who knows which they are is as it was before.
        """

        def make(function: Function) -> None:
            other, left = function.local("other"), function.local("left")

            def among(body: Body, label: str) -> Body:
                onward = put(other, self.unit.place_at(self.unit.layout.next, get(other)))
                same = compare("==", backs(get(other)), backs(get("$c")))
                walk = [
                    branch_if(f"${label}_end", compare("<", get(other), ZERO)),
                    when(same, body),
                    onward,
                    branch(f"${label}"),
                ]
                first = put(other, self.unit.place_at(self.unit.layout.first, get("$zone")))
                return [first, block(f"${label}_end", [loop(f"${label}", walk)])]

            def body(shown: _Shown) -> Body:
                return [self._for(get("$players"), player, one(shown, player)) for player in self.players]

            def one(shown: _Shown, player: int) -> Body:
                found: Body = []
                places = list(self._held(shown, get(other), player))
                for attribute, place in zip(shown.attributes, places, strict=True):
                    label = function.label("among").removeprefix("$")
                    every = const(attribute.all)
                    known = and_(self.unit.place_at(self.unit.layout.known, get(other)), const(1 << player))
                    open_ = and_(every, ("i32.xor", self.unit.place_at(*place), const(-1)))
                    could = either(known, self._bits(shown, attribute, get(other)), open_)
                    gone = and_(every, ("i32.xor", get(left), const(-1)))
                    found += [
                        put(left, ZERO),
                        *among([put(left, or_(get(left), could))], f"{label}_a"),
                        *among([self.unit.put_at(*place, gone)], f"{label}_b"),
                    ]
                return found

            function.body = self._of_kind(get("$c"), body)

        return call(self.unit.helper("$confuse", make, "$c", "$zone", "$players"), c, zone, players)

    def show(self, c: Wat, seen: Wat, number: int, value: Wat | None) -> Body:
        """Let players know of a component whether it has a value of an attribute, or which it has."""
        unit = self.unit
        attribute = unit.program.attributes[number]
        shown = next(s for s in self._kinds if attribute in s.attributes)
        name = unit.helper(
            f"$show{number}", lambda function: self._show(function, shown, attribute), "$c", "$seen", "$bit"
        )
        if value is None:
            return [call(name, c, seen, self._bits(shown, attribute, c))]
        low, high = min(attribute.values), max(attribute.values)
        known = [attribute.bit(v) for v in range(low, high + 1)] if high - low < 1 << 16 else None
        if known is None:
            bit: Wat = ZERO
            for v in attribute.values:
                bit = either(compare("==", value, const(v)), const(attribute.bit(v)), bit)
        else:
            inside: Wat = ("i32.lt_u", subtract(value, const(low)), const(high - low + 1))
            bit = either(inside, unit.memory.table(known, low).at(value), ZERO)
        return [call(name, c, seen, bit)]

    def _show(self, function: Function, shown: _Shown, attribute: Attribute) -> None:
        gone = function.local("gone")
        own = self._bits(shown, attribute, get("$c"))
        rest = and_(const(attribute.all), ("i32.xor", get("$bit"), const(-1)))
        index = multiply(subtract(get("$c"), const(shown.kind.first)), const(len(self.players)))
        function.body = [put(gone, either(compare("==", own, get("$bit")), rest, get("$bit")))]
        for player in self.players:
            held = self.unit.place_at(attribute.place + player, index)
            more = self.unit.put_at(attribute.place + player, index, or_(held, get(gone)))
            function.body.append(self._for(get("$seen"), player, [more]))
