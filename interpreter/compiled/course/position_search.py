"""Tree search inside a module, over positions (`interpreter.kernels.trees.positions`).

`search(first, end)` runs iterations with the same draws and the same numbers as the definitional engine. They
all begin at one root, whose position is kept with everything that is stored beside it. On the way down the
tree, the function that plays whole games is stopped at each decision. So a module needs no other function
that plays, and it records nothing.

The key of a position is a 64-bit hash of its integers (`fingerprint`). Different positions almost surely have
different hashes: if hashes were random, the probability that any two of a million positions have the same one
would be less than one in ten million.
"""

from __future__ import annotations

from typing import cast

from gamespec.program.tables import Head
from interpreter.compiled.analysis.blocks import GAMES
from interpreter.compiled.course.onward import answered
from interpreter.compiled.course.policies import PolicyGame
from interpreter.compiled.course.ranking import Ranking
from interpreter.compiled.course.searching import SearchGame
from interpreter.compiled.course.snapshot import Snapshot
from interpreter.compiled.options.ranked import RankedOptions
from interpreter.compiled.translate.room import array
from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm.interface import OVER
from interpreter.compiled.wasm.memory import Words
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    call,
    compare,
    const,
    eqz,
    get,
    store,
    when,
)
from interpreter.kernels.trees.positions import PositionSearch, fingerprint
from interpreter.kernels.trees.search import Game

__all__ = ["PositionGame"]

KEY: Wat = ("global.get", "$key")
MANY: Wat = ("global.get", "$many")
FIRST: Wat = ("global.get", "$first_options")


class PositionGame(SearchGame):
    """Emits `search` in a module that plays whole games."""

    def __init__(
        self,
        unit: Unit,
        options: RankedOptions,
        ranking: Ranking,
        snapshot: Snapshot,
        guide: PolicyGame | None = None,
    ) -> None:
        super().__init__(unit, options, ranking, guide)
        self._snapshot = snapshot
        self._search: PositionSearch = PositionSearch(
            cast("Game", self), self._worth, self._room, guided=guide is not None
        )
        self._roots = array(self._room.words(0))
        for name in ("many", "first_many", "first_options"):
            unit.globals.append(("global", f"${name}", ("mut", "i32"), ("i32.const", "0")))

    def made(self) -> None:
        """Translate the kernel of the search and export it as `search`."""
        self._unit.functions[self._unit.kernels.name(self._search.run)].export = "search"

    def start(self, _: Function) -> Wat:
        """Return the call that puts the position of the root and its options aside."""
        return call(self._unit.helper("$open", self._open))

    def _open(self, function: Function) -> None:
        function.body = [
            *self._prepared(),
            when(eqz(FIRST), [("global.set", "$first_options", ("global.get", "$options"))]),
            ("global.set", "$options", FIRST),
            *self._at_root(ZERO),
            ("global.set", "$first_many", call("$ask", const(1))),
            self._snapshot.put_aside(),
            when(self._listed, self._snapshot.keep_options(function)),
        ]

    @property
    def _listed(self) -> Wat:
        """The test that the list of options of the pending decision can be kept."""
        table = self._unit.memory.table([int(self._options.lists(i)) for i in self._program.code])
        return table.at(self._unit.place(Head.PC))

    def begin(self, _: Function, iteration: Wat) -> Body:
        """Return the call that goes to the root."""
        return [("drop", iteration), call(self._unit.helper("$at_root", self._begun))]

    def _begun(self, function: Function) -> None:
        kept: Body = [self._snapshot.offer(), ("global.set", "$many", ("global.get", "$first_many"))]
        again: Body = [("global.set", "$many", call("$ask", const(1)))]
        function.body = [*self._snapshot.back(), when(self._listed, kept, again)]

    def many(self, _: Function) -> Wat:
        """Return the tree for the number of options of the pending decision."""
        return MANY

    def answer(self, _: Function, k: Wat) -> Wat:
        """Return the tree that takes option `k`; its value says whether the game goes on."""
        return call(self._unit.helper("$take", self._take, "$k", result=True), k)

    def _take(self, function: Function) -> None:
        unit, again = self._unit, [when(MANY, [("global.set", "$many", call("$ask", const(1)))])]
        function.body = [
            store(ZERO, ZERO, Words.LAST),
            *answered(unit),
            ("global.set", "$many", call(GAMES.name, unit.place(Head.PC), get("$k"))),
            *(again if self._options.ranked else []),  # so far, only some options have been tried
            store(ZERO, const(Words.NO_LAST), Words.LAST),
            compare("!=", MANY, const(OVER)),
        ]

    def look(self, _: Function) -> Wat:
        """Return the call that computes the key of the position."""
        return call(self._unit.helper("$hash", self._hashed))

    def _hashed(self, function: Function) -> None:
        unit, length = self._unit, self._unit.layout.length
        last: Wat = unit.place(length - 1) if length % 2 else ZERO
        position = const(unit.memory.part(0, length))
        key = unit.kernels.call(fingerprint, position, const(length // 2), last)
        function.body = [array(self._search.seen).put(ZERO, key)]

    def finish(self, _: Function, going: Wat) -> Body:
        """Return the instructions that play to the end at random, provided that the game is still `going`."""
        unit, decisions = self._unit, self._unit.place(Head.DECISIONS)
        playout: Body = [
            self._key(),
            *answered(unit),
            ("drop", call(GAMES.name, unit.place(Head.PC), self._options.picked(KEY, decisions, MANY))),
        ]
        return [when(going, playout)]
