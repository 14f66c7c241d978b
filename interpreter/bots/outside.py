"""Tree search (`interpreter.kernels.trees`) outside an engine: CPython runs the kernels on any engine.

An engine that supports the search runs the iterations itself (`Searching`), with exactly the same random
draws as this module.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Sequence

from interpreter.bots.view import View
from interpreter.kernels.learning.weighing import InPython
from interpreter.kernels.sights import information_state
from interpreter.kernels.terms import Lists, Reals
from interpreter.kernels.trees import positions, sights
from interpreter.kernels.trees.positions import SETTLED, PositionSearch
from interpreter.kernels.trees.search import CHANCE, DONE, LUCK, PLAYOUT, Search
from interpreter.kernels.trees.sights import SightSearch
from interpreter.kernels.worth import Worth
from interpreter.play.errors import Fault
from interpreter.play.luck import Keyed
from interpreter.play.openness import is_certain
from interpreter.play.options import Option
from interpreter.play.search import Plan
from interpreter.play.together import teams_of
from interpreter.protocol import OptionStats, Playing

__all__ = ["outside"]


def outside(view: View, games: Sequence[Playing], plan: Plan) -> OptionStats:
    """Return the statistics of each option, by the option's number, after a search that begins at `games`."""
    if not games:
        return {}
    if is_certain(view.program):
        return _over_positions(view, games[0], plan)
    game = _SightGame(view, games, plan)
    game.search.prepare(plan)
    _run(game.search, plan.playouts, lambda: False)
    return {each.number: game.search.fared(game.entry_of(view.player, 0, each)) for each in view.options}


def _over_positions(view: View, root: Playing, plan: Plan) -> OptionStats:
    game = _PositionGame(view, root, plan)
    game.search.prepare(plan)
    _run(game.search, SETTLED * plan.playouts, game.search.settled)
    return {option.number: game.search.fared(k) for k, option in enumerate(root.options)}


def _run(search: Search, iterations: int, is_settled: Callable[[], bool]) -> None:
    """Run the iterations of a search. An iteration that ends in a fault counts for nothing."""
    done = 0
    while done < iterations and not is_settled():
        try:
            search.run(done, iterations)
        except Fault:
            done = search.state[DONE] + 1
        else:
            return


class _Game:
    """The game in which an iteration plays, as the kernel requires (`interpreter.kernels.trees.search`)."""

    search: Search

    def __init__(self, view: View, guide: array[float] | None) -> None:
        self._program = view.program
        self._policy = InPython(view.program, guide) if guide else None
        self._keys: dict[Hashable, int] = {}
        self.places, self.points = list[int](), list[int]()
        self._worth = Worth(teams_of(view.program))

    _game: Playing
    """The game of the current iteration."""

    def _key(self, *of: Hashable) -> int:
        """Return the number of a tuple. Tuples are numbered from 1 in the order in which they first occur."""
        return self._keys.setdefault(of, len(self._keys) + 1)

    @property
    def estimated(self) -> Reals:
        """The rewards of all seats, as they have been estimated last."""
        return self._guide.policy.target

    @property
    def _guide(self) -> InPython:
        assert self._policy is not None  # noqa: S101 - a policy guides the search
        return self._policy

    def estimate(self, seat: int) -> None:
        """Estimate the rewards at the present decision, to which an option of a seat has led."""
        decision = self._game.decision
        assert decision is not None  # noqa: S101 - the game goes on
        self._guide.estimate(self._game, decision, seat)

    def start(self) -> None:
        """Do nothing, because nothing has to be prepared."""

    def many(self) -> int:
        """Return the number of options on offer."""
        return len(self._game.options)

    def player(self) -> int:
        """Return the seat that decides."""
        return self._game.player

    def answer(self, k: int) -> bool:
        """Take option number `k`, and return whether the game goes on. Raises `Fault`."""
        self._game.play(self._game.options[k])
        return not self._game.over

    def finish(self, going: bool) -> None:  # noqa: FBT001 - as kernels pass it
        """Play at random to the end of the game, unless it is over. Raises `Fault`."""
        result = self._game.result
        if going:
            iteration = self.search.state[DONE]
            seeds = Keyed(*(self.search.number(iteration, which) for which in (PLAYOUT, LUCK)))
            (playout,) = self._game.playouts((seeds,))
            if playout.fault is not None:
                raise playout.fault
            result = playout.result
        if result is not None:
            self.places[:], self.points[:] = result.places, result.scores
            self._truncated = result.truncated

    def truncated(self) -> bool:
        """Return whether the game was truncated."""
        return self._truncated


class _SightGame(_Game):
    """A game for a search over what each player has seen."""

    def __init__(self, view: View, games: Sequence[Playing], plan: Plan) -> None:
        super().__init__(view, plan.guide)
        self._roots = [view.recorded(game) for game in games]
        self.search: SightSearch = SightSearch(
            self, self._worth, Lists(), sights.sized(plan.playouts), guided=plan.guide is not None
        )

    def entry_of(self, player: int, seen: int, option: Option) -> int:
        """Return the entry for an option at the node of `player` with key `seen`."""
        return self.search.find(self._key(player, seen, option.number))

    def begin(self, iteration: int) -> None:
        """Start an iteration with a copy of the redeal that is its root."""
        self._game = self._roots[iteration % len(self._roots)].clone(self.search.number(iteration, CHANCE))
        self._shown = len(self._game.events)

    def enter(self) -> None:
        """Write the entries of the options on offer into `search.listed`."""
        player, search = self._game.player, self.search
        for k, option in enumerate(self._game.options):
            search.listed[k] = self.entry_of(player, search.seen[player], option)

    def look(self) -> None:
        """Update the key of each player's node with what the player has been shown since the last update."""
        events, seen = self._game.events[self._shown :], self.search.seen
        self._shown += len(events)
        for player, before in enumerate(seen):
            seen[player] = self._key(player, before, information_state(self._program, events, player))


class _PositionGame(_Game):
    """A game for a search over positions."""

    def __init__(self, view: View, root: Playing, plan: Plan) -> None:
        super().__init__(view, plan.guide)
        self._root = root
        self.search: PositionSearch = PositionSearch(
            self, self._worth, Lists(), positions.sized(plan.playouts), guided=plan.guide is not None
        )

    def begin(self, _: int) -> None:
        """Start an iteration with a copy of the root."""
        self._game = self._root.clone()

    def look(self) -> None:
        """Update the key of the position."""
        self.search.seen[0] = self._key(*self._game.position)
