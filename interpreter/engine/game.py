"""A game: a position, and the program that defines how play continues from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from typing import Self

from gamespec.program import Program
from gamespec.program.instructions import Decide
from gamespec.program.tables import Head
from interpreter.engine.knowledge.knowledge import EVERYBODY, exchange, observe
from interpreter.engine.machine.context import Context
from interpreter.engine.machine.explicit import ExplicitMachine, settled_only
from interpreter.engine.machine.hasty import hasty_machine_of
from interpreter.engine.machine.machine import Machine
from interpreter.engine.machine.machines import is_usual, machine_of
from interpreter.engine.machine.observed import ObservedMachine, Reaching
from interpreter.engine.machine.ranking import result, scores
from interpreter.engine.machine.replayer import MachineReplayer
from interpreter.engine.state.effects import Atoms
from interpreter.engine.state.frames import Frames
from interpreter.engine.state.position import check_position, initial, put_seed
from interpreter.engine.state.unsettled import Unsettled, check_groups, node_at, tidy
from interpreter.kernels.sights import SightLogger, information_state
from interpreter.play.chance import Chance, Script
from interpreter.play.errors import Broken, Fault, Refused, check_seat, no_option
from interpreter.play.events import Event
from interpreter.play.information import InformationState, Record, no_record
from interpreter.play.luck import Seeds, derived
from interpreter.play.observation import Observation
from interpreter.play.openness import surprises
from interpreter.play.options import Decision, Option, offered
from interpreter.play.playout import Playout, played, uniform
from interpreter.play.result import Result
from interpreter.play.tally import Tally
from interpreter.protocol import MOST_CHANGES, how_it_stands
from interpreter.redeal import redeals, redealt
from interpreter.redeal.histories import Histories

__all__ = ["Game", "check_saved", "machine_of"]


@lru_cache(maxsize=64)
def _tries(program: Program) -> Machine:
    """Return the machine that stops at surprises."""
    return machine_of(program).pausing(*surprises(program))


def check_saved(
    program: Program, atoms: Atoms, frames: Frames, position: list[int], *, explicit: bool = False
) -> None:
    """Raise `Broken` unless a game can go on from a position: it is sound, and waits or is over."""
    check_position(program, atoms, frames, position)
    check_groups(atoms, position, explicit=explicit)
    waits = 0 <= position[Head.PC] < len(program.code)
    asks = waits and (explicit or isinstance(program.code[position[Head.PC]], Decide))
    if position[Head.OUTCOME] == Head.RUNNING and not asks:
        raise Broken("no decision is pending at this position")


class Game:
    """One game. `position` is its whole state; `record` holds its events, if it records.

    `Game(program, seed)` plays the setup and stops at the first decision. With `explicit`, the caller
    supplies the outcomes of chance, and the game also stops at each chance node. Raises `Fault`.
    """

    __slots__ = ("_context", "exact", "machine", "position", "program")

    def __init__(
        self,
        program: Program,
        seed: int = 0,
        *,
        record: bool = False,
        script: Script | None = None,
        explicit: bool = False,
    ) -> None:
        self._begin(program, Context([] if record else None, dict(script or {}), explicit=explicit))
        self.position = initial(program, self.machine.atoms, seed)
        self.machine.run(self.position, self._context)

    def __getstate__(self) -> tuple[Program, list[int], Context, bool]:
        """Return what pickle needs; the machine follows from the program."""
        return self.program, self.position, self._context, self.exact

    def __setstate__(self, state: tuple[Program, list[int], Context, bool]) -> None:
        program, self.position, context, exact = state
        self._begin(program, context)
        self.exact = exact

    exact: bool
    """Whether some history leads to this game; false for a redeal for which no history was found."""

    def _begin(self, program: Program, context: Context) -> None:
        self.program = program
        self.exact = True
        self.machine = machine_of(program, explicit=context.explicit)
        self._context = context

    @classmethod
    def restore(
        cls, program: Program, position: list[int], *, record: bool | Record = False, explicit: bool = False
    ) -> Self:
        """Resume a game from a saved position. Raises `Broken` if the position is impossible.

        It records from here on if `record` is true, or continues a record that is given.

        The position is that of a decision, or of the end. With `explicit` it may also be that of a chance
        node: the unsettled orders are part of a position, and the node follows from it. Pending outcomes of a
        `script` are not part of it.
        """
        game = cls.__new__(cls)
        before = list(record.events) if isinstance(record, Record) else [] if record else None
        whole = isinstance(record, Record) and record.whole
        game._begin(program, Context(before, explicit=explicit, whole=whole))  # noqa: SLF001 - another game of this class
        check_saved(program, game.atoms, game.machine.frames, position, explicit=explicit)
        game.position = list(position)
        game._resume()  # noqa: SLF001 - as above
        return game

    def _resume(self) -> None:
        """Determine the pending decision or chance node of a new position."""
        if self.over:
            return
        if self._context.explicit:
            self.machine.run(self.position, self._context)
        else:
            self._context.options = self.machine.options(self.position)

    @classmethod
    def halted(
        cls, machine: Machine, position: list[int], script: Script, events: list[Event] | None
    ) -> Self:
        """Make a game stopped at an instruction; `go_on` plays to the next decision, and adds its events."""
        game = cls.__new__(cls)
        game.program, game.machine, game.position = machine.program, machine, position
        game.exact = True
        game._context = Context(events, script, whole=False)  # noqa: SLF001 - another game of this class
        return game

    def go_on(self) -> None:
        """Play on to the next decision. Raises `Fault`."""
        self.machine.run(self.position, self._context)

    def __repr__(self) -> str:
        return f"<Game of {self.program.players} players: {how_it_stands(self)}>"

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.position[Head.OUTCOME] != Head.RUNNING

    @property
    def player(self) -> int:
        """The seat (from 0) that decides next, or acted last."""
        return self.position[Head.ME]

    @property
    def options(self) -> tuple[Option, ...]:
        """The possible answers; none once the game is over."""
        return self._context.options

    @property
    def branching(self) -> int:
        """The number of options."""
        return len(self._context.options)

    @property
    def decision(self) -> Decision | None:
        """The pending decision; `None` once the game is over."""
        if self.over or self._context.chance is not None:
            return None
        site = self.machine.pending(self.position).site
        return Decision(self.player, site, self._context.options)

    def apply(self, option: Option) -> None:
        """Give an answer and play on to the next decision.

        Raises `Refused` if the option is not on offer, and `Fault` if the specification does something
        impossible; the game is then unchanged.
        """
        taken = offered(self._context.options, option)
        if taken is None:
            raise Refused("this is not on offer")
        with self._undone_by_a_fault():
            self.play(taken)

    @contextmanager
    def _undone_by_a_fault(self) -> Iterator[None]:
        context = self._context
        before, offered, chance = self.position[:], context.options, context.chance
        recorded = len(context.events) if context.events is not None else 0
        script = {name: values[:] for name, values in context.script.items()}
        try:
            yield
        except Fault:
            self.position, context.options, context.chance, context.script = before, offered, chance, script
            if context.events is not None:
                del context.events[recorded:]
            raise

    def tried(self, option: Option) -> Self:
        """Return a copy that has taken an option, and gone on to the next decision or surprise."""
        other = self.clone()
        other.machine = _tries(self.program)
        other.play(option)
        return other

    def play(self, option: Option) -> None:
        """Apply an option that is known to be on offer, as playouts do; a fault is not undone."""
        self.machine.answer(self.position, option, self._context)
        self.machine.run(self.position, self._context)

    def take(self, k: int) -> None:
        """Take the option with the index `k` in `options`.

        Raises `Refused` if there are fewer options, and `Fault`; the game is then unchanged.
        """
        options = self._context.options
        if not 0 <= k < len(options):
            raise no_option(k, len(options))
        with self._undone_by_a_fault():
            self.play(options[k])

    @property
    def chance(self) -> Chance | None:
        """The chance node at which a game with explicit chance waits."""
        return self._context.chance

    def settle(self, outcome: int) -> None:
        """Supply the outcome of the pending chance node, or an alike one, and play on.

        Raises `Refused` if the outcome is impossible, and `Fault`; the game is then unchanged.
        """
        chance, machine = self._context.chance, self.machine
        if chance is None or not (
            outcome in chance.outcomes or any(outcome in alike for alike in chance.alike)
        ):
            raise Refused("this cannot come by chance here")
        assert isinstance(machine, ExplicitMachine)  # noqa: S101 - no other stops at chance
        with self._undone_by_a_fault():
            machine.settle(self.position, chance, outcome, self._context)
            machine.run(self.position, self._context)

    def clone(self, seed: int | None = None) -> Self:
        """Return an independent copy of the game.

        With a `seed`, future chance follows from that seed, and pending outcomes of a `script` are dropped. A
        recording game passes on its record.
        """
        other = self.__new__(type(self))
        other.program, other.machine, other.exact = self.program, self.machine, self.exact
        other.position = self.position[:]
        mine = self._context
        script = {name: values[:] for name, values in mine.script.items()} if seed is None else {}
        if seed is not None:
            put_seed(other.position, seed)
        events = mine.events[:] if mine.events is not None else None
        other._context = Context(events, script, mine.options, mine.explicit, mine.chance, mine.whole)  # noqa: SLF001 - another game of this class
        return other

    @property
    def result(self) -> Result | None:
        """Places and scores; `None` while the game goes on."""
        return result(self.machine, self.position)

    @property
    def scores(self) -> tuple[int, ...]:
        """Return the current score by seat, if the game has one. Raises `Fault`."""
        return tuple(map(sum, scores(self.machine, self.position))) if self.program.score else ()

    @property
    def events(self) -> list[Event]:
        """The events since the beginning, if the game records."""
        return self._context.events if self._context.events is not None else []

    @property
    def record(self) -> Record | None:
        """The record so far as a value; `None` if the game does not record."""
        context = self._context
        if context.events is None:
            return None
        return Record(self.program, tuple(context.events), context.whole)

    def information_state(self, player: int) -> InformationState:
        """Return everything that a player (from 0) has been shown. Raises `ValueError` without a record.

        For a game that was restored without its record, it covers the events since then.
        """
        if self._context.events is None:
            raise no_record()
        return information_state(self.program, self._context.events, player)

    @property
    def work(self) -> int:
        """The units of work since the game, which has explicit chance, last waited."""
        return self._context.work

    @property
    def script(self) -> Script:
        """The outcomes that the next draws of chance streams will bring."""
        return self._context.script

    @property
    def atoms(self) -> Atoms:
        """The changes that components can undergo."""
        return self.machine.atoms

    def children(self) -> tuple[Game | Fault, ...]:
        """Return, for each option in order, a clone that has taken it, or its fault."""
        return tuple(self._child(option) for option in self.options)

    def _child(self, option: Option) -> Self | Fault:
        other = self.clone()
        try:
            other.play(option)
        except Fault as fault:
            return fault
        return other

    def playouts(
        self, seeds: Sequence[Seeds], *, most: int | None = None, reached: bool = False
    ) -> list[Playout]:
        """Play random games from here, one per pair of seeds, cut off after `most` decisions."""
        if self._context.explicit and self.program.streams:
            raise ValueError("chance is the caller's in this game")
        if reached:
            return self._reaching(seeds, most)
        if self.program.ranked and is_usual(self.machine):
            return [self._hastily(each, most) for each in seeds]
        return [played(each, self.clone, uniform, most) for each in seeds]

    def _hastily(self, seeds: Seeds, most: int | None) -> Playout:
        """Play a random game from here that tries few options."""
        machine = hasty_machine_of(self.program)
        machine.follow(seeds.draws(), self.position[Head.DECISIONS])

        def begin(seed: int) -> Game:
            other = self.clone(seed)
            other.machine = machine
            return other

        return played(seeds, begin, uniform, most)

    def _reaching(self, seeds: Sequence[Seeds], most: int | None) -> list[Playout]:
        """Play random games from here, and record what they reach."""
        bits, found = set[int](), list[Playout]()
        machine = ObservedMachine(self.program, Reaching(self.program, bits.add))

        def begin(seed: int) -> Game:
            other = self.clone(seed)
            other.machine = machine
            return other

        for each in seeds:
            bits.clear()
            playout = played(each, begin, uniform, most)
            tally = Tally(reached=sum(1 << bit for bit in bits)) if playout.result is not None else None
            found.append(replace(playout, tally=tally))
        return found

    def observation(self, player: int) -> Observation:
        """Return a player's observation of the position; `player` is the seat, from 0."""
        check_seat(player, self.program.players)
        return observe(self.program, self.atoms, self.position, player)

    def common_observation(self) -> Observation:
        """Return the part of the observations that all players share, which is what a spectator may see."""
        return observe(self.program, self.atoms, self.position, EVERYBODY)

    def laid_open(self, seat: int | None) -> Observation:
        """Return the whole position as a seat, or a spectator for `None`, sees it when the game is over.

        Then everything that was hidden is laid open, because no decision can depend on it any more.
        """
        assert self.over  # noqa: S101 - before, it would tell secrets
        player = EVERYBODY if seat is None else seat
        return observe(self.program, self.atoms, self.position, player, laid_open=True)

    def redealt(self, player: int, seed: int, *, most: int = MOST_CHANGES) -> Self:
        """Return a random game in which the player (the seat, from 0) has been shown the same.

        Its future chance has a seed of its own, or is explicit as here; what was shuffled lies as in its
        history. It is `exact` if some history leads to it. If none was found after `most` changes of guesses,
        if this game waits at a chance node, or if its record does not go back to the beginning, it is not
        exact: then the components that the player does not know have only been exchanged, and it keeps no
        record.
        """
        check_seat(player, self.program.players)
        found = None
        if self._is_told:
            replay = MachineReplayer(self.program, player)
            shown = SightLogger(self.program, player).after(self.events)
            found = redealt(self.program, replay, shown, seed, most)
        return self._exchanged_only(player, seed) if found is None else self._led_to(found, seed)

    def redeals(  # noqa: PLR0913 - as the protocol has it
        self,
        player: int,
        seed: int,
        count: int,
        *,
        most: int = MOST_CHANGES,
        apart: float = 1.0,
        lineage: int | None = None,
    ) -> Iterator[Self]:
        """Yield `count` games as from `redealt`, derived from one another."""
        check_seat(player, self.program.players)
        if not self._is_told:
            for number in range(count):
                yield self._exchanged_only(player, derived(seed, f"redeal {number}"))
            return
        replay, shown = (
            MachineReplayer(self.program, player),
            SightLogger(self.program, player).after(self.events),
        )
        for own, found in redeals(
            self.program, replay, shown, seed, count, most=most, apart=apart, lineage=lineage
        ):
            yield self._exchanged_only(player, own) if found is None else self._led_to(found, own)

    @property
    def _is_told(self) -> bool:
        """Whether the record says how the game came here from its beginning."""
        context = self._context
        return context.events is not None and context.whole and context.chance is None

    def _led_to(self, found: Histories, seed: int) -> Self:
        """Return the game to which a history leads, with its record."""
        other = self._with([*found.position])
        put_seed(other.position, derived(seed, "the future"))
        other._context.events, other._context.whole = [*found.events()], True  # noqa: SLF001 - another game of this class
        other._go_on_from_there(waits=False)  # noqa: SLF001 - as above
        return other

    def _exchanged_only(self, player: int, seed: int) -> Self:
        other = self._with(exchange(self.program, self.atoms, self.position, player, seed))
        put_seed(other.position, derived(seed, "the future"))
        with settled_only(self.place):
            self.machine.redraw_answers(other.position, player, seed)
        other.exact = False
        other._go_on_from_there(waits=self._context.chance is not None)  # noqa: SLF001 - another game of this class
        return other

    def _with(self, position: list[int]) -> Self:
        """Return another game at a position, without a record."""
        other = self.__new__(type(self))
        other.program, other.machine, other.position = self.program, self.machine, position
        other.exact = True
        other._context = Context(None, explicit=self._context.explicit, whole=False)  # noqa: SLF001 - another game of this class
        if self._context.explicit:
            for zone in range(len(self.program.zones)):
                tidy(self.atoms, position, zone)
        return other

    def _go_on_from_there(self, *, waits: bool) -> None:
        """Determine the pending decision, or the chance node that precedes it."""
        if waits:
            self._resume()
        elif not self.over:
            self._ask()

    def _ask(self) -> None:
        """Find the options of the pending decision, or the chance node that precedes them."""
        try:
            self._context.options = self.machine.options(self.position)
        except Unsettled as signal:
            self._context.options, self._context.chance = (
                (),
                node_at(self.atoms, self.position, signal.component),
            )

    @property
    def place(self) -> int:
        """The place of the step at which the game waits."""
        return self.program.code[self.position[Head.PC]].at

    def check(self) -> None:
        """Raise `Broken` unless the position is sound and nothing has been lost or created."""
        check_position(self.program, self.atoms, self.machine.frames, self.position)
        check_groups(self.atoms, self.position, explicit=self._context.explicit)
