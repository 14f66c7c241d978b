"""Seats that do not exist are refused where a player's knowledge is asked for."""

from __future__ import annotations

import pytest

from gamespec import load
from interpreter.compiled.engine import CompiledEngine
from interpreter.engine.playout import DefinitionalEngine
from interpreter.schema import Schema


@pytest.mark.parametrize("seat", [-1, 2])
@pytest.mark.parametrize("make", [CompiledEngine, DefinitionalEngine])
def test_no_such_seat(make: type[CompiledEngine | DefinitionalEngine], seat: int) -> None:
    """Observations, information states and redeals name the seats that there are."""
    program = load("kuhn-poker").program()
    game = make(program).begin(1, record=True)
    refused = f"there is no seat {seat} among 2"
    with pytest.raises(ValueError, match=refused):
        game.observation(seat)
    with pytest.raises(ValueError, match=refused):
        game.information_state(seat)
    with pytest.raises(ValueError, match=refused):
        game.redealt(seat, 1)
    with pytest.raises(ValueError, match=refused):
        list(game.redeals(seat, 1, 2))
    with pytest.raises(ValueError, match=refused):
        Schema(program).observe(game, seat)
