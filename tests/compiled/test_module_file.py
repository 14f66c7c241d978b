"""Tests that a written module plays the same games in Node as in Python, integer for integer."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from games_of import STUMBLES
from module_games import Games, written
from shipped import loaded

from gamespec import load
from gamespec.program.combinations import Combinations
from gamespec.program.domain import NONE
from gamespec.program.written import About
from interpreter import Game
from interpreter.compiled.export import module_file
from interpreter.labels import labels_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

NODE = shutil.which("node")
TESTS = Path(__file__).parents[1]
needs_node = pytest.mark.skipif(NODE is None, reason="there is no Node; install it to run them")

FAULTS = (
    "GS505-resource", "GS506-zone-full", "GS507-too-few", "GS508-endless", "GS509-weights",
    "GS514-tile-does-not-fit", "GS515-history-full",
)  # fmt: skip
"""Games that fault, with zones, resources, 64-bit numbers, places of tiles and histories in the messages."""


def in_node(folder: Path, *asked: tuple[Spec, Games]) -> list[dict[str, Any]]:
    """Return what Node says about games of some modules, which are written to a folder."""
    assert NODE is not None
    modules = [written(spec, folder / str(i)) for i, (spec, _) in enumerate(asked)]
    done = subprocess.run(
        [NODE, str(TESTS / "module_node.mjs"), str(modules[0][0]), *(str(module) for _, module in modules)],
        input=json.dumps([games.asked for _, games in asked]),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


@needs_node
@pytest.mark.parametrize("name", ["tic-tac-toe", "hearts", "trapper", "carcassonne"])
def test_node_plays_the_same_games(name: str, tmp_path: Path) -> None:
    """Positions, options and results after each step are those of Python, and so are batches and runs."""
    spec = loaded(name)
    games = Games(spec)
    assert in_node(tmp_path, (spec, games)) == [games.expected()]


@needs_node
def test_faults(game_of: Callable[[str], Spec], tmp_path: Path) -> None:
    """A fault has the code, text, place and help of Python; the game, and those beside it, can go on."""
    spec = game_of(STUMBLES)
    games = Games(spec, games=8, batch=60)
    expected = games.expected()
    assert {each["fault"]["code"] for each in expected["games"] if each["fault"]} == {"GS505"}
    assert len({each["fault"] is None for each in expected["batch"]}) == 2
    assert in_node(tmp_path, (spec, games)) == [expected]


@needs_node
def test_texts_of_faults(tmp_path: Path) -> None:
    """The text of a fault names parts of the game as in Python, whatever numbers its message has."""
    specs = [load(TESTS / "diagnostics" / name / "game.yaml") for name in FAULTS]
    asked = [(spec, Games(spec, games=1, batch=1)) for spec in specs]
    expected = [games.expected() for _, games in asked]
    assert [each["games"][0]["fault"]["code"] for each in expected] == [name[:5] for name in FAULTS]
    assert in_node(tmp_path, *asked) == expected


def number_of(told: dict[str, Any], action: int, values: tuple[int | tuple[int, ...], ...]) -> int:
    """Return the number of an option, computed from the interface alone."""
    number = 0
    for pick, value in zip(told["actions"][action]["picks"], values, strict=True):

        def sort(one: int, pick: dict[str, Any] = pick) -> int:
            if pick["places"] and NONE < one < -1:
                return int(pick["size"] - 2 - one)
            return int((told["faces"][one] if pick["alike"] else one) - pick["first"])

        if pick["several"]:
            caps = (pick["copies"] or [1] * pick["size"]) + [1] * pick["places"]
            assert isinstance(value, tuple)
            digit = Combinations(caps, pick["counts"]).rank(sorted(map(sort, value)))
        else:
            assert isinstance(value, int)
            digit = pick["size"] + pick["places"] if value == NONE else sort(value)
        number = number * pick["total"] + digit
    return int(told["actions"][action]["number"] + number)


@pytest.mark.parametrize("name", ["hearts", "hanabi", "trapper"])
def test_numbers_of_options(name: str) -> None:
    """The interface has everything from which the number of an option follows.

    The games choose several cards, cards by their places, and cards that are alike.
    """
    spec = loaded(name)
    compiled = spec.compiled()
    about = About(name, compiled.names.options, spec.hash)
    module = module_file.write(compiled.program, about, labels_of(compiled, spec.path.parent))
    told = json.JSONDecoder().raw_decode(module[module.index(b"{") :].decode("latin-1"))[0]
    game, luck = Game(compiled.program, seed=3), random.Random(3)  # noqa: S311 - any game will do
    steps = 0
    while not game.over and steps < 20:
        steps += 1
        for option in game.options:
            assert number_of(told, option.action, option.values) == option.number
        game.take(luck.randrange(game.branching))
