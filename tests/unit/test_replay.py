"""Files of saved games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from interpreter.replay import MAX_BYTES, Malformed, Saved, read, write

if TYPE_CHECKING:
    from pathlib import Path

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
