"""Tree search with hidden information or chance: one tree per player, over what that player has seen.

This is information-set Monte Carlo tree search with multiple observers (P. Cowling, E. Powley and D.
Whitehouse, "Information set Monte Carlo tree search", IEEE TCIAIG 2012). Each iteration plays through one
redeal (determinization), in which everything is known. At a decision it selects by the statistics of the
options *in the tree of the deciding player*. A node of that tree stands for everything its player has been
shown since the search began, so what a player cannot distinguish is one node. So no player in the tree reacts
to a secret choice, a hidden card or a future throw that it would not see. Chance is drawn anew in each
iteration.

An option may be on offer in only some redeals of a node; it is weighed by how often it was on offer, as in
that paper.

An engine that supports it runs the iterations itself (`Searching`), with exactly the same draws as here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from gamespec.program import Program
from interpreter.bots.trials import best_of, tried
from interpreter.bots.view import View
from interpreter.bots.worth import Rewards
from interpreter.kernels.sights import information_state
from interpreter.play.errors import Fault
from interpreter.play.events import Event
from interpreter.play.information import InformationState
from interpreter.play.luck import Draws, Seeds
from interpreter.play.options import Option
from interpreter.play.search import Iteration
from interpreter.protocol import OptionStats, Playing

__all__ = ["EXPLORES", "outside", "searched"]

EXPLORES = 0.7
"""The exploration constant before the square root, for rewards from 0 to 1, as in the paper."""


@dataclass(slots=True, eq=False)
class Edge:
    """An option at a node: how often it was on offer, how often taken, and its player's total reward."""

    offered: int = 0
    taken: int = 0
    total: float = 0.0


@dataclass(slots=True, eq=False)
class Node:
    """A node of a player's tree: everything that the player has seen since the search began.

    It has the edges of options by number, and the successor nodes by the events that the player saw next.
    """

    edges: dict[int, Edge] = field(default_factory=dict)
    after: dict[InformationState, Node] = field(default_factory=dict)


Taken: TypeAlias = list[tuple[int, Edge]]
"""The edges taken on the way down, each with its player."""


def searched(view: View, draws: Draws, playouts: int, rewards: Rewards) -> Option:
    """Return the option visited most in this many iterations; ties are broken at random."""
    games = tried(view, draws, playouts)
    drawn = [Iteration.drawn(draws) for _ in range(playouts if games else 0)]
    stats = view.option_stats(games, [iteration for iteration, _, _ in drawn], rewards.reward, EXPLORES)
    if stats is None:
        stats = outside(view, games, drawn, rewards)
    merits = [stats.get(option.number, (0, 0.0)) for option in view.options]
    return best_of(view.options, merits, draws)


def outside(
    view: View, games: Sequence[Playing], drawn: Sequence[tuple[Iteration, Seeds, Draws]], rewards: Rewards
) -> OptionStats:
    """Return the visits and total reward of each option, computed with any engine."""
    program, root = view.program, [Node() for _ in range(view.program.players)]
    recorded = [view.recorded(game) for game in games]
    for number, (iteration, seeds, own) in enumerate(drawn):
        game = recorded[number % len(recorded)].clone(iteration.chance)
        taken, fault = _down(program, game, root, own, rewards)
        if fault:
            continue
        worth = _worth(game, seeds, rewards)
        if worth is not None:
            for player, edge in taken:
                edge.taken += 1
                edge.total += worth[player]
    return {number: (edge.taken, edge.total) for number, edge in root[view.player].edges.items()}


def _down(
    program: Program, game: Playing, root: Sequence[Node], draws: Draws, rewards: Rewards
) -> tuple[Taken, bool]:
    """Descend the trees until something new is tried; return also whether the game faulted."""
    nodes, taken, new = [*root], [], False
    while not game.over and not new:
        options = game.options
        player, node = game.player, nodes[game.player]
        option, edge, new = _chosen(node, options, draws, rewards)
        taken.append((player, edge))
        before = len(game.events)
        try:
            game.play(option)
        except Fault:
            return taken, True
        if not new:
            seen = game.events[before:]
            nodes = [_after(program, each, seen, seat) for seat, each in enumerate(nodes)]
    return taken, False


def _after(program: Program, node: Node, events: Sequence[Event], player: int) -> Node:
    """Return the node reached after the part of some events that a player sees."""
    return node.after.setdefault(information_state(program, events, player), Node())


def _chosen(
    node: Node, options: Sequence[Option], draws: Draws, rewards: Rewards
) -> tuple[Option, Edge, bool]:
    """Return the option to try: a random untried one, otherwise the one with the greatest bound."""
    edges = [node.edges.get(option.number) for option in options]
    new = [option for option, edge in zip(options, edges, strict=True) if edge is None or not edge.taken]
    for option in options:
        node.edges.setdefault(option.number, Edge()).offered += 1
    if new:
        option = new[draws.below(len(new))]
        return option, node.edges[option.number], True
    option, edge = max(
        ((option, node.edges[option.number]) for option in options), key=lambda pair: _bound(pair[1], rewards)
    )
    return option, edge, False


def _bound(edge: Edge, rewards: Rewards) -> float:
    """Return the upper confidence bound of an option."""
    mean = rewards.scaled(edge.total / edge.taken)
    return mean + EXPLORES * math.sqrt(math.log(edge.offered) / edge.taken)


def _worth(game: Playing, seeds: Seeds, rewards: Rewards) -> tuple[float, ...] | None:
    """Return the rewards of a random playout, by seat; `None` if it faults."""
    result = game.result
    if result is None:
        (playout,) = game.playouts((seeds,))
        result = playout.result
    return None if result is None else rewards.of(result)
