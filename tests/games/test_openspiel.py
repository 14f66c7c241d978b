"""Classic games against OpenSpiel, in lock-step: at every decision the same options, at the end the same returns.

Left out where OpenSpiel is not installed (`pip install open-spiel`). Both play the same random games; where chance
comes in, both must have it come in, with the same outcomes, equally likely.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from gamespec import load
from interpreter import Game, Option, Result

pyspiel = pytest.importorskip("pyspiel")

Action = int | str
GAMES, MANY_GAMES = 10, 300


def zero_sum(result: Result) -> Sequence[float]:
    """1 for the winners together, -1 for the losers together, nothing for a draw."""
    won = len(result.winners)
    lost = len(result.places) - won
    if not won:
        return [0] * lost
    return [1 / won if place == 1 else -1 / lost for place in result.places]


@dataclass(frozen=True)
class Same:
    """How a game of ours is one of OpenSpiel's.

    `actions` gives what an option is there, by number or by name: one action, or several, one after another;
    `outcome` what an outcome of chance is; `returns` what the result is.
    """

    ours: str
    theirs: str
    actions: Callable[[Game, Option], Sequence[Action]]
    outcome: Callable[[int], int] = lambda value: value
    returns: Callable[[Result], Sequence[float]] = zero_sum
    options: tuple[tuple[str, int | str], ...] = ()
    players: int = 2


def cell(_: Game, option: Option) -> list[Action]:
    """An option that is a cell, counted row by row."""
    return list(option.values.values())  # type: ignore[arg-type]


def pawn_move(game: Game, option: Option) -> list[Action]:
    """A move by the names of its cells; there the ranks are counted from the bottom."""
    return ["".join(str(9 - int(x)) if x.isdigit() else x for x in game.text(option))]


def disc(_: Game, option: Option) -> list[Action]:
    """The cell of a disc, or a pass."""
    return [option.values["cell"] if option.action == "place" else 64]  # type: ignore[list-item]


def man(_: Game, option: Option) -> list[Action]:
    """The point of a man placed or taken, or the two of a move."""
    first, *rest = option.values.values()
    return [24 + 24 * first + rest[0]] if rest else [first]  # type: ignore[operator,list-item]


def by_name(*names: str) -> Callable[[Game, Option], list[Action]]:
    """The place of an action's name."""
    return lambda game, option: [next(i for i, name in enumerate(names) if option.action in name.split())]


def bid(game: Game, option: Option) -> list[Action]:
    """The value of a card, from 0."""
    return [int(game.text(option).split()[1]) - 1]


def suited(card: int) -> int:
    """A card of ours, which go suit by suit, in a deck that goes rank by rank."""
    suit, rank = divmod(card, 13)
    return 4 * rank + suit


def hearts(_: Game, option: Option) -> list[Action]:
    """A card played, or all that are passed."""
    (cards,) = option.values.values()
    return [suited(c) for c in ((cards,) if isinstance(cards, int) else cards)]


PAIRS = [
    Same("tic-tac-toe", "tic_tac_toe", cell),
    Same("connect-four", "connect_four", lambda game, option: [option.values["n"] - 1]),  # type: ignore[operator,list-item]
    Same("breakthrough", "breakthrough", pawn_move),
    Same("hex", "hex(board_size=5)", cell, options=(("size", 5),)),
    Same("hex", "hex", cell),
    Same("othello", "othello", disc),
    Same("nine-mens-morris", "nine_mens_morris", man),
    Same("pig", "pig", by_name("roll", "hold"), lambda value: value - 1),
    Same("pig", "pig(players=3,winscore=20)", by_name("roll", "hold"), lambda value: value - 1, options=(("goal", 20),), players=3),
]  # fmt: skip


def names(state: Any) -> dict[Action, int]:
    """The legal actions by name, without the mark of a capture."""
    player = state.current_player()
    return {state.action_to_string(player, a).rstrip("*"): a for a in state.legal_actions(player)}
