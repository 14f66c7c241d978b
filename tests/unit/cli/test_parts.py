"""Tests that an altered part of an interrupted run is never accepted."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from changed_json import changed

from gamespec.system.locking import FolderLock
from interpreter.simulate.formats import parts as of_parts
from interpreter.simulate.formats.parts import ABOUT, Damaged, OtherRun, OtherVersion, Parts
from interpreter.simulate.recorded.packed import Packed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Run = Callable[..., Result]

RUN = {"game": "pig", "seed": 7, "games": 6}


def group(first: int, games: int) -> Packed:
    """Return some games, whose data is arbitrary. A fault stopped the last of them."""
    data = Random(first).randbytes(8 * games)  # noqa: S311 - any bytes
    return Packed(range(first, first + games), data, 7, {games - 1: "GS501"}, [None] * games)


def made(folder: Path, run: dict[str, Any] | None = None) -> Path:
    """Write two parts, each with two groups of one game and of two games, and return their folder."""
    parts = Parts(folder, run or RUN, resume=False)
    for first in (0, 3):
        parts.add(group(first, 1))
        parts.add(group(first + 1, 2))
        parts.flush()
    parts.release()
    return folder


def read(folder: Path) -> list[Packed]:
    """Return the games of all parts in a folder, in order."""
    parts = Parts(folder, RUN, resume=True)
    try:
        return list(parts)
    finally:
        parts.release()


def test_no_change_of_a_part_is_taken_for_it(tmp_path: Path) -> None:
    """Property: `Damaged` is raised if any value, type or key in the JSON of any file of a run is changed."""
    folder = made(tmp_path / "parts")
    games = read(folder)
    assert games == [group(0, 1), group(1, 2), group(3, 1), group(4, 2)]
    files = sorted(folder.glob("*[nt]"))
    assert [file.name for file in files] == ["000000000000000.part", "000000000000003.part", ABOUT]
    for file in files:
        whole = file.read_bytes()
        head, end, body = whole.partition(b"\n")
        for other in changed(json.loads(head)):
            file.write_bytes(json.dumps(other, separators=(",", ":")).encode() + end + body)
            with pytest.raises(Damaged) as damaged:
                read(folder)
            assert damaged.value.path == file
        file.write_bytes(whole)
    assert read(folder) == games


def test_no_byte_of_a_part_can_be_changed(tmp_path: Path) -> None:
    """Property: truncating a file, flipping one of its bits or inserting a byte is always noticed."""
    folder, luck = made(tmp_path / "parts"), Random(1)  # noqa: S311 - places, no secrets
    for file in sorted(folder.glob("*[nt]")):
        whole = file.read_bytes()
        for at in luck.sample(range(len(whole)), 40):
            for other in (
                whole[:at],
                whole[:at] + bytes([whole[at] ^ 1 << luck.randrange(8)]) + whole[at + 1 :],
                whole[:at] + b" " + whole[at:],
            ):
                file.write_bytes(other)
                with pytest.raises(Damaged):
                    read(folder)
        file.write_bytes(whole)


def test_a_part_belongs_to_its_place_and_its_run(tmp_path: Path) -> None:
    """A part counts as damaged if it is renamed, comes from another run, or vanishes while it is read."""
    folder, other = made(tmp_path / "parts"), made(tmp_path / "other", {**RUN, "seed": 8})
    first, second = sorted(folder.glob("0*.part"))
    for source in (first, other / second.name):
        shutil.copy(source, second)
        with pytest.raises(Damaged):
            read(folder)
    second.unlink()
    assert len(read(folder)) == 2
    parts = Parts(folder, RUN, resume=True)
    first.unlink()
    with pytest.raises(Damaged, match=first.name):
        list(parts)
    parts.release()
    shutil.copy(other / second.name, second)
    with pytest.raises(Damaged, match=first.name):  # a part follows where one is missing
        read(folder)
    shutil.copy(other / ABOUT, folder / ABOUT)
    with pytest.raises(OtherRun, match="seed"):
        read(folder)


def test_parts_of_another_version_are_refused(
    run: Run, heap: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run whose games were packed in another form is not resumed, because it would be misread."""
    path, folder = tmp_path / "games.csv", tmp_path / "games.csv.parts"
    with monkeypatch.context() as older:
        older.setattr(of_parts, "VERSION", 0)
        made(folder)
    with pytest.raises(OtherVersion, match="version 0, not 2"):
        read(folder)
    outcome = run("simulate", heap, "--games", "20", "--out", path, "--resume")
    assert outcome.exit_code == 2
    assert f"the run in `{folder}` was begun by a gamespec with another form of games" in outcome.stderr


@pytest.mark.parametrize("resume", [(), ("--resume",)])
def test_two_runs_do_not_write_into_one_table(
    run: Run, heap: Path, tmp_path: Path, resume: tuple[str, ...]
) -> None:
    """While one run holds the folder, another run is refused with status 2 and leaves its files alone."""
    path, folder = tmp_path / "games.csv", tmp_path / "games.csv.parts"
    with FolderLock(folder):
        outcome = run("simulate", heap, "--games", "20", "--out", path, *resume)
    assert outcome.exit_code == 2
    assert f"another run is writing to `{folder}`" in outcome.stderr
    assert not path.exists()
    assert run("simulate", heap, "--games", "20", "--out", path).exit_code == 0
    assert not folder.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="nobody is killed there")
def test_a_changed_part_is_told_by_the_command(run: Run, heap: Path, tmp_path: Path) -> None:
    """`--resume` reports a changed value in a part, or a changed number of games, as damage."""
    path = tmp_path / "games.csv"
    asked = ("simulate", heap, "--games", "40", "--out", path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("interpreter.simulate.formats.parts.GAMES", 10)
        patch.setattr("interpreter.simulate.table.place", broken)
        assert run(*asked).exit_code == 130
    folder = tmp_path / "games.csv.parts"
    part, about = min(folder.glob("0*.part")), folder / ABOUT
    for file, old, new in (
        (part, b'"faults":[]', b'"faults":[[0,"GS501"]]'),
        (part, b'"games":', b'"games":1'),
        (about, b"40", b"30"),
    ):
        whole = file.read_bytes()
        assert whole.count(old) >= 1
        file.write_bytes(whole.replace(old, new, 1))
        outcome = run(*asked, "--resume")
        assert outcome.exit_code == 2, outcome.output
        assert f"`{file}` is damaged or missing" in outcome.stderr
        file.write_bytes(whole)
    assert run(*asked, "--resume").exit_code == 0
    assert path.read_bytes().count(b"\n") == 41


def broken(*_: object) -> None:
    """Interrupt a run by raising `KeyboardInterrupt`, in place of moving its table to the final path."""
    raise KeyboardInterrupt


@pytest.mark.long("processes")
def test_of_two_processes_only_one_writes(heap: Path, tmp_path: Path) -> None:
    """If two commands use the same `--out` at once, each either writes all rows or is refused.

    The error of a refused command says that another run is writing.
    """
    path = tmp_path / "games.csv"
    words = [sys.executable, "-m", "gamespec", "simulate", str(heap), "--games", "3000", "--resume"]
    both = [
        subprocess.Popen(
            [*words, "--out", str(path)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    told = [(process.communicate(timeout=300)[1], process.returncode) for process in both]
    assert {status for _, status in told} <= {0, 2}
    assert 0 in {status for _, status in told}
    assert all(status == 0 or "another run is writing" in said for said, status in told)
    assert path.read_bytes().count(b"\n") == 3001
    assert json.loads((tmp_path / "games.csv.about.json").read_bytes())["rows"] == 3000
