"""The games on which every test run compares the engines.

They are a sample of the games that `bench/agreement.py` plays by the hundred thousand. `bench/planted.py`
measures how many faults planted in the compiler are found by this sample, and therefore each case can be
played separately.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from agreement import Played, from_the_middle, side_by_side
from agreement_games import AUTHORED, ROOT, SetUp, Target, every_game, generated, set_ups, targets
from agreement_lanes import in_lanes
from agreement_records import in_every_way

import gamespec
from gamespec.program import Program
from interpreter.protocol import Engine

__all__ = ["Case", "authored", "made_at_random", "mutants", "sample", "shipped"]

SEEDS = 80
"""Number of generated games in the sample, with seeds from 0 on."""

ONCE_FOUND = ROOT / "tests/games/once_found"
"""Generated games that have revealed bugs, each under its seed of that time.

The causes were a condition on a whole hand that reads a table at `none`, a decision without options, a
decision for nobody, and an end in a loop whose slots share places with others.
"""

EACH_OF = 4
"""One of this many games and variants has a rule mutant in the sample."""

LONG = frozenset(AUTHORED[:9])
"""Games that are too long to be played to their end."""


@dataclass(frozen=True)
class Case:
    """A game of the sample.

    `program` compiles it, and may write files into the given folder. It returns `None` if the checker rejects
    the game.
    """

    name: str
    program: Callable[[Path], Program | None]
    games: int
    most: int
    whole: bool = True

    def play(self, engines: Sequence[Engine], played: Played) -> None:
        """Compare the engines on the game. Raises `Differs` at the first difference."""
        if self.whole:
            in_every_way(engines, range(self.games), self.most, played)
            return
        for seed in range(self.games):
            side_by_side(engines, seed, self.most, played)
        from_the_middle(engines, 1, played)
        in_lanes(engines, 1, played)


def sample() -> Iterator[Case]:
    """Yield all cases of the sample."""
    for name in every_game():
        yield from shipped(name)
    yield from map(authored, AUTHORED)
    yield from made_at_random()
    yield from mutants()


def shipped(name: str) -> Iterator[Case]:
    """Yield the cases of two configurations of a game, the default one and a different one.

    Over all games, the second configurations vary widely.
    """
    every = set_ups(name)
    for set_up in dict.fromkeys((every[0], every[-1 - len(name) % max(len(every) // 2, 1)])):
        yield Case(f"shipped {set_up}", partial(_program, set_up), 1, 30)


def _program(set_up: SetUp, _: Path) -> Program:
    return set_up.program()


def authored(path: str) -> Case:
    """Return the case of a game that is not shipped. If the game is long, only its beginning is played."""
    return Case(f"authored {path}", partial(_loaded, path), 2, 60, whole=path not in LONG)


def _loaded(path: str | Path, _: Path) -> Program:
    return gamespec.load(ROOT / path).compiled().measured.program


def made_at_random() -> Iterator[Case]:
    """Yield the cases of generated games, many of which end with a fault."""
    for seed in range(SEEDS):
        yield Case(f"generated {seed}", partial(generated, seed), 3, 40)
    for path in sorted(ONCE_FOUND.iterdir()):
        yield Case(f"once found {path.stem}", partial(_loaded, path), 3, 40)


def mutants() -> Iterator[Case]:
    """Yield a case for one in `EACH_OF` games and variants, with a rule mutant that is always the same."""
    for target in [target for target in targets() if target.mutants][::EACH_OF]:
        number = random.Random(str(target)).randrange(len(target.mutants))  # noqa: S311 - nothing secret
        yield Case(f"mutant {number} of {target}", partial(_mutant, target, number), 2, 30)


def _mutant(target: Target, number: int, _: Path) -> Program | None:
    with target.copied() as copy:
        return copy.program(number)
