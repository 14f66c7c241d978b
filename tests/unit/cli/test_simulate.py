"""Tests for `gamespec simulate`, which plays many games and reports the results."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

import gamespec
from interpreter import Game
from interpreter.compiled.making.artifact import made_of
from interpreter.compiled.making.build_key import BuildKey
from interpreter.compiled.wasm.interface import Use

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Run = Callable[..., Result]

TIMINGS = {"seconds", "decisions_per_second"}


def report(text: str) -> dict[str, Any]:
    """Return a parsed JSON report without the timings, which vary from run to run."""
    return {name: value for name, value in json.loads(text).items() if name not in TIMINGS}


def test_json_has_all_parts(run: Run, heap: Path) -> None:
    """The JSON report gives the settings and the results, and its wins add up to the number of games."""
    outcome = run("simulate", heap, "--games", "30", "--seed", "4", "--players", "3", "--format", "json")
    assert outcome.exit_code == 0, outcome.output
    shown = json.loads(outcome.stdout)
    assert (shown["game"], shown["seed"], shown["players"], shown["games"]) == ("heap", 4, 3, 30)
    assert shown["options"] == {"size": 7, "forced": False}
    assert [seat["seat"] for seat in shown["seats"]] == [1, 2, 3]
    assert sum(seat["won"] for seat in shown["seats"]) == 30
    assert (shown["truncated"], shown["faults"]) == (0, 0)
    assert shown["decisions_per_second"] > 0
    assert shown["spec_hash"]


def test_json_has_the_memory_that_is_taken(run: Run, heap: Path) -> None:
    """The report gives the bytes of memory that a position and a thread take.

    A position takes 4 bytes per integer. Each thread has its own instance of the module.
    """
    program = gamespec.load(heap).program(2)
    position = 4 * len(Game(program).position)
    instance = made_of(program, BuildKey(Use.GAMES)).instance()
    instance.data(0, 0)
    arguments = ("simulate", heap, "--games", "3", "--format", "json", "--players", "2")
    shown = json.loads(run(*arguments, "--jobs", "3").stdout)["memory"]
    thread = shown["thread"]
    assert shown == {"position": position, "thread": thread, "threads": 3, "all": 3 * thread}
    assert len(instance.data(0, thread)) == thread > position
    assert len(instance.data(0, thread + 1)) == thread  # there is no more
    definitional = json.loads(run(*arguments, "--engine", "definitional").stdout)
    assert definitional["memory"] == {"position": position}


def test_forced_games_come_out_as_arithmetic_says(run: Run, heap: Path) -> None:
    """If seven counters are taken one by one, the first of two players takes the last and always wins.

    The winner scores 1 and the other player -1, and all measures follow by arithmetic.
    """
    outcome = run(
        "simulate", heap, "--games", "5", "--set", "forced=true", "--players", "2", "--format", "json"
    )
    shown = report(outcome.stdout)
    assert shown["decisions"] == 5 * 7
    assert shown["length"] == {"mean": 7, "error": 0, "least": 7, "greatest": 7}
    first, second = shown["seats"]
    assert (first["won"], first["mean_score"], first["score_error"]) == (5, 1, 0)
    assert (second["won"], second["mean_score"]) == (0, -1)
    measures = {
        (each["measure"], *each.get("seats", ())): (each["mean"], each["games"]) for each in shown["measures"]
    }
    assert measures == {
        ("share", 1): (1, 5),
        ("share", 2): (0, 5),
        ("advantage", 1): (1 - 1 / 2, 5),
        ("advantage", 2): (0 - 1 / 2, 5),
        ("decisions",): (7, 5),
        ("turns",): (7, 5),
        ("rounds",): (4, 5),
        ("branching",): (1, 5),
        ("choice",): (0, 5),
    }


def test_text_has_measures(run: Run, heap: Path) -> None:
    """The text report has a line for each measure, with its mean, interval and range over the games.

    All the games are alike, so each range is a single value.
    """
    options = ("--games", "5", "--set", "forced=true", "--players", "2")
    lines = run("simulate", heap, *options).stdout.splitlines()
    rows = {re.split(r" {2,}", line)[0]: re.split(r" {2,}", line)[1:] for line in lines}
    assert rows["measure"] == ["mean", "95 %", "range"]
    assert rows["advantage of seat 1"][0] == "+50.0 pp"
    assert rows["turns"] == ["7.00", "7.00 to 7.00", "7 to 7"]
    assert rows["decisions with a choice"] == ["0.0%", "0.0% to 0.0%", "0% to 0%"]


@pytest.mark.long("processes")
def test_the_same_seed_gives_the_same_report(heap: Path) -> None:
    """The same seed gives the same report, apart from timings, even if Python's hash seed is different."""
    reports = []
    for hash_seed in ("1", "2"):
        arguments = ["simulate", str(heap), "--games", "20", "--seed", "9", "--format", "json"]
        outcome = subprocess.run(
            [sys.executable, "-m", "gamespec", *arguments],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
        )
        reports.append(report(outcome.stdout))
    assert reports[0] == reports[1]


