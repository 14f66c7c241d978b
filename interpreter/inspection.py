"""The inspection protocol, which is the part of the definitional engine that explains and judges games.

- An `Arranged` game can be set up before it is played. It stops before a given instruction, runs steps
  from outside the program on its position, assigns values to locals, and scripts chance. The events
  that it records are its trace; `interpreter.words` describes them, and explains refusals.
- An `Inspector` has its own copy of a position, in which it evaluates conditions and assigns the values
  that a decision would bring.
- An `Observer` (`interpreter.engine.machine.observed`) is notified of each step while games are played.

The other protocol of the engine is the playing protocol, which every engine offers. An engine that only plays
does not need the inspection protocol.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from gamespec.compile import Compiled
from gamespec.program import Program
from gamespec.program.instructions import Decide, Finish
from gamespec.program.tables import Head
from gamespec.trees import core
from interpreter.engine.game import Game, machine_of
from interpreter.engine.knowledge.seen import Hides, seen_machine_of, seen_position
from interpreter.engine.machine.context import Context
from interpreter.engine.machine.machine import Machine
from interpreter.engine.machine.ranking import scores
from interpreter.engine.state.position import initial, put_local
from interpreter.kernels.budget import refill
from interpreter.play.chance import Script
from interpreter.play.errors import Fault
from interpreter.play.observation import Observation
from interpreter.play.options import Option, Value
from interpreter.protocol import Playing

__all__ = ["Arranged", "Inspector", "inspectable", "still_asked"]


def inspectable(program: Program, game: Playing) -> Game:
    """Return a game of the definitional engine at the position of a game that waits or is over.

    If the game is of that engine, it is the game itself.
    """
    return game if isinstance(game, Game) else Game.restore(program, [*game.position])


def still_asked(game: Game) -> tuple[int, ...]:
    """Return the seats that have yet to answer the pending decision, if all players are asked at once.

    There are none where only some are asked, since who is asked may depend on what others do not know.
    """
    if game.decision is None:
        return ()
    decide, position = game.machine.pending(game.position), game.position
    if decide.cursor is None:
        return ()
    at = game.machine.program.slots[decide.cursor].place
    number, count = position[at], position[at + 1]
    deciders = tuple(position[at + 2 : at + 2 + count])
    return deciders[number - 1 :] if count == game.machine.program.players else ()


class Inspector:
    """A copy of a position of a compiled game, in which expressions can be evaluated."""

    def __init__(self, compiled: Compiled, machine: Machine, position: Sequence[int]) -> None:
        self.compiled = compiled
        self.machine = machine
        self.position = list(position)

    @classmethod
    def of(cls, compiled: Compiled, game: Game) -> Inspector:
        """Make an inspector for the current position of a game."""
        return cls(compiled, game.machine, game.position)

    @classmethod
    def seen(cls, compiled: Compiled, game: Game, player: int, seen: Observation | None = None) -> Inspector:
        """Make an inspector for what a player (from 0) can observe of a game: `seen`, if that is known.

        Reading anything else raises `Hides`.
        """
        seen = game.observation(player) if seen is None else seen
        found = cls(compiled, seen_machine_of(compiled.program), ())
        found.position = seen_position(compiled.program, game.position, seen)
        return found

    def value(self, node: core.Core) -> Value:
        """Return the value of a typed expression, computed with a separate budget. Raises `Fault`."""
        closed = self.compiled.expression(node)
        self.machine.evaluator.learn(self.compiled.spaces)
        found = self.machine.evaluator.asked(closed, self.position)
        return tuple(found) if closed.domain.is_list else int(found)

    def applied(self, function: core.Function, args: Sequence[int]) -> Value:
        """Return the value of a function of the game, computed as `value` computes it. Raises `Fault`."""
        evaluator = self.machine.evaluator
        assert function.body is not None  # noqa: S101 - a function with mistakes is in no compiled game
        for slot, value in zip(function.parameters, args, strict=True):
            place = evaluator.place(self.compiled.variable(slot))
            evaluator.scratch[place] = value
        return self.value(function.body)

    def number(self, function: core.Function, *args: int) -> int:
        """Return the value of a function whose values are scalar, as `applied` does. Raises `Fault`."""
        found = self.applied(function, args)
        assert isinstance(found, int)  # noqa: S101 - the caller knows the type
        return found

    def holds(self, node: core.Core) -> bool:
        """Return whether a condition holds. Raises `Fault`."""
        return bool(self.value(node))

    def members(self, node: core.Core) -> tuple[int, ...]:
        """Return the members of the list that an expression denotes. Raises `Fault`."""
        found = self.value(node)
        assert isinstance(found, tuple)  # noqa: S101 - the caller knows the type
        return found

    def scores(self) -> tuple[tuple[int, ...], ...]:
        """Return, for each seat, the value of each part of `score`. Raises `Fault`.

        The game must have a `score`.
        """
        return scores(self.machine, self.position)

    def score(self, seat: int) -> int:
        """Return the score of one seat, as `scores` has it in parts. Raises `Fault`."""
        (parts,) = scores(self.machine, self.position, (seat,))
        return sum(parts)

    def hand_over(self, action: int) -> None:
        """Give an action of the pending decision the values that its site hands over. Raises `Fault`."""
        site = self.machine.pending(self.position).site
        refill(self.machine.evaluator.scratch)
        giver = self.machine.giver(site, action)
        if giver is not None:
            giver(self.position)

    def after(self, action: int) -> Inspector:
        """Return an inspector for the position after the steps of an action. Raises `Fault`.

        The action has the values that have been assigned.
        """
        program, machine = self.compiled.program, self.machine
        places = [program.slots[pick.slot].place for pick in program.actions[action].picks]
        refill(machine.evaluator.scratch)
        values = machine.values_at(self.position, action, places)
        after = Inspector(self.compiled, machine, ())
        after.position = machine.trial(self.position, None, action, values)
        return after

    def options(self) -> tuple[Option, ...] | None:
        """Return the options of the pending decision at this position, or `None` if they can't be told."""
        try:
            return self.machine.options(self.position)
        except (Hides, Fault):
            return None

    def following(self, options: Iterable[Option]) -> Iterator[tuple[Option, ...]]:
        """Yield, for each of the options, those from which the decider chooses next, before anybody else.

        They are empty if somebody else decides, or if what happens can't be told, as where chance acts.
        """
        for option in options:
            after, known = self.answered(option)
            try:
                same = after[Head.OUTCOME] == Head.RUNNING and after[Head.ME] == self.position[Head.ME]
                yield self.machine.options(after) if known and same else ()
            except (Hides, Fault):
                yield ()

    def answered(self, option: Option) -> tuple[list[int], bool]:
        """Return the position at the next decision after an option, and whether it can be told.

        If it can't, as where chance acts, it is the position that can still be told.
        """
        after, context = self.position[:], Context(trial=True)
        after[Head.DECISIONS] = 0
        try:
            self.machine.answer(after, option, context)
            self._waiting.run(after, context)
        except (Hides, Fault):
            return after, False
        return after, True

    @cached_property
    def _waiting(self) -> Machine:
        """The machine that stops at each decision."""
        code = self.compiled.program.code
        return self.machine.pausing(*(at for at, each in enumerate(code) if isinstance(each, Decide)))

    def put(self, slot: int, value: Value) -> None:
        """Assign a value to a local, as if a player had chosen it."""
        put_local(self.position, self.compiled.program.slots[slot].place, value)

    def filled_in(self, option: Option) -> tuple[Value, ...]:
        """Return the values of an option of the pending decision, with places replaced by components.

        Each place is replaced by a component that lies there. In an unordered zone, this is any component
        that the decider does not know.
        """
        unseen = self.machine.unseen(option.action)
        return unseen.filled_in(self.position, option.values) if unseen.possible else option.values

    def contents(self, zone: int) -> list[int]:
        """Return the components of a zone, listed from the top."""
        return self.machine.atoms.contents(self.position, zone)


