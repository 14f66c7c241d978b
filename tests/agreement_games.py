"""The games on which engines are compared: shipped games, generated games, and rule mutants.

A rule mutant is a shipped game, or a game of the tests, with one small change of its rules
(`mutation/mutants`), such as a negated condition, an exchanged operator, a number off by one, or a step left
out or swapped. Games by human authors are full of idioms. A mutant preserves them, except for something
unusual in one place.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

from mutants import Mutant, mutants
from strategies import engine
from strategies.claims import Tally, built, made
from strategies.dice import Rolled
from strategies.games import make_game
from strategies.idioms import make_idioms
from strategies.secrets import make_secrets

import gamespec
from gamespec.compile import Compiled
from gamespec.configurations import PLAYERS, Rows
from gamespec.program import Program
from gamespec.spec import OptionError, Spec, SpecError
from gamespec.trees import types as t

__all__ = [
    "AUTHORED",
    "SetUp",
    "Target",
    "every_game",
    "generated",
    "set_ups",
    "targets",
]

ROOT = Path(__file__).parents[1]

AUTHORED = (
    "tests/games/authored/chess.yaml",
    "tests/games/authored/draughts.yaml",
    "tests/games/authored/go.yaml",
    "tests/games/authored/backgammon/game.yaml",
    "tests/games/authored/caravanserai/game.yaml",
    "tests/games/authored/five-hundred/game.yaml",
    "tests/games/authored/lamplight/game.yaml",
    "tests/games/authored/roadstead/game.yaml",
    "tests/games/authored/terrace/game.yaml",
    "tests/games/byway/game.yaml",
    "tests/games/causeway/game.yaml",
    "tests/games/corners/game.yaml",
    "tests/games/palisade/game.yaml",
    "tests/games/tannery/game.yaml",
    "tests/compiled/golden/marked/game.yaml",
    "tests/compiled/golden/taken/game.yaml",
    "tests/expr/ahead/game.yaml",
    "tests/expr/plane/game.yaml",
    "tests/expr/sample/game.yaml",
    "tests/expr/terms/game.yaml",
    "tests/games/heath/game.yaml",
    "tests/games/squirrels/game.yaml",
    "tests/games/authored/gridlock.yaml",
)
"""The games of the tests, as paths relative to the root of the repository."""


@lru_cache(maxsize=1)
def _spec(name: str) -> gamespec.Spec:
    """Load a game by its name or path.

    The most recent game is cached, because several set-ups of it are used in succession.
    """
    return gamespec.load(name)


MOST_OF_A_MUTANT = 500
"""Maximum number of decisions in a game of a rule mutant."""


@dataclass(frozen=True)
class SetUp:
    """A configuration of a game, with its name or path, the number of players, and option values by name."""

    name: str
    players: int
    options: tuple[tuple[str, str], ...] = ()

    def program(self) -> Program:
        """Return the compiled program, including measures.

        Raises `OptionError` if the game does not allow the options.
        """
        return _spec(self.name).compiled(self.players, dict(self.options)).measured.program

    def places(self) -> Sequence[object]:
        """Return the source span of each part of the game, indexed by the number of its place."""
        return _spec(self.name).compiled(self.players, dict(self.options)).names.places

    def __str__(self) -> str:
        return " ".join([self.name, f"{self.players}p", *(f"{name}={value}" for name, value in self.options)])


def set_ups(name: str) -> list[SetUp]:
    """Return configurations that together cover each pair of option values and numbers of players.

    Of a numeric option, only the default, the least and the greatest value are used.
    """
    spec = _spec(name)
    world = spec.world()
    factors: dict[str, tuple[int, ...]] = {PLAYERS: tuple(spec.players)}
    for option, declared in world.options.items():
        first, size = t.domain(declared.type) or (0, 1)
        values = (
            range(first, first + size) if isinstance(declared.type, t.Named) else (first, first + size - 1)
        )
        factors[option] = tuple(dict.fromkeys((declared.value, *values)))
    found: list[SetUp] = []
    for row in Rows(factors).covering():
        chosen = ((o, world.values.text(world.options[o].type, row[o])) for o in row if o != PLAYERS)
        found.append(SetUp(name, row[PLAYERS], tuple(chosen)))
    return [each for each in found if _stands(spec, each)]


def _stands(spec: gamespec.Spec, set_up: SetUp) -> bool:
    """Return whether a game allows the options of a configuration."""
    try:
        spec.compiled(set_up.players, dict(set_up.options))
    except (OptionError, SpecError):
        return False
    return True


def every_game() -> list[str]:
    """Return the names of the shipped games, each followed by those of its variants."""
    names = gamespec.games()
    return [name for n in names for name in (n, *(f"{n}+{v}" for v in gamespec.variants(n)))]


def generated(seed: int, folder: Path) -> Program | None:
    """Return the program of the game generated from a seed, including measures.

    Return `None` if the checker rejects the game. Half of the games use any constructs, a quarter have many
    secrets, and a quarter consist of idioms. A third of the programs check their invariants.
    """
    dice, tally = Rolled(seed), Tally()
    match seed % 4:
        case 1:
            program = built(make_secrets(dice), folder, tally)
        case 3:
            program = made(make_idioms(dice), folder, tally)
        case _:
            program = built(make_game(dice), folder, tally)
    if program is None:
        return None
    compiled = engine.compiled_of(program)
    if seed % 3 == 0:
        compiled = gamespec.load(folder / "game.yaml").compiled(checked=True)
    return compiled.measured.program


@dataclass(frozen=True)
class Target:
    """A game to mutate, given by its path. Only the rules of a variant are mutated if one is named."""

    path: Path
    variant: str = ""

    def __str__(self) -> str:
        name = self.path.relative_to(ROOT).as_posix().removeprefix("games/")
        return f"{name}+{self.variant}" if self.variant else name

    @cached_property
    def mutants(self) -> list[Mutant]:
        """All mutants of the game's rules."""
        return mutants(self.path, self.variant)

    @cached_property
    def set_ups(self) -> list[SetUp]:
        """The configurations of the unmutated game."""
        return set_ups(f"{self.path}+{self.variant}" if self.variant else str(self.path))

    @contextmanager
    def copied(self) -> Iterator[Copy]:
        """Copy the game's folder into a temporary folder in which files can be mutated."""
        folder = self.path if self.path.is_dir() else self.path.parent
        with TemporaryDirectory() as place:
            copy = Path(place) / folder.name
            shutil.copytree(folder, copy)
            (Path(place) / "gamespec.toml").touch()
            yield Copy(self, copy, copy if self.path.is_dir() else copy / self.path.name)


