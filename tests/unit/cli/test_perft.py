"""Tests for `gamespec perft`, which counts the histories and nodes of a game."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Run = Callable[..., Result]

DICE = """\
game: dice
title: Dice
players: 2
variables: {sum: {type: 0..6}}
phases:
  play:
    turns: clockwise
    do:
      - random: {eyes: {from: 1..3}}
      - choose: {doubled: {from: "{false, true}"}}
      - {set: {sum: eyes + eyes if doubled else eyes}}
      - {check: end}
end: {at_once: {when: sum > 0, draw: true}}
limit: {decisions: 9, then: draw}
"""


def test_histories_by_depth(run: Run, heap: Path) -> None:
    """A heap of four counters has 3 histories of one take, 6 of two, 4 of three and 1 of four.

    No history is longer than four takes.
    """
    outcome = run("perft", heap, "--depth", "9", "--set", "size=4")
    assert outcome.exit_code == 0, outcome.output
    # Two takes are 1+1, 1+2, 1+3, 2+1, 2+2 or 3+1; three takes are 1+1+1, 1+1+2, 1+2+1 or 2+1+1.
    assert [line.split() for line in outcome.stdout.splitlines()[1:]] == [
        ["depth", "histories"], ["1", "3"], ["2", "6"], ["3", "4"], ["4", "1"],
        ["no", "history", "is", "longer"],
    ]  # fmt: skip


def test_the_whole_tree(run: Run, heap: Path) -> None:
    """The tree of a heap of four counters has 7 terminal nodes, 8 decision nodes and no chance nodes."""
    outcome = run("perft", heap, "--full", "--set", "size=4", "--format", "json")
    assert outcome.exit_code == 0, outcome.output
    shown = json.loads(outcome.stdout)
    # Ordered sums of 1, 2 and 3 give 4 in 7 ways, and 0, 1, 2 and 3 in 1 + 1 + 2 + 4 ways.
    assert [shown["tree"][f"{kind}_nodes"] for kind in ("terminal", "decision", "chance")] == [7, 8, 0]
    assert shown["tree"]["information_states"] == 8  # nothing is hidden
    assert shown["histories"] == []
    assert (shown["game"], shown["players"], shown["options"]["size"]) == ("heap", 2, 4)


def test_chance_counts(run: Run, tmp_path: Path) -> None:
    """A random number from 1 to 3 and then a choice of two give 1 chance node, 3 decisions and 6 ends."""
    (tmp_path / "game.yaml").write_text(DICE, encoding="utf-8")
    outcome = run("perft", tmp_path, "--depth", "2", "--full", "--format", "json")
    assert outcome.exit_code == 0, outcome.output
    shown = json.loads(outcome.stdout)
    assert shown["histories"] == [3, 6]
    assert [shown["tree"][f"{kind}_nodes"] for kind in ("chance", "decision", "terminal")] == [1, 3, 6]


def test_a_full_tree_as_text(run: Run, heap: Path) -> None:
    """As text, the report on a whole tree has one line per number."""
    lines = run("perft", heap, "--full", "--set", "size=4").stdout.splitlines()
    assert ["terminal", "nodes", "7"] in [line.split() for line in lines]


@pytest.mark.parametrize("how", [("--full",), ("--depth", "9")])
def test_too_large(run: Run, heap: Path, how: tuple[str, ...]) -> None:
    """A tree of more than `--most` nodes is refused with status 2, and the error names options that help."""
    outcome = run("perft", heap, *how, "--set", "size=20", "--most", "50")
    assert outcome.exit_code == 2
    assert "--depth" in outcome.stderr
    assert "--most" in outcome.stderr


def test_how_far(run: Run, heap: Path) -> None:
    """Without `--depth` or `--full`, the command is refused with status 2 and asks for one of the two."""
    outcome = run("perft", heap)
    assert outcome.exit_code == 2
    assert "give `--depth D`, or `--full`" in outcome.stderr


def test_a_fault_is_shown_with_its_place(run: Run, faulty: Path) -> None:
    """A fault during the count is reported with its code, and the status is 1."""
    outcome = run("perft", faulty, "--depth", "8")
    assert outcome.exit_code == 1
    assert "GS502" in outcome.stderr


def test_each_first_step_by_itself(run: Run, heap: Path) -> None:
    """`--divide` counts the histories separately for each first step.

    There are four counters. A first take of 1 leaves three ways to take again, a take of 2 leaves two, and a
    take of 3 leaves one.
    """
    outcome = run("perft", heap, "--depth", "2", "--set", "size=4", "--divide", "--format", "json")
    divided = json.loads(outcome.stdout)["divided"]
    assert [(each["step"], each["histories"]) for each in divided] == [
        ("take 1 of 4", 3), ("take 2 of 4", 2), ("take 3 of 4", 1)
    ]  # fmt: skip
    assert json.loads(outcome.stdout)["histories"] == [3, 3 + 2 + 1]
    shown = run("perft", heap, "--depth", "2", "--set", "size=4", "--divide").stdout.splitlines()
    assert shown[-4:] == ["first of 2   histories", "take 1 of 4          3", "take 2 of 4          2",
                          "take 3 of 4          1"]  # fmt: skip


def test_chance_is_a_first_step_too(run: Run, tmp_path: Path) -> None:
    """`--divide` also treats a random result as a first step.

    Each of a die's three sides begins two histories.
    """
    (tmp_path / "game.yaml").write_text(DICE, encoding="utf-8")
    outcome = run("perft", tmp_path, "--depth", "2", "--divide", "--format", "json")
    divided = json.loads(outcome.stdout)["divided"]
    assert [(each["step"], each["option"], each["histories"]) for each in divided] == [
        (f"eyes: {eyes}", None, 2) for eyes in (1, 2, 3)
    ]


def test_from_the_position_of_a_scenario(run: Run, heap: Path) -> None:
    """`--scenario` counts from the position that a scenario's `when` reaches.

    In the scenario, two of five counters are taken. The other three can be taken in 3 histories of one take,
    2 + 1 of two takes and 1 of three takes.
    """
    (heap / "scenarios" / "five.yaml").write_text(
        "language: 1\nscenarios:\n"
        "  - {id: FIVE, title: T, players: 2, options: {size: 5}, when: [take: {n: 2}], then: [heap == 9]}\n"
        "  - {id: BAD, title: five, players: 2, options: {size: 50}, then: [heap == 9]}\n"
        "  - {id: OFF, title: T, players: 2, when: [take: {n: 3}, take: {n: 3}, take: {n: 2}],"
        " then: [heap == 0]}\n",
        encoding="utf-8",
    )
    outcome = run("perft", heap, "--scenario", "FIVE", "--depth", "9", "--format", "json")
    assert json.loads(outcome.stdout)["histories"] == [3, 2 + 1, 1]
    whole = run("perft", heap, "--scenario", "FIVE", "--full", "--format", "json")
    # From 3 counters the heap goes to 2, 1 or 0, from 2 to 1 or 0, and from each of the two heaps of 1 to 0.
    tree = json.loads(whole.stdout)["tree"]
    assert (tree["decision_nodes"], tree["terminal_nodes"]) == (1 + 2 + 1, 1 + 1 + 1 + 1)
    assert run("perft", heap, "--scenario", "FIVE", "--depth", "1", "--players", "2").exit_code == 2
    missing = run("perft", heap, "--scenario", "FIFE", "--depth", "1")
    assert missing.exit_code == 2
    assert "did you mean `FIVE`?" in missing.stderr
    assert "GS304" in run("perft", heap, "--scenario", "BAD", "--depth", "1").stderr
    off = run("perft", heap, "--scenario", "OFF", "--depth", "1")
    assert off.exit_code == 1
    assert "not on offer" in off.stderr


def test_divide_wants_a_depth(run: Run, heap: Path) -> None:
    """`--divide` is refused without `--depth`."""
    assert run("perft", heap, "--full", "--divide").exit_code == 2
