"""Tests for `gamespec report`, which makes a page about a game or about a table of played games."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from html import unescape
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from long_checks import sampled

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Run = Callable[..., Result]

HOW = ("--games", "40", "--seed", "3", "--players", "3", "--set", "size=9")


@pytest.mark.parametrize("form", sampled(["parquet", "csv", "jsonl"], "commands", 3))
def test_a_table_gives_the_page_of_the_game(run: Run, heap: Path, tmp_path: Path, form: str) -> None:
    """A page made from a table, in any format, is the same byte for byte as the page made from the game."""
    played, table, read = tmp_path / "played.html", tmp_path / f"games.{form}", tmp_path / "read.html"
    assert run("report", heap, "-o", played, *HOW).exit_code == 0
    assert run("simulate", heap, "--out", table, *HOW).exit_code == 0
    outcome = run("report", table, "-o", read)
    assert outcome.exit_code == 0, outcome.output
    assert outcome.stdout.startswith(f"{read}: 40 games of heap\n")
    assert read.read_bytes() == played.read_bytes()


@pytest.mark.long("commands")
def test_the_page_says_how_it_is_made_again(run: Run, heap: Path, tmp_path: Path) -> None:
    """The command printed on a page makes the same page again, even with bots or with `--until`."""
    page = tmp_path / "report.html"
    for how in (HOW, ("--seats", "greedy,random", "--games", "6", "--jobs", "1"), ("--until", "9pp")):
        assert run("report", heap, "-o", page, *how).exit_code == 0
        first = page.read_text(encoding="utf-8")
        words = shlex.split(unescape(re.findall(r"<code>(gamespec report[^<]*)</code>", first)[0]))
        assert words[-2:] == ["-o", "report.html"]
        assert run(*words[1:-1], page).exit_code == 0
        assert page.read_text(encoding="utf-8") == first


@pytest.mark.long("commands")
def test_estimates_are_passed_on(run: Run, heap: Path, tmp_path: Path) -> None:
    """A page with estimates can be made again from a table with estimates or by the command printed on it."""
    page, table, read = tmp_path / "report.html", tmp_path / "games.csv", tmp_path / "read.html"
    how = ("--games", "6", "--seed", "3", "--estimate", "9", "--jobs", "1")
    assert run("report", heap, "-o", page, *how).exit_code == 0
    text = page.read_text(encoding="utf-8")
    assert '<h2 id="openness">' in text
    assert run("simulate", heap, "--out", table, *how).exit_code == 0
    assert run("report", table, "-o", read).exit_code == 0
    assert read.read_text(encoding="utf-8") == text
    words = shlex.split(unescape(re.findall(r"<code>(gamespec report[^<]*)</code>", text)[0]))
    assert run(*words[1:-1], read).exit_code == 0
    assert read.read_text(encoding="utf-8") == text


@pytest.mark.long("commands")
def test_measures_of_its_own_are_on_the_page(run: Run, heap: Path, tmp_path: Path) -> None:
    """The page shows the game's own measures under their labels, even if it is made from a table."""
    file, page, table = heap / "game.yaml", tmp_path / "report.html", tmp_path / "games.parquet"
    more = "measures:\n  left: {is: heap, at: turn, label: counters that are left}\nend:\n"
    file.write_text(file.read_text(encoding="utf-8").replace("end:\n", more, 1), encoding="utf-8")
    assert run("report", heap, "-o", page, "--games", "6").exit_code == 0
    text = page.read_text(encoding="utf-8")
    assert '<h2 id="own">' in text
    assert "<h3>counters that are left (mean of turns)</h3>" in text
    assert run("simulate", heap, "--out", table, "--games", "6").exit_code == 0
    assert run("report", table, "-o", tmp_path / "read.html").exit_code == 0
    assert (tmp_path / "read.html").read_text(encoding="utf-8") == text


def test_a_fault_is_told_with_how_to_see_it(run: Run, faulty: Path, tmp_path: Path) -> None:
    """If a game stops with a fault, the status is 1 and the page has a command that leads to the fault."""
    page = tmp_path / "report.html"
    outcome = run("report", faulty, "-o", page, "--games", "30")
    assert outcome.exit_code == 1
    assert "stopped by a fault (GS502" in outcome.stderr
    text = page.read_text(encoding="utf-8")
    command = unescape(re.findall(r"<code>(gamespec play[^<]*)</code>", text)[0])
    assert command in outcome.stderr
    again = run(*shlex.split(command)[1:])
    assert again.exit_code == 1
    assert "GS502" in again.output


