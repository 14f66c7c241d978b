"""Tree search inside a module: provides the game in which the kernel `interpreter.kernels.search` searches.

`search(first, end)` runs iterations with the same draws and the same numbers as the definitional engine.
`fares()` lists the options of the first root. What a player has been shown since the search began is
represented by a 64-bit hash (`sights`). The key of an option is a hash of that hash and of the option.
Options that differ only in which of several identical copies they name have the same key.

A separate memory, the `tree`, holds the number of roots, the arrays of the kernel, and the roots as packed
positions. The host lays out and fills this memory (`searches`).
"""

from __future__ import annotations

from typing import cast

from gamespec.program.budget import BUDGET
from gamespec.program.instructions import Decide
from gamespec.program.tables import Head
from interpreter.compiled.course.ranking import Ranking
from interpreter.compiled.course.sights import SEEN, Sights
from interpreter.compiled.options.ranked import RankedOptions
from interpreter.compiled.translate.expressions import Emitted
from interpreter.compiled.translate.residual import Array
from interpreter.compiled.translate.room import HostRoom, array
from interpreter.compiled.unit.chance import wide
from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm.interface import OVER
from interpreter.compiled.wasm.memory import POSITION, WORD
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    block,
    branch,
    branch_if,
    call,
    compare,
    const,
    get,
    loop,
    multiply,
    put,
    subtract,
    when,
)
from interpreter.kernels.search import Game, Search
from interpreter.kernels.terms import Words
from interpreter.kernels.worth import Worth
from interpreter.play.chance import GAMMA
from interpreter.play.options import offers_copies
from interpreter.play.search import Iteration
from interpreter.play.together import teams_of

__all__ = ["Searching"]


