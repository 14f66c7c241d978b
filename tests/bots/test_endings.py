"""Games between bots end by their rules, not by their limit of decisions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from pathlib import Path
from statistics import fmean

import pytest
from long_checks import sampled

import gamespec
from gamespec.program import Program
from interpreter.bots import Luck, View, bot
from interpreter.bots.greedy import PATIENCE, SHORT
from interpreter.bots.match import match
from interpreter.compiled.engine import CompiledEngine
from interpreter.play.luck import Seeds
from interpreter.play.playout import Playout
from interpreter.play.result import LIMITS

BOTS = ("random", "greedy", "flat:50", "mcts:50")

DITCH = """
language: 1
game: ditch
title: Ditch
players: 2
variables:
  depth: {type: 0..DEPTH}
  effort: {per: player, type: 0..DEPTH}
actions:
  dig:
    do:
      - set: {depth: depth + 1, "effort[me]": "effort[me] + 1"}
  rest:
    do: []
phases:
  work:
    turns: clockwise
    do:
      - offer: [dig, rest]
end:
  dug: {when: depth == DEPTH}
score: -effort[player]
limit: {decisions: 5000, then: truncate}
"""
"""A game that ends only if somebody digs. A player who digs loses a point."""


IDLE = """
language: 1
game: idle
title: Idle
players: 2
actions:
  doze: {do: []}
  nap: {do: []}
  yawn: {do: []}
phases:
  rest:
    turns: clockwise
    do:
      - offer: [doze, nap, yawn]
      CHANCE
limit: {decisions: 4, then: draw}
"""
"""A game in which all actions have the same effect."""


def ditch(folder: Path, depth: int) -> Program:
    """Return the program of `DITCH` for a ditch of the given depth."""
    (folder / "game.yaml").write_text(DITCH.replace("DEPTH", str(depth)), encoding="utf-8")
    return gamespec.load(folder / "game.yaml").program()


def ended(program: Program, names: Sequence[str], seed: int) -> Playout:
    """Play a game between bots, and check that it ends by an entry of `end` or after all its phases."""
    bots = [bot(names[seat % len(names)]) for seat in range(program.players)]
    played = match(CompiledEngine(program, jobs=1), Seeds(seed, seed), bots)
    assert played.result is not None
    assert played.result.outcome not in LIMITS
    return played


def test_greedy_does_what_costs_when_the_game_has_gone_on_for_long(tmp_path: Path) -> None:
    """Greedy bots take a costly action once a game has become much longer than random games.

    A random game takes about 40 decisions. Greedy bots do not dig before the game has taken 200. At decision
    d > 200, a bot digs with probability (1 - 200/d) / 2. So the ditch is 20 deep at about d = 350, where (d -
    200 - 200 ln(d/200)) / 2 is 20.
    """
    program = ditch(tmp_path, 20)
    lengths = [ended(program, ["greedy"], seed).decisions for seed in range(8)]
    assert min(lengths) > SHORT + 20
    assert fmean(lengths) == pytest.approx(350, abs=30)


def test_patience_is_longer_where_random_games_are(tmp_path: Path) -> None:
    """The patience of greedy bots grows with the length of random games.

    A random game ends with the 100th success of trials that succeed with probability 1/2. It takes 200
    decisions on average, with a variance of 100 * (1/2) / (1/2)^2 = 200. The mean of 16 games must lie within
    3 standard errors.
    """
    program, error = ditch(tmp_path, 100), 3 * (200 / 16) ** 0.5
    game = (engine := CompiledEngine(program, jobs=1)).begin(0)
    assert game.decision is not None
    assert View(engine, game, game.decision).random_length == pytest.approx(200, abs=error)
    assert ended(program, ["greedy"], 0).decisions > PATIENCE * (200 - error) + 100


@pytest.mark.parametrize("name", ["greedy", "flat:30", "mcts:30"])
@pytest.mark.parametrize("chance", ["", "- random: {x: {from: 1..2}}"])
def test_luck_decides_among_options_that_fare_alike(tmp_path: Path, name: str, chance: str) -> None:
    """Luck decides among options of equal value.

    With 30 seeds, each of three options is taken at least once. The probability that one is missing is 3
    (2/3)^30, or 0.002 %. Search distinguishes nodes by positions if nothing is left to chance, and otherwise
    by what the players see.
    """
    (tmp_path / "game.yaml").write_text(IDLE.replace("CHANCE", chance), encoding="utf-8")
    engine = CompiledEngine(gamespec.load(tmp_path / "game.yaml").program(), jobs=1)
    game = engine.begin(0)
    assert game.decision is not None
    view = View(engine, game, game.decision)
    assert {bot(name).choose(view, Luck(seed, 0)).action for seed in range(30)} == {0, 1, 2}


@pytest.mark.parametrize("pair", [*combinations_with_replacement(BOTS, 2)])
@pytest.mark.parametrize("name", sampled(["pig", "nine-mens-morris", "othello", "tic-tac-toe"], "bots", 4))
def test_shipped_games_end(name: str, pair: tuple[str, str]) -> None:
    """A game between two bots ends by its rules. `python bench/endings.py` plays more of these games."""
    ended(gamespec.load(name).program(2), pair, 1)
