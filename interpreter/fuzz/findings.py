"""Findings: games that were stopped, and what identifies why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import TypeAlias

from gamespec.compile import Compiled
from gamespec.compile.decisions.invariants import OVER
from gamespec.program import Routine
from gamespec.program.frozen import dataclass
from gamespec.program.instructions import Call, Hold
from gamespec.text.diagnostics import Diagnostic, Remark
from gamespec.text.source import Span
from interpreter.contract import Breach
from interpreter.engine.game import Game
from interpreter.engine.playout import DefinitionalEngine
from interpreter.fuzz.cases import Case
from interpreter.fuzz.corpus import Sample
from interpreter.play.errors import Fault
from interpreter.play.luck import Seeds
from interpreter.play.options import Option
from interpreter.play.playout import uniform
from interpreter.protocol import Engine
from interpreter.words import diagnose

__all__ = ["Broken", "Finding", "Key", "Stopped", "course", "key_of", "stopped"]

Key: TypeAlias = tuple[str, Span]
"""What identifies a mistake: the code of the fault, and its place in the file."""


def key_of(fault: Fault, compiled: Compiled) -> Key:
    """Return the key of the mistake that stopped a game."""
    return fault.code, compiled.names.places[fault.at]


@dataclass(frozen=True, eq=False)
class Finding:
    """A game that was stopped by a `fault`, as a case, a seed, and the numbers of the options taken.

    `indexes` are those of the options among all that were on offer.
    """

    case: Case
    seed: int
    answers: tuple[int, ...]
    indexes: tuple[int, ...]
    fault: Fault

    @property
    def sample(self) -> Sample:
        """The game, to be played again."""
        return Sample(self.case, Seeds(self.seed, 0), uniform, len(self.answers), self.answers)

    @property
    def key(self) -> Key:
        """The key of the mistake."""
        return key_of(self.fault, self.case.compiled)

    @cached_property
    def _course(self) -> tuple[list[tuple[Game, int, Option]], Game | None]:
        """For each answer, the game before it, the seat that gave it, and the option; the game as it stopped.

        There is none if it was stopped before its first decision.
        """
        found, game = list[tuple[Game, int, Option]](), None
        with suppress(Fault):
            game = DefinitionalEngine(self.case.compiled.program).begin(self.seed)
            for index in self.indexes:
                option = game.options[index]
                found.append((game.clone(), game.player, option))
                game.play(option)
        return found, game

    @property
    def played(self) -> list[tuple[Game, int, Option]]:
        """For each answer, the game before it, the seat that gave it, and the option."""
        return self._course[0]

    def diagnostic(self) -> Diagnostic:
        """Return the diagnostic of the mistake, with the step at which an invariant was checked."""
        names = self.case.compiled.names
        said, at = diagnose(self.fault, names), self._checked_at()
        place = names.places[self.fault.at]
        body = next((each.ident.name for each in names.invariants if _within(place, each.body.span)), None)
        if body is not None and "invariant" not in self.fault.numbers:
            return replace(said, notes=(*said.notes, f"the invariant `{body}` has no value here"))
        if at is None:
            return said
        place = names.places[at]
        if place == names.world.game.ident.span:  # the end of the last phase has no place of its own
            return replace(said, notes=(*said.notes, "it was checked when the last phase was over"))
        return replace(said, others=(*said.others, Remark(place, "it was checked here")))

    @property
    def over(self) -> bool:
        """Whether the game was over, and failed an invariant that was checked for this reason."""
        program, names = self.case.compiled.program, self.case.compiled.names
        routine = self._routine()
        return routine is not None and names.routines[program.routines.index(routine)] in OVER

    def _routine(self) -> Routine | None:
        """Return the routine that contains the check that failed, if there is one."""
        program = self.case.compiled.program
        if "invariant" not in self.fault.numbers:
            return None
        at = next(n for n, i in enumerate(program.code) if isinstance(i, Hold) and i.at == self.fault.at)
        return next((r for r in program.routines if r.back is not None and r.entry <= at <= r.exit), None)

    def _checked_at(self) -> int | None:
        """Return the place from which the check that failed was called, if it was called."""
        program, (_, game), routine = self.case.compiled.program, self._course, self._routine()
        if game is None or routine is None or routine.back is None:
            return None
        call = program.code[game.position[program.slots[routine.back].place] - 1]
        return call.at if isinstance(call, Call) else None


@dataclass(frozen=True, eq=False)
class Broken:
    """A game that broke the contract of all games, as a case and a seed."""

    case: Case
    seed: int
    breach: Breach

    @property
    def played(self) -> list[tuple[Game, int, Option]]:
        """For each answer before the breach, the game before it, the seat that gave it, and the option."""
        return course(self.case, self.seed, self.breach.answers)


def course(case: Case, seed: int, numbers: Iterable[int]) -> list[tuple[Game, int, Option]]:
    """Return, for each answer of a game, the game before it, the seat that gave it, and the option."""
    found, game = list[tuple[Game, int, Option]](), DefinitionalEngine(case.compiled.program).begin(seed)
    for number in numbers:
        option = next(option for option in game.options if option.number == number)
        found.append((game.clone(), game.player, option))
        game.play(option)
    return found


def _within(place: Span, body: Span) -> bool:
    return place.source is body.source and body.start <= place.start and place.end <= body.end


@dataclass(frozen=True, slots=True)
class Stopped:
    """A game that a fault has stopped: the numbers and the indexes of the options taken."""

    numbers: tuple[int, ...]
    indexes: tuple[int, ...]
    fault: Fault


def stopped(
    engine: Engine, seed: int, numbers: Sequence[int], at: int = -1, index: int = 0
) -> Stopped | None:
    """Play a game by the numbers of its options; a number that is not on offer stands for the first option.

    At the answer `at`, take the option with an index instead. Return `None` if no fault stops the game.
    """
    taken, indexes = list[int](), list[int]()
    try:
        game = engine.begin(seed)
        for answered, number in enumerate(numbers):
            if game.over:
                return None
            options = game.options
            found = (i for i, option in enumerate(options) if option.number == number)
            chosen = min(index, len(options) - 1) if answered == at else next(found, 0)
            taken.append(options[chosen].number)
            indexes.append(chosen)
            game.play(options[chosen])
    except Fault as fault:
        return Stopped(tuple(taken), tuple(indexes), fault)
    return None
