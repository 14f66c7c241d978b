"""UCT on positions, a tree search for deterministic games with perfect information.

The search is that of L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo planning" (2006). Each node is a
position. Each iteration adds one node to the tree, and plays one random game from the new node to its end. A
node is *solved* if its game is over, or if the values of its options determine its value. A solved node is
not visited again, and its value is exact (M. Winands, Y. Björnsson, J.-T. Saito, "Monte-Carlo tree search
solver", 2008).
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
"""The exploration constant, which multiplies the square root in UCT's bound, for rewards from 0 to 1."""


SETTLED = 8
"""The greatest number of iterations per playout. The limit is needed because an iteration that reaches a
solved node plays no random game.
"""


@dataclass(slots=True, eq=False)
class Node:
    """A node of the tree, which is a position.

    `visits` counts the visits, and `total` is the sum of the rewards, over these visits, of the player who
    chose the node. Once it is known, `proven` is the reward of each seat if all players play optimally.
    """

    game: Playing
    visits: int = 0
    total: float = 0.0
    children: list[Node] | None = None
    proven: tuple[float, ...] | None = None
    options: list[Option] = field(default_factory=list)


def searched(view: View, draws: Draws, playouts: int, rewards: Rewards) -> Option:
    """Search with `playouts` random games, and return the option that is proven best or was visited most."""
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
    """Make the root. Its options are tried in random order, which breaks ties between them at random."""
    root = Node(game)
    _expand(root)
    options, children = root.options, root.children or []
    order = sorted(range(len(options)), key=lambda _: draws.below(1 << 62))
    root.options, root.children = [options[i] for i in order], [children[i] for i in order]
    return root


def _merit(child: Node, player: int, rewards: Rewards) -> tuple[bool, int, float]:
    """Return the sort key of a child. Children are ranked by visits, but proven losses come last."""
    lost = child.proven is not None and child.proven[player] <= rewards.least
    return not lost, child.visits, child.total


def _iterate(root: Node, draws: Draws, rewards: Rewards) -> bool:
    """Descend to a leaf, and play one random game from it unless its value is known.

    Return whether a random game was played.
    """
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
    """Make a child of a node for each of its options, omitting the options that fault."""
    both = [
        (o, c)
        for o, c in zip(node.game.options, node.game.children(), strict=True)
        if not isinstance(c, Fault)
    ]
    node.options, node.children = [option for option, _ in both], [Node(child) for _, child in both]


def _worth(node: Node, draws: Draws, rewards: Rewards) -> tuple[float, ...] | None:
    """Return the reward of each seat after a random game from a node, or `None` if the game faulted.

    If the value of the node is known, no game is played.
    """
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
    """Return the child to be visited next.

    This is the first child that has not been visited, or else the child with the greatest bound.
    """
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
    """Return whether the value of a node is known, and store the value if it is.

    The value is known if the values of all children are known, or if one child has the greatest possible
    value.
    """
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
