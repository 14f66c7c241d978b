"""The kernel of lanes in CPython, on games of the definitional engine."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module

import pytest
from agreement_lanes import OneByOne
from asserted import asserted

import gamespec
from gamespec.program import Program
from gamespec.program.tables import Head
from interpreter.engine.playout import DefinitionalEngine
from interpreter.kernels.arrays.lanes import AUTORESET, NEXT, RANDOM, RUN, STRIDE, Stepping
from interpreter.kernels.terms import Lists
from interpreter.play.result import Result
from interpreter.protocol import Playing

KERNELS = [import_module(f"interpreter.kernels.{name}") for name in ("chance", "lanes", "seeding", "worth")]


@dataclass
class Single:
    """Implements `interpreter.kernels.arrays.lanes.Game` with one game of the definitional engine per lane."""

    program: Program
    places: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.totals = [0] * self.program.players
        self.engine, self.games = DefinitionalEngine(self.program), dict[int, Playing]()
        self.now: Playing = self.engine.begin(0)
        self.lanes: Stepping

    def load(self, lane: int) -> None:
        """Go to a copy of the game of a lane."""
        self.now = self.games[lane].clone()

    def save(self, lane: int) -> None:
        """Make a copy of the current game that of a lane."""
        self.games[lane] = self.now.clone()

    def index(self) -> None:
        """Nothing is beside the position."""

    def begin(self, lane: int) -> int:
        """Begin the game of a lane's seed."""
        self.now = self.engine.begin(self.lanes.seeds[lane])
        return self._waits()

    def ask(self) -> int:
        """Return the number of options."""
        return len(self.now.options)

    def tell_seed(self, lane: int) -> None:
        """No position is written from outside."""

    def restore(self, lane: int) -> None:
        """Check that the options are as many as before."""
        assert self.lanes.counts[lane] == len(self.now.options)

    def take(self, k: int) -> int:
        """Take an option."""
        self.now.play(self.now.options[k])
        return self._waits()

    def _waits(self) -> int:
        result = self.now.result
        if result is not None:
            self.places[:] = result.places
            self.points[:] = [part for parts in result.parts for part in parts]
        return len(self.now.options)

    def score(self) -> None:
        """Update `places` and `points`."""
        self._waits()

    def over(self) -> bool:
        """Return whether the game has ended."""
        return self.now.over

    def outcome(self) -> int:
        """Return the outcome of the game."""
        return self.now.position[Head.OUTCOME]

    def player(self) -> int:
        """Return the seat that decides."""
        return self.now.player

    def decisions(self) -> int:
        """Return the number of decisions."""
        return self.now.position[Head.DECISIONS]


@pytest.mark.parametrize("name", ["kuhn-poker", "tic-tac-toe"])
def test_steps(name: str) -> None:
    """No kernel violates an assertion, and lanes are games that are played one by one."""
    program, n = gamespec.load(name).program(), 3
    single = Single(program)
    lanes = single.lanes = Stepping(single, program, Lists(), 0, n)
    lanes.state[AUTORESET], lanes.run[RUN], lanes.run[STRIDE] = 1, 4, n
    lanes.numbers[:] = [(lane - n) % (1 << 64) for lane in range(n)]
    games = OneByOne(DefinitionalEngine(program), n, 4)
    with asserted(KERNELS):
        lanes.choices[:] = [NEXT] * n
        lanes.step(0, n)
        for step in range(30):
            lanes.choices[:] = [RANDOM, 0, lanes.counts[2] - 1]
            games.step(lanes.choices)
            lanes.step(0, n)
            for lane in range(n):
                assert single.games[lane].position == games.games[lane].position, step  # type: ignore[union-attr]
                assert lanes.numbers[lane] == games.numbers[lane]
                ended = games.ended[lane]
                assert bool(lanes.done[lane]) == (ended is not None)
                if isinstance(ended, Result):
                    assert lanes.scores[2 * lane : 2 * lane + 2] == list(ended.scores)
