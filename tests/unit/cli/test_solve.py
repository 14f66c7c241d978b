"""The command `gamespec solve`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from interpreter.cli.app import cli
from interpreter.cli.common.boundary import Status
from interpreter.solving.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TAKING = """\
language: 1
game: taking
title: Taking
players: 2
options: {stones: {type: 1..40, default: 7}}
variables: {left: {type: 0..40, start: stones}}
actions: {take: {label: "take {n}", with: {n: {from: 1..3, where: n <= left}}, do: [{set: {left: left - n}}]}}
phases: {play: {turns: clockwise, do: [{offer: [take], ask: always}]}}
end: {empty: {when: left == 0, winner: me}}
limit: {decisions: 100, then: draw}
"""
"""Players take one to three stones, and the last stone wins: nobody wins from a multiple of four."""

ENDLESS = """\
language: 1
game: endless
title: Endless
players: 2
variables: {at: {type: 0..1}}
actions: {stay: {}, go: {do: [{set: {at: 1 - at}}]}}
phases: {play: {turns: clockwise, do: [{offer: [stay, go]}]}}
limit: {decisions: 100, then: draw}
"""
"""Nobody can win, and situations repeat."""

CLIMB = """\
language: 1
game: climb
title: Climb
players: 1
variables: {at: {type: 0..12}}
actions:
  step: {when: at < 12, do: [{set: {at: at + 1}}]}
  leap: {when: at < 11, do: [{set: {at: at + 2}}]}
  stay: {}
phases: {play: {turns: clockwise, do: [{offer: [step, leap], otherwise: [{offer: [stay]}]}]}}
end: {top: {when: at == TOP, winner: players}}
limit: {decisions: 50, then: draw}
"""
"""A staircase on which one takes one or two steps at a time."""

POINTS = """\
language: 1
game: points
title: Points
players: 1
variables: {at: {type: 0..3}, points: {type: 0..90}}
actions: {take: {with: {n: {from: "{2, 5, 9}"}}, do: [{set: {points: points + n, at: at + 1}}]}}
phases: {play: {turns: clockwise, until: at == 3, do: [{offer: [take]}]}}
score: points
limit: {decisions: 9, then: truncate}
"""
"""Three times, the player takes 2, 5 or 9 points: the best score is 27."""

STROLL = """\
language: 1
game: stroll
title: Stroll
players: 2
variables: {at: {type: 0..9}}
actions: {stay: {}, go: {do: [{set: {at: at + 1}}]}, watch: {}}
phases:
  play:
    turns: clockwise
    do: [{if: me == seat(1), then: [{offer: [stay, go]}], else: [{offer: [watch], ask: always}]}]
score: "at if player == seat(1) else 0"
limit: {decisions: 4, then: rank}
"""
"""The first player goes as far as the limit allows: two decisions of four."""

COIN = """\
language: 1
game: coin
title: Coin
players: 1
variables: {won: {type: bool}, tries: {type: 0..3}}
actions: {toss: {do: [{random: {side: {from: 1..2}}}, {set: {won: side == 1, tries: tries + 1}}]}}
phases: {play: {turns: clockwise, do: [{offer: [toss], ask: always}]}}
end:
  done: {when: won, winner: players}
  over: {when: tries == 3, winner: "filter(p in players: false)"}
