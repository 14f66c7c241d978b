"""Tests for files of saved games: what is written, what is read, and what is refused."""

from __future__ import annotations

import json
import os
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from interpreter.answers import Answer
from interpreter.replay import MAX_BYTES, Malformed, Saved, read, write

ANSWERS = (
    Answer("p1", "phase play: offer", "take", {"n": 3, "all_of": False, "whom": None}),
    Answer("p2", "phase play: offer#2", "pass"),
    Answer("p1", "procedure pay: choose_cards", "choose_cards", {"cards": ("ace", "two#1"), "what": ()}),
)
OPTIONS: dict[str, str | int | bool] = {"size": 7, "forced": True, "pile": "mixed"}
SAVED = Saved("heap", "f00", 2, OPTIONS, 2**64 - 1, ANSWERS, "../heap", "abc")


def test_what_is_written_is_read(tmp_path: Path) -> None:
    """A saved game that is written and read back is equal in every field."""
    write(tmp_path / "game.json", SAVED)
    assert read(tmp_path / "game.json") == SAVED


def test_an_answer_is_a_line(tmp_path: Path) -> None:
    """Each answer is written on a line of its own, with names instead of numbers.

    An answer without values omits the key `values`.
    """
    write(tmp_path / "game.json", SAVED)
    lines = (tmp_path / "game.json").read_text(encoding="utf-8").splitlines()
    assert '  {"player": "p2", "site": "phase play: offer#2", "action": "pass"},' in lines
    assert json.loads("\n".join(lines))["format"] == "gamespec-game-2"


def test_a_file_of_the_older_format(tmp_path: Path) -> None:
    """In the older format, answers are the numbers of options."""
    file = tmp_path / "old.json"
    about = {"game": "heap", "spec_hash": "f00", "players": 2, "options": {}, "seed": 1}
    file.write_text(json.dumps({"format": "gamespec-game-1", **about, "answers": [2, 0]}), encoding="utf-8")
    assert read(file) == Saved("heap", "f00", 2, {}, 1, (2, 0))
    assert read(file).numbered


GOOD = {"player": "p1", "site": "phase play: offer", "action": "take", "values": {"n": 1}}


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (3, "`answers[0]` is 3, not an object"),
        (None, "`answers[0]` is null, not an object"),
        ({**GOOD, "extra": 1}, "`answers[0]` has the unknown key `extra`"),
        ({"player": "p1", "site": "phase play: offer"}, "`answers[0].action` is missing"),
        ({**GOOD, "player": 1}, "`answers[0].player` is 1, not a text"),
        ({**GOOD, "values": [1]}, "`answers[0].values` is [1], not an object"),
        ({**GOOD, "values": {"n": 1.5}}, "`answers[0].values.n` is 1.5, not a text"),
        ({**GOOD, "values": {"n": {}}}, "`answers[0].values.n` is {}, not a text"),
        ({**GOOD, "values": {"n": [1, [2]]}}, "`answers[0].values.n[1]` is [2], not a text"),
    ],
)
def test_what_is_no_answer(tmp_path: Path, answer: object, says: str) -> None:
    """A malformed answer is refused, and the message names its place in the file."""
    file = tmp_path / "x.json"
    write(file, SAVED)
    record = json.loads(file.read_text(encoding="utf-8")) | {"answers": [answer]}
    file.write_text(json.dumps(record), encoding="utf-8")
    with pytest.raises(Malformed) as refused:
        read(file)
    assert str(refused.value).startswith(f"{file}: {says}")


def test_writing_leaves_nothing_else(tmp_path: Path) -> None:
    """Writing replaces an older file and leaves no temporary file behind."""
    write(tmp_path / "game.json", replace(SAVED, seed=SAVED.seed + 1))
    write(tmp_path / "game.json", SAVED)
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


def test_a_failed_writing_keeps_the_old_file(tmp_path: Path) -> None:
    """If the file cannot be replaced, the error names it, and no temporary file is left behind."""
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
        (b'{"format": "gamespec-game-2"}', "`game` is missing"),
        (b'{"format": "gamespec-game-3"}', "`format` is not"),
        (b'{"format": ' + b"9" * 5000 + b"}", "integer string"),
        (b" " * (MAX_BYTES + 1), "longer than"),
    ],
)
def test_what_is_no_saved_game(tmp_path: Path, content: bytes, says: str) -> None:
    """A file that is not a saved game is refused, and the message gives its name and the reason."""
    file = tmp_path / "x.json"
    file.write_bytes(content)
    with pytest.raises(Malformed) as refused:
        read(file)
    assert str(refused.value).startswith(str(file))
    assert says in str(refused.value)


def test_writing_keeps_the_mode(tmp_path: Path) -> None:
    """Replacing a file keeps its permissions, and a new file gets the system's default permissions."""
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
    """A symbolic link, pipe, device or folder is not replaced, and no temporary file is left next to it."""
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
    """A write-protected file is not replaced."""
    file = tmp_path / "game.json"
    file.touch(0o444)
    with pytest.raises(PermissionError):
        write(file, SAVED)


def test_a_long_name(tmp_path: Path) -> None:
    """A file name of the maximum length can be written, because the temporary file's name is not longer."""
    write(tmp_path / ("x" * 255), SAVED)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_special_files_are_not_read(tmp_path: Path) -> None:
    """Reading refuses pipes, devices and folders at once, without waiting for data."""
    os.mkfifo(tmp_path / "pipe")
    for place in (tmp_path / "pipe", Path("/dev/zero"), tmp_path):
        with pytest.raises(OSError, match=r"is a directory|is not a regular file"):
            read(place)
