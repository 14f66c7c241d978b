"""Enumerates the tree of a game for two players, with explicit chance, into its sequence form.

The tree is walked depth first. Along with each node come the sequences of both players, the probability that
chance contributes, and a number for what each player has been shown; equal numbers mean that a player cannot
distinguish the histories.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from gamespec.program import Program
from interpreter.kernels.sights import sight
from interpreter.kernels.solving.minimizing import PLAYERS
from interpreter.play.errors import Fault
from interpreter.play.events import Event
from interpreter.protocol import Engine, Playing
from interpreter.solving.sequences import InformationSet, Sequences, Steps, steps_of

__all__ = ["TooLarge", "grown", "history"]

EACH = 1000
"""Number of nodes between reports of progress."""


class TooLarge(Exception):
    """The tree has more than `most` nodes."""

    def __init__(self, most: int) -> None:
        super().__init__(f"the tree has more than {most:,} nodes")
        self.most = most


class _Node(NamedTuple):
    """A node that is still to be visited.

    `shown` has a number for what each player has been shown by the first `events` events.
    """

    game: Playing
    events: int
    shown: tuple[int, int]
    pair: tuple[int, int]
    chance: float
    steps: Steps


def grown(engine: Engine, most: int, step: Callable[[int], None] | None = None) -> Sequences:
    """Return the sequence form of a game for two players.

    `step` is called with the number of nodes visited since the last call. Raises `Fault`, and `TooLarge` if
    the tree has more than `most` nodes.
    """
    return _Growth(engine.program).grow(engine.begin(record=True, explicit=True), most, step)


def history(engine: Engine, steps: Steps) -> Playing:
    """Return a game with a record and explicit chance, after some steps. Raises `Fault`."""
    game = engine.begin(record=True, explicit=True)
    for step in steps_of(steps):
        if game.chance is None:
            game.take(step)
        else:
            game.settle(step)
    return game


class _Growth:
    """Walks a tree."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._found = Sequences()

    def grow(self, root: Playing, most: int, step: Callable[[int], None] | None) -> Sequences:
        found = self._found
        stack = [_Node(root, 0, (0, 0), (0, 0), 1.0, None)]
        while stack:
            if found.nodes >= most:
                raise TooLarge(most)
            stack.extend(reversed([*self._children(stack.pop())]))
            if step is not None and found.nodes % EACH == 0:
                step(EACH)
        return found

    def _children(self, node: _Node) -> Iterator[_Node]:
        """Count a node, and yield its children."""
        game = node.game
        if game.over:
            result = game.result
            assert result is not None  # noqa: S101 - the game is over
            self._found.add_ending(node.pair, node.chance, result)
        elif game.chance is not None:
            self._found.draws += 1
            chance = game.chance
            for outcome, share in zip(chance.outcomes, chance.shares, strict=True):
                after = game.clone()
                after.settle(outcome)
                steps = node.steps, outcome
                yield node._replace(game=after, chance=node.chance * share / chance.total, steps=steps)
        else:
            yield from self._answers(node)

    def _answers(self, node: _Node) -> Iterator[_Node]:
        game = node.game
        events = game.events
        new, end = events[node.events :], len(events)
        shown = tuple([self._number(node.shown[player], new, player) for player in PLAYERS])
        numbers = [option.number for option in game.options]
        decides = self._set(node, shown[game.player], numbers)
        self._found.add_decision(decides, node.pair[1 - game.player], node.chance)
        for k, after in enumerate(game.children()):
            if isinstance(after, Fault):
                raise after
            taken = decides.first + decides.options.index(numbers[k])
            pair = (taken, node.pair[1]) if game.player == 0 else (node.pair[0], taken)
            yield _Node(after, end, (shown[0], shown[1]), pair, node.chance, (node.steps, k))

    def _number(self, before: int, events: Iterable[Event], player: int) -> int:
        """Return the number of what a player has been shown, after some new events."""
        sights = (sight(self._program, event, player) for event in events)
        return self._found.shown(before, (each for each in sights if each is not None))

    def _set(self, node: _Node, shown: int, numbers: list[int]) -> InformationSet:
        """Return the information set of a node."""
        player = node.game.player
        found = self._found.known(player, shown)
        if found is None:
            options, leads = tuple(sorted(numbers)), node.pair[player]
            found = self._found.add_set(player, shown, options, leads, node.steps)
        assert found.leads == node.pair[player]  # noqa: S101 - nobody forgets an answer
        return found
