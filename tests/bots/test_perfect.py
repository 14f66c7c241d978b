"""The bot that plays perfectly."""

from __future__ import annotations

import pytest

import gamespec
from interpreter.bots import BotFailed, bot
from interpreter.bots.match import Match, match, matches
from interpreter.compiled.engine import CompiledEngine
from interpreter.engine.playout import DefinitionalEngine
from interpreter.play.luck import Seeds
from interpreter.protocol import MakeEngine


def places(name: str, options: dict[str, int], bots: list[str], games: int) -> list[tuple[int, ...]]:
    """Return the places of both bots in games in which they take turns to begin."""
    program = gamespec.load(name).compiled(2, options).program
    table = [Match(Seeds.of(1, i), (i % 2, 1 - i % 2)) for i in range(games)]
    found = list[tuple[int, ...]]()
    for each, played in zip(table, matches(program, CompiledEngine, bots, table), strict=True):
        assert played.result is not None
        found.append(tuple(played.result.places[each.seats.index(number)] for number in (0, 1)))
    return found


@pytest.mark.parametrize(
    ("name", "options"), [("tic-tac-toe", {}), ("connect-four", {"columns": 4, "rows": 4})]
)
def test_it_does_not_lose_what_is_drawn(name: str, options: dict[str, int]) -> None:
    """Both games are draws (J. Tromp lists those on small boards of connect four), so it never loses."""
    found = places(name, options, ["perfect", "random"], 12)
    assert all(mine <= other for mine, other in found)
    assert any(mine < other for mine, other in found)
    assert all(mine == other for mine, other in places(name, options, ["perfect", "perfect"], 2))


def test_it_wins_what_is_won() -> None:
    """Whoever begins wins in Hex (J. Nash), so it wins when it begins, whoever the other is."""
    found = places("hex", {"size": 3}, ["perfect", "mcts:50"], 6)
    assert all(mine < other for mine, other in found[::2])


def test_it_plays_for_points() -> None:
    """The second player wins Othello on a board of 4 by 4 cells by 8 points."""
    program = gamespec.load("othello").compiled(2, {"size": 4}).program
    played = match(CompiledEngine(program, jobs=1), Seeds(1, 1), [bot("perfect"), bot("perfect")])
    assert played.result is not None
    assert played.result.scores[1] - played.result.scores[0] == 8


@pytest.mark.parametrize("engine", [CompiledEngine, DefinitionalEngine])
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("kuhn-poker", "without secrets and chance"),
        ("pig", "without secrets and chance"),
        ("connect-four", "too large"),
    ],
)
def test_it_says_what_it_cannot_play(engine: MakeEngine, name: str, why: str) -> None:
    """Games with secrets or chance are refused, and so are games that are too large."""
    program = gamespec.load(name).program()
    with pytest.raises(BotFailed, match=why):
        match(engine(program), Seeds(1, 1), [bot("perfect"), bot("random")])