def test_a_cut_short_game_is_counted_apart(run: Run, heap: Path) -> None:
    """A game that reaches its limit counts as truncated, and nobody wins it."""
    file = heap / "game.yaml"
    file.write_text(
        file.read_text(encoding="utf-8").replace("decisions: 20", "decisions: 2"), encoding="utf-8"
    )
    shown = report(run("simulate", heap, "--games", "8", "--set", "size=9", "--format", "json").stdout)
    assert shown["truncated"] == 8
    assert [seat["won"] for seat in shown["seats"]] == [0] * len(shown["seats"])
    assert shown["seats"][0]["mean_score"] is None


def test_a_fault_is_counted_and_shown_once(run: Run, faulty: Path) -> None:
    """A fault that stops several games at the same place is reported once, with the number of games.

    The status is 1.
    """
    outcome = run("simulate", faulty, "--games", "10", "--set", "forced=true", "--format", "json")
    assert outcome.exit_code == 1
    shown = report(outcome.stdout)
    assert shown["faults"] == 10
    assert [place["games"] for place in shown["fault_places"]] == [10]
    assert outcome.stderr.count("error[GS502]") == 1
    assert "in 10 games" in outcome.stderr


def test_the_named_seed_plays_the_faulty_game_again(run: Run, faulty: Path) -> None:
    """The command printed for a fault leads to that fault again, but with another `--luck` it may not."""
    outcome = run("simulate", faulty, "--games", "10", "--players", "2", "--format", "json")
    place = report(outcome.stdout)["fault_places"][0]
    told = outcome.stderr.rpartition("to replay the first: `")[2].partition("`")[0].split()
    assert told[-4:] == ["--seed", str(place["seed"]), "--luck", str(place["luck"])]
    again = run(*told[1:])
    assert again.exit_code == 1
    assert "GS502" in again.stderr
    assert {run(*told[1:-1], str(luck)).exit_code for luck in range(12)} == {0, 1}


def test_text_shows_seats_and_length(run: Run, heap: Path) -> None:
    """The text report has a line for each seat, which begins with the seat's number."""
    lines = [line.split() for line in run("simulate", heap, "--players", "2").stdout.splitlines()]
    assert [line[0] for line in lines if line][:3] == ["heap,", "size=7,", "100"]
    assert {"1", "2"} <= {line[0] for line in lines if line}


@pytest.mark.parametrize(
    ("assignment", "says"),
    [
        ("siez=3", "size"),
        ("size=99", "size"),
        ("size=many", "size"),
        ("size", "option=value"),
        ("=3", "option=value"),
    ],
)
def test_a_bad_option_is_told(run: Run, heap: Path, assignment: str, says: str) -> None:
    """An unknown option, an invalid value or a malformed assignment is refused with status 2 and a hint."""
    outcome = run("simulate", heap, "--set", assignment)
    assert outcome.exit_code == 2
    assert says in outcome.stderr
    assert outcome.stdout == ""


def test_an_option_twice_is_told(run: Run, heap: Path) -> None:
    """Setting the same option twice is refused, because it is unclear which value is meant."""
    outcome = run("simulate", heap, "--set", "size=4", "--set", "size=5")
    assert outcome.exit_code == 2
    assert "`size` twice" in outcome.stderr


