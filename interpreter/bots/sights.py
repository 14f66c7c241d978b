"""Tree search where something is hidden or left to chance: a tree a player, of what that player has seen.

This is information-set Monte Carlo tree search with several observers (P. Cowling, E. Powley and
D. Whitehouse, "Information set Monte Carlo tree search", IEEE TCIAIG 2012). An iteration goes through one
redeal, in which everything is known. At a decision it goes on by what is known of the options from earlier
iterations *in the tree of who decides*, and a node of that tree stands for all that its player has been shown
since the search began: what a player can't tell apart is one node to him. So no player in the tree answers a
secret choice, a hidden card or a throw to come that he would not see. Chance is another one each time.

An option may be on offer in some redeals of a node and not in others; it is weighed by how often it was on
offer, as the same paper says.

An engine that can makes the iterations by itself (`Searching`), draw for draw as it is done here.
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
from interpreter.play.errors import Fault
from interpreter.play.events import Event
from interpreter.play.information import InformationState, information_state
from interpreter.play.luck import Draws, Seeds
from interpreter.play.options import Option
from interpreter.play.search import Iteration
from interpreter.protocol import Fared, Playing

__all__ = ["EXPLORES", "outside", "searched"]

EXPLORES = 0.7
"""How much is explored: the constant before the square root, for rewards from 0 to 1, as in the paper."""


@dataclass(slots=True, eq=False)
class Edge:
    """An option at a node: how often it was on offer, and taken, and what came of it for who took it."""

    offered: int = 0
    taken: int = 0
    total: float = 0.0


@dataclass(slots=True, eq=False)
class Node:
    """What a player has seen since the search began; options by their numbers, and what was seen next."""

    edges: dict[int, Edge] = field(default_factory=dict)
    after: dict[InformationState, Node] = field(default_factory=dict)


Taken: TypeAlias = list[tuple[int, Edge]]
"""Who took which edges on the way down."""


def searched(view: View, draws: Draws, playouts: int, rewards: Rewards) -> Option:
    """The option that is tried most in so many iterations; of those that fare the same, luck takes one."""
    games = tried(view, draws, playouts)
    drawn = [Iteration.drawn(draws) for _ in range(playouts if games else 0)]
    fared = view.fared(games, [iteration for iteration, _, _ in drawn], rewards.reward, EXPLORES)
    if fared is None:
        fared = outside(view, games, drawn, rewards)
    merits = [fared.get(option.number, (0, 0.0)) for option in view.options]
    return best_of(view.options, merits, draws)


def outside(
    view: View, games: Sequence[Playing], drawn: Sequence[tuple[Iteration, Seeds, Draws]], rewards: Rewards
) -> Fared:
    """By number of an option how often it was taken, and what came of it in all: by any engine."""
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
    """Go down the trees until something is tried that was not yet; whether the game came to a fault."""
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
    """The node to which what a player sees of some events leads."""
    return node.after.setdefault(information_state(program, events, player), Node())


def _chosen(
    node: Node, options: Sequence[Option], draws: Draws, rewards: Rewards
) -> tuple[Option, Edge, bool]:
    """What is tried: one of those that were not yet, each as likely, else that with the greatest bound."""
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
    """How good an option may be."""
    mean = rewards.scaled(edge.total / edge.taken)
    return mean + EXPLORES * math.sqrt(math.log(edge.offered) / edge.taken)


def _worth(game: Playing, seeds: Seeds, rewards: Rewards) -> tuple[float, ...] | None:
    """What a game comes to that is played on at random, by seat; `None` if it comes to a fault."""
    result = game.result
    if result is None:
        (playout,) = game.playouts((seeds,))
        result = playout.result
    return None if result is None else rewards.of(result)