@dataclass(frozen=True)
class Copy:
    """A copy of a game's folder, and the path by which to load the game."""

    target: Target
    folder: Path
    path: Path

    def program(self, number: int) -> Program | None:
        """Return the program of the mutant with a given index, or `None` if the checker rejects it."""
        compiled = self.compiled(number)
        return None if compiled is None else compiled.program

    def compiled(self, number: int) -> Compiled | None:
        """Compile the mutant with a given index, including measures, or return `None` if it is rejected.

        Successive mutants use different configurations of the game in turn. Their games end after a few
        hundred decisions, because those of some mutants go on for very long.
        """
        chosen = self.target.set_ups
        set_up = chosen[number % len(chosen)]
        with self.planted(number) as spec:
            try:
                if spec is None:
                    return None
                made = spec.compiled(set_up.players, dict(set_up.options)).measured
            except (OptionError, SpecError):
                return None
        limit = made.program.limit
        shorter = replace(limit, decisions=min(limit.decisions, MOST_OF_A_MUTANT))
        return replace(made, program=replace(made.program, limit=shorter))

    @contextmanager
    def planted(self, number: int) -> Iterator[Spec | None]:
        """Change the files to those of the mutant with a given index, and load it, until the context is left.

        Its specification is `None` if the checker rejects it.
        """
        mutant = self.target.mutants[number]
        file = self.folder / mutant.file
        original = file.read_text(encoding="utf-8")
        file.write_text(mutant.apply(original), encoding="utf-8")
        name = f"{self.path}+{self.target.variant}" if self.target.variant else str(self.path)
        try:
            yield gamespec.load(name)
        except SpecError:
            yield None
        finally:
            file.write_text(original, encoding="utf-8")


def targets() -> list[Target]:
    """Return all games to mutate, which are the shipped games, the games of the tests, and their variants."""
    paths = [ROOT / "games" / name for name in gamespec.games()]
    paths += [(ROOT / path).parent if path.endswith("/game.yaml") else ROOT / path for path in AUTHORED]
    return [Target(path, variant) for path in paths for variant in ("", *_variants(path))]


def _variants(path: Path) -> list[str]:
    return sorted(file.stem for file in (path / "variants").glob("*.yaml"))
