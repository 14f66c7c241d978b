"""Tests for `gamespec sweep`, which plays a game with every combination of some options' values."""

from __future__ import annotations

import csv
import json
import re
import shlex
import subprocess
import sys
from html import unescape
from typing import TYPE_CHECKING

import pyarrow.parquet as pq
import pytest
from long_checks import split

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Run = Callable[..., Result]


def test_a_row_for_each_cell(run: Run, heap: Path) -> None:
    """Each combination of values, called a cell, has a row in the table.

    If n counters are taken one by one, a game has n decisions, and seat 1 wins if n is odd.
    """
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
    """Values given as steps or as a list keep their order, and duplicates are removed."""
    words = ("--games", "2", "--format", "json")
    told = json.loads(run("sweep", heap, "--set", "size=4..8..2,9,3,9", *words).stdout)
    assert [cell["options"]["size"] for cell in told["cells"]] == [4, 6, 8, 9, 3]
    assert told["options"] == {"size": 7, "forced": False}
    keys = [measure["measure"] for measure in told["base"]["measures"]]
    assert keys == ["wins.1", "wins.2", "decisions", "turns"]  # the last counter wins: there is no draw


@pytest.mark.parametrize("form", ["csv", "jsonl", "parquet"])
def test_a_file_has_the_table(run: Run, heap: Path, form: str, tmp_path: Path) -> None:
    """The file has a row for each cell, with its options and the results for each measure.

    The results are the mean, the interval, the difference and the verdict.
    """
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


def test_a_page_beside_a_table(run: Run, heap: Path, tmp_path: Path) -> None:
    """The command printed on the page makes the same page again, byte for byte.

    A table can be written in the same run.
    """
    page, table = tmp_path / "sweep.html", tmp_path / "grid.csv"
    how = ("--set", "size=3..5", "--set", "forced=true,false", "--measure", "decisions", "--measure", "wins")
    told = run("sweep", heap, *how, "--games", "12", "--seed", "3", "-o", page, "-o", table)
    assert told.exit_code == 0, told.output
    assert f"page    {page}: 6 cells, 3 measures" in told.stderr
    assert f"table   {table}: 6 rows" in told.stderr
    first = page.read_text(encoding="utf-8")
    words = shlex.split(unescape(re.findall(r"<code>(gamespec sweep[^<]*)</code>", first)[0]))
    assert words[-2:] == ["-o", "sweep.html"]
    again = run(*words[1:-1], page)
    assert again.stdout == told.stdout
    assert page.read_text(encoding="utf-8") == first


def test_a_page_of_bots(run: Run, heap: Path, tmp_path: Path) -> None:
    """The page names the bots that play, in its text as well as in the command printed on it."""
    page = tmp_path / "sweep.html"
    words = ("--seats", "greedy,random", "--jobs", "1", "--games", "2", "--measure", "turns", "-o", page)
    assert run("sweep", heap, "--set", "size=3,4", *words).exit_code == 0
    text = page.read_text(encoding="utf-8")
    assert "The players are greedy, random, who move on by one seat from game to game." in text
    assert "--seats greedy,random --games 2" in text


def test_what_stops_games_is_on_the_page(run: Run, heap: Path, tmp_path: Path) -> None:
    """The page has a command that replays a game with a fault, and reports games that reached the limit."""
    file, page = heap / "game.yaml", tmp_path / "sweep.html"
    text = file.read_text(encoding="utf-8").replace(
        "heap - n,", "heap - n - (size - 7 if size == 12 else 0),"
    )
    file.write_text(text.replace("decisions: 20", "decisions: 4"), encoding="utf-8")
    words = ("--set", "size=12,20", "--games", "9", "-o", page)
    assert run("sweep", heap, *words).exit_code == 1
    shown = page.read_text(encoding="utf-8")
    assert shown.index('id="failures"') < shown.index('id="findings"')
    assert "stopped by a fault</strong>: GS5" in shown
    assert "9 games reached the limit</strong>: such games are cut short, without a result" in shown
    commands = [unescape(each) for each in re.findall(r"<code>(gamespec play[^<]*)</code>", shown)]
    (fault,) = (each for each in commands if "size=12" in each)
    again = run(*shlex.split(fault)[1:])
    assert again.exit_code == 1
    assert "GS5" in again.output


@pytest.mark.long("commands")
def test_no_folder_of_this_machine_stands_on_the_page(run: Run, tmp_path: Path) -> None:
    """The page contains no path of this machine, even where it explains why a cell is left out."""
    page = tmp_path / "sweep.html"
    words = ("ogallala", "--set", "boats_to_end=3,4", "--set", "boats_at_most=3", "--games", "2", "-o", page)
    assert run("sweep", *words).exit_code == 0
    text = page.read_text(encoding="utf-8")
    assert "A player who must end may end" in text
    assert "game.yaml" not in text


