"""The kernel of lanes in CPython, on games of the definitional engine."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from importlib import import_module

import pytest
from agreement_lanes import OneByOne
from asserted import asserted

import gamespec
from gamespec.program import Program
from gamespec.program.tables import Head
from interpreter.engine.playout import DefinitionalEngine
from interpreter.kernels.arrays.choosing import SOUGHT
from interpreter.kernels.arrays.lanes import AUTORESET, NEXT, RANDOM, RUN, STRIDE, Stepping
from interpreter.kernels.chance import picked
from interpreter.kernels.terms import Lists
from interpreter.play.actions import Choice
from interpreter.play.encoding import Encoding
from interpreter.play.result import Result
from interpreter.protocol import Playing

NAMES = ("arrays.choosing", "arrays.lanes", "arrays.observing", "chance", "seeding", "worth")
KERNELS = [import_module(f"interpreter.kernels.{name}") for name in NAMES]


@dataclass
class Single:
    """Implements `interpreter.kernels.arrays.lanes.Game` with games of the definitional engine."""

    program: Program
    places: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    encoding: Encoding | None = None

    def __post_init__(self) -> None:
        self.position, self.word = [0] * self.program.layout.length, [0] * 9
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

    def list_all(self) -> None:
        """All options are listed; copy the position."""
        self.position[:] = self.now.position

    def spell(self, lane: int) -> None:
        """Take in the actions of all options."""
        assert self.encoding is not None
        for k, option in enumerate(self.now.options):
            actions = self.encoding.actions.spelled(option)
            self.word[: len(actions)] = actions
            self.lanes.choosing.add(lane, k)

    def picked(self, key: int, number: int, count: int) -> int:
        """Return the index of a random option; none is tried in these games."""
        return picked(key, number, count)

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


@pytest.mark.parametrize("by_pick", [False, True])
@pytest.mark.parametrize("name", ["hanabi", "liars-dice", "rufus", "tic-tac-toe"])
def test_observations_and_actions(name: str, by_pick: bool) -> None:  # noqa: FBT001 - a parameter
    """No kernel violates an assertion, and an option that is chosen by actions is the one that is taken."""
    program, luck = gamespec.load(name).program(), random.Random(1)  # noqa: S311 - nothing secret
    encoding = Encoding(program, by_pick=by_pick)
    single = Single(program, encoding=encoding)
    lanes = single.lanes = Stepping(single, program, Lists(), 0, 1, encoding)
    lanes.state[AUTORESET], lanes.run[STRIDE], lanes.chooses[SOUGHT] = 1, 1, -1
    with asserted(KERNELS):
        lanes.choices[:] = [NEXT]
        lanes.step(0, 1)
        for _ in range(30):
            game = single.games[0].clone()
            choice, chosen = Choice(encoding.actions, game.options), None
            while chosen is None:
                legal = [a for a in range(encoding.actions.size) if lanes.choosing.masks[a]]
                assert tuple(legal) == choice.legal
                begin = encoding.of("picked")[0].at if by_pick else encoding.size
                assert lanes.observations[begin:].tolist() == [
                    float(action in choice.made) for action in range(encoding.size - begin)
                ]
                lanes.choices[:] = [luck.choice(legal)]
                chosen = choice.take(lanes.choices[0])
                lanes.step(0, 1)
            game.take(chosen)
            assert game.over or single.games[0].position == game.position
