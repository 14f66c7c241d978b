"""Files of saved games."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from interpreter.replay import MAX_BYTES, Malformed, Saved, read, write

SAVED = Saved(
    "heap", "f00", 2, {"size": 7, "forced": True, "pile": "mixed"}, 2**64 - 1, (3, 0, 7), "../heap", "abc"
)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    """Every field comes back as it was."""
    write(tmp_path / "game.json", SAVED)
    assert read(tmp_path / "game.json") == SAVED


def test_writing_leaves_nothing_else(tmp_path: Path) -> None:
    """The file replaces an older one, and no draft stays behind."""
    (tmp_path / "game.json").write_text("old", encoding="utf-8")
    write(tmp_path / "game.json", SAVED)
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


def test_a_failed_writing_keeps_the_old_file(tmp_path: Path) -> None:
    """Where the file can't be replaced, the error names it and no draft stays behind."""
    place = tmp_path / "game.json"
    place.mkdir()
    with pytest.raises(OSError, match=r"game\.json"):
        write(place, SAVED)
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "not JSON"),
        (b"\xff", "UTF-8"),
        (b"[]", "object"),
        (b"{}", "`format`"),
        (b'{"format": NaN}', "`NaN`"),
        (b'{"format": 1, "format": 2}', "`format` occurs twice"),
        (b"[" * 100_000, "nested too deep"),
        (b'{"format": "gamespec-game-1"}', "`game` is missing"),
        (b'{"format": ' + b"9" * 5000 + b"}", "integer string"),
        (b" " * (MAX_BYTES + 1), "longer than"),
    ],
)
def test_what_is_no_saved_game(tmp_path: Path, content: bytes, says: str) -> None:
    """Whatever a file holds, it is refused with its name and the reason."""
    file = tmp_path / "x.json"
    file.write_bytes(content)
    with pytest.raises(Malformed) as refused:
        read(file)
    assert str(refused.value).startswith(str(file))
    assert says in str(refused.value)


def test_writing_keeps_the_mode(tmp_path: Path) -> None:
    """A file that others may not read, or everybody may, stays so; a new one is as the system makes them."""
    file = tmp_path / "game.json"
    for mode in (0o600, 0o666, 0o640):
        file.touch()
        file.chmod(mode)
        write(file, SAVED)
        assert stat.S_IMODE(file.stat().st_mode) == mode
    (tmp_path / "usual").touch()
    file.unlink()
    write(file, SAVED)
    assert file.stat().st_mode == (tmp_path / "usual").stat().st_mode


@pytest.mark.parametrize(
    "there", ["link", "dangling link", "pipe", "folder", "device", "root", "here", "nul"]
)
def test_only_a_plain_file_is_replaced(tmp_path: Path, there: str) -> None:
    """A symbolic link, a pipe, a device or a folder is left as it is, and nothing is left beside it."""
    target, place = tmp_path / "target", tmp_path / "game.json"
    target.write_text("old", encoding="utf-8")
    match there:
        case "link" | "dangling link":
            place.symlink_to(target if there == "link" else tmp_path / "nothing")
        case "pipe":
            os.mkfifo(place)
        case "folder":
            place.mkdir()
        case _:
            odd = {"device": os.devnull, "root": "/", "here": ".", "nul": f"{tmp_path}/a\0b"}
            place = Path(odd[there])
    before = sorted(tmp_path.iterdir())
    with pytest.raises(OSError, match=r"is a |is not a |null byte"):
        write(place, SAVED)
    assert sorted(tmp_path.iterdir()) == before
    assert target.read_text(encoding="utf-8") == "old"


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="whoever may do all may write all"
)
def test_a_file_that_may_not_be_written_is_not_replaced(tmp_path: Path) -> None:
    """A file that is protected against writing is left as it is."""
    file = tmp_path / "game.json"
    file.touch(0o444)
    with pytest.raises(PermissionError):
        write(file, SAVED)


def test_a_long_name(tmp_path: Path) -> None:
    """A name as long as the system allows can be written: the draft's name does not add to it."""
    write(tmp_path / ("x" * 255), SAVED)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_special_files_are_not_read(tmp_path: Path) -> None:
    """A pipe is not waited for, a device is not opened."""
    os.mkfifo(tmp_path / "pipe")
    for place in (tmp_path / "pipe", Path("/dev/zero"), tmp_path):
        with pytest.raises(OSError, match=r"is a directory|is not a regular file"):
            read(place)
