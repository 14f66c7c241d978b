"""Policies inside a module: provides the games whose options the kernels of `kernels.learning` weigh.

A module with a policy plays whole games. At each decision, the policy chooses an option. One that weighs
actions needs a list of all options. One that weighs positions tries each option: the function that plays
calls itself, and stops at the next decision. A separate memory, `policy`, holds the state and the weights,
which the host fills.
"""

from __future__ import annotations

from typing import cast

from gamespec.program.budget import BUDGET
from gamespec.program.tables import Head
from interpreter.compiled.analysis.blocks import GAMES
from interpreter.compiled.course.ranking import Ranking
from interpreter.compiled.course.snapshot import Snapshot
from interpreter.compiled.options.ranked import RankedOptions
from interpreter.compiled.options.spelled import Spelled
from interpreter.compiled.translate.expressions import Emitted
from interpreter.compiled.translate.residual import Array
from interpreter.compiled.translate.room import HostRoom, ModuleRoom
from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm.interface import OVER
from interpreter.compiled.wasm.memory import Words as Fixed
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    call,
    compare,
    const,
    get,
    put,
    store,
    when,
)
from interpreter.kernels.learning import by_action, by_position
from interpreter.kernels.learning.action_learner import ActionLearner
from interpreter.kernels.learning.by_action import ActionPolicy
from interpreter.kernels.learning.by_position import PositionPolicy
from interpreter.kernels.learning.policy import Policy
from interpreter.kernels.learning.position_learner import PositionLearner
from interpreter.kernels.terms import Words
from interpreter.play.encoding import Encoding
from interpreter.play.openness import surprises
from interpreter.play.policies import weighs_positions

__all__ = ["PolicyGame", "policy_game"]


OWN_OPTIONS: Wat = ("global.get", "$own_options")
"""The address of the options of the decision at which options are tried."""


class PolicyGame(Emitted):
    """Emits the policy of one module; implements `interpreter.kernels.learning.policy.Game`."""

    policy: Policy
    learner: ActionLearner | PositionLearner | None = None
    counts: bool
    """Whether options are counted, and not listed, where that is possible."""
    pauses: frozenset[int] = frozenset()
    """The numbers of the instructions before which a game pauses while options are tried."""

    def __init__(self, unit: Unit, options: RankedOptions, ranking: Ranking) -> None:
        self._unit, self._options = unit, options
        unit.memories.append("policy")
        self.places = cast("Words", Array(unit.memory.part(unit.layout.places, unit.program.players)))
        self.points = cast("Words", Array(ranking.room))
        self.position = cast("Words", Array(unit.memory.part(0, unit.layout.length)))
        self._own, self._room = ModuleRoom(unit), HostRoom(unit, "$policy")

    def chosen(self, count: Wat, number: Wat) -> Wat:
        """Return the tree for the index of the option that is taken, out of `count`."""
        return self._unit.kernels.call(self.policy.choose, count, ("global.get", "$key"), number)

    def function(self) -> Function:
        """Return the function `decide(key)`, which returns the index of the option that is taken.

        It lists the options of the decision at which the position waits. `key` gives the luck of the choice.
        """
        function = Function("$decide", (("$key", "i64"),), ("i32",), "decide")
        count = call("$ask", const(int(self.counts)))
        choose = self._unit.kernels.call(self.policy.choose, count, get("$key"), const(1))
        function.body = [self._unit.kernels.call(self.policy.begin, ZERO), choose]
        return function

    def begun(self, game: Wat) -> Body:
        """Return the calls with which the game with a number begins."""
        kernels = self._unit.kernels
        forget = [kernels.call(self.learner.forget)] if self.learner else []
        return [kernels.call(self.policy.begin, game), *forget]

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

    def stand(self, _: Function) -> Wat:
        """Return the call that computes the scores."""
        return call("$score")

    def at_random(self, _: Function, key: Wat, number: Wat, count: Wat) -> Wat:
        """Return the tree for the index of the option that a random player takes."""
        return self._options.picked(key, number, count)


