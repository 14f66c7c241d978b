"""Decides which method solves a game, and says beforehand what it will do, or why there is none.

Another kind of solver is added here: `plan` describes it, and `Plan.start` makes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from gamespec.program.tables import Head
from interpreter.kernels.solving.kinds import Values
from interpreter.kernels.solving.outcomes import sides_of
from interpreter.play.openness import is_open
from interpreter.play.together import teams_of
from interpreter.protocol import SolvingEngine
from interpreter.solving.answers import Method
from interpreter.solving.chances import Chances
from interpreter.solving.probe import Probe, probed
from interpreter.solving.search import Search
from interpreter.solving.situations import Situations

if TYPE_CHECKING:
    from gamespec.program import Program
    from interpreter.protocol import Engine, Playing, Solver
    from interpreter.solving.answers import Answer
    from interpreter.solving.watch import Watch

__all__ = ["Plan", "Solving", "Unsolvable", "plan"]

LARGEST = 24.0
"""Logarithm, to base 10, of the number of plays beyond which a search is not begun without a budget.

With perfect ordering, alpha-beta search visits about the square root of this number of positions.
"""

TABLE, SITUATIONS = 128_000_000, 2_000_000_000
"""The memory to use by default, in bytes: for the table of a search, which is faster if it is small, and for
situations.
"""

ALONE, BOTH = 1, 2
"""Number of sides in a game without opponents, and in a game that can be solved."""


class Unsolvable(Exception):
    """No method solves the game. The message says why, and `cure` may suggest a remedy."""

    def __init__(self, message: str, cure: str | None = None) -> None:
        super().__init__(message)
        self.cure = cure


class Solving(Protocol):
    """A solver at work on one game."""

    def run(self) -> None:
        """Solve the game, or stop when the time is up or the user interrupts it. Raises `Fault`."""

    def answer(self) -> Answer:
        """Return what was found."""


@dataclass(frozen=True)
class Plan:
    """What is to be done: the method, the kind of value, and what random games have shown, if any."""

    engine: Engine
    method: Method
    kind: Values
    probe: Probe | None = None

    def start(self, watch: Watch, memory: int | None = None) -> Solving:
        """Return the solver, which uses about `memory` bytes. Raises `Fault` and `MemoryError`."""
        if self.method == Method.CHANCE:
            return Chances(self.engine.begin(0, explicit=True), self.kind, watch)
        return self.solving(self.solver(memory), self.engine.begin(0), watch)

    def solver(self, memory: int | None = None) -> Solver:
        """Return a solver of the engine, for a game without chance, which uses about `memory` bytes."""
        if memory is None:
            memory = TABLE if self.method == Method.SEARCH else SITUATIONS
        assert isinstance(self.engine, SolvingEngine)  # noqa: S101 - `plan` has seen to it
        return self.engine.solver(memory)

    def solving(self, solver: Solver, start: Playing, watch: Watch) -> Solving:
        """Return what solves a game without chance from a position on."""
        if self.method == Method.SEARCH:
            return Search(solver, start, self.kind, watch, large=self.large)
        return Situations(solver, start, self.kind, watch, self._limit)

    @property
    def large(self) -> bool:
        """Whether a search cannot be expected to come to an end."""
        return self.probe is not None and self.probe.plays > LARGEST

    @property
    def _limit(self) -> int | None:
        """The limit on decisions that situations need not include, or `None` if they include their number.

        They need not if the limit makes the game a draw: whoever can force a win in time, can do so whatever
        the number of decisions made before.
        """
        limit = self.engine.program.limit
        ranks = limit.outcome == Head.LIMIT_RANK or limit.decisions <= 1
        return None if ranks or self.kind in {Values.MARGIN, Values.TOTAL} else limit.decisions


def plan(
    engine: Engine,
    *,
    by: str | None = None,
    method: Method | None = None,
    bounded: bool = False,
) -> Plan:
    """Return how to solve the games of an engine. Raises `Unsolvable`, and `Fault` if random games do.

    `by` is `places` or `scores`, if the user has chosen what counts, and `method` is a chosen one. `bounded`
    says that there is a budget, so that even a game that is too large is begun.
    """
    program = engine.program
    _check(program, by)
    sides = len({*sides_of(program)})
    if method is not None and (sides == ALONE or program.streams):
        raise Unsolvable(
            "there is a choice of methods only for two sides, without chance", "leave out `--method`"
        )
    if program.streams:
        if engine.begin(0, explicit=True).over:
            raise Unsolvable("the game is over before anybody decides")
        return Plan(engine, Method.CHANCE, _kind(program, sides, by, Probe()))
    if engine.begin(0).over:
        raise Unsolvable("the game is over before anybody decides")
    probe = probed(engine)
    kind = _kind(program, sides, by, probe)
    if sides == ALONE:
        return Plan(engine, Method.SHORTEST, kind, probe)
    if method is None:
        repeats = probe.repeats and kind == Values.OUTCOME
        method = Method.SITUATIONS if repeats else Method.SEARCH
    found = Plan(engine, method, kind, probe)
    if method == Method.SEARCH and found.large and not bounded:
        raise Unsolvable(
            f"the game is too large: it can go in about 10^{probe.plays:.0f} ways",
            "choose options that make it smaller (`--set`), or give a time with `--budget` to learn bounds",
        )
    return found


def _check(program: Program, by: str | None) -> None:
    """Raise `Unsolvable` if no method solves the games of a program."""
    if not is_open(program):
        raise Unsolvable("something is hidden from a player, so only an equilibrium can be sought")
    if len({*teams_of(program)}) > BOTH:
        raise Unsolvable(
            f"with {program.players} players against each other, best play has no single value",
            "play with two: `--players 2`" if len({*program.teams}) == program.players else None,
        )
    if by == "scores" and not program.score:
        raise Unsolvable("the game has no scores", "leave out `--by scores`")


def _kind(program: Program, sides: int, by: str | None, probe: Probe) -> Values:
    """Return what the value of a game says."""
    if by is None:
        said = any(rule.winner is not None or rule.draw for rule in program.end)
        by = "scores" if program.score and not said and probe.by_scores else "places"
    if sides == ALONE:
        return Values.TOTAL if by == "scores" else Values.WON
    return Values.MARGIN if by == "scores" else Values.OUTCOME
