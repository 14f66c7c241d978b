"""An observation that overwrites an earlier one has the numbers of one that is listed from nothing."""

from __future__ import annotations

import random

import pytest
from asserted import asserted

import gamespec
from interpreter import Game
from interpreter.kernels.arrays import listed, observing, rows
from interpreter.kernels.terms import Lists
from interpreter.play.encoding import Encoding


@pytest.mark.parametrize("name", ["hanabi", "hearts", "leduc-poker", "ogallala", "rufus", "trapper"])
def test_a_row_written_again(name: str) -> None:
    """Whatever a row had before, it has the numbers of the position and the seat."""
    program = gamespec.load(name).program()
    encoding, room, position = Encoding(program), Lists(), [0] * program.layout.length
    with asserted([observing, listed, rows]):
        out, tally = room.singles(encoding.size), room.words(rows.tallies(encoding.size))
        row = observing.Observing(program, encoding, position, out, tally, room, 1)
        own = listed.Listed(encoding.size, room)
        anew = observing.Observing(program, encoding, position, own.out, own.tally, room, 1, own)
        luck, game = random.Random(1), Game(program, 2)  # noqa: S311 - nothing secret
        for _ in range(40):
            position[:] = game.position
            for seat in range(program.players):
                row.write(seat, 0)
                own.empty()
                anew.write(seat, 0)
                numbers = [0.0] * encoding.size
                for i in range(own.count[0]):
                    numbers[own.indexes[i]] += own.out[i]
                assert list(out) == numbers
            if game.over:
                break
            game.play(luck.choice(game.options))