@pytest.mark.parametrize(
    "missing", split(["matplotlib", "jinja2"], "processes", lambda _: False, lambda name: name == "jinja2")
)
def test_what_pages_need_is_named(heap: Path, tmp_path: Path, missing: str) -> None:
    """If a library for pages is missing, a page is refused with the way to install it.

    A table can still be written.
    """
    program = f"import sys; sys.modules[{missing!r}] = None; from interpreter.cli import main; main()"
    words = [sys.executable, "-c", program, "sweep", str(heap), "--set", "size=3", "--games", "2", "-o"]
    for name, status in (("sweep.html", 2), ("grid.csv", 0)):
        out = tmp_path / name
        done = subprocess.run([*words, str(out)], capture_output=True, text=True, check=False)
        assert done.returncode == status, done.stderr
        assert out.exists() == (status == 0)
        assert ("`pip install 'gamespec[report]'` installs them" in done.stderr) == (status == 2)


def test_cells_that_the_game_does_not_allow_are_left_out(run: Run) -> None:
    """A cell that breaks a requirement of the game is left out, and the report says why.

    Here `boats_to_end` must not exceed `boats_at_most`, so that a player who must end may end.
    """
    words = ("ogallala", "--set", "boats_to_end=3,4", "--set", "boats_at_most=3", "--games", "2")
    told = run("sweep", *words)
    assert told.exit_code == 0, told.output
    assert "of each of 1 cell," in told.stdout
    assert "left out  boats_to_end=4, boats_at_most=3: " in told.stdout
    assert "A player who must end may end" in told.stdout


def test_bots_play(run: Run, heap: Path) -> None:
    """If bots play, the table has a column for each bot with its share of wins."""
    words = ("--seats", "greedy,random", "--jobs", "1", "--games", "2", "--measure", "wins.player")
    told = run("sweep", heap, "--set", "size=3,4", *words)
    assert told.exit_code == 0, told.output
    assert told.stdout.splitlines()[4].split("  ")[-2:] == ["wins of 1 greedy", "wins of 2 random"]


def test_a_fault_is_told_with_its_options(run: Run, heap: Path) -> None:
    """If a game stops with a fault, the status is 1, and the error names a command that replays it.

    The command sets the options of the cell.
    """
    text = (heap / "game.yaml").read_text(encoding="utf-8")
    (heap / "game.yaml").write_text(text.replace("heap - n,", "heap - n - size + 7,"), encoding="utf-8")
    told = run("sweep", heap, "--set", "size=7,20", "--games", "2")
    assert told.exit_code == 1
    assert "--set size=20" in told.stderr


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ([], "no values to sweep over"),
        (["--set", "size"], "`--set size` is not of the form `option=values`"),
        (["--set", "size=4", "--set", "size=5"], "gives `size` twice"),
        (["--set", "size=19..22"], "`--set size=19..22`: option `size` cannot be `21`"),
        (["--set", "size=4", "--set", "forced=yes"], "`--set forced=yes`: option `forced` cannot be `yes`"),
        (["--set", "sizes=4"], "`--set sizes=4`: `heap` has no option `sizes`"),
        (["--set", "size=5..4"], "there is no value in `5..4`"),
        (["--set", "size=4..9..0"], "there is no value in `4..9..0`"),
        (["--set", "size=1..9999999"], "more than 1,000 values"),
        (["--set", "size=4", "--measure", "islands"], "`--measure islands`: there is no such measure"),
        (["--set", "size=4", "--measure", "turn"], "did you mean `turns`?"),
        (["--set", "size=4", "--out", "grid.xlsx"], "`.xlsx` is not a format"),
        (["--set", "size=4", "--out", "grid.xlsx"], "`.parquet`, `.csv`, `.jsonl` or `.html`"),
        (["--set", "size=4", "--out", "nosuch/grid.csv"], "no folder: `nosuch`"),
        (["--set", "size=4", "-o", "nosuch/sweep.html"], "no folder: `nosuch`"),
        (["--set", "size=4", "-o", "a.csv", "-o", "b.html", "--out", "a.csv"], "`--out` gives `a.csv` twice"),
        (["--set", "size=4", "--players", "9"], "2 to 3 players, not 9"),
        (["--set", "size=4", "--seats", "random,random", "--players", "3"], "names 2 seats"),
    ],
)
def test_what_cannot_be_swept_is_refused(run: Run, heap: Path, words: list[str], why: str) -> None:
    """An impossible sweep is refused with status 2 before any game is played."""
    told = run("sweep", heap, *words)
    assert told.exit_code == 2, told.output
    assert why in told.stderr
    assert told.stdout == ""


def test_a_folder_is_not_written_over(run: Run, heap: Path, tmp_path: Path) -> None:
    """A table whose path is that of a folder is refused before any game is played."""
    (tmp_path / "grid.csv").mkdir()
    told = run("sweep", heap, "--set", "size=4", "--out", tmp_path / "grid.csv")
    assert told.exit_code == 2
    assert "is a directory" in told.stderr


def test_too_many_cells_are_refused(run: Run) -> None:
    """A grid with more than a thousand cells is refused with status 2."""
    told = run("sweep", "pig", "--set", "goal=10..1000", "--set", "sides=2,3")
    assert told.exit_code == 2
    assert "the grid has 1,982 cells" in told.stderr
