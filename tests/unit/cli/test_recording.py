"""Tests for the options `--out`, `--resume` and `--until` of `gamespec simulate`."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from random import Random
from typing import TYPE_CHECKING

import pytest
from long_checks import split
from waiting import PATIENCE, until

from interpreter.simulate import Until

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Run = Callable[..., Result]


def shown(text: str) -> dict[str, object]:
    """Return a parsed JSON report without the timings, which vary from run to run."""
    timed = {"seconds", "decisions_per_second"}
    return {name: value for name, value in json.loads(text).items() if name not in timed}


@pytest.mark.parametrize("form", ["parquet", "csv", "jsonl"])
def test_the_table_does_not_depend_on_who_plays_it(run: Run, heap: Path, tmp_path: Path, form: str) -> None:
    """The table is identical, byte for byte, with one thread, three threads and the definitional engine.

    It has one row per game, in the order of the games' numbers.
    """
    made = []
    for number, how in enumerate([("--jobs", "1"), ("--jobs", "3"), ("--engine", "definitional")]):
        path = tmp_path / f"{number}.{form}"
        outcome = run("simulate", heap, "--games", "300", "--out", path, *how)
        assert outcome.exit_code == 0, outcome.output
        assert f"{path}: 300 games" in outcome.stdout
        made.append(path.read_bytes())
    assert made[0] == made[1] == made[2]
    if form == "jsonl":
        assert [json.loads(line)["game"] for line in made[0].splitlines()] == list(range(300))


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("games.xlsx", "`.xlsx` is not a format of tables"),
        ("games", "`` is not a format of tables"),
        ("nowhere/games.csv", "there is no folder"),
        ("folder.csv", "is a directory"),
        ("link.csv", "is a symbolic link"),
        ("file/games.csv", "not a directory"),
    ],
)
def test_what_cannot_be_written_is_refused(
    run: Run, heap: Path, tmp_path: Path, name: str, says: str
) -> None:
    """A table that cannot be written is refused before any game is played, and no file is left behind."""
    (tmp_path / "folder.csv").mkdir()
    (tmp_path / "link.csv").symlink_to(tmp_path / "file")
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    before = sorted(tmp_path.rglob("*"))
    outcome = run("simulate", heap, "--games", "10000000", "--out", tmp_path / name)
    assert outcome.exit_code == 2
    assert says in outcome.stderr
    assert outcome.stdout == ""
    assert sorted(tmp_path.rglob("*")) == before


def test_without_pyarrow_one_is_told_how_to_get_it(
    run: Run, heap: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without pyarrow, Parquet is refused with the command that installs it, while CSV still works.

    The command is refused before any game is played.
    """
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, "interpreter.simulate.formats.parquet", raising=False)
    outcome = run("simulate", heap, "--games", "10000000", "--out", tmp_path / "games.parquet")
    assert outcome.exit_code == 2
    assert "pip install 'gamespec[table]'" in outcome.stderr
    assert run("simulate", heap, "--games", "10", "--out", tmp_path / "games.csv").exit_code == 0


@pytest.mark.parametrize("text", ["1", "1%", "0pp", "11pp", "pp", "-1pp", "1e-1pp", "nanpp", "0.001pp"])
def test_a_width_that_is_none(run: Run, heap: Path, text: str) -> None:
    """`--until` refuses everything except a number of percentage points from 0.01 to 10."""
    outcome = run("simulate", heap, "--until", text)
    assert outcome.exit_code == 2
    assert "--until" in outcome.stderr
    assert outcome.stdout == ""


def test_resume_needs_a_table(run: Run, heap: Path) -> None:
    """`--resume` is refused without `--out`, because there is no table to continue."""
    outcome = run("simulate", heap, "--resume")
    assert outcome.exit_code == 2
    assert "there is no `--out`" in outcome.stderr


def test_until_the_shares_are_known(run: Run, heap: Path) -> None:
    """`--until` stops at the first look at which every interval is narrow enough.

    By then no more games have been played than the number that always suffices. At the look before, at least
    one interval was still too wide. The intervals are computed to hold at every look.
    """
    arguments = ("--players", "2", "--until", "4pp", "--format", "json")
    report = json.loads(run("simulate", heap, *arguments).stdout)
    rule = Until(0.04)
    assert report["until"] == {"half": 0.04, "enough": True}
    assert report["games"] <= rule.most
    assert report["games"] % rule.every == 0
    for seat in report["seats"]:
        assert seat["share"]["high"] - seat["share"]["low"] <= 0.08
        assert seat["share"]["low"] <= seat["share"]["mean"] <= seat["share"]["high"]
    before = str(report["games"] - rule.every)
    fewer = json.loads(run("simulate", heap, *arguments, "--games", before).stdout)
    assert fewer["games"] == int(before)
    assert fewer["until"] == {"half": 0.04, "enough": False}
    assert max(seat["share"]["high"] - seat["share"]["low"] for seat in fewer["seats"]) > 0.08


def test_a_rule_that_is_not_met_ends_all_the_same(run: Run, heap: Path) -> None:
    """If no game has a result, `--until` stops after ten times the number of games that usually suffices."""
    file = heap / "game.yaml"
    text = file.read_text(encoding="utf-8").replace("decisions: 20", "decisions: 2")
    file.write_text(text, encoding="utf-8")
    outcome = run("simulate", heap, "--set", "size=9", "--until", "10pp")
    assert outcome.exit_code == 0
    games = 10 * Until(0.1).most
    assert f"{games:,} games" in outcome.stdout
    assert f"is not known to within 10 percentage points after {games:,} games" in outcome.stdout


