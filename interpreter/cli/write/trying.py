"""Plays a few random games of a specification, to find mistakes that no check without playing can find."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING

from gamespec.spec import OptionError
from gamespec.text.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gamespec import Spec
    from gamespec.compile import Compiled
    from gamespec.text.diagnostics import Diagnostic

__all__ = ["faults_in_play"]


def faults_in_play(spec: Spec, games: int, seconds: float | None = None) -> list[Diagnostic]:
    """Play random games for each number of players, and return the faults that end them, each once.

    The options have their defaults, and invariants are checked. The games are the same at each call, but with
    `seconds` there may be fewer: time ends them.
    """
    until = None if seconds is None else monotonic() + seconds
    found: dict[tuple[str, str], Diagnostic] = {}
    for seed in range(games):
        for compiled in _all_numbers(spec):
            if until is not None and monotonic() > until:
                return list(found.values())
            fault = _fault(compiled, seed, until)
            if fault is not None:
                found.setdefault((fault.code, str(fault.span)), fault)
    return list(found.values())


def _all_numbers(spec: Spec) -> Iterator[Compiled]:
    """Yield the game for each number of players that the default options allow."""
    for players in spec.players:
        try:
            yield spec.compiled(players, checked=True)
        except OptionError:
            continue


def _fault(compiled: Compiled, seed: int, until: float | None) -> Diagnostic | None:
    """Play one game by choosing at random, and return the fault that ends it, or `None`."""
    from interpreter.contract import choose_at_random
    from interpreter.engine.game import Game
    from interpreter.play.errors import Fault
    from interpreter.words import diagnose

    step = 0
    try:
        game = Game(compiled.program, seed)
        while not game.over and (until is None or monotonic() < until):
            game.play(choose_at_random(game, seed, step))
            step += 1
    except Fault as fault:
        said = diagnose(fault, compiled.names)
        players = compiled.program.players
        note = f"in a random game for {counted(players, 'player')}, at decision {step + 1}"
        return replace(said, notes=(*said.notes, note))
    return None