limit: {decisions: 9, then: draw}
"""
"""A coin is tossed up to three times, and shows the right side with a probability of 7/8."""


@pytest.fixture
def game(tmp_path: Path) -> Callable[[str], str]:
    """Return a function that writes a game and returns its path."""

    def write(text: str) -> str:
        path = tmp_path / "game.yaml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def solve(*words: str, status: int = Status.OK) -> str:
    """Run the command, and return its output."""
    result = CliRunner().invoke(cli, ["solve", *words])
    assert result.exit_code == status, result.output
    return result.output


def data(*words: str) -> dict[str, Any]:
    """Run the command, and return its JSON."""
    found = json.loads(solve(*words, "--format", "json"))
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("engine", ["compiled", "definitional"])
def test_the_winner_is_told_in_words(game: Callable[[str], str], engine: str) -> None:
    """From seven stones, the first player wins by taking three, and then always leaves a multiple of four.

    The other player delays the end by taking one stone of four at a time: 3, 1, 3.
    """
    told = solve(game(TAKING), "--engine", engine)
    assert "With best play, p1, who decides first, wins after 3 decisions." in told
    assert "take 3        p1 wins after 3 decisions" in told
    assert "take 1        p2 wins after 4 decisions" in told
    assert "a line of best play: take 3, take 1, take 3" in told


def test_the_second_player_wins(game: Callable[[str], str]) -> None:
    """From eight stones, the second player wins, and the first player delays the end: 1, 3, 1, 3."""
    found = data(game(TAKING), "--set", "stones=8")
    assert (found["value"], found["low"], found["high"], found["decisions"]) == ("outcome", -1, -1, 4)
    assert [option["low"] for option in found["first_options"]] == [-1, -1, -1]
    assert "p2 wins after 4 decisions" in solve(game(TAKING), "--set", "stones=8")


def test_both_methods_agree(game: Callable[[str], str]) -> None:
    """A search and an analysis of all situations tell the same."""
    path = game(TAKING)
    search, situations = (data(path, "--method", method) for method in ("search", "situations"))
    keys = "low", "high", "decisions", "first_options"
    assert [search[key] for key in keys] == [situations[key] for key in keys]
    assert [each["method"] for each in (search, situations)] == ["search", "situations"]


def test_a_game_without_a_winner(game: Callable[[str], str]) -> None:
    """Where situations repeat, all of them are analysed, and nobody wins."""
    told = solve(game(ENDLESS))
    assert "retrograde analysis" in told
    assert "nobody wins" in told


def test_the_shortest_solution(game: Callable[[str], str]) -> None:
    """Eleven steps take at least six decisions: one step and five leaps, in 6 orders."""
    told = solve(game(CLIMB.replace("TOP", "11")))
    assert "The shortest solution takes 6 decisions. There are 6 ways to do it in so few." in told


def test_a_puzzle_without_a_solution(game: Callable[[str], str]) -> None:
    """All 13 situations, from 0 to 12 steps up, are found, and the top is none of them."""
    text = CLIMB.replace("at == TOP", "at > 12")
    told = solve(game(text))
    assert "There is no solution: none of the 13 situations leads to one." in told
    found = data(game(text))
    assert (found["low"], found["high"], found["positions"]) == (0, 0, 13)


def test_a_puzzle_with_a_limit(game: Callable[[str], str]) -> None:
    """Eleven steps take six decisions, so a limit of six allows a solution, and a limit of five does not."""
    text = CLIMB.replace("TOP", "11")
    assert data(game(text.replace("decisions: 50", "decisions: 6")))["decisions"] == 6
    told = solve(game(text.replace("decisions: 50", "decisions: 5")))
    assert "There is no solution: none takes so few decisions as the limit allows." in told


def test_scores_that_are_too_great(game: Callable[[str], str]) -> None:
    """Scores that could not be told apart from unknown bounds are refused."""
    text = POINTS.replace("score: points", "score: points * 1000000")
    assert "some scores differ by" in solve(game(text), status=Status.COULD_NOT_RUN)


@pytest.mark.parametrize("method", ["search", "situations"])
def test_the_limit_counts(game: Callable[[str], str], method: str) -> None:
    """Who stays at first, stands where the game began, but gets only one step farther instead of two."""
    found = data(game(STROLL), "--method", method)
    assert (found["value"], found["low"], found["high"]) == ("margin", 2, 2)
    assert [option["low"] for option in found["first_options"]] == [1, 2]


def test_the_best_score(game: Callable[[str], str]) -> None:
    """The best score is three times the best number."""
    found = data(game(POINTS))
    assert (found["value"], found["low"], found["high"], found["decisions"]) == ("score", 27, 27, 3)
    assert "The best score is 27. It takes at least 3 decisions." in solve(game(POINTS))


def test_a_probability(game: Callable[[str], str]) -> None:
    """Three tosses fail with a probability of one in eight."""
    assert "won with probability 87.5000%" in solve(game(COIN))
    assert data(game(COIN))["low"] == 7 / 8


def test_the_budget_gives_bounds() -> None:
    """When the time is up, the command says what is proved: nobody wins at once in Connect Four."""
    found = data("connect-four", "--budget", "1s", "--memory", "16")
    assert (found["low"], found["high"], found["stopped"]) == (-1, 1, "budget")
    assert min(found["no_win_within"]) >= 6  # nobody has dropped four discs before the seventh decision
    told = solve("connect-four", "--budget", "1s", "--memory", "16")
    assert "the time is up" in told
    assert "Yellow cannot force a win within" in told


def test_an_interrupt_gives_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends the search with the usual status, and with what is known."""

    def check(_self: Watch, _text: Callable[[], str]) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Watch, "check", check)
    told = solve("connect-four", "--budget", "60s", "--memory", "16", status=Status.INTERRUPTED)
    assert "interrupted: this is what is known" in told


def test_a_fault_is_located(game: Callable[[str], str]) -> None:
    """A game that breaks down in some play is not solved, and the command says where it breaks down."""
    text = TAKING.replace("left: left - n", "left: left - n - 8 // (left - 4)")
    told = solve(game(text), status=Status.FOUND)
    assert "GS503" in told or "GS502" in told
    assert "game.yaml:7" in told


def test_too_many_situations(game: Callable[[str], str]) -> None:
    """Where there is no memory for all situations, nothing is claimed."""
    text = ENDLESS.replace("{type: 0..1}", "{type: 0..2000000}").replace(
        "1 - at", "at + 1 if at < 2000000 else 0"
    )
    found = data(game(text), "--memory", "16", "--method", "situations")
    assert (found["low"], found["high"], found["stopped"]) == (None, None, "memory")


def test_an_equilibrium_where_something_is_hidden() -> None:
    """The first player of Kuhn poker loses 1/18 (H. Kuhn, "A simplified two-person poker", 1950)."""
    assert "p1  -0.055" in solve("kuhn-poker")
    found = data("kuhn-poker")
    assert found["method"] == "equilibrium"
    assert abs(found["values"][0] + 1 / 18) < found["exploitability"] < 0.001


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("hearts",), "an equilibrium is computed for two players, and here are 3"),
        (("kuhn-poker", "--memory", "16"), "without `--memory`"),
        (("connect-four",), "too large: it can go in about 10^"),
        (("pig", "--players", "3"), "has no single value"),
        (("tic-tac-toe", "--by", "scores"), "no scores"),
        (("pig", "--engine", "compiled"), "only games without chance"),
        (("pig", "--method", "search"), "only for two sides, without chance"),
        (("tic-tac-toe", "--budget", "soon"), "is not a time"),
    ],
)
def test_what_cannot_be_solved(words: tuple[str, ...], why: str) -> None:
    """The command says before it starts why it cannot solve a game."""
    assert why in solve(*words, status=Status.COULD_NOT_RUN)
