"""Plays the game of a scenario from its set-up.

The usual program is run, with two stops. It stops between `setup` and the first phase, where the steps under
`given` are run. It also stops where the first turn of a phase begins, if `turn` names the player whose turn
it is. The game stays in the position that was set up until an entry of the scenario requires it to go on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gamespec.program import Program
from gamespec.program.instructions import NextTurn, PutLocal
from gamespec.text.source import Span
from interpreter.inspection import Arranged, Inspector
from interpreter.play.chance import Script
from interpreter.play.events import Event
from interpreter.play.options import Option
from interpreter.scenario.prepare import Setting, coming

__all__ = ["Course"]


class Course:
    """A game that begins with the set-up of a scenario. Methods that continue the game raise `Fault`."""

    def __init__(self, setting: Setting, script: Script) -> None:
        self.setting = setting
        program = setting.compiled.program
        self._set_up = program.phases[0].entry
        self._arranged = Arranged(setting.compiled, setting.said.seed, script, self._set_up)
        self.game = self._arranged.game
        self._begun: int | None = None
        self._turn_at = -1 if setting.turn is None else _first_turn(program, setting.phase or 0)
        self.game.go_on()
        self._arrive()

    @property
    def events(self) -> list[Event]:
        """The events that have happened since the first decision."""
        return [] if self._begun is None else self.game.events[self._begun :]

    @property
    def missed(self) -> Span | None:
        """The part of the set-up that the game has never reached, or `None`.

        It is either the steps under `given`, or the first turn.
        """
        if self._set_up >= 0 and self.setting.given is not None:
            return self.setting.compiled.names.places[self.setting.given.code[0].at]
        turn = self.setting.turn
        return turn.span if turn is not None and max(self._set_up, self._turn_at) >= 0 else None

    @property
    def stands(self) -> bool:
        """Whether the game is still in the position that was set up, before any decision."""
        return not self.game.over and not self.game.options

    def play_on(self) -> None:
        """Play to the next decision if the game is still in the position that was set up."""
        while self.stands:
            self.game.go_on()
            self._arrive()
        if self._begun is None:
            self._begun = len(self.game.events)

    def answer(self, option: Option, brought: Mapping[str, Sequence[int]]) -> None:
        """Give an answer that is on offer, and play to the next decision.

        `brought` holds, by stream, the outcomes of chance that come before the other scripted outcomes.
        """
        for stream, values in brought.items():
            self.game.script.setdefault(stream, [])[:0] = values
        self.game.apply(option)
        self._arrive()
        self.play_on()

    def _arrive(self) -> None:
        """Perform the part of the set-up, if any, that is due where the game has stopped."""
        setting, arranged = self.setting, self._arranged
        program, at = setting.compiled.program, arranged.at
        if self.game.over:
            return
        if at == self._set_up:
            self._set_up = -1
            if setting.given is not None:
                arranged.run(setting.given)
            entry = program.phases[setting.phase or 0].entry
            arranged.move_to(entry, None if setting.turn is None else self._turn_at)
        elif at == self._turn_at and setting.turn is not None:
            self._turn_at = -1
            put = program.code[at]
            assert isinstance(put, PutLocal)  # noqa: S101 - `_first_turn` found it
            first = Inspector.of(setting.compiled, self.game).value(setting.turn)
            arranged.put(put.slot, first)
            arranged.move_to(at + 1)


def _first_turn(program: Program, phase: int) -> int:
    """Return the instruction where the first turn begins in the first phase that has turns."""
    code = program.code
    entry = next(p.entry for p in coming(program, phase) if p.turns)
    candidate = next(i.candidate for i in code[entry:] if isinstance(i, NextTurn))
    rest = range(entry, len(code))
    return next(at for at in rest if isinstance(i := code[at], PutLocal) and i.slot == candidate)