@pytest.mark.long("commands")
def test_the_fault_of_a_table_of_bots(run: Run, faulty: Path, tmp_path: Path) -> None:
    """The command that leads to a fault gives the bots the seats that they had in the failed game."""
    table, page = tmp_path / "games.jsonl", tmp_path / "report.html"
    seats = ("--seats", "random,greedy", "--jobs", "1")
    assert run("simulate", faulty, "--out", table, "--games", "20", *seats).exit_code == 1
    assert run("report", table, "-o", page).exit_code == 1
    text = page.read_text(encoding="utf-8")
    command = unescape(re.findall(r"<code>(gamespec play[^<]*)</code>", text)[0])
    assert run(*shlex.split(command)[1:]).exit_code == 1


def test_a_title_is_no_script(run: Run, heap: Path, tmp_path: Path) -> None:
    """Texts of a specification are escaped on the page, so a title cannot smuggle in a script."""
    file, page = heap / "game.yaml", tmp_path / "report.html"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("en: Heap,", "en: \"<script>alert('x')</script>\","), encoding="utf-8")
    assert run("report", heap, "-o", page, "--games", "5").exit_code == 0
    made = page.read_text(encoding="utf-8")
    assert "<script" not in made
    assert "&lt;script&gt;" in made


def cut(text: bytes) -> bytes:
    """Return the first two thirds of `text`."""
    return text[: len(text) * 2 // 3]


def without_last_line(text: bytes) -> bytes:
    """Return `text` without its last line."""
    return b"\n".join(text.splitlines()[:-1]) + b"\n"


@pytest.mark.parametrize(
    ("form", "damage", "says"),
    [
        ("parquet", cut, "cannot be read as Parquet"),
        ("csv", cut, "fields"),
        ("jsonl", cut, "cannot be read as JSON"),
        ("csv", without_last_line, "it has 39 games, but claims to have 40"),
        ("jsonl", without_last_line, "it has 39 games, but claims to have 40"),
        ("csv", lambda text: text.replace(b"turns", b"tours"), "has no column `turns`"),
        ("csv", lambda text: text.replace(b"\n7,", b"\n8,"), "game 8 stands where game 7 belongs"),
        ("csv", lambda text: text.replace(b",false,", b",no,", 1), "a field that does not fit its column"),
        ("jsonl", lambda text: text.replace(b'"truncated":false', b'"truncated":0'), "which holds bool"),
        ("jsonl", lambda text: text.replace(b'"outcome":8', b'"outcome":null'), "game 0 is damaged"),
        ("jsonl", lambda text: text.replace(b'"place.1":1', b'"place.1":9'), "is damaged"),
        ("jsonl", lambda text: text.replace(b'"seat.1":"random"', b'"seat.1":"anna"'), "is damaged"),
        ("jsonl", lambda _: b"[1, 2]\n", "line 1 is not a JSON object"),
        ("csv", lambda _: b"", "it has no column"),
        ("csv", lambda _: b"\xff\xfe\x00", "cannot be read as CSV"),
    ],
)  # fmt: skip
def test_a_damaged_table_is_refused(  # noqa: PLR0913 - fixtures, and what is done
    run: Run, heap: Path, tmp_path: Path, form: str, damage: Callable[[bytes], bytes], says: str
) -> None:
    """A damaged table is refused with status 2, and an existing page is not overwritten."""
    table, page = tmp_path / f"games.{form}", tmp_path / "report.html"
    assert run("simulate", heap, "--out", table, *HOW).exit_code == 0
    table.write_bytes(damage(table.read_bytes()))
    page.write_text("the old one", encoding="utf-8")
    outcome = run("report", table, "-o", page)
    assert outcome.exit_code == 2, outcome.output
    assert says in outcome.stderr
    assert "= help:" in outcome.stderr
    assert page.read_text(encoding="utf-8") == "the old one"
    assert sorted(path.name for path in tmp_path.glob(".gamespec-*")) == []


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda about: about | {"table": 99}, "a table of version 99"),
        (lambda about: {k: v for k, v in about.items() if k != "seats"}, "description lacks `seats`"),
        (lambda about: about | {"seats": ["random"]}, "description lacks `seats`"),
        (lambda about: about | {"teams": "none"}, "description lacks `teams`"),
        (lambda about: about | {"actions": ["take", "steal"]}, "has no column `offered.1.steal`"),
        (lambda _: [1], "is not that of a table of games"),
    ],
)
def test_what_a_table_says_of_itself_is_checked(
    run: Run, heap: Path, tmp_path: Path, change: Callable[[dict[str, object]], object], says: str
) -> None:
    """A table is refused if its description has another version, lacks a key or does not match the table."""
    table, page = tmp_path / "games.csv", tmp_path / "report.html"
    assert run("simulate", heap, "--out", table, *HOW).exit_code == 0
    beside = tmp_path / "games.csv.about.json"
    beside.write_text(json.dumps(change(json.loads(beside.read_text(encoding="utf-8")))), encoding="utf-8")
    outcome = run("report", table, "-o", page)
    assert (outcome.exit_code, says in outcome.stderr) == (2, True), outcome.stderr
    assert not page.exists()


