"""Tests that files are written completely or not at all, and that errors name the right file."""

from __future__ import annotations

import errno
import os
import re
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING, Any

import pytest

import gamespec
from gamespec.system.locking import LOCK
from gamespec.system.plain import read_bytes
from gamespec.system.writing import check_replaceable, new_folder, remove_drafts, replace_file, replacing
from interpreter import replay, simulate
from interpreter.simulate import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Write = Callable[[Path], None]

REFUSALS = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS, errno.EPERM, errno.EACCES, errno.EMFILE)


class Disk:
    """File system that refuses its n-th modifying call and all later ones, with the error number `number`."""

    def __init__(self, number: int) -> None:
        self.number, self.left, self.counting = number, 10**9, 0

    @contextmanager
    def refusing(self, at: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        """Within the context, count the modifying calls, and refuse all calls after the first `at`."""
        self.left = at
        with monkeypatch.context() as patch:
            for owner, name in (
                *((os, name) for name in ("open", "fsync", "mkdir", "rename", "replace", "chmod")),
                (Path, "write_bytes"),
            ):
                patch.setattr(owner, name, self._refused(getattr(owner, name), writes=name == "open"))
            yield

    def _refused(self, real: Any, *, writes: bool) -> Any:
        def call(*arguments: Any, **named: Any) -> Any:
            if writes and not arguments[1] & (os.O_WRONLY | os.O_RDWR):
                return real(*arguments, **named)
            self.counting += 1
            self.left -= 1
            if self.left < 0:
                raise OSError(self.number, os.strerror(self.number))
            return real(*arguments, **named)

        return call


PLAN = simulate.plan_of("pig")
GAMES = list(PLAN.games(range(3)))


def _table(path: Path) -> None:
    with Table(path, PLAN, {}, resume=False) as table:
        for played in GAMES:
            table.recording.add(played.playout)
        table.finish()


def _run(path: Path) -> None:
    simulate.run("tic-tac-toe", 3).write(path)


def _saved(path: Path) -> None:
    replay.write(path, replay.Saved("pig", "0", 2, {}, 7, ()))


WAYS: dict[str, Write] = {
    "x.bin": lambda path: replace_file(path, b"new"),
    "game.json": _saved,
    "table.csv": _table,
    "table.parquet": _table,
    "run.jsonl": _run,
}


@pytest.mark.parametrize(
    ("name", "number"),
    [
        *(("x.bin", number) for number in REFUSALS),
        *((name, errno.ENOSPC) for name in WAYS if name != "x.bin"),
    ],
)
def test_what_is_refused_names_the_file_and_leaves_the_old_one(
    name: str, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever modifying call the system refuses, the error names the file and the reason.

    Afterwards the file has its old contents or, if it has already been renamed, its complete new contents. No
    temporary file is left.
    """
    path, write, disk = tmp_path / name, WAYS[name], Disk(number)
    old = b'{"format": "gamespec-game-2"}'
    with disk.refusing(10**9, monkeypatch):
        write(path)
    whole = path.read_bytes()
    refused: list[OSError] = []
    for at in range(disk.counting):
        path.write_bytes(old)
        with disk.refusing(at, monkeypatch):
            try:
                write(path)
            except OSError as error:
                refused.append(error)
        assert path.read_bytes() in (old, whole)
        left = list(tmp_path.glob("*.parts/*"))
        assert all(each.name == LOCK or each.suffix in {".json", ".part"} for each in left)
        for folder in tmp_path.glob("*.parts"):
            rmtree(folder)
        assert {each.name for each in tmp_path.iterdir()} <= {name, f"{name}.about.json"}
    assert len(refused) >= 3  # the draft is created, synced and renamed
    assert {(error.errno, error.strerror) for error in refused} == {(number, os.strerror(number))}
    told = [str(error.filename) for error in refused]
    assert all(each.startswith(str(path)) and ".gamespec-" not in each for each in told), told


@pytest.mark.parametrize("number", REFUSALS, ids=errno.errorcode.get)
def test_a_folder_is_made_whole_or_not_at_all(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever modifying call the system refuses, neither a new folder nor any other file is left behind."""
    folder, files = tmp_path / "game", {"game.yaml": b"x", "scenarios/game.yaml": b"y"}
    disk = Disk(number)
    with disk.refusing(10**9, monkeypatch):
        new_folder(folder, files)
    assert {str(each.relative_to(folder)): each.read_bytes() for each in folder.rglob("*.yaml")} == files
    for each in sorted(folder.rglob("*"), reverse=True):
        each.unlink() if each.is_file() else each.rmdir()
    folder.rmdir()
    for at in range(1, disk.counting):
        with disk.refusing(at, monkeypatch), pytest.raises(OSError, match=r".") as refused:
            new_folder(folder, files)
        assert (refused.value.errno, refused.value.filename) == (number, str(folder))
        assert list(tmp_path.iterdir()) == []


def test_a_folder_with_hidden_entries_is_filled_or_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a move into a folder that is there fails, the folder is as before, with its hidden entries."""
    folder, made = tmp_path / "game", {"game.yaml": b"x", "scenarios/game.yaml": b"y"}
    (folder / ".git").mkdir(parents=True)
    moves, rename = [0], Path.rename

    def refusing(path: Path, target: Path) -> Path:
        moves[0] += 1
        if moves[0] == 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(target))
        return rename(path, target)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "rename", refusing)
        with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)):
            new_folder(folder, made)
    assert [each.name for each in folder.iterdir()] == [".git"]
    new_folder(folder, made)
    assert sorted(each.name for each in folder.iterdir()) == [".git", "game.yaml", "scenarios"]
    with pytest.raises(OSError, match=os.strerror(errno.ENOTEMPTY)):
        new_folder(folder, made)


def test_a_full_disk_is_told_where_it_is_found_out(tmp_path: Path) -> None:
    """A full disk that is noticed only on flushing, like `/dev/full`, is reported for the right file."""
    if not Path("/dev/full").exists():
        pytest.skip("there is no such device")

    def write() -> None:
        with Path("/dev/full").open("wb") as full, replacing(tmp_path / "x") as file:
            os.dup2(full.fileno(), file.fileno())
            file.write(b"1")

    with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)) as refused:
        write()
    assert refused.value.filename == str(tmp_path / "x")
    assert list(tmp_path.iterdir()) == []


def test_an_error_of_another_file_keeps_its_name(tmp_path: Path) -> None:
    """If reading another file fails during a write, the error names that other file.

    No new file is left behind.
    """
    with pytest.raises(FileNotFoundError) as missing, replacing(tmp_path / "x") as file:
        file.write(read_bytes(tmp_path / "y", 10))
    assert missing.value.filename == str(tmp_path / "y")
    assert list(tmp_path.iterdir()) == []


def test_files_keep_their_mode_and_private_ones_are_their_owners(tmp_path: Path) -> None:
    """A replaced file keeps its permissions, and a new private file is accessible only to its owner."""
    path = tmp_path / "x"
    replace_file(path, b"1", private=True)
    assert path.stat().st_mode & 0o077 == 0
    path.chmod(0o640)
    replace_file(path, b"2", private=True)
    assert path.stat().st_mode & 0o777 == 0o640
    path.chmod(0o440)
    if os.geteuid() != 0:  # root may write every file
        with pytest.raises(PermissionError):
            check_replaceable(path)


def test_drafts_are_removed_by_who_has_the_folder(tmp_path: Path) -> None:
    """The temporary files of a process that was killed are removed, and no other files are."""
    (tmp_path / ".gamespec-1").touch()
    (tmp_path / "x").touch()
    remove_drafts(tmp_path)
    assert [each.name for each in tmp_path.iterdir()] == ["x"]


WRITERS = re.compile(
    r"\.write_(text|bytes)\(|\.touch\(|NamedTemporaryFile|mkstemp|copy(tree|file)\(|"
    r"\bopen\([^)\n]*[\"'][rb]*[wxa+]|O_WRONLY|O_RDWR|\.sink_|\.to_(csv|parquet)\("
)
"""Pattern of Python code that writes files."""

OURS = {
    "gamespec/system/writing.py",
    "gamespec/system/locking.py",  # the lock file is empty
    "interpreter/cli/app.py",  # the null device replaces closed streams
    "interpreter/cli/assist/curing.py",  # drafts, in a folder that goes with the process
    "interpreter/cli/assist/workspace.py",  # a copy of a folder that goes with the process
    "interpreter/playground/build.py",  # a new folder, for a web server
    "interpreter/playground/desk.py",  # files in the memory of a page
}


def test_files_are_written_in_one_way() -> None:
    """Only `gamespec.system.writing` and scripts that generate the manual write files.

    Exceptions that write no contents are listed in `OURS`.
    """
    root = Path(gamespec.__file__).parents[1]
    found = set()
    for file in (*root.glob("gamespec/**/*.py"), *root.glob("interpreter/**/*.py")):
        text = file.read_text(encoding="utf-8").partition('if __name__ == "__main__":')[0]
        if WRITERS.search(text):
            found.add(file.relative_to(root).as_posix())
    assert found <= OURS
