"""UCT on positions: a tree search for games in which all is open and nothing is left to chance.

L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo planning" (2006). A node is a position; the tree grows
by one node an iteration, from which one random game is played to its end. A node all of whose random games
are settled, for it is an end or each option has been proven, is *solved*: it is not visited again, and is
worth what it is worth (M. Winands, Y. Björnsson, J.-T. Saito, "Monte-Carlo tree search solver", 2008).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from interpreter.bots.view import View
from interpreter.bots.worth import Rewards
from interpreter.play.errors import Fault
from interpreter.play.luck import Draws, Seeds
from interpreter.play.options import Option
from interpreter.protocol import Playing

__all__ = ["EXPLORES", "searched"]

EXPLORES = 1.0
"""How much is explored: the constant before the square root, for rewards from 0 to 1."""


SETTLED = 8
"""So many times as many iterations as random games there are at most: one that comes to a node that is solved
plays none."""


@dataclass(slots=True, eq=False)
class Node:
    """A position: how often it was visited, and what came of it in all, for the player who chose it.

    `proven` is what each seat gets from here if all play their best, once that is known.
    """

    game: Playing
    visits: int = 0
    total: float = 0.0
    children: list[Node] | None = None
    proven: tuple[float, ...] | None = None
    options: list[Option] = field(default_factory=list)


def searched(view: View, draws: Draws, playouts: int, rewards: Rewards) -> Option:
    """The option that is tried most in so many iterations, or that is proven to be best."""
    (game,) = view.redeals(draws.below(1 << 62), 1)
    root, left = _begun(game, draws), playouts
    for _ in range(SETTLED * playouts):
        if root.proven is not None or left == 0:
            break
        left -= _iterate(root, draws, rewards)
    children, player = root.children or [], view.player
    if root.proven is not None:
        best = root.proven[player]
        solved = [
            i for i, child in enumerate(children) if child.proven is not None and child.proven[player] == best
        ]
        return root.options[max(solved, key=lambda i: children[i].visits)]
    if not children:
        return view.options[draws.below(len(view.options))]
    return root.options[max(range(len(children)), key=lambda i: _merit(children[i], player, rewards))]


def _begun(game: Playing, draws: Draws) -> Node:
    """The root. Its options are tried in random order, so of those that fare alike any may come out first."""
    root = Node(game)
    _expand(root)
    options, children = root.options, root.children or []
    order = sorted(range(len(options)), key=lambda _: draws.below(1 << 62))
    root.options, root.children = [options[i] for i in order], [children[i] for i in order]
    return root


def _merit(child: Node, player: int, rewards: Rewards) -> tuple[bool, int, float]:
    """What makes one child better than another: visits, but none is as bad as one that is proven to lose."""
    lost = child.proven is not None and child.proven[player] <= rewards.least
    return not lost, child.visits, child.total


def _iterate(root: Node, draws: Draws, rewards: Rewards) -> bool:
    """One random game from the leaf to which the tree leads; whether there was one."""
    path, node = [root], root
    while node.children:
        node = _chosen(node, rewards)
        path.append(node)
    if node.visits and node.proven is None and node.children is None:
        _expand(node)
        if node.children:
            node = node.children[0]
            path.append(node)
    played = node.proven is None and not node.game.over
    worth = _worth(node, draws, rewards)
    if worth is None:
        node.visits += 1
        return played
    for parent, child in zip([None, *path], path, strict=False):
        child.visits += 1
        if parent is not None:
            child.total += worth[parent.game.player]
    for each in reversed(path):
        if not _prove(each, rewards):
            break
    return played


def _expand(node: Node) -> None:
    """Make the children of a node; options that come to a fault are none."""
    both = [
        (o, c)
        for o, c in zip(node.game.options, node.game.children(), strict=True)
        if not isinstance(c, Fault)
    ]
    node.options, node.children = [option for option, _ in both], [Node(child) for _, child in both]


def _worth(node: Node, draws: Draws, rewards: Rewards) -> tuple[float, ...] | None:
    """What a game from a node comes to, by seat; `None` if it came to a fault."""
    if node.proven is not None:
        return node.proven
    if node.game.over:
        result = node.game.result
        assert result is not None  # noqa: S101 - it is over
        node.proven = rewards.of(result)
        return node.proven
    (playout,) = node.game.playouts((Seeds(draws.below(1 << 62), draws.below(1 << 62)),))
    return None if playout.result is None else rewards.of(playout.result)


def _chosen(node: Node, rewards: Rewards) -> Node:
    """The child to go on with: the first that was not visited, else that with the greatest bound."""
    assert node.children is not None  # noqa: S101 - the caller asked
    explores, found, best = EXPLORES * math.sqrt(math.log(max(node.visits, 1))), node.children[0], -math.inf
    for child in node.children:
        if not child.visits:
            return child
        if child.proven is not None:
            bound = rewards.scaled(child.proven[node.game.player])
        else:
            bound = rewards.scaled(child.total / child.visits) + explores / math.sqrt(child.visits)
        if bound > best:
            found, best = child, bound
    return found


def _prove(node: Node, rewards: Rewards) -> bool:
    """Whether what a node is worth is known: it is once that of all children is, or the best there can be."""
    if node.proven is not None:
        return True
    if not node.children:
        return False
    player = node.game.player
    known = [child.proven for child in node.children if child.proven is not None]
    if not known:
        return False
    best = max(known, key=lambda worth: worth[player])
    if len(known) == len(node.children) or best[player] >= rewards.greatest:
        node.proven = best
    return node.proven is not None