class _Spelling(PolicyGame):
    """Implements `interpreter.kernels.learning.by_action.Game`."""

    counts = False

    def __init__(self, unit: Unit, options: RankedOptions, ranking: Ranking, *, learns: bool) -> None:
        super().__init__(unit, options, ranking)
        encoding = Encoding(unit.program, by_pick=True)
        self.word = self._own.words(encoding.actions.most)
        game = cast("by_action.Game", self)
        make = ActionLearner if learns else ActionPolicy
        self.policy = self._policy = make(game, unit.program, encoding, self._room, self._own)
        self.learner = self._policy if isinstance(self._policy, ActionLearner) else None
        self._spelled = Spelled(options, encoding.actions, self.word, self._add)

    def spell(self, _: Function) -> Wat:
        """Return the call that weighs each listed option."""
        return call(self._unit.helper("$weighed", self._weighed))

    def _weighed(self, function: Function) -> None:
        function.body = self._spelled.all(function)

    def _add(self, k: Wat, length: Wat) -> Wat:
        return self._unit.kernels.call(self._policy.add, k, length)


class _Trying(PolicyGame):
    """Implements `interpreter.kernels.learning.by_position.Game`."""

    counts = True

    def __init__(self, unit: Unit, options: RankedOptions, ranking: Ranking, *, learns: bool) -> None:
        super().__init__(unit, options, ranking)
        self._snapshot, self.pauses = Snapshot(unit, options), frozenset(surprises(unit.program))
        self._counted, self._counters = unit.memory.room(unit.tallies.size), const(unit.tallies.room)
        unit.globals.append(("global", "$own_options", ("mut", "i32"), ("i32.const", "0")))
        unit.globals.append(("global", "$trying", ("mut", "i32"), ("i32.const", "0")))
        encoding = Encoding(unit.program, by_pick=True)
        make = PositionLearner if learns else PositionPolicy
        self.policy = made = make(
            cast("by_position.Game", self), unit.program, encoding, self._room, self._own
        )
        self.learner = made if isinstance(made, PositionLearner) else None

    def put_aside(self, _: Function) -> Wat:
        """Return the call that keeps the position and its options."""
        return call(self._unit.helper("$kept", self._kept))

    def _kept(self, function: Function) -> None:
        function.body = [
            ("global.set", "$own_options", ("global.get", "$options")),
            self._snapshot.put_aside(),
            *self._snapshot.keep_options(function),
            *self._counting(const(self._counted), self._counters),
        ]

    def _counting(self, to: Wat, source: Wat) -> Body:
        """Return the instructions that copy the counters of the game, if anything is counted."""
        size = self._unit.tallies.size
        return [("memory.copy", to, source, const(size))] if size else []

    def back(self, _: Function) -> Wat:
        """Return the call that returns to the position that was put aside."""
        return call(self._unit.helper("$restored", self._restored))

    def _restored(self, function: Function) -> None:
        function.body = [
            *self._snapshot.back(),
            self._snapshot.offer(),
            *self._counting(self._counters, const(self._counted)),
            ("global.set", "$fuel", const(BUDGET)),
        ]

    def resume(self, _: Function) -> Wat:
        """Return the instruction after which options are listed where they were before."""
        return ("global.set", "$options", OWN_OPTIONS)

    def begun(self, game: Wat) -> Body:
        """Return the instructions with which a game begins, even if a fault has stopped the last one."""
        again: Body = [("global.set", "$options", OWN_OPTIONS), ("global.set", "$trying", ZERO)]
        return [when(OWN_OPTIONS, again), *super().begun(game)]

    def answer(self, _: Function, k: Wat) -> Wat:
        """Return the tree that takes option `k`; its value says whether the game goes on."""
        return call(self._unit.helper("$tried", self._tried, "$k", result=True), k)

    def _tried(self, function: Function) -> None:
        many = function.local("many")
        function.body = [
            store(ZERO, ZERO, Fixed.LAST),
            ("global.set", "$trying", const(1)),
            put(many, call(GAMES.name, self._unit.place(Head.PC), get("$k"))),
            ("global.set", "$trying", ZERO),
            store(ZERO, const(Fixed.NO_LAST), Fixed.LAST),
            compare("!=", get(many), const(OVER)),
        ]


def policy_game(unit: Unit, options: RankedOptions, ranking: Ranking, *, learns: bool) -> PolicyGame:
    """Return the emitter for the policies of a program."""
    make = _Trying if weighs_positions(unit.program) else _Spelling
    return make(unit, options, ranking, learns=learns)