class Searching(Emitted):
    """Emits `search` and `fares` in one recording module; implements `interpreter.kernels.search.Game`."""

    def __init__(self, unit: Unit, options: RankedOptions, sights: Sights, ranking: Ranking) -> None:
        self._unit, self._options, self._sights = unit, options, sights
        self._program = program = unit.program
        unit.memories.append("tree")
        room = HostRoom(unit, "$tree")
        self._count = array(room.words(1))
        self.places = cast("Words", Array(unit.memory.part(unit.layout.places, program.players)))
        self.points = cast("Words", Array(ranking.room))
        worth = Worth(teams_of(program), len(program.score))
        self._search = Search(cast("Game", self), worth, room)
        self._roots = array(room.words(0))

    def made(self) -> None:
        """Translate the kernels of the search and export them as `search` and `fares`."""
        for name, kernel in (("search", self._search.run), ("fares", self._search.fares)):
            self._unit.functions[self._unit.kernels.name(kernel)].export = name

    # --- the game -------------------------------------------------------------------------------------

    def begin(self, _: Function, iteration: Wat) -> Wat:
        """Return the call that copies the position of the iteration's root and lists its options.

        The call also sets the seed of chance.
        """
        return call(self._unit.helper("$at_root", self._at_root, "$iteration"), iteration)

    def _at_root(self, function: Function) -> None:
        length = self._unit.layout.length
        root: Wat = ("i32.rem_u", get("$iteration"), self._count.at(ZERO))
        source = add(self._roots.start, multiply(root, const(WORD * length)))
        fresh = {"saved": ZERO, "taped": ZERO, "scripted": ZERO, "fuel": const(BUDGET)}
        position = const(self._unit.memory.part(0, length))
        function.body = [
            ("memory.copy", "0", "$tree", position, source, const(WORD * length)),
            call("$indexed"),
            *(("global.set", f"${name}", value) for name, value in fresh.items()),
            ("global.set", "$offered", call("$ask", ZERO)),
            self._seed("chance"),
        ]

    def many(self, _: Function) -> Wat:
        """Return the tree for the number of options of the pending decision."""
        return ("global.get", "$offered")

    def player(self, _: Function) -> Wat:
        """Return the tree for the seat of the player who decides."""
        return self._unit.place(Head.ME)

    def enter(self, _: Function) -> Wat:
        """Return the call that writes, for each option on offer, the number of its entry in the tree."""
        return call(self._unit.helper("$entries", self._entered))

    def answer(self, _: Function, k: Wat) -> Wat:
        """Return the tree that takes option `k`; its value says whether the game goes on."""
        return compare("!=", call("$answer", k), const(OVER))

    def look(self, _: Function) -> Wat:
        """Return the call that updates each player's hash of what that player has been shown."""
        return call(self._unit.helper("$look", self._looked))

    def finish(self, function: Function, iteration: Wat, going: Wat) -> Body:
        """Return the instructions that play to the end at random, provided that the game is still `going`."""
        before: Wat = ("i64.mul", wide(GAMMA), ("i64.extend_i32_u", self._unit.place(Head.DECISIONS)))
        luck, on = self._number("luck", iteration), function.label("on")
        number = self._unit.place(Head.DECISIONS)
        chosen = self._options.picked(("global.get", "$key"), number, self.many(function))
        step = call("$answer", chosen)
        again = branch_if(on, compare("!=", step, const(OVER)))
        playout: Body = [
            self._seed("playout", iteration),
            ("global.set", "$key", ("i64.add", ("i64.sub", luck, before), wide(GAMMA))),
            loop(on, [("global.set", "$taped", ZERO), again]),
        ]
        return [when(going, playout)]

    def truncated(self, _: Function) -> Wat:
        """Return the test that the game ended because it was truncated."""
        return compare("==", self._unit.place(Head.OUTCOME), const(Head.TRUNCATED))

    def _number(self, which: str, iteration: Wat) -> Wat:
        """Return the tree for the random number stored in the field `which` of an iteration."""
        names = Iteration._fields
        index = add(multiply(iteration, const(len(names))), const(names.index(which)))
        return array(self._search.numbers).at(index)

    def _seed(self, which: str, iteration: Wat = ("local.get", "$iteration")) -> Wat:
        place = f"offset={POSITION + WORD * Head.SEED_LOW}"
        return ("i64.store", place, ZERO, self._number(which, iteration))

    # --- what has been seen ---------------------------------------------------------------------------

    def _looked(self, function: Function) -> None:
        """Fill `$look()`, which hashes what the tape and the pending decision show to each player."""
        body: Body = [("global.set", "$fuel", const(BUDGET))]
        seen = array(self._search.seen)
        for player in map(const, range(self._program.players)):
            body += [
                ("global.set", "$seen", seen.at(player)),
                call(self._sights.see, player),
                call(self._sights.see_asked, player),
                seen.put(player, SEEN),
            ]
        function.body = [*body, ("global.set", "$taped", ZERO)]

    def _entered(self, function: Function) -> None:
        """Fill `$entries()`, which writes the entries of all listed options."""
        unit, search = self._unit, self._search
        at, k, left = (function.local(hint) for hint in ("at", "k", "left"))
        before = function.local("before", "i64")
        mine = array(search.seen).at(unit.place(Head.ME))
        body: Body = [("global.set", "$fuel", const(BUDGET)), put(before, mine)]
        for place, i in enumerate(self._program.code):
            if not isinstance(i, Decide):
                continue
            its: Body = []
            for index, action in enumerate(self._program.sites[i.site].actions):
                size = WORD * self._options.records[action].words
                picks = self._program.actions[action].picks
                alike = any(offers_copies(self._program, pick) for pick in picks)
                entry = unit.kernels.call(search.find_apart if alike else search.find, SEEN)
                done, more = function.label("done"), function.label("more")
                one: Body = [
                    branch_if(done, compare("<", get(left), const(1))),
                    ("global.set", "$seen", get(before)),
                    self._sights.option_seen(action, at),
                    array(search.listed).put(get(k), entry),
                    put(at, add(get(at), const(size))),
                    put(k, add(get(k), const(1))),
                    put(left, subtract(get(left), const(1))),
                    branch(more),
                ]
                its += [
                    put(at, self._options.begins(index)),
                    put(left, self._options.many(index)),
                    block(done, [loop(more, one)]),
                ]
            body.append(when(compare("==", unit.place(Head.PC), const(place)), [*its, ("return",)]))
        function.body = body
