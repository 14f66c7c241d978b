"""Games whose values are known."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import gamespec
from interpreter.compiled.engine import CompiledEngine
from interpreter.engine.playout import DefinitionalEngine
from interpreter.kernels.solving.kinds import Values
from interpreter.solving.answers import Answer, Method
from interpreter.solving.methods import Unsolvable, plan
from interpreter.solving.watch import Watch
from interpreter.words import Words

GRIDLOCK = Path(__file__).parents[1] / "games" / "authored" / "gridlock.yaml"


def solved(name: str, method: Method | None = None, **options: int) -> Answer:
    """Solve a game by the compiled engine, by the method that is chosen for it unless one is given."""
    engine = CompiledEngine(gamespec.load(name).program(None, options or None))
    solving = plan(engine, method=method).start(Watch())
    solving.run()
    return solving.answer()


@pytest.mark.parametrize("method", [None, Method.SITUATIONS])
def test_tic_tac_toe(method: Method | None) -> None:
    """The game is a draw after each of the nine first marks, as everybody knows."""
    answer = solved("tic-tac-toe", method)
    assert answer.worth.known
    assert answer.worth.low == 0
    assert [(each.worth.low, each.worth.high) for each in answer.options] == [(0, 0)] * 9


@pytest.mark.parametrize(("columns", "rows"), [(4, 4), (5, 4), (4, 5)])
def test_connect_four(columns: int, rows: int) -> None:
    """These boards are draws: J. Tromp, "John's Connect Four Playground" (tromp.github.io/c4/c4.html)."""
    answer = solved("connect-four", columns=columns, rows=rows)
    assert answer.worth.known
    assert answer.worth.low == 0


def test_othello() -> None:
    """On 4 x 4 cells the second player wins by 11 to 3, after each of the four symmetric first moves."""
    answer = solved("othello", size=4)
    assert answer.kind == Values.MARGIN
    assert [each.worth.low for each in answer.options] == [3 - 11] * 4
    assert answer.worth.known
    assert answer.worth.low == 3 - 11


@pytest.mark.parametrize("size", [2, 3, 4])
def test_hex(size: int) -> None:
    """The first player wins, by the argument of strategy stealing (J. Nash, 1949).

    Of the cells of a board of 3 x 3, the one in the middle wins with three stones of one's own, which is the
    least number that can join two sides: five decisions.
    """
    answer = solved("hex", size=size)
    assert answer.worth.known
    assert answer.worth.low == 1
    if size == 3:
        assert answer.worth.decisions == 3 + 2


def test_a_sliding_block_puzzle() -> None:
    """The position needs 51 slides: M. Fogleman, "Solving Rush Hour, the Puzzle" (2018), the hardest one."""
    answer = solved(str(GRIDLOCK))
    assert (answer.method, answer.kind) == (Method.SHORTEST, Values.WON)
    assert answer.worth.decisions == len(answer.way) == 51


def test_pig() -> None:
    """The probability that the first player wins is that of a value iteration written down here."""
    goal, sides = 10, 3
    engine = DefinitionalEngine(gamespec.load("pig").program(None, {"goal": goal, "sides": sides}))
    solving = plan(engine).start(Watch())
    solving.run()
    answer = solving.answer()
    assert (answer.method, answer.kind) == (Method.CHANCE, Values.OUTCOME)
    wins = _pig(goal, sides)
    assert answer.worth.low == pytest.approx(2 * wins - 1, abs=1e-8)
    roll, hold = (each.worth.low for each in answer.options)
    assert roll == pytest.approx(2 * wins - 1, abs=1e-8)
    assert hold == pytest.approx(1 - 2 * wins, abs=1e-8)


@cache
def _pig(goal: int, sides: int) -> float:
    """Return the probability that the player who begins wins (T. Neller and C. Presser, 2004)."""
    keys = [(i, j, k) for i in range(goal) for j in range(goal) for k in range(goal + sides)]
    wins = dict.fromkeys(keys, 0.5)
    for _ in range(300):
        for i, j, k in keys:
            hold = 1.0 if i + k >= goal else 1 - wins[j, i + k, 0]
            if i + k >= goal:
                wins[i, j, k] = hold
                continue
            rolls = [1 - wins[j, i, 0], *(wins[i, j, k + die] for die in range(2, sides + 1))]
            wins[i, j, k] = max(hold, sum(rolls) / sides)
    return wins[0, 0, 0]


@pytest.mark.parametrize(
    ("name", "players", "why"),
    [
        ("kuhn-poker", 2, "hidden"),
        ("breakthrough", 2, "too large"),
        ("pig", 3, "3 players"),
    ],
)
def test_refusals(name: str, players: int, why: str) -> None:
    """What cannot be solved is refused beforehand, with the reason."""
    engine = CompiledEngine(gamespec.load(name).program(players))
    with pytest.raises(Unsolvable, match=why):
        plan(engine)


def test_a_line_of_best_play() -> None:
    """In a line of best play on a board of 3 x 3 of Hex, the first player takes the middle and wins."""
    compiled = gamespec.load("hex").compiled(None, {"size": 3})
    engine = CompiledEngine(compiled.program)
    solving = plan(engine).start(Watch())
    solving.run()
    game, words, told = engine.begin(0), Words(compiled), []
    for option in solving.answer().way:
        told.append(words.option(game, option))
        game.apply(option)
    assert told[0] == "b2"
    assert game.result is not None
    assert game.result.winners == (0,)
