"""Scripts of records, and replayers to follow them, for tests of redeals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from gamespec.program import Program
from interpreter.compiled.making.artifact import made_of
from interpreter.compiled.making.build_key import BuildKey
from interpreter.compiled.making.fallback import Fallback
from interpreter.compiled.run.replayer import ModuleReplayer
from interpreter.compiled.wasm.interface import Use
from interpreter.kernels.sights import SightLogger
from interpreter.play.events import Event
from interpreter.play.luck import Draws
from interpreter.redeal.histories import Histories
from interpreter.redeal.scripts import Script, Writer, secret_draws

__all__ = ["can_be_scripted", "chain_of", "replayer", "script_of"]


def can_be_scripted(program: Program) -> bool:
    """Return whether records contain all outcomes of chance: they lack those that are told to nobody."""
    return not secret_draws(program)


def script_of(program: Program, events: Sequence[Event], position: Sequence[int], player: int) -> Script:
    """Return the script of a record from the beginning of the game to a position, for a player."""
    writer, layout = Writer(program, player), program.layout
    for event in events:
        writer.write(event)
    end: list[list[int]] = []
    for zone in range(len(program.zones)):
        end.append([])
        c = position[layout.first + zone]
        while c >= 0:
            end[-1].append(c)
            c = position[layout.next + c]
    script = writer.script(end)
    script.see(SightLogger(program, player).after(events).hashes)
    return script


def replayer(program: Program, player: int) -> ModuleReplayer:
    """Return what plays scripts for a player, inside a module."""
    made = made_of(program, BuildKey(Use.RECORDS))
    return ModuleReplayer(program, made, player, partial(Fallback(program).retold, player))


def chain_of(
    program: Program, events: Sequence[Event], position: Sequence[int], player: int, luck: Draws
) -> Histories:
    """Return histories that begin with that of a record; raise `ValueError` if it cannot be replayed."""
    script = script_of(program, events, position, player)
    return Histories(program, replayer(program, player), script, player, luck)
