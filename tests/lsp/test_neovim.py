"""Neovim with the recipe of the manual: mistakes, cures, names and layout reach the author."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "how-to" / "edit-in-an-editor.md"
PATIENCE = 300


def neovim() -> str | None:
    """Return Neovim, if it has the functions that the recipe uses."""
    found = shutil.which("nvim")
    if found is None:
        return None
    said = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
    version = re.match(r"NVIM v(\d+)\.(\d+)", said)
    return found if version is not None and (int(version[1]), int(version[2])) >= (0, 11) else None


@pytest.mark.long("processes")
@pytest.mark.skipif(neovim() is None, reason="needs Neovim 0.11 or later (`nvim`)")
def test_the_recipe_works(harvest: Path, tmp_path: Path) -> None:
    """A mistake is told and cured, a name explained and changed, a line laid out, and types are shown."""
    game, out, recipe = harvest / "game.yaml", tmp_path / "out.json", tmp_path / "init.lua"
    game.write_text(game.read_text().replace('from: "hand[me]"', 'from: "hnad[me]"'))
    recipe.write_text("".join(re.findall(r"```lua\n(.*?)```", PAGE.read_text(), re.DOTALL)))
    command = tmp_path / "bin" / "gamespec"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m gamespec "$@"\n')
    command.chmod(0o755)
    environment = os.environ | {
        "PATH": f"{command.parent}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(HERE.parents[1]),
        "XDG_STATE_HOME": str(tmp_path / "state"), "GAME": str(game), "OUT": str(out),
    }  # fmt: skip
    called = [neovim() or "", "--headless", "--clean", "-u", recipe, "-S", HERE / "neovim.lua", "+cquit"]
    subprocess.run(called, check=True, env=environment, timeout=PATIENCE, stdin=subprocess.DEVNULL)
    told = json.loads(out.read_text())
    assert told["mistakes"] == ["GS201 unknown name `hnad`"]
    assert 'from: "hnad[me]"' in told["place"]
    assert "zone heap: zone of card" in told["hover"]
    assert told["renamed"] == 2  # where it is declared, and where a card is moved to
    assert told["formatted"] == "zones:"
    assert told["outline"][:4] == ["language", "game", "title", "players"]
    assert told["hints"]
    assert "hand" in told["completed"]
    assert told["left"] == []