def test_too_many_players(run: Run, heap: Path) -> None:
    """A number of players that the game does not allow is refused with status 2."""
    outcome = run("simulate", heap, "--players", "9")
    assert outcome.exit_code == 2
    assert "9" in outcome.stderr


def test_a_broken_game_is_not_played(run: Run, broken: Path) -> None:
    """The mistakes of a broken game are reported with status 1, and no game is played."""
    outcome = run("simulate", broken)
    assert outcome.exit_code == 1
    assert "takr" in outcome.stderr
    assert outcome.stdout == ""


NIBBLE = """\
language: 1
game: nibble
title: Nibble
players: 2
options:
  bold: {type: bool, default: false}
variables:
  left: {type: -2..4, start: 4}
actions:
  take: {with: {n: {from: 1..2, where: bold or n == 1 or left == 4}}, do: [{set: {left: left - n}}]}
phases:
  play: {turns: clockwise, do: [{offer: [take]}]}
end:
  eaten: {when: left <= 0, winner: me}
limit: {decisions: 3, then: THEN}
"""
"""Game with four crumbs, of which the first player takes one or two, and then each player takes one.

All crumbs are eaten within the limit of three decisions only if the first player takes two.
"""


def nibble(place: Path, then: str) -> Path:
    """Write the nibble game to a file, and return the path.

    The argument `then` says how a game ends that reaches the limit.
    """
    (place / "nibble.yaml").write_text(NIBBLE.replace("THEN", then), encoding="utf-8")
    return place / "nibble.yaml"


@pytest.mark.parametrize(
    ("then", "says"), [("rank", "ended at"), ("draw", "ended at"), ("truncate", "cut short by")]
)
def test_games_that_reach_the_limit_are_told(run: Run, tmp_path: Path, then: str, says: str) -> None:
    """The report counts the games that reach the limit, and gives a command that replays the first one.

    Text output and JSON output agree on this game.
    """
    file = nibble(tmp_path, then)
    arguments = ("simulate", file, "--games", "40", "--seed", "1")
    shown = report(run(*arguments, "--format", "json").stdout)
    limited = shown["limited"]
    assert 0 < limited["games"] == 40 - shown["ends"]["eaten"] < 40
    assert shown["truncated"] == (limited["games"] if then == "truncate" else 0)
    text = run(*arguments).stdout
    assert f"; {limited['games']} {says} the limit, 0 stopped by a fault\n" in text
    told = text.rpartition("limit   the first game that reached it: `")[2].partition("`")[0].split()
    assert told[-4:] == ["--seed", str(limited["seed"]), "--luck", str(limited["luck"])]
    again = run(*told[1:])
    assert again.exit_code == 0, again.output
    assert "take n 2" not in again.stdout
    assert "eaten" not in again.stdout


def test_a_game_is_played_again_with_its_options(run: Run, tmp_path: Path) -> None:
    """The command that replays a game sets the same options as the simulation."""
    arguments = ("--games", "40", "--set", "bold=true")
    text = run("simulate", nibble(tmp_path, "rank"), *arguments).stdout
    assert " --set bold=true --seats random,random --seed " in text


@pytest.mark.parametrize("forced", ["true", "false"])
def test_where_no_game_or_every_game_reaches_the_limit_none_is_named(
    run: Run, heap: Path, forced: str
) -> None:
    """If no game or every game reaches the limit, the report names no example.

    A heap of 20 counters taken one by one needs 20 decisions, one more than the limit of 19. A heap of 3
    needs at most three decisions.
    """
    size = 20 if forced == "true" else 3
    options = ("--set", f"forced={forced}", "--set", f"size={size}")
    file = heap / "game.yaml"
    if forced == "true":
        text = file.read_text(encoding="utf-8").replace("decisions: 20", "decisions: 19")
        file.write_text(text, encoding="utf-8")
    text = run("simulate", heap, "--games", "9", *options).stdout
    assert f"; {9 if forced == 'true' else 0} cut short by the limit" in text
    assert "limit   " not in text
