"""Sums the first free offers of actions to random players; `interpreter.report.experiment` explains them."""

from __future__ import annotations

from interpreter.kernels.terms import Real, Room

__all__ = ["Trying"]


class Trying:
    """The sums over games, each indexed by action.

    A game counts with two numbers, which are sums over its offers: what those who took the action won beyond
    expectation (`won`), and the weights of the offers (`weight`).
    """

    def __init__(self, actions: int, room: Room) -> None:
        self.offers, self.taken, self.games = room.reals(actions), room.reals(actions), room.reals(actions)
        """Number of offers, of those taken, and of games with an offer."""
        self.chances = room.reals(actions)
        """Sum of the probabilities that offers are taken."""
        self.won, self.weight = room.reals(actions), room.reals(actions)
        self.squares, self.products, self.weights = (room.reals(actions) for _ in range(3))
        """Sums of the squares of `won`, of its products with `weight`, and of the squares of `weight`."""
        self.total, self.load = room.reals(actions), room.reals(actions)
        """`won` and `weight` of the latest game."""

    # --- kernels --------------------------------------------------------------------------------------

    def begin(self, action: int) -> None:
        """Begin the next game."""
        self.total[action] = 0.0
        self.load[action] = 0.0

    def offer(self, action: int, chance: Real, took: Real, beyond: Real) -> None:
        """Count an offer in the latest game: its probability, 1 if it was taken, and what the seat won."""
        self.offers[action] += 1
        self.taken[action] += took
        self.chances[action] += chance
        self.total[action] += (took - chance) * beyond
        self.load[action] += chance * (1 - chance)

    def end(self, action: int) -> None:
        """Count the latest game if it had an offer."""
        total, load = self.total[action], self.load[action]
        if load > 0:
            self.games[action] += 1
            self.won[action] += total
            self.weight[action] += load
            self.squares[action] += total * total
            self.products[action] += total * load
            self.weights[action] += load * load
