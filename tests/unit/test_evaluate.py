"""Tests for the types and values of expressions, as listed in the tables in `tests/expr`.

A line of a table has the form `expression -> type -> value`. The value is `fault GS5xx` if the game would
stop. A line for an expression that the checker refuses has the form `expression -> error GS…`. A line `game:`
names the folder of the game in which the following expressions are evaluated. All values are worked out by
hand from the specification of that game.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from inside import Named, elaborated

from gamespec import load
from gamespec.expr.builtins import BUILTINS
from gamespec.expr.quantifiers import QUANTIFIER_FORMS
from gamespec.trees import core
from gamespec.trees import types as t
from interpreter import Fault

HERE = Path(__file__).parents[1] / "expr"


@dataclass(frozen=True)
class Line:
    """A line of a table, with an expression, the game in which it is evaluated and the expected outcome."""

    file: str
    number: int
    game: str
    text: str
    expected: str

    def __str__(self) -> str:
        return f"{self.file}:{self.number}"


def lines() -> list[Line]:
    """Return the lines of all tables, in the order of the file names."""
    found: list[Line] = []
    for path in sorted(HERE.glob("*.txt")):
        game = ""
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if line.startswith("game: "):
                game = line.removeprefix("game: ")
            elif line and not line.startswith("#"):
                text, _, expected = line.partition(" -> ")
                found.append(Line(path.name, number, game, text, expected))
    return found


LINES = lines()


@cache
def game_of(name: str) -> Named:
    """Return the game in the folder with this name, at its first decision."""
    return Named(load(HERE / name))


def outcome(line: Line) -> str:
    """Return what evaluating a line's expression results in, in the notation of the tables.

    This is the type and the value, or the codes of the errors.
    """
    game = game_of(line.game)
    node, found = elaborated(game.compiled, line.text, str(line))
    if found.errors or node is None:
        return "error " + " ".join(d.code for d in found)
    if isinstance(node.type, t.ZoneType):
        node = core.Contents(t.ListType(node.type.of, node.type.most), node.span, node)
    return f"{t.show(node.type)} -> {value(game, node)}"


def value(game: Named, node: core.Core) -> str:
    """Return the value of an elaborated expression as text, or `fault` and the code of the fault."""
    before, world = game.position[:], game.compiled.world
    try:
        if isinstance(node.type, t.ListType):
            return f"[{', '.join(world.values.text(node.type.of, x) for x in game.asked(node))}]"
        return world.values.text(node.type, game.asked(node))
    except Fault as fault:
        return f"fault {fault.code}"
    finally:
        assert game.position == before, "an expression has no effects"


@pytest.mark.parametrize("line", LINES, ids=str)
def test_expressions(line: Line) -> None:
    """The expression has the type and value that the table gives, or the same errors."""
    assert outcome(line) == line.expected


def test_every_built_in_is_asked() -> None:
    """Every built-in function and every quantifier occurs in some table, in an expression with a value."""
    used = {
        name for line in LINES if "error" not in line.expected for name in re.findall(r"(\w+)\(", line.text)
    }
    assert used >= {*BUILTINS, *QUANTIFIER_FORMS, "reach"}


def test_equal_ranges_share_their_numbers() -> None:
    """The numbers of a range are in memory once, however often a game has the range."""
    compiled = game_of("sample").compiled
    ranges = [elaborated(compiled, text)[0] for text in ("1..10000", "1..10000")]
    first, second = (node.values for node in ranges if isinstance(node, core.Fixed))
    assert len(first) == 10_000
    assert first is second
