"""Tests for `gamespec simulate --seats`, which lets bots play and rotates them through the seats."""

from __future__ import annotations

import csv
import json
import re
import shlex
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from interpreter.cli.app import cli

FIRST = """
def first(view, draws):
    return view.options[0]
"""


@pytest.fixture
def first(tmp_path: Path) -> str:
    """Return the name of a bot that always chooses the first option."""
    (tmp_path / "mine.py").write_text(FIRST, "utf-8")
    return f"{tmp_path / 'mine.py'}:first"


def simulate(*words: str) -> Result:
    """Run `gamespec simulate` in this process with `--jobs 1`, and return the result."""
    return CliRunner().invoke(cli, ["simulate", *words, "--jobs", "1"])


def test_who_is_alike_always_plays_the_same(first: str) -> None:
    """If the same deterministic bot takes every seat, every game is the same.

    In tic-tac-toe each bot takes the first free cell, so the first to move wins with cells 1, 3, 5 and 7.
    """
    run = simulate("tic-tac-toe", "--seats", f"{first},{first}", "--games", "6", "--format", "json")
    assert run.exit_code == 0, run.output
    report = json.loads(run.stdout)
    assert [seat["won"] for seat in report["seats"]] == [6, 0]
    assert report["decisions"] == 6 * 7


def test_players_move_on_by_a_seat(tmp_path: Path, first: str) -> None:
    """Each bot takes each seat equally often, and the table names the bot in every seat of every game."""
    out = tmp_path / "games.csv"
    words = ("pig", "--seats", f"random,{first},greedy", "--games", "6", "--out", str(out))
    run = simulate(*words)
    assert run.exit_code == 0, run.output
    with out.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    seats = [[row[f"seat.{seat}"] for seat in (1, 2, 3)] for row in rows]
    names = ["random", first, "greedy"]
    assert seats == [names, names[1:] + names[:1], names[2:] + names[:2]] * 2


def test_a_player_is_not_a_seat() -> None:
    """Wins are reported per bot as well as per seat.

    The stronger bot never loses, yet each of the two seats wins, because the bots change seats.
    """
    run = simulate("tic-tac-toe", "--seats", "mcts:200,random", "--games", "10")
    assert run.exit_code == 0, run.output
    lines = run.stdout.splitlines()
    search = next(line for line in lines if line.startswith("1 mcts:200"))
    assert int(search.split()[6]) + int(search.split()[8]) == 10  # won or drawn: it never loses
    wins = [int(line.split()[5]) for line in lines if line.startswith(("   1  ", "   2  "))]
    assert len(wins) == 2
    assert min(wins) >= 2


def test_random_says_so() -> None:
    """The report says that all play at random, both by default and if `--seats` names random players."""
    alone = simulate("tic-tac-toe", "--games", "3").stdout
    assert "All play at random." in alone
    assert (
        simulate("tic-tac-toe", "--games", "3", "--seats", "random,random").stdout.splitlines()[:12]
        == (alone.splitlines()[:12])
    )


FAULTY = """
language: 1
game: faulty
title: Faulty
players: 2
variables: {left: {type: 0..3, start: 3}}
actions:
  take: {do: [{set: {left: left - 1}}]}
phases:
  main: {turns: clockwise, do: [{offer: [take]}]}
end: {never: {when: left > 3, winner: me}}
limit: {decisions: 9, then: draw}
"""


def test_the_game_that_was_stopped_is_played_again(tmp_path: Path, first: str) -> None:
    """The command printed for a fault replays the game with the same bots in the same seats."""
    path = tmp_path / "faulty.yaml"
    path.write_text(FAULTY, "utf-8")
    run = simulate(str(path), "--seats", f"{first},random", "--games", "2")
    assert run.exit_code == 1
    (command,) = (line.split("`")[1] for line in run.output.splitlines() if "to replay the first: `" in line)
    words = shlex.split(command)[1:]
    assert f"{first},random" in words
    again = CliRunner().invoke(cli, words)
    assert again.exit_code == 1
    (code,) = set(re.findall(r"GS5\d\d", run.output))
    assert code in again.output


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--seats", "random,human"], "no bot is called `human`"),
        (["--seats", "mcts:4,mcts:4,mcts:4"], "3"),
        (["--seats", "mcts:4,random", "--players", "3"], "names 2 seats, `--players` says 3"),
    ],
)
def test_seats_that_can_not_be_taken_are_refused(words: list[str], why: str) -> None:
    """Seats are refused with status 2 if a bot is unknown or if their number is wrong."""
    run = simulate("tic-tac-toe", *words)
    assert run.exit_code == 2
    assert why in run.output


def test_a_bot_that_fails_is_told(tmp_path: Path) -> None:
    """If a bot raises an exception, the error names its file and line, without a traceback."""
    (tmp_path / "mine.py").write_text("def bad(view, draws):\n    return view.nothing\n", "utf-8")
    run = simulate("tic-tac-toe", "--seats", f"{tmp_path / 'mine.py'}:bad,random", "--games", "1")
    assert run.exit_code == 2
    assert "AttributeError" in run.output
    assert "line 2 of mine.py" in run.output


def test_what_is_counted_is_what_the_definitional_engine_counts() -> None:
    """With bots, the two engines play the same games and report the same measures."""
    words = ("othello", "--seats", "greedy,random", "--games", "4", "--format", "json")
    reports = [
        json.loads(simulate(*words, "--engine", engine).stdout) for engine in ("compiled", "definitional")
    ]
    kept = [{key: report[key] for key in ("seats", "measures", "ends", "decisions")} for report in reports]
    assert kept[0] == kept[1]
    assert Counter(seat["won"] for seat in kept[0]["seats"]).total() == 2
