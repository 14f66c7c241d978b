"""Tests for the messages about typical mistakes of authors, each of which is made in a copy of Trapper."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gamespec.documents.document import plain, read_document
from gamespec.text.diagnostics import Collector
from gamespec.text.render import render
from gamespec.text.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec.text.diagnostics import Diagnostic

HERE = Path(__file__).parent / "trapper"
GAME = Path(__file__).parents[2] / "games" / "trapper"


def _changes(patch: Path) -> list[dict[str, str]]:
    """Return the changes in a patch; each has the keys `file`, `old` and `new`."""
    found = Collector()
    node = read_document(Source(patch.name, patch.read_text(encoding="utf-8")), found)
    assert node is not None
    assert len(found) == 0
    return plain(node)  # type: ignore[return-value]


@pytest.mark.parametrize("name", sorted(path.stem for path in HERE.glob("*.yaml")))
def test_mistake(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    mistakes: Callable[[Path], tuple[Diagnostic, ...]],
    golden: Callable[[Path, str], None],
) -> None:
    """For a game with one mistake, the complete output agrees with the stored output."""
    for file in [GAME / "game.yaml", *GAME.glob("*.csv")]:
        (tmp_path / file.name).write_bytes(file.read_bytes())
    for change in _changes(HERE / f"{name}.yaml"):
        path = tmp_path / change["file"]
        text = path.read_text(encoding="utf-8")
        assert text.count(change["old"]) == 1, change["old"]
        path.write_text(text.replace(change["old"], change["new"]), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    golden(HERE / f"{name}.txt", render(mistakes(Path("game.yaml"))))
