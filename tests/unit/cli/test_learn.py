"""The command `gamespec learn`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from interpreter.cli.app import cli
from interpreter.learning.policy_file import read_policy

if TYPE_CHECKING:
    from pathlib import Path

GAME = """\
game: taking
title: Taking
players: 2
options:
  most: {type: 3..9, default: 9}
variables:
  left: {type: 0..2, start: 2}
  points: {per: player, type: 0..9, start: 0}
actions:
  take: {with: {n: {from: 0..9, where: n <= most}}, do: [{set: {'points[me]': n}}, {set: {left: left - 1}}]}
phases:
  play: {turns: clockwise, until: left == 0, do: [{offer: [take]}]}
score: 'points[player]'
limit: {decisions: 9, then: draw}
"""
"""A game in which both players take up to `most` points, and the most points win."""


@pytest.fixture
def game(tmp_path: Path) -> str:
    """Return the path of a small game."""
    path = tmp_path / "taking.yaml"
    path.write_text(GAME, encoding="utf-8")
    return str(path)


def learn(*words: str) -> tuple[int, str]:
    """Run the command, and return its exit status and its output."""
    result = CliRunner().invoke(cli, ["learn", *words])
    return result.exit_code, result.output


def test_learning_is_told_and_written(game: str, tmp_path: Path) -> None:
    """The text has a line whenever twice as many games have been played, and the file is a policy."""
    path = tmp_path / "it.policy"
    status, text = learn(game, "--games", "4000", "--seed", "1", "-o", str(path))
    assert status == 0
    lines = text.splitlines()
    assert lines[:2] == ["taking, 2 players, seed 1", "most=9"]
    games = [int(line.split("s  ")[1].split()[0].replace(",", "")) for line in lines[4:-2]]
    assert games == [1024, 2016, 4000]
    assert lines[-1].startswith(f"{path}: ")
    policy = read_policy(path)
    assert (policy.game, policy.options, policy.players) == ("taking", {"most": 9}, 2)
    assert policy.learned["games"] == 4000


def test_the_same_games_give_the_same_file_but_for_the_time(game: str, tmp_path: Path) -> None:
    """The seed and the number of games determine all weights."""
    paths = [tmp_path / name for name in ("a", "b", "c")]
    for path, seed in zip(paths, "112", strict=True):
        assert learn(game, "--games", "320", "--seed", seed, "-o", str(path))[0] == 0
    one, again, other = (read_policy(path).weights for path in paths)
    assert one == again != other


def test_json(game: str, tmp_path: Path) -> None:
    """The JSON has the curve."""
    path = tmp_path / "it.policy"
    status, text = learn(game, "--games", "4000", "--format", "json", "-o", str(path))
    assert status == 0
    found = json.loads(text)
    assert (found["games"], found["stopped"], found["unrecorded"], found["file"]) == (4000, 0, 0, str(path))
    assert [point["games"] for point in found["curve"]] == [1024, 2016, 4000]
    assert found["curve"][0]["before"] is None
    last = found["curve"][-1]
    # 9 against a number from 0 to 9: ahead in 9 of 10 games, equal in 1
    assert last["random"]["interval"][0] - 0.02 <= 0.95 <= last["random"]["interval"][1] + 0.02


def test_learning_goes_on_from_a_file(game: str, tmp_path: Path) -> None:
    """`--from` begins with the weights of a file of the same game, also after a change of numbers."""
    first, then = tmp_path / "first", tmp_path / "then"
    assert learn(game, "--games", "3200", "-o", str(first))[0] == 0
    words = "--games", "32", "--set", "most=5", "--from", str(first), "--format", "json"
    status, text = learn(game, *words, "-o", str(then))
    assert status == 0
    # 5 or more was learned to be best; what is not on offer no longer counts
    assert json.loads(text)["curve"][-1]["random"]["mean"] > 0.8
    status, text = learn("kuhn-poker", "--games", "32", "--from", str(first), "-o", str(then))
    assert status == 2
    assert "players of taking, who learned it, observe or choose other things" in text


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--budget", "soon"), "`--budget soon` is not a time"),
        (("--budget", "0s"), "`--budget 0s` is not a time"),
        (("--budget", "9999999h"), "is not a time"),
        (("--games", "0"), "0 is not in the range"),
        (("--from", "nowhere"), "`--from nowhere`: No such file or directory"),
        (("--players", "7"), "players"),
    ],
)
def test_bad_options(game: str, tmp_path: Path, words: tuple[str, ...], told: str) -> None:
    """An option that makes no sense is an error with the status 2, and no file is written."""
    path = tmp_path / "it.policy"
    status, text = learn(game, *words, "-o", str(path))
    assert status == 2
    assert told in text
    assert not path.exists()


def test_faults_are_counted(tmp_path: Path) -> None:
    """A game that a fault stops teaches nothing, and is counted; the exit status is 1."""
    path = tmp_path / "taking.yaml"
    path.write_text(GAME.replace("set: {'points[me]': n}", "set: {'points[me]': n + 1}"), encoding="utf-8")
    status, text = learn(str(path), "--games", "64", "-o", str(tmp_path / "it"))
    assert status == 1
    assert "stopped by a fault; `gamespec fuzz` finds out why" in text