class Arranged:
    """A game before `setup` that keeps a record and stops before the instruction `stop`.

    `script` holds the next outcomes of chance, by stream. Outcomes are removed from it as they are drawn.
    Methods that play on raise `Fault`.
    """

    def __init__(self, compiled: Compiled, seed: int, script: Script, stop: int) -> None:
        self.compiled = compiled
        self._script = script
        machine = machine_of(compiled.program)
        position = initial(compiled.program, machine.atoms, seed)
        self.game = Game.halted(machine.pausing(stop), position, script, [])

    @property
    def at(self) -> int:
        """The instruction at which the game has stopped."""
        return self.game.position[Head.PC]

    def move_to(self, instruction: int, stop: int | None = None) -> None:
        """Let the game continue from an instruction, and stop before the instruction `stop`, if given."""
        machine = machine_of(self.compiled.program)
        self.game.machine = machine if stop is None else machine.pausing(stop)
        self.game.position[Head.PC] = instruction

    def put(self, slot: int, value: Value) -> None:
        """Assign a value to a local of the game."""
        put_local(self.game.position, self.compiled.program.slots[slot].place, value)

    def run(self, steps: Program) -> None:
        """Run steps that were compiled later, on the position of the game.

        Their locals are stored after the end of the position.
        """
        layout, p = self.compiled.program.layout, self.game.position
        known = len(self.compiled.program.streams)
        mine = slice(layout.streams, layout.streams + known)
        theirs = slice(steps.layout.streams, steps.layout.streams + known)
        q = p + [0] * (steps.layout.length - len(p))
        q[theirs] = p[mine]
        q[Head.PC] = 0
        end = next(i for i, instruction in enumerate(steps.code) if isinstance(instruction, Finish))
        run = Game.halted(machine_of(steps).pausing(end), q, self._script, [])
        run.go_on()
        p[:] = q[: len(p)]
        p[mine] = q[theirs]
        self.game.events.extend(run.events)
