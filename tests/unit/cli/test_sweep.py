"""`gamespec sweep`: a row for each cell, in text, JSON and files; what is refused before a game is played."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING

import pyarrow.parquet as pq
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Run = Callable[..., Result]


def test_a_row_for_each_cell(run: Run, heap: Path) -> None:
    """One by one of n counters there are n decisions, and seat 1 has the last of an odd number."""
    words = ("sweep", heap, "--set", "size=3..5", "--set", "forced=true", "--games", "12")
    told = run(*words, "--measure", "decisions", "--measure", "wins.1")
    assert told.exit_code == 0, told.output
    lines = told.stdout.splitlines()
    assert lines[0] == "heap, 2 players, seed 0"
    assert lines[1] == "as it stands: size=7, forced=false"
    assert lines[2].startswith("12 games of each of 3 cells, with the same luck.")
    rows = [line.split() for line in lines[6:9]]
    assert [row[:3] for row in rows] == [["3", "true", "3.00"], ["4", "true", "4.00"], ["5", "true", "5.00"]]
    wins = [next(cell for cell in row if cell.endswith("%")) for row in rows]
    assert wins == ["100.0%", "0.0%", "100.0%"]
    assert lines[5].startswith("as it stands")
    assert lines[-1].startswith("* clear: ")


def test_values_by_steps_and_lists(run: Run, heap: Path) -> None:
    """4, 6 and 8; then 9 and 3, in the order given, each once."""
    words = ("--games", "2", "--format", "json")
    told = json.loads(run("sweep", heap, "--set", "size=4..8..2,9,3,9", *words).stdout)
    assert [cell["options"]["size"] for cell in told["cells"]] == [4, 6, 8, 9, 3]
    assert told["options"] == {"size": 7, "forced": False}
    keys = [measure["measure"] for measure in told["base"]["measures"]]
    assert keys == ["wins.1", "wins.2", "drawn", "decisions", "turns"]


@pytest.mark.parametrize("form", ["csv", "jsonl", "parquet"])
def test_a_file_has_the_table(run: Run, heap: Path, form: str, tmp_path: Path) -> None:
    """A row a cell: its options, how many games, and of each measure mean, ends, difference and verdict."""
    out = tmp_path / f"grid.{form}"
    words = ("sweep", heap, "--set", "size=7,4", "--games", "12", "--measure", "decisions", "--out", out)
    assert run(*words).exit_code == 0
    if form == "csv":
        with out.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
    elif form == "jsonl":
        rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    else:
        rows = pq.read_table(out).to_pylist()
    assert list(rows[0]) == [
        *("size", "games", "truncated", "faults", "decisions"),
        *(f"decisions.{what}" for what in ("low", "high", "difference", "verdict")),
    ]
    assert [row["size"] for row in rows] == ["7", "4"]
    assert [int(row["games"]) for row in rows] == [12, 12]
    assert rows[0]["decisions.verdict"] == "same"
    for row in rows:
        assert float(row["decisions.low"]) <= float(row["decisions"]) <= float(row["decisions.high"])


def test_cells_that_the_game_does_not_allow_are_left_out(run: Run) -> None:
    """Who must end may end: three boats with which one must end, and four with which one may."""
    words = ("ogallala", "--set", "boats_to_end=3,4", "--set", "boats_at_most=3", "--games", "2")
    told = run("sweep", *words)
    assert told.exit_code == 0, told.output
    assert "of each of 1 cell," in told.stdout
    assert "left out  boats_to_end=4, boats_at_most=3: " in told.stdout
    assert "Who must end may end" in told.stdout


def test_bots_play(run: Run, heap: Path) -> None:
    """Who plays is said, and each has a share of his own."""
    words = ("--seats", "greedy,random", "--jobs", "1", "--games", "2", "--measure", "wins.player")
    told = run("sweep", heap, "--set", "size=3,4", *words)
    assert told.exit_code == 0, told.output
    assert told.stdout.splitlines()[4].split("  ")[-2:] == ["wins of 1 greedy", "wins of 2 random"]


def test_a_fault_is_told_with_its_options(run: Run, heap: Path) -> None:
    """With the command that plays it again; the status is 1."""
    text = (heap / "game.yaml").read_text(encoding="utf-8")
    (heap / "game.yaml").write_text(text.replace("heap - n,", "heap - n - size + 7,"), encoding="utf-8")
    told = run("sweep", heap, "--set", "size=7,20", "--games", "2")
    assert told.exit_code == 1
    assert "--set size=20" in told.stderr


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ([], "nothing to sweep over"),
        (["--set", "size"], "`--set size` is not of the form `option=values`"),
        (["--set", "size=4", "--set", "size=5"], "gives `size` twice"),
        (["--set", "size=19..22"], "`--set size=19..22`: option `size` cannot be `21`"),
        (["--set", "size=4", "--set", "forced=yes"], "`--set forced=yes`: option `forced` cannot be `yes`"),
        (["--set", "sizes=4"], "`--set sizes=4`: `heap` has no option `sizes`"),
        (["--set", "size=5..4"], "there is nothing in `5..4`"),
        (["--set", "size=4..9..0"], "there is nothing in `4..9..0`"),
        (["--set", "size=1..9999999"], "more than 1,000 values"),
        (["--set", "size=4", "--measure", "islands"], "`--measure islands`: nothing is called so"),
        (["--set", "size=4", "--measure", "turn"], "did you mean `turns`?"),
        (["--set", "size=4", "--out", "grid.xlsx"], "no table of the form `.xlsx`"),
        (["--set", "size=4", "--out", "nosuch/grid.csv"], "no folder `nosuch`"),
        (["--set", "size=4", "--players", "9"], "2 to 3 players, not 9"),
        (["--set", "size=4", "--seats", "random,random", "--players", "3"], "names 2 seats"),
    ],
)
def test_what_cannot_be_swept_is_refused(run: Run, heap: Path, words: list[str], why: str) -> None:
    """With status 2, before a game is played."""
    told = run("sweep", heap, *words)
    assert told.exit_code == 2, told.output
    assert why in told.stderr
    assert told.stdout == ""


def test_a_folder_is_not_written_over(run: Run, heap: Path, tmp_path: Path) -> None:
    """That the table cannot be put there is said before a game is played."""
    (tmp_path / "grid.csv").mkdir()
    told = run("sweep", heap, "--set", "size=4", "--out", tmp_path / "grid.csv")
    assert told.exit_code == 2
    assert "is a directory" in told.stderr


def test_too_many_cells_are_refused(run: Run) -> None:
    """A thousand at most."""
    told = run("sweep", "pig", "--set", "goal=10..1000", "--set", "sides=2,3")
    assert told.exit_code == 2
    assert "the grid has 1,982 cells" in told.stderr
