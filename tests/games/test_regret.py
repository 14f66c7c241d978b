"""Regret minimization on our game trees reaches the published values.

The algorithm is counterfactual regret minimization (Zinkevich et al., "Regret minimization in games with
incomplete information", 2007), with the players updated in turn. It knows a game only by explicit chance
nodes, options and information states, and contains no code for a specific game.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from long_checks import split

from gamespec import load
from interpreter import Game

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

Strategy = dict["Hashable", list[float]]


@dataclass
class Node:
    """A history of the game.

    `player` is the player who decides, -1 for chance, or -2 at the end. `value` is the payoff of player 0.
    """

    player: int
    value: float = 0.0
    state: Hashable = None
    children: list[Node] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)


def grow(game: Game) -> Node:
    """Return the tree of all continuations of a zero-sum game for two players."""
    if game.over:
        result = game.result
        assert result is not None
        first, second = result.scores
        return Node(-2, (first - second) / 2)
    if game.chance is not None:
        chance = game.chance
        node = Node(-1, shares=[float(Fraction(share, chance.total)) for share in chance.shares])
        for outcome in chance.outcomes:
            after = game.clone()
            after.settle(outcome)
            node.children.append(grow(after))
        return node
    node = Node(game.player, state=game.information_state(game.player))
    for option in game.options:
        after = game.clone()
        after.apply(option)
        node.children.append(grow(after))
    return node


def tree(name: str, **options: int) -> Node:
    """Return the whole tree of a shipped game with the given options."""
    return grow(Game(load(name).program(players=2, options=options), explicit=True, record=True))


class Regrets:
    """The regrets, the current strategy and the average strategy of every information state."""

    def __init__(self, root: Node) -> None:
        self.root = root
        self.regret: Strategy = {}
        self.total: Strategy = {}
        self.current: Strategy = {}
        self._enter(root)

    def _enter(self, node: Node) -> None:
        if node.player >= 0 and node.state not in self.regret:
            count = len(node.children)
            self.regret[node.state] = [0.0] * count
            self.total[node.state] = [0.0] * count
            self.current[node.state] = [1 / count] * count
        for child in node.children:
            self._enter(child)

    def step(self) -> None:
        """Perform one iteration, which updates the players in turn."""
        for player in (0, 1):
            self._walk(self.root, player, 1.0, 1.0)
            self._match()

    def _match(self) -> None:
        for state, regrets in self.regret.items():
            positive = [max(r, 0.0) for r in regrets]
            total = sum(positive)
            self.current[state] = (
                [p / total for p in positive] if total > 0 else [1 / len(regrets)] * len(regrets)
            )

    def _walk(self, node: Node, player: int, own: float, others: float) -> float:
        """Return the value of a history for `player`, and update the regrets of that player's states.

        `own` and `others` are the probabilities that this player and everybody else contribute to reaching
        the history.
        """
        if node.player == -2:
            return node.value if player == 0 else -node.value
        if node.player == -1:
            return sum(
                share * self._walk(child, player, own, others * share)
                for share, child in zip(node.shares, node.children, strict=True)
            )
        strategy = self.current[node.state]
        if node.player != player:
            return sum(
                share * self._walk(child, player, own, others * share)
                for share, child in zip(strategy, node.children, strict=True)
            )
        values = [
            self._walk(child, player, own * share, others)
            for share, child in zip(strategy, node.children, strict=True)
        ]
        value = sum(share * v for share, v in zip(strategy, values, strict=True))
        for i, (share, v) in enumerate(zip(strategy, values, strict=True)):
            self.regret[node.state][i] += others * (v - value)
            self.total[node.state][i] += own * share
        return value

    def average(self) -> Strategy:
        """Return the average strategy of all iterations, which converges to an equilibrium."""
        found: Strategy = {}
        for state, totals in self.total.items():
            whole = sum(totals)
            found[state] = [x / whole for x in totals] if whole > 0 else [1 / len(totals)] * len(totals)
        return found


def value(node: Node, strategy: Strategy) -> float:
    """Return the expected payoff of player 0 if both players follow the given strategy."""
    if node.player == -2:
        return node.value
    shares = node.shares if node.player == -1 else strategy[node.state]
    return sum(share * value(child, strategy) for share, child in zip(shares, node.children, strict=True))


def best_response(root: Node, strategy: Strategy, player: int) -> float:  # noqa: C901 - one search in three parts
    """Return the expected payoff of `player`, who responds optimally to the other player's strategy."""
    histories: dict[Hashable, list[tuple[Node, float]]] = {}

    def reach(node: Node, weight: float) -> None:
        if node.player == player:
            histories.setdefault(node.state, []).append((node, weight))
        shares: Sequence[float] = [1.0] * len(node.children)
        if node.player == -1:
            shares = node.shares
        elif node.player not in {player, -2}:
            shares = strategy[node.state]
        for share, child in zip(shares, node.children, strict=True):
            reach(child, weight * share)

    reach(root, 1.0)
    answers: dict[Hashable, int] = {}

    def answer(state: Hashable) -> int:
        if state not in answers:
            count = len(histories[state][0][0].children)
            worth = [sum(w * worth_of(n.children[i]) for n, w in histories[state]) for i in range(count)]
            answers[state] = worth.index(max(worth))
        return answers[state]

    def worth_of(node: Node) -> float:
        if node.player == -2:
            return node.value if player == 0 else -node.value
        if node.player == player:
            return worth_of(node.children[answer(node.state)])
        shares = node.shares if node.player == -1 else strategy[node.state]
        return sum(share * worth_of(child) for share, child in zip(shares, node.children, strict=True))

    return worth_of(root)


