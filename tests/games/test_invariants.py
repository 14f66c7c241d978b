"""Tests of the invariants of every shipped game and variant."""

from __future__ import annotations

from itertools import chain, product

import pytest
from long_checks import split
from shipped import loaded

from gamespec import games, variants
from interpreter.compiled.engine import CompiledEngine
from interpreter.simulate.playout import playouts

NAMES = [*games(), *chain.from_iterable([f"{game}+{name}" for name in variants(game)] for game in games())]
LONG = {"carcassonne", "ogallala"}
GAMES = 5


@pytest.mark.parametrize("name", split(NAMES, "contract", lambda name: "+" not in name))
def test_every_game_has_invariants(name: str) -> None:
    """Every shipped game and variant states at least three invariants, each in English and in German."""
    declared = loaded(name).model.invariants
    assert len(declared) >= 3
    languages = {each.ident.name: set(each.says.by_language) if each.says else set() for each in declared}
    assert languages == {each.ident.name: {"en", "de"} for each in declared}


def few(name: str, most: bool) -> bool:  # noqa: FBT001 - a parameter of the test
    """Return whether a game with fewest players is neither a variant nor long."""
    return "+" not in name and name not in LONG and not most


@pytest.mark.parametrize(("name", "most"), split(product(NAMES, (False, True)), "contract", few))
def test_invariants_hold(name: str, most: bool) -> None:  # noqa: FBT001 - a parameter
    """Random games break no invariant, with the fewest and with the most players."""
    spec = loaded(name)
    program = spec.compiled(spec.players[-1 if most else 0], checked=True).program
    summary = playouts(program, GAMES, engine=CompiledEngine)
    assert (summary.games, summary.faults) == (GAMES, 0)
