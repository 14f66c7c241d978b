"""Tree search inside a module, over what each player has seen (`interpreter.kernels.trees.sights`).

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
from gamespec.program.tables import Head
from interpreter.compiled.course.policies import PolicyGame
from interpreter.compiled.course.ranking import Ranking
from interpreter.compiled.course.sights import SEEN, Sights
from interpreter.compiled.options.every import every_option
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
    branch_if,
    call,
    compare,
    const,
    get,
    loop,
    multiply,
    put,
    when,
)
from interpreter.kernels.terms import Reals, Words
from interpreter.kernels.trees.search import CHANCE, DONE, LUCK, PLAYOUT, Search
from interpreter.kernels.trees.sights import SightGame as Game
from interpreter.kernels.trees.sights import SightSearch
from interpreter.kernels.worth import Worth
from interpreter.play.chance import GAMMA
from interpreter.play.options import offers_copies
from interpreter.play.together import teams_of

__all__ = ["SearchGame", "SightGame"]


class SearchGame(Emitted):
    """Emits what the games of both searches have in common (`interpreter.kernels.trees.search.Game`).

    Subclasses set `_search` and `_roots`.
    """

    _search: Search
    _roots: Array

    def __init__(
        self, unit: Unit, options: RankedOptions, ranking: Ranking, guide: PolicyGame | None
    ) -> None:
        self._unit, self._options, self._program = unit, options, unit.program
        self._guide = guide.policy if guide else None
        unit.memories.append("tree")
        self._room = HostRoom(unit, "$tree")
        self._count = array(self._room.words(1))
        self.places = cast("Words", Array(unit.memory.part(unit.layout.places, unit.program.players)))
        self.points = cast("Words", Array(ranking.room))
        self._worth = Worth(teams_of(unit.program), len(unit.program.score))

    @property
    def estimated(self) -> Reals:
        """The rewards of all seats, as they have been estimated last."""
        assert self._guide is not None  # noqa: S101 - rewards are estimated
        return self._guide.target

    def estimate(self, _: Function, seat: Wat) -> Wat:
        """Return the call that estimates the rewards at the present decision."""
        assert self._guide is not None  # noqa: S101 - rewards are estimated
        return self._unit.kernels.call(self._guide.estimate, seat)

    def _prepared(self) -> Body:
        """Return the call that prepares the policy that guides the search, if there is one."""
        return [self._unit.kernels.call(self._guide.begin, ZERO)] if self._guide else []

    def player(self, _: Function) -> Wat:
        """Return the tree for the seat of the player who decides."""
        return self._unit.place(Head.ME)

    def truncated(self, _: Function) -> Wat:
        """Return the test that the game ended because it was truncated."""
        return compare("==", self._unit.place(Head.OUTCOME), const(Head.TRUNCATED))

    def _at_root(self, root: Wat) -> Body:
        """Return the instructions that go to the position of a root."""
        length = self._unit.layout.length
        source = add(self._roots.start, multiply(root, const(WORD * length)))
        position = const(self._unit.memory.part(0, length))
        copy: Wat = ("memory.copy", "0", "$tree", position, source, const(WORD * length))
        return [
            copy,
            call("$indexed"),
            ("global.set", "$saved", ZERO),
            ("global.set", "$fuel", const(BUDGET)),
        ]

    def _number(self, which: int) -> Wat:
        """Return the tree for one of the random numbers of the current iteration."""
        return self._unit.kernels.call(
            self._search.number, array(self._search.state).at(const(DONE)), const(which)
        )

    def _key(self) -> Wat:
        """Return the instruction that makes the next choice that the random player draws the first one."""
        before: Wat = ("i64.mul", wide(GAMMA), ("i64.extend_i32_u", self._unit.place(Head.DECISIONS)))
        return ("global.set", "$key", ("i64.sub", self._number(LUCK), before))


class SightGame(SearchGame):
    """Emits `search` and `fares` in one recording module."""

    def __init__(
        self,
        unit: Unit,
        options: RankedOptions,
        sights: Sights,
        ranking: Ranking,
        guide: PolicyGame | None = None,
    ) -> None:
        super().__init__(unit, options, ranking, guide)
        self._sights = sights
        self._search: SightSearch = SightSearch(
            cast("Game", self), self._worth, self._room, guided=guide is not None
        )
        self._roots = array(self._room.words(0))

    def made(self) -> None:
        """Translate the kernels of the search and export them as `search` and `fares`."""
        for name, kernel in (("search", self._search.run), ("fares", self._search.fares)):
            self._unit.functions[self._unit.kernels.name(kernel)].export = name

    # --- the game -------------------------------------------------------------------------------------

    def start(self, _: Function) -> Body:
        """Return the instructions that prepare for a call; each iteration has a root of its own."""
        return self._prepared()

    def begin(self, _: Function, iteration: Wat) -> Wat:
        """Return the call that copies the position of the iteration's root and lists its options.

        The call also sets the seed of chance.
        """
        return call(self._unit.helper("$at_root", self._begun, "$iteration"), iteration)

    def _begun(self, function: Function) -> None:
        root: Wat = ("i32.rem_u", get("$iteration"), self._count.at(ZERO))
        function.body = [
            *self._at_root(root),
            *(("global.set", f"${name}", ZERO) for name in ("taped", "scripted")),
            ("global.set", "$offered", call("$ask", ZERO)),
            self._seed(CHANCE),
        ]

    def many(self, _: Function) -> Wat:
        """Return the tree for the number of options of the pending decision."""
        return ("global.get", "$offered")

    def enter(self, _: Function) -> Wat:
        """Return the call that writes, for each option on offer, the number of its entry in the tree."""
        return call(self._unit.helper("$entries", self._entered))

    def answer(self, _: Function, k: Wat) -> Wat:
        """Return the tree that takes option `k`; its value says whether the game goes on."""
        return compare("!=", call("$answer", k), const(OVER))

    def look(self, _: Function) -> Wat:
        """Return the call that updates each player's hash of what that player has been shown."""
        return call(self._unit.helper("$look", self._looked))

    def finish(self, function: Function, going: Wat) -> Body:
        """Return the instructions that play to the end at random, provided that the game is still `going`."""
        on, number = function.label("on"), add(self._unit.place(Head.DECISIONS), const(1))
        step = call("$answer", self._options.picked(("global.get", "$key"), number, self.many(function)))
        again = branch_if(on, compare("!=", step, const(OVER)))
        playout: Body = [self._seed(PLAYOUT), self._key(), loop(on, [("global.set", "$taped", ZERO), again])]
        return [when(going, playout)]

    def _seed(self, which: int) -> Wat:
        place = f"offset={POSITION + WORD * Head.SEED_LOW}"
        return ("i64.store", place, ZERO, self._number(which))

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
        at, k = function.local("at"), function.local("k")
        before = function.local("before", "i64")
        mine = array(search.seen).at(unit.place(Head.ME))

        def enter(action: int) -> Body:
            alike = any(offers_copies(self._program, pick) for pick in self._program.actions[action].picks)
            return [
                ("global.set", "$seen", get(before)),
                self._sights.option_seen(action, at),
                array(search.listed).put(
                    get(k), unit.kernels.call(search.find_apart if alike else search.find, SEEN)
                ),
            ]

        function.body = [
            ("global.set", "$fuel", const(BUDGET)),
            put(before, mine),
            *every_option(self._options, function, k, at, enter),
        ]
