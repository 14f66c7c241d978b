"""Tests with an example of every mistake that can be reported, and the expected message.

Each folder, which is named after a code, contains a game with mistakes and the expected output. If the
checker finds no error in a game, the first playout of the game ends in a fault. The overlays in `variants`
are applied to the game.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gamespec.text.codes import CODES
from gamespec.text.render import render

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec.text.diagnostics import Diagnostic

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

# Contents of files that are not text or are too large for the repository; the test creates these files.
MADE = {
    "GS107-file-size": b"#" * (2 * 1024 * 1024 + 1),
    "GS108-not-utf-8": "game: café\n".encode("latin-1"),
    "GS115-beyond-a-limit": f"""game: sample
title: Sample
players: 2
score: {"1 + " * 1_000}1
phases: {{play: {{turns: clockwise, do: []}}}}
limit: {{decisions: 10, then: draw}}
""".encode(),
    "GS112-control-character": b"game: sample\ntitle: Sam\x07ple\x07\n",
}
ELSEWHERE = {
    "GS116": "it counts mistakes that are not shown: tests/unit/test_diagnostics.py",
    "GS100": "it needs a file that cannot be read: tests/unit/test_document.py",
    "GS152": "only `gamespec migrate` reports it: tests/unit/cli/test_migrate.py",
    "GS513": "it occurs only with explicit chance: tests/unit/test_explicit.py",
}
FOLDERS = sorted(path.name for path in HERE.glob("GS*-*"))


@pytest.mark.parametrize("folder", FOLDERS)
def test_messages(
    folder: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    mistakes: Callable[[Path], tuple[Diagnostic, ...]],
    golden: Callable[[Path, str], None],
) -> None:
    """All mistakes of a game are reported in one run, each once, with the code that its folder names."""
    if folder in MADE:
        (tmp_path / "game.yaml").write_bytes(MADE[folder])
    monkeypatch.chdir(tmp_path if folder in MADE else HERE / folder)
    overlays = "".join(f"+{path.stem}" for path in sorted(Path("variants").glob("*.yaml")))
    found = mistakes(Path(f".{overlays}" if overlays else "game.yaml"))
    golden(HERE / folder / "expected.txt", render(found))
    assert {d.code for d in found} == {folder[:5]}


def test_every_code_has_an_example() -> None:
    """Each code has an example, except for the codes that other tests cover."""
    assert {folder[:5] for folder in FOLDERS} | set(ELSEWHERE) == set(CODES)


def test_every_reported_code_is_known() -> None:
    """Every code that occurs in the source code is in the table of codes."""
    files = [path for part in ("gamespec", "interpreter") for path in (ROOT / part).rglob("*.py")]
    reported = {
        code for path in files for code in re.findall(r'"(GS\d{3})"', path.read_text(encoding="utf-8"))
    }
    assert reported <= set(CODES)
