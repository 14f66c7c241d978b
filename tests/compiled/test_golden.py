"""The compiled code of small programs as readable text: how options are listed, and how a game runs.

Changes in these files have to be reviewed. `--update-golden` writes them. They do not show whether the code
is right, which other tests do by comparison with the definitional engine.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from agreement import Played, both, side_by_side

from gamespec import load
from interpreter.compiled.course.module import compiled
from interpreter.compiled.making.fallback import beginning
from interpreter.compiled.wasm.wat import shown

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDERS = sorted(path.parent for path in (Path(__file__).parent / "golden").glob("*/game.yaml"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_what_programs_become(folder: Path, golden: Callable[[Path, str], None]) -> None:
    """The functions that run a game and list its options have the expected text; the game is playable."""
    program = load(folder / "game.yaml").program()
    functions = compiled(program, beginning(program)).unit.functions
    chosen = [f for name, f in functions.items() if name == "$run" or name.startswith("$options")]
    played = Played()
    side_by_side(both(program), 1, 20, played)
    assert played.counts["games over"] == 1
    golden(folder / "expected.wat", "\n".join(shown(function.tree()) for function in chosen))
