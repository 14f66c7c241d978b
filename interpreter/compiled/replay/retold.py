"""Converts a record to a script that includes what the player has been shown wherever the game waited."""

from __future__ import annotations

from collections.abc import Sequence

from gamespec.program import Program
from interpreter.compiled.course.replays import SAME
from interpreter.compiled.making.host import Astray
from interpreter.compiled.making.made import Made
from interpreter.compiled.replay.scripts import Script, script_of
from interpreter.compiled.wasm.memory import WORD
from interpreter.play.errors import Fault
from interpreter.play.events import Event

__all__ = ["retold"]


def retold(
    program: Program, made: Made, events: Sequence[Event], position: Sequence[int], player: int
) -> Script:
    """Return the script of a record from the beginning of the game to a position.

    Its sights are those of the player (the seat, from 0). Raises `ValueError` if it cannot be replayed.
    """
    script, at = script_of(program, made.interface, events, position, player), made.instance()
    message = "the history cannot be replayed"
    try:
        same = at.replay(script.words.tobytes(), player, marks=True) == SAME
    except (Astray, Fault):
        raise ValueError(message) from None
    if not same:
        raise ValueError(message)
    size = WORD * len(script.words)
    del script.words[:]
    script.words.frombytes(at.followed(size))
    return script