def exploitability(root: Node, strategy: Strategy) -> float:
    """Return how much a strategy loses to best responses, averaged over the players.

    The result is 0 in an equilibrium.
    """
    return (best_response(root, strategy, 0) + best_response(root, strategy, 1)) / 2


def solved(name: str, iterations: int, **options: int) -> tuple[Node, Strategy]:
    """Return the tree of a game, and the average strategy after the given number of iterations."""
    root = tree(name, **options)
    regrets = Regrets(root)
    for _ in range(iterations):
        regrets.step()
    return root, regrets.average()


def test_kuhn_is_worth_a_loss_of_one_eighteenth() -> None:
    """The first player of Kuhn's poker loses 1/18 per game (Kuhn, "A simplified two-person poker", 1950)."""
    root, strategy = solved("kuhn-poker", 1000)
    assert value(root, strategy) == pytest.approx(-1 / 18, abs=1e-3)
    assert exploitability(root, strategy) < 5e-3


def others(name: str) -> Callable[[int], float]:
    """Return a function that gives the exploitability of OpenSpiel's solver after a number of iterations."""
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    import pyspiel
    from open_spiel.python.algorithms import cfr
    from open_spiel.python.algorithms import exploitability as theirs

    def after(iterations: int) -> float:
        game = pyspiel.load_game(name)
        solver = cfr.CFRSolver(game)
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
        return float(theirs.exploitability(game, solver.average_policy()))

    return after


@pytest.mark.parametrize(
    ("ours", "theirs", "iterations"),
    split(
        [("kuhn-poker", "kuhn_poker", 50), ("leduc-poker", "leduc_poker", 20)],
        "openspiel",
        lambda *_: False,
        lambda ours, *_: ours == "leduc-poker",
    ),
)
def test_as_hard_to_exploit_as_theirs(ours: str, theirs: str, iterations: int) -> None:
    """After equally many iterations, our strategy is as exploitable as OpenSpiel's for its own game."""
    expected = others(theirs)(iterations)
    root, strategy = solved(ours, iterations)
    assert exploitability(root, strategy) == pytest.approx(expected, rel=1e-6)


@pytest.mark.long("openspiel")
def test_liars_as_hard_to_exploit_as_theirs() -> None:
    """In liar's dice with three faces, our strategy is as exploitable as OpenSpiel's."""
    expected = others("liars_dice(dice_sides=3)")(50)
    root, strategy = solved("liars-dice", 50, faces=3)
    assert exploitability(root, strategy) == pytest.approx(expected, rel=1e-6)
