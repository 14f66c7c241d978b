"""The game of a scenario, from the set-up on.

It is the usual program, stopped at two places: between `setup` and the first phase, where the steps under
`given` run, and where the first turn of a phase is given to somebody, if `turn` says to whom. The position
that is set up stands there until something needs the game to go on.
"""

from __future__ import annotations

from gamespec.program import Program
from gamespec.program.instructions import Finish, NextTurn, PutLocal
from gamespec.program.tables import Head
from gamespec.source import Span
from interpreter.engine.decision import Option
from interpreter.engine.events import Event
from interpreter.engine.game import Game, machine_of
from interpreter.engine.position import initial, put_local
from interpreter.inspection import Inspector
from interpreter.scenario.prepare import Setting

__all__ = ["Course"]


class Course:
    """A game that begins as a scenario says. Whatever plays on raises `Fault`."""

    def __init__(self, setting: Setting, script: dict[str, list[int]]) -> None:
        self.setting = setting
        self.script = script
        program = setting.compiled.program
        machine = machine_of(program)
        self._set_up = program.phases[0].entry
        position = initial(program, machine.atoms, setting.seed)
        self.game = Game.halted(machine.pausing(self._set_up), position, script, record=True)
        self._begun: int | None = None
        self._turn_at = -1 if setting.turn is None else _first_turn(program, setting.phase or 0)
        self.game.go_on()
        self._arrive()

    @property
    def events(self) -> list[Event]:
        """What has happened since the first decision."""
        return [] if self._begun is None else self.game.events[self._begun :]

    @property
    def missed(self) -> Span | None:
        """What of the beginning the game has not come to: the steps under `given`, or the first turn."""
        if self._set_up >= 0 and self.setting.given is not None:
            return self.setting.compiled.names.places[self.setting.given.code[0].at]
        turn = self.setting.turn
        return turn.span if turn is not None and max(self._set_up, self._turn_at) >= 0 else None

    @property
    def stands(self) -> bool:
        """Whether the position that was set up stands, and nobody is asked yet."""
        return not self.game.over and not self.game.options

    def play_on(self) -> None:
        """Play on to the next decision, if the position that was set up still stands."""
        while self.stands:
            self.game.go_on()
            self._arrive()
        if self._begun is None:
            self._begun = len(self.game.events)

    def answer(self, option: Option) -> None:
        """Give an answer that is on offer, and play on."""
        self.game.apply(option)
        self._arrive()
        self.play_on()

    def _arrive(self) -> None:
        """Do what is to be done where the game has come to."""
        game, setting, program = self.game, self.setting, self.setting.compiled.program
        at = game.position[Head.PC]
        if game.over:
            return
        if at == self._set_up:
            self._set_up = -1
            self._give()
            game.position[Head.PC] = program.phases[setting.phase or 0].entry
            machine = machine_of(program)
            game.machine = machine if setting.turn is None else machine.pausing(self._turn_at)
        elif at == self._turn_at and setting.turn is not None:
            self._turn_at = -1
            game.machine = machine_of(program)
            put = program.code[at]
            assert isinstance(put, PutLocal)  # noqa: S101 - `_first_turn` found it
            first = Inspector.of(setting.compiled, game).value(setting.turn)
            put_local(game.position, program.slots[put.slot].place, first)
            game.position[Head.PC] = at + 1

    def _give(self) -> None:
        """Run the steps under `given`: on the same position, with places for their locals behind it."""
        given, game = self.setting.given, self.game
        if given is None:
            return
        program, p = game.program, game.position
        streams, known = program.layout.streams, len(program.streams)
        more = given.layout.length - len(p)
        q = p + [0] * more
        q[given.layout.streams : given.layout.streams + known] = p[streams : streams + known]
        q[Head.PC] = 0
        end = next(i for i, instruction in enumerate(given.code) if isinstance(instruction, Finish))
        run = Game.halted(machine_of(given).pausing(end), q, self.script, record=True)
        run.go_on()
        p[:] = q[: len(p)]
        p[streams : streams + known] = q[given.layout.streams : given.layout.streams + known]
        game.events.extend(run.events)


def _first_turn(program: Program, phase: int) -> int:
    """Where the first turn of the first phase with turns is given to somebody."""
    code = program.code
    entry = next(p.entry for p in program.phases[phase:] if p.turns)
    candidate = next(i.candidate for i in code[entry:] if isinstance(i, NextTurn))
    rest = range(entry, len(code))
    return next(at for at in rest if isinstance(i := code[at], PutLocal) and i.slot == candidate)
