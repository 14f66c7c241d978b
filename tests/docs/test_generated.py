"""Tests that pages generated from tables are up to date, and that the code map names existing modules."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gamespec.expr.builtins import BUILTINS
from gamespec.expr.page import GROUPS, page
from interpreter.cli.manual import page as commands
from interpreter.simulate.manual import pages

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parents[2]


def test_the_page_of_built_ins_is_current(golden: Callable[[Path, str], None]) -> None:
    """docs/reference/builtins.md is exactly the output of `python -m gamespec.expr.page`."""
    golden(ROOT / "docs" / "reference" / "builtins.md", page().rstrip("\n"))


def test_the_page_of_commands_is_current(golden: Callable[[Path, str], None]) -> None:
    """docs/reference/commands.md is exactly the output of `python -m interpreter.cli.manual`."""
    golden(ROOT / "docs" / "reference" / "commands.md", commands().rstrip("\n"))


@pytest.mark.parametrize("name", pages())
def test_the_pages_of_simulation_are_current(golden: Callable[[Path, str], None], name: str) -> None:
    """The tables of columns and measures are the output of `python -m interpreter.simulate.manual`."""
    golden(ROOT / "docs" / "reference" / name, pages()[name].rstrip("\n"))


def test_groups_name_built_ins_once() -> None:
    """Every name under a heading is a built-in, and no name is listed under two headings."""
    names = [name for group in GROUPS.values() for name in group]
    assert set(names) <= set(BUILTINS)
    assert len(names) == len(set(names))


def test_the_code_map_names_what_exists() -> None:
    """Every folder in the tables of ARCHITECTURE.md exists, and every package of the code is in a table."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    map_ = text.partition("## Rooms")[2].partition("### Beside them")[0]
    named: set[str] = set()
    for rows in re.split(r"^### ", map_, flags=re.MULTILINE)[1:]:
        title, *lines = rows.splitlines()
        package = re.findall(r"`([\w.]+)`", title)[0].replace(".", "/")
        cells = [line.split("|")[1] for line in lines if line.startswith("| `")]
        for name in re.findall(r"`([\w/]+)`", " ".join(cells)):
            path = ROOT if name == package else ROOT / package
            assert (path / name).exists() or (path / name).with_suffix(".py").exists(), f"{package}/{name}"
            named.add(f"{package}/{name}")
    rooms = {
        str(path.parent.relative_to(ROOT))
        for package in ("gamespec", "interpreter", "interpreter/compiled")
        for path in (ROOT / package).glob("*/__init__.py")
    }
    assert rooms <= named | {"interpreter/compiled"}


def test_no_room_is_crowded() -> None:
    """A folder contains at most 25 modules, not counting `__init__`."""
    counts = Counter(
        path.parent
        for package in ("gamespec", "interpreter")
        for path in (ROOT / package).rglob("*.py")
        if path.name != "__init__.py"
    )
    assert {str(room.relative_to(ROOT)): count for room, count in counts.items() if count > 25} == {}
