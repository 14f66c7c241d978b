"""Commands whose players are random or have learned: the engine plays whole games, the same on every way."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from interpreter.cli.app import cli

if TYPE_CHECKING:
    from pathlib import Path

GAME = """\
game: taking
title: Taking
players: 2
options:
  most: {type: 3..9, default: 9}
variables:
  left: {type: 0..4, start: 4}
  points: {per: player, type: 0..18, start: 0}
actions:
  take:
    with: {n: {from: 0..9, where: n <= most}}
    do: [{set: {'points[me]': 'points[me] + n'}}, {set: {left: left - 1}}]
phases:
  play: {turns: clockwise, until: left == 0, do: [{offer: [take]}]}
measures:
  gap: {is: 'max(points[p1], points[p2]) - min(points[p1], points[p2])', at: end}
score: 'points[player]'
limit: {decisions: 9, then: draw}
"""
"""A game in which both players take up to `most` points twice, and the most points win."""

BANDS = """\
language: 1
bands:
  - id: learned
    seats: ["learned:{path}", random]
    games: 2000
    holds:
      - {{wins: "learned:{path}", within: 85%..100%}}
      - {{wins: 1, within: 40%..60%}}
"""

TIMES = {"seconds", "decisions_per_second", "memory"}


def run(*words: str, status: int = 0) -> str:
    """Run a command, and return its output."""
    result = CliRunner().invoke(cli, [*words])
    assert result.exit_code == status, result.output
    return result.output


def told(*words: str) -> dict[str, Any]:
    """Run a command, and return its JSON without times."""
    found = json.loads(run(*words, "--format", "json"))
    return {key: value for key, value in found.items() if key not in TIMES}


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the path of a small game."""
    path = tmp_path_factory.mktemp("taking") / "game.yaml"
    path.write_text(GAME, encoding="utf-8")
    return str(path)


@pytest.fixture(scope="module")
def who(game: str) -> str:
    """Return the name of a bot that has learned the game."""
    path = game.replace("game.yaml", "it.policy")
    run("learn", game, "--games", "3000", "-o", path)
    return f"learned:{path}"


def test_simulate(game: str, who: str) -> None:
    """Games are the same in any number of threads and on both engines, and players change seats."""
    words = "simulate", game, "--games", "300", "--seats", f"{who},random"
    found = told(*words)
    for more in (("--jobs", "1"), ("--jobs", "3"), ("--engine", "definitional")):
        assert told(*words, *more) == found
    bots = {each["bot"]: each for each in found["bots"]}
    # 9 + 9 points against two numbers from 0 to 9: ahead in 99 of 100 games, equal in 1
    assert 0.9 < bots[who]["share"] <= 1
    shares = [seat["share"]["mean"] for seat in found["seats"]]
    assert all(0.4 < share < 0.6 for share in shares)  # each player had each seat in half of the games


def test_a_temperature_belongs_to_a_player(game: str, who: str) -> None:
    """A hot policy plays almost at random, in whichever seat."""
    found = told("simulate", game, "--games", "300", "--seats", f"{who}:1000,{who}:0")
    shares = [each["share"] for each in found["bots"]]
    assert shares[0] < 0.1
    assert shares[1] > 0.9


def test_estimates_do_not_change_games(game: str, who: str) -> None:
    """With `--estimate` bots are asked at each decision, and give the same answers."""
    words = "simulate", game, "--games", "20", "--seats", f"{who}:0.2,random"
    asked, found = told(*words, "--estimate", "1"), told(*words)
    assert (asked["bots"], asked["decisions"]) == (found["bots"], found["decisions"])


def test_tables_resume(game: str, who: str, tmp_path: Path) -> None:
    """The table of 30 games equals that of 10 games and 20 further ones, and names who sat where."""
    whole, parts = tmp_path / "whole.csv", tmp_path / "parts.csv"
    words = "simulate", game, "--seats", f"{who},random"
    run(*words, "--games", "30", "--out", str(whole))
    run(*words, "--games", "30", "--out", str(parts), "--jobs", "1")
    assert whole.read_text(encoding="utf-8") == parts.read_text(encoding="utf-8")
    head, *rows = (line.split(",") for line in whole.read_text(encoding="utf-8").splitlines())
    first = head.index("seat.1")
    assert [row[first] for row in rows] == [who, "random"] * 15


def test_ladder(game: str, who: str) -> None:
    """A pair of policies plays the same games, whoever else is on the ladder."""
    found = told("ladder", game, "--games", "40", "--bots", f"random,{who},{who}:1000")
    beside = told("ladder", game, "--games", "40", "--bots", f"random,{who},greedy,{who}:1000", "--jobs", "1")
    pairs = [{(each["bot"], each["against"]): each for each in some["meetings"]} for some in (found, beside)]
    drop = {"verdict"}  # takes all pairs into account
    for pair, meeting in pairs[0].items():
        assert {k: v for k, v in meeting.items() if k not in drop} == {
            k: v for k, v in pairs[1][pair].items() if k not in drop
        }
    assert pairs[0][who, "random"]["points"] > 0.9


def test_compare_and_sweep(game: str, who: str) -> None:
    """Players who have learned one choice of options also play another, which differs in numbers only."""
    seats = "--seats", f"{who},random"
    compared = told("compare", game, "--set", "most=3", "--games", "200", *seats)
    assert told("compare", game, "--set", "most=3", "--games", "200", *seats, "--jobs", "1") == compared
    by_key = {each["measure"]: each for each in compared["differences"]}
    assert by_key["wins.player.1"]["a"] > 0.9
    swept = told("sweep", game, "--set", "most=3,6", "--games", "100", *seats)
    assert len(swept["cells"]) == 2


def test_bands(who: str, tmp_path: Path) -> None:
    """Bands may be about players who have learned."""
    path = tmp_path / "bands.yaml"
    path.write_text(BANDS.format(path=who.removeprefix("learned:")), encoding="utf-8")
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    text = run("test", "--bands", str(tmp_path / "game.yaml"))
    assert text.splitlines()[-1] == "2 bands, 0 failed"


def test_a_policy_of_another_game_is_refused(who: str) -> None:
    """The error names the policy and the game that its players have learned."""
    text = run("simulate", "kuhn-poker", "--games", "3", "--seats", f"{who},random", status=2)
    assert f"error: `{who}` was learned by players of taking, who observe or choose other things" in text
