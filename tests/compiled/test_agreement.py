"""Compiled games are the definitional engine's: positions, options and their order, faults, results.

This is a sample; `bench/agreement.py` plays as many games as one likes.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from agreement import (
    Differs,
    Played,
    SetUp,
    batches,
    both,
    every_game,
    from_redeals,
    from_the_middle,
    generated,
    set_ups,
    side_by_side,
)

import gamespec
from gamespec.program import Program
from gamespec.program.tables import Head
from interpreter.play.errors import Fault

AUTHORED = (
    "tests/games/authored/chess.yaml",
    "tests/games/authored/draughts.yaml",
    "tests/games/authored/go.yaml",
    "tests/games/authored/roadstead/game.yaml",
    "tests/games/authored/backgammon/game.yaml",
    "tests/games/byway/game.yaml",
    "tests/games/causeway/game.yaml",
    "tests/games/palisade/game.yaml",
    "tests/games/tannery/game.yaml",
)

SEEDS = 60
"""So many games made at random are in the sample."""

ONCE_FOUND = (98, 222, 994, 4708)
"""Seeds of games that have found something: a question that offers nothing, one that is put to nobody, an end
in a loop whose slots share places with others."""


def compare(program: Program, games: int, most: int) -> Played:
    """Play some games side by side, and as many to their end; what was compared."""
    played, engines = Played(), both(program)
    for seed in range(games):
        side_by_side(engines, seed, most, played)
        from_redeals(engines, seed, most, played)
        from_the_middle(engines, seed, played)
    batches(engines, range(games), played)
    return played


def spread(name: str) -> list[SetUp]:
    """Two set-ups of a game: as it comes, and another one; of all games together they are many."""
    every = set_ups(name)
    return list(dict.fromkeys((every[0], every[-1 - len(name) % max(len(every) // 2, 1)])))


@pytest.mark.parametrize("name", every_game())
def test_shipped_games(name: str) -> None:
    """Each game and variant, as it comes and with other players and options."""
    for set_up in spread(name):
        assert compare(set_up.program(), 1, 30).counts["decisions"] > 1, set_up


@pytest.mark.parametrize("path", AUTHORED)
def test_authored_games(path: str) -> None:
    """Games that are not shipped, some of which go on for long."""
    played, engines = Played(), both(gamespec.load(path).program())
    for seed in range(2):
        side_by_side(engines, seed, 60, played)
    from_the_middle(engines, 1, played)
    assert played.counts["decisions"] >= 4


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where a generated game lies, with all that may be read with it."""
    (tmp_path / "gamespec.toml").touch()
    return tmp_path


def test_generated_games(folder: Path) -> None:
    """Games made at random, half of them full of secrets; many come to faults."""
    played = Played()
    for seed in (*range(SEEDS), *ONCE_FOUND):
        program = generated(seed, folder)
        if program is not None:
            try:
                played.add(compare(program, 3, 40))
            except Differs as differs:
                differs.add_note(f"of the game of seed {seed}")
                raise
    print(played)  # noqa: T201 - shown with a failure, and with `-s`
    assert played.counts["games"] > SEEDS
    assert played.counts["decisions"] > 3 * SEEDS
    assert played.counts["redeals"] * 3 > SEEDS
    assert len(played.faults) > 3


# --- that it can fail -----------------------------------------------------------------------------------


@dataclass
class Spoilt:
    """An engine's game that is another one in some way."""

    game: object
    how: str

    def __getattr__(self, name: str) -> object:
        found = getattr(self.game, name)
        match self.how, name:
            case "an integer", "position":
                return [*found[: Head.SEED_LOW], found[Head.SEED_LOW] + 1, *found[Head.SEED_LOW + 1 :]]
            case "the order of options", "options":
                return found[::-1]
            case "an option more", "options":
                return (*found, *found[:1])
            case "who decides", "player":
                return found + 1
            case "the result", "result":
                return None
            case "a fault", "play":
                return self.fails
            case _:
                return found

    def fails(self, option: object) -> None:
        """Come to a fault."""
        raise Fault("GS501", 0, f"spoilt at {option}")


class SpoiltEngine:
    """An engine whose games are spoilt."""

    def __init__(self, program: Program, how: str) -> None:
        self._engine, self._how = both(program)[0], how

    def begin(self, seed: int) -> Spoilt:
        """A game that is spoilt."""
        return Spoilt(self._engine.begin(seed), self._how)


@pytest.mark.parametrize(
    "how",
    ["an integer", "the order of options", "an option more", "who decides", "the result", "a fault"],
)
def test_what_differs_is_found(how: str) -> None:
    """Whatever differs is told; nothing of that kind is where nothing is spoilt."""
    program = gamespec.load("tic-tac-toe").program()
    right = both(program)[0]
    side_by_side((right, SpoiltEngine(program, "nothing")), 1, 20, Played())  # type: ignore[arg-type]  # as far as asked
    with pytest.raises(Differs, match="seed 1"):
        side_by_side((right, SpoiltEngine(program, how)), 1, 20, Played())  # type: ignore[arg-type]  # as above