def start(*arguments: object) -> subprocess.Popen[bytes]:
    """Start `gamespec simulate` in a separate process whose output is discarded."""
    command = [sys.executable, "-m", "gamespec", "simulate", *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


DYING = """
import os, signal, sys
from interpreter.cli import main
from interpreter.simulate.formats import parts
from interpreter.simulate.recorded.recording import Recording
parts.GAMES, left, add = 20, int(sys.argv.pop(1)), Recording.add_chunk
def dying(self, *given):
    global left
    left -= 1
    if left < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    add(self, *given)
Recording.add_chunk = dying
main()
"""
"""Program that runs the command with small parts and kills itself after a given number of chunks of games.

The first chunks have 4, 32 and 256 games.
"""


@pytest.mark.skipif(sys.platform == "win32", reason="nobody is killed there")
@pytest.mark.parametrize(
    ("form", "long"),
    split(
        [("csv", ("--until", "2pp")), ("parquet", ("--games", "12000"))],
        "processes",
        lambda *_: False,
        lambda form, _: form == "parquet",
    ),
)
def test_killed_at_any_moment_it_comes_to_the_same_table(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str, long: tuple[str, str]
) -> None:
    """A run that is killed repeatedly and resumed produces the same table as an uninterrupted run.

    It is killed after random chunks, six times for Parquet and three times for CSV. At the end, the table is
    the same byte for byte, the report is the same, and no other file is left.
    """
    monkeypatch.setenv("GAMESPEC_CACHE", str(tmp_path / "cache"))  # so that it starts soon
    game = ("tic-tac-toe", "--seed", "3", *long, "--jobs", "1")
    whole, path = tmp_path / f"whole.{form}", tmp_path / f"games.{form}"
    expected = run("simulate", *game, "--format", "json", "--out", whole)
    luck, kept = Random(form), 0  # noqa: S311 - moments, no secrets
    for _ in range(6 if form == "parquet" else 3):
        words = ["simulate", *game, "--out", str(path), "--resume"]
        dying = [sys.executable, "-c", DYING, str(luck.randint(1, 3)), *words]
        died = subprocess.run(dying, check=False, capture_output=True)
        assert died.returncode == -signal.SIGKILL, died.stderr
        parts = len(list(tmp_path.glob("*.parts/0*.part")))
        assert parts >= kept
        kept = parts
    assert kept
    outcome = run("simulate", *game, "--format", "json", "--out", path, "--resume")
    assert outcome.exit_code == 0, outcome.output
    assert path.read_bytes() == whole.read_bytes()
    assert shown(outcome.stdout) == shown(expected.stdout)
    beside = [tmp_path / f"{name}.csv.about.json" for name in ("games", "whole") if form == "csv"]
    assert sorted(tmp_path.iterdir()) == sorted((path, whole, *beside, tmp_path / "cache"))


@pytest.mark.long("processes")
def test_what_was_broken_off_is_not_written_over(run: Run, heap: Path, tmp_path: Path) -> None:
    """Without `--resume`, an interrupted run is not overwritten.

    With `--resume`, a run is refused if its arguments are different or if a part is damaged.
    """
    path = tmp_path / "games.csv"
    process = start(heap, "--games", "100000000", "--out", path)
    folder = tmp_path / "games.csv.parts"
    try:
        until(lambda: process.poll() is not None or any(folder.glob("0*.part")))
        assert process.poll() is None
    finally:
        process.kill()
        process.wait()
    asked = ("simulate", heap, "--games", "100000000", "--out", path)
    for more, says in (
        ((), "there is an interrupted run in"),
        (("--resume", "--seed", "1"), "has seed 0, not 1"),
        (("--resume", "--set", "size=5"), "options"),
        (("--resume", "--until", "1pp"), "until"),
        (("--resume", "--estimate", "9"), "estimate"),
    ):
        outcome = run(*asked, *more)
        assert outcome.exit_code == 2
        assert says in outcome.stderr
        assert outcome.stdout == ""
    part = min(folder.glob("0*.part"))
    part.write_bytes(b"[" + part.read_bytes())
    outcome = run(*asked, "--resume")
    assert outcome.exit_code == 2
    assert f"`{part}` is damaged" in outcome.stderr


@pytest.mark.long("processes")
@pytest.mark.skipif(sys.platform == "win32", reason="there Ctrl-C can't be sent")
def test_ctrl_c_keeps_the_games(heap: Path, tmp_path: Path) -> None:
    """After Ctrl-C, the games played so far are kept, and the message says that `--resume` continues."""
    path = tmp_path / "games.csv"
    command = [
        sys.executable,
        "-m",
        "gamespec",
        "simulate",
        str(heap),
        "--games",
        "100000000",
        "--out",
        str(path),
    ]
    folder = tmp_path / "games.csv.parts"
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as process:
        try:
            until(lambda: process.poll() is not None or any(folder.glob("0*.part")))
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert process.returncode == 130
    assert "`--resume` continues with them" in said
