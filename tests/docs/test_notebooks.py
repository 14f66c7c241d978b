"""Tests that the cells of each notebook produce the outputs that the notebook stores."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "docs/notebooks").glob("*.ipynb"))
SECONDS = 120
LINK = re.compile(r"\]\(([^)#]+)(?:#[\w-]+)?\)")


@pytest.mark.long("manual")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_the_cells_put_out_what_is_stored(path: Path, golden: Callable[[Path, str], None]) -> None:
    """When the cells are run in a separate process, from first to last, they produce the stored outputs."""
    command = [sys.executable, str(Path(__file__).with_name("cells.py")), str(path)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=SECONDS)
    assert done.returncode == 0, done.stderr
    golden(path, done.stdout.rstrip("\n"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_links_of_notebooks_lead_somewhere(path: Path) -> None:
    """Every link in a notebook leads to an existing page of the manual."""
    links = LINK.findall(path.read_text(encoding="utf-8"))
    assert links
    for link in links:
        assert (path.parent / link).exists(), link


def test_there_is_a_notebook() -> None:
    """There is at least one notebook, and the how-to guide links to each of them."""
    page = (ROOT / "docs/how-to/use-from-python.md").read_text(encoding="utf-8")
    assert NOTEBOOKS
    assert all(f"../notebooks/{path.name}" in page for path in NOTEBOOKS)
