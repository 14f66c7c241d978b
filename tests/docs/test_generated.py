"""Pages made from tables are those that the tables make, and the code map names modules that exist."""

from __future__ import annotations

import re
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
    """docs/reference/builtins.md is what `python -m gamespec.expr.page` makes."""
    golden(ROOT / "docs" / "reference" / "builtins.md", page().rstrip("\n"))


def test_the_page_of_commands_is_current(golden: Callable[[Path, str], None]) -> None:
    """docs/reference/commands.md is what `python -m interpreter.cli.manual` makes of the commands' help."""
    golden(ROOT / "docs" / "reference" / "commands.md", commands().rstrip("\n"))


@pytest.mark.parametrize("name", pages())
def test_the_pages_of_simulation_are_current(golden: Callable[[Path, str], None], name: str) -> None:
    """The tables of columns and measures are what `python -m interpreter.simulate.manual` makes."""
    golden(ROOT / "docs" / "reference" / name, pages()[name].rstrip("\n"))


def test_groups_name_built_ins_once() -> None:
    """Every name under a heading is a built-in, and stands under no other."""
    names = [name for group in GROUPS.values() for name in group]
    assert set(names) <= set(BUILTINS)
    assert len(names) == len(set(names))


def test_the_code_map_names_what_exists() -> None:
    """Every module in the first column of the code map of ARCHITECTURE.md exists."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    map_ = text.partition("## Code map")[2].partition("### Beside them")[0]
    packages: list[str] = []
    for rows in re.split(r"^### ", map_, flags=re.MULTILINE)[1:]:
        title, *lines = rows.splitlines()
        package = next(iter(re.findall(r"`([\w.]+)`", title)), "interpreter").replace(".", "/")
        packages.append(package)
        cells = [line.split("|")[1] for line in lines if line.startswith("| `")]
        for name in re.findall(r"`([\w/.]+)`", " ".join(cells)):
            path = ROOT / package / name
            assert path.exists() or path.with_suffix(".py").exists(), f"{package}/{name}"
    assert packages == ["gamespec", "interpreter/engine", "interpreter"]