def test_a_foreign_parquet_file_is_refused(run: Run, tmp_path: Path) -> None:
    """A Parquet file is refused if its metadata does not describe a table of games."""
    pq.write_table(pa.table({"game": [0]}), tmp_path / "games.parquet")
    outcome = run("report", tmp_path / "games.parquet", "-o", tmp_path / "report.html")
    assert outcome.exit_code == 2
    assert "it does not describe its games in its metadata" in outcome.stderr


def test_a_table_without_what_is_said_beside_it_is_refused(run: Run, heap: Path, tmp_path: Path) -> None:
    """A CSV table is refused if the description file that belongs beside it is missing.

    CSV itself has no room for the description.
    """
    table = tmp_path / "games.csv"
    assert run("simulate", heap, "--out", table, "--games", "3").exit_code == 0
    (tmp_path / "games.csv.about.json").unlink()
    outcome = run("report", table, "-o", tmp_path / "report.html")
    assert outcome.exit_code == 2
    assert "games.csv.about.json`" in outcome.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("heap", "-o", "report.pdf"), "`report.pdf` does not end in `.html`"),
        (("heap", "-o", "nowhere/report.html"), "there is no folder: `nowhere`"),
        (("heap", "-o", "folder.html"), "is a directory: `folder.html`"),
        (("nosuch.parquet", "-o", "report.html"), "no such file or directory: `nosuch.parquet`"),
        (("nosuch.csv", "-o", "report.html"), "no such file or directory: `nosuch.csv`"),
        (("games.csv", "-o", "report.html", "--games", "9"), "`--games` says how to play"),
        (("games.csv", "-o", "report.html", "--set", "size=9"), "`--set` says how to play"),
        (("games.csv", "-o", "report.html", "--estimate", "9"), "`--estimate` says how to play"),
        (("heap", "-o", "report.html", "--estimate", "0"), "`--estimate`"),
        (("heap", "-o", "report.html", "--seats", "nobody,random"), "no bot is called `nobody`"),
        (("heap", "-o", "report.html", "--seats", "random,random", "--players", "3"), "names 2 seats"),
        (("heap", "-o", "report.html", "--set", "size=99"), "option `size` cannot be `99`"),
        (("heap",), "option `-o` / `--output`"),
    ],
)
def test_what_cannot_be_is_refused(  # noqa: PLR0913 - fixtures, and what is done
    run: Run,
    heap: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    says: str,
) -> None:
    """Impossible arguments are refused with status 2 before any game is played."""
    assert heap.name == "heap"
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.html").mkdir()
    outcome = run("report", *arguments)
    assert outcome.exit_code == 2, outcome.output
    assert says in outcome.stderr
    assert not (tmp_path / "report.html").exists()


@pytest.mark.parametrize("missing", ["matplotlib", "jinja2"])
def test_what_is_not_installed_is_named(heap: Path, tmp_path: Path, missing: str) -> None:
    """If a library is missing, the error names the extra that installs it, and no page is written."""
    program = f"import sys; sys.modules[{missing!r}] = None; from interpreter.cli import main; main()"
    page = tmp_path / "report.html"
    done = subprocess.run(
        [sys.executable, "-c", program, "report", str(heap), "-o", str(page)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "`pip install 'gamespec[report]'` installs them" in done.stderr
    assert not page.exists()
