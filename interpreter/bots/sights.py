"""Tree search for games with hidden information or chance (`interpreter.kernels.search`), on any engine.

An engine that supports the search runs the iterations itself (`Searching`), with exactly the same random
draws as this module.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TypeAlias

from interpreter.bots.trials import best_of, tried
from interpreter.bots.view import View
from interpreter.bots.worth import Rewards
from interpreter.kernels.search import Search
from interpreter.kernels.sights import information_state
from interpreter.kernels.terms import Lists
from interpreter.kernels.worth import Worth
from interpreter.play.errors import Fault
from interpreter.play.luck import Draws, Seeds
from interpreter.play.options import Option
from interpreter.play.search import Iteration
from interpreter.protocol import OptionStats, Playing

__all__ = ["EXPLORES", "outside", "searched"]

EXPLORES = 0.7
"""The exploration constant, which multiplies the square root in the bound, for rewards from 0 to 1. The value
is that of the paper.
"""

Drawn: TypeAlias = Sequence[tuple[Iteration, Seeds]]
"""The random keys of each iteration, each with the seeds of the iteration's playout."""


def searched(view: View, draws: Draws, playouts: int, rewards: Rewards) -> Option:
    """Search with `playouts` iterations, and return the option visited most. Ties are broken at random."""
    games = tried(view, draws, playouts)
    drawn = [Iteration.drawn(draws) for _ in range(playouts if games else 0)]
    stats = view.option_stats(games, [iteration for iteration, _ in drawn], rewards.reward, EXPLORES)
    if stats is None:
        stats = outside(view, games, drawn, rewards)
    merits = [stats.get(option.number, (0, 0.0)) for option in view.options]
    return best_of(view.options, merits, draws)


def outside(view: View, games: Sequence[Playing], drawn: Drawn, rewards: Rewards) -> OptionStats:
    """Return the visits and the total reward of each option, by the option's number.

    The search runs in Python, on any engine.
    """
    if not drawn:
        return {}
    game = _Game(view, games, drawn, rewards)
    for iteration in range(len(drawn)):
        try:
            game.search.run(iteration, iteration + 1)
        except Fault:  # it counts for nothing
            continue
    return {each.number: game.search.fared(game.entry(view.player, 0, each)) for each in view.options}


class _Game:
    """The game in which an iteration plays, as the kernel requires (`interpreter.kernels.search.Game`)."""

    def __init__(self, view: View, games: Sequence[Playing], drawn: Drawn, rewards: Rewards) -> None:
        self._program, self._drawn = view.program, drawn
        self._roots = [view.recorded(game) for game in games]
        self._keys: dict[Hashable, int] = {}
        self.places, self.points = list[int](), list[int]()
        self.search = Search(self, Worth(rewards.teams), Lists(), len(drawn))
        self.search.prepare([each for each, _ in drawn], rewards.reward, EXPLORES)

    def _key(self, *of: Hashable) -> int:
        """Return the number of a tuple. Tuples are numbered from 1 in the order in which they first occur."""
        return self._keys.setdefault(of, len(self._keys) + 1)

    def entry(self, player: int, seen: int, option: Option) -> int:
        """Return the entry for an option at the node of `player` with key `seen`."""
        return self.search.find(self._key(player, seen, option.number))

    def begin(self, iteration: int) -> None:
        """Start an iteration with a copy of the redeal that is its root."""
        self._game = self._roots[iteration % len(self._roots)].clone(self._drawn[iteration][0].chance)
        self._shown = len(self._game.events)

    def many(self) -> int:
        """Return the number of options on offer."""
        return len(self._game.options)

    def player(self) -> int:
        """Return the seat that decides."""
        return self._game.player

    def enter(self) -> None:
        """Write the entries of the options on offer into `search.listed`."""
        player, search = self._game.player, self.search
        for k, option in enumerate(self._game.options):
            search.listed[k] = self.entry(player, search.seen[player], option)

    def answer(self, k: int) -> bool:
        """Take option number `k`, and return whether the game goes on. Raises `Fault`."""
        self._game.play(self._game.options[k])
        return not self._game.over

    def look(self) -> None:
        """Update the key of each player's node with what the player has been shown since the last update."""
        events, seen = self._game.events[self._shown :], self.search.seen
        self._shown += len(events)
        for player, before in enumerate(seen):
            seen[player] = self._key(player, before, information_state(self._program, events, player))

    def finish(self, iteration: int, going: bool) -> None:  # noqa: FBT001 - as kernels pass it
        """Play at random to the end of the game, unless it is over. Raises `Fault`."""
        result = self._game.result
        if going:
            (playout,) = self._game.playouts((self._drawn[iteration][1],))
            if playout.fault is not None:
                raise playout.fault
            result = playout.result
        assert result is not None  # noqa: S101 - the game is over
        self.places[:], self.points[:], self._truncated = result.places, result.scores, result.truncated

    def truncated(self) -> bool:
        """Return whether the game was truncated."""
        return self._truncated
