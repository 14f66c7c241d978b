"""Policies inside a module: provides the game whose options the kernel `kernels.learning.policy` weighs.

A module with a policy plays whole games. At each decision, all options are listed, and the policy chooses one
of them. A separate memory, `policy`, holds the state and the weights, which the host fills.
"""

from __future__ import annotations

from typing import cast

from gamespec.program.tables import Head
from interpreter.compiled.course.ranking import Ranking
from interpreter.compiled.options.ranked import RankedOptions
from interpreter.compiled.options.spelled import Spelled
from interpreter.compiled.translate.expressions import Emitted
from interpreter.compiled.translate.residual import Array
from interpreter.compiled.translate.room import HostRoom, ModuleRoom
from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm.wat import ZERO, Body, Function, Wat, call, compare, const, get
from interpreter.kernels.learning.learner import Game, Learner
from interpreter.kernels.learning.policy import Policy
from interpreter.kernels.terms import Words
from interpreter.play.encoding import Encoding

__all__ = ["PolicyGame"]


class PolicyGame(Emitted):
    """Emits the policy of one module; implements `interpreter.kernels.learning.policy.Game`."""

    def __init__(self, unit: Unit, options: RankedOptions, ranking: Ranking, *, learns: bool) -> None:
        self._unit, self._options = unit, options
        program, encoding = unit.program, Encoding(unit.program, by_pick=True)
        unit.memories.append("policy")
        self.places = cast("Words", Array(unit.memory.part(unit.layout.places, program.players)))
        self.points = cast("Words", Array(ranking.room))
        self.position = cast("Words", Array(unit.memory.part(0, unit.layout.length)))
        own = ModuleRoom(unit)
        self.word = own.words(encoding.actions.most)
        room, game = HostRoom(unit, "$policy"), cast("Game", self)
        self.learner = Learner(game, program, encoding, room, own) if learns else None
        self.policy = self.learner or Policy(game, program, encoding, room, own)
        self._spelled = Spelled(options, encoding.actions, self.word, self._add)

    def chosen(self, count: Wat, number: Wat) -> Wat:
        """Return the tree for the index of the option that is taken, out of `count`."""
        return self._unit.kernels.call(self.policy.choose, count, ("global.get", "$key"), number)

    def function(self) -> Function:
        """Return the function `decide(key)`, which returns the index of the option that is taken.

        It lists the options of the decision at which the position waits. `key` gives the luck of the choice.
        """
        function = Function("$decide", (("$key", "i64"),), ("i32",), "decide")
        choose = self._unit.kernels.call(self.policy.choose, call("$ask", ZERO), get("$key"), const(1))
        function.body = [self.begun(ZERO), choose]
        return function

    def begun(self, game: Wat) -> Wat:
        """Return the call with which the game with a number begins."""
        return self._unit.kernels.call(self.policy.begin, game)

    def over(self) -> Body:
        """Return the instructions with which a game ends."""
        return [self._unit.kernels.call(self.learner.learn)] if self.learner else []

    # --- the game -------------------------------------------------------------------------------------

    def player(self, _: Function) -> Wat:
        """Return the tree for the seat of the player who decides."""
        return self._unit.place(Head.ME)

    def truncated(self, _: Function) -> Wat:
        """Return the test that the game ended because it was truncated."""
        return compare("==", self._unit.place(Head.OUTCOME), const(Head.TRUNCATED))

    def at_random(self, _: Function, key: Wat, number: Wat, count: Wat) -> Wat:
        """Return the tree for the index of the option that a random player takes."""
        return self._options.picked(key, number, count)

    def spell(self, _: Function) -> Wat:
        """Return the call that weighs each listed option."""
        return call(self._unit.helper("$weighed", self._weighed))

    def _weighed(self, function: Function) -> None:
        function.body = self._spelled.all(function)

    def _add(self, k: Wat, length: Wat) -> Wat:
        return self._unit.kernels.call(self.policy.add, k, length)
