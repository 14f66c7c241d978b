"""Tests for `replay --format scenario`, which prints a saved game as a scenario that holds.

A game stopped by a fault becomes a scenario that fails until the fault is fixed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from long_checks import sampled

import gamespec

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Run = Callable[..., Result]

NAMES = [
    name for game in gamespec.games() for name in (game, *(f"{game}+{v}" for v in gamespec.variants(game)))
]


@pytest.mark.parametrize("name", sampled(NAMES, "commands", 15))
def test_every_game_can_be_told(name: str, run: Run, tmp_path: Path) -> None:
    """A random game of each shipped game and variant is printed as a scenario that holds.

    The scenario is run from a file beside an overlay that extends the game and adds only a ruling.
    """
    players = gamespec.load(name).players[0]
    saved = tmp_path / "evening.json"
    seats = ",".join(["random"] * players)
    assert run("play", name, "--seats", seats, "--seed", "5", "--save", saved).exit_code == 0
    told = run("replay", saved, "--format", "scenario")
    assert told.exit_code == 0, told.stderr[:2000]
    overlay = (
        "language: 1\ngame: copy\ntitle: Copy\nextends: {}\nrulings: {{told: {{heading: H, says: S.}}}}\n"
    )
    (tmp_path / "game.yaml").write_text(overlay.format(name), encoding="utf-8")
    (tmp_path / "scenarios").mkdir()
    lines = [line for line in told.stdout.splitlines() if not line.startswith("    variant:")]
    (tmp_path / "scenarios" / "told.yaml").write_text("\n".join(lines), encoding="utf-8")
    again = run("test", tmp_path)
    assert (again.exit_code, again.stdout) == (0, "1 scenario, 0 failed\n")


@pytest.mark.long("commands")
def test_a_game_that_is_too_long(run: Run, tmp_path: Path) -> None:
    """A saved game is not printed as a scenario if that scenario would have more than 15,000 values.

    A scenario file can hold no more values than that. A six-player game with thousands of answers exceeds the
    limit.
    """
    saved = tmp_path / "evening.json"
    seats = ",".join(["random"] * 6)
    run("play", "trumpet+revoke", "--seats", seats, "--seed", "5", "--save", saved)
    told = run("replay", saved, "--format", "scenario")
    assert (told.exit_code, told.stdout) == (1, "")
    assert "GS115" in told.stderr


def test_an_unfinished_game_of_a_variant(misere: str, run: Run, tmp_path: Path) -> None:
    """The scenario of an unfinished game has its options and answers, and ends with the pending decision."""
    saved = tmp_path / "some-evening.json"
    run(
        "play",
        misere,
        "--set",
        "size=8",
        "--seed",
        "0",
        "--seats",
        "human,human",
        typed=f"2\n1\nsave {saved}\nquit\n",
    )
    told = run("replay", saved, "--format", "scenario")
    assert told.stdout == (
        "language: 1\n"
        "scenarios:\n"
        "  - id: some-evening\n"
        '    title: "some-evening.json goes on after 2 answers"\n'
        "    heading: A game that was played\n"
        "    variant: misere\n"
        "    players: 2\n"
        "    options: {size: 8}\n"
        "    seed: 0\n"
        "    when:\n"
        "      - {take: {n: 2}, by: seat(1)}\n"
        "      - {take: {n: 1}, by: seat(2)}\n"
        "    then:\n"
        "      - {asked: [take], by: seat(1)}\n"
    )


def test_a_fault_is_told_and_fails_until_it_is_mended(faulty: Path, run: Run, tmp_path: Path) -> None:
    """A game stopped by a fault is printed as a scenario that fails until the fault is fixed.

    The game divides by zero with one counter left, and the scenario contains the answer that leads there.
    """
    saved = tmp_path / "fault.json"
    played = run("play", faulty, "--set", "size=3", "--seats", "human,human", "--save", saved, typed="2\n")
    assert "GS502" in played.stderr
    told = run("replay", saved, "--format", "scenario")
    assert told.exit_code == 0
    assert "      - {take: {n: 2}, by: seat(1)}\n    then:\n      - ended: false\n" in told.stdout
    assert "GS502" in told.stderr
    (faulty / "scenarios").mkdir()
    (faulty / "scenarios" / "fault.yaml").write_text(told.stdout, encoding="utf-8")
    failed = run("test", faulty)
    assert failed.exit_code == 1
    assert "GS502" in failed.stdout
    game = (faulty / "game.yaml").read_text(encoding="utf-8")
    (faulty / "game.yaml").write_text(game.replace(" or 1 // (heap - 1) == 9", ""), encoding="utf-8")
    assert run("test", faulty).exit_code == 0


def test_answers_that_do_not_fit_any_more(heap: Path, run: Run, tmp_path: Path) -> None:
    """A saved game is not printed as a scenario if its answers no longer fit the specification."""
    saved = tmp_path / "evening.json"
    run("play", heap, "--seats", "human,human", typed=f"3\nsave {saved}\nquit\n")
    game = (heap / "game.yaml").read_text(encoding="utf-8")
    (heap / "game.yaml").write_text(game.replace("from: 1..3", "from: 1..2"), encoding="utf-8")
    told = run("replay", saved, "--format", "scenario")
    assert (told.exit_code, told.stdout) == (1, "")
    assert "answer 1, `take n=3`, does not fit" in told.stderr


@pytest.mark.parametrize("more", [("--seat", "1"), ("--save", "x.json")])
def test_what_does_not_go_with_it(heap: Path, run: Run, tmp_path: Path, more: tuple[str, ...]) -> None:
    """`--format scenario` always shows the whole game, so `--seat` and `--save` are refused beside it."""
    saved = tmp_path / "evening.json"
    run("play", heap, "--seats", "human,human", typed=f"3\nsave {saved}\nquit\n")
    assert run("replay", saved, "--format", "scenario", *more).exit_code == 2
