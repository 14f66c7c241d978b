"""Compiled games agree with the definitional engine: positions, options and their order, faults, results.

The games are compiled with all optimization techniques and with none. These tests are a sample, most of which
belongs to the long check `agreement`. `bench/agreement.py` plays any number of games.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from agreement import Differs, Played, both, engines_of, side_by_side
from agreement_games import AUTHORED, every_game
from agreement_sample import Case, authored, made_at_random, mutants, shipped
from long_checks import sampled

import gamespec
from gamespec.program.tables import Head
from interpreter.play.errors import Fault

PARTS = 5
"""Number of tests among which the generated games are divided."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder for generated games; its project file lets games use everything below it."""
    (tmp_path / "gamespec.toml").touch()
    return tmp_path


def played(case: Case, folder: Path) -> Played:
    """Compare the engines on a case, and return the counts.

    If the checker rejects the game, all counts are 0.
    """
    found, program = Played(), case.program(folder)
    if program is not None:
        try:
            case.play(engines_of(program), found)
        except Differs as differs:
            differs.add_note(f"of {case.name}")
            raise
    return found


@pytest.mark.parametrize("name", sampled(every_game(), "agreement", 12))
def test_shipped_games(name: str, folder: Path) -> None:
    """Engines agree on each shipped game and variant, with default and other players and options."""
    for case in shipped(name):
        assert played(case, folder).counts["decisions"] > 1, case.name


@pytest.mark.parametrize("path", sampled(AUTHORED, "agreement", 12))
def test_authored_games(path: str, folder: Path) -> None:
    """Engines agree on the authored games of the tests, which are not shipped; some of them are long."""
    assert played(authored(path), folder).counts["decisions"] >= 4


@pytest.mark.long("agreement")
@pytest.mark.parametrize("part", range(PARTS))
def test_generated_games(part: int, folder: Path) -> None:
    """Engines agree on random games, many of which end in faults.

    Some of the games have many secrets, and some consist of common idioms.
    """
    total, cases = Played(), [*made_at_random()][part::PARTS]
    for case in cases:
        total.add(played(case, folder))
    print(total)  # noqa: T201 - shown with a failure, and with `-s`
    assert total.counts["games"] > len(cases)
    assert total.counts["decisions"] > 3 * len(cases)
    assert total.counts["redeals"] * 3 > len(cases)
    assert total.counts["records"] > len(cases)
    assert total.counts["games in lanes"] > len(cases)
    assert total.counts["faults in lanes"] + total.counts["no lane begins"]
    assert total.faults


@pytest.mark.parametrize("part", sampled(range(PARTS), "agreement", PARTS))
def test_rule_mutants(part: int, folder: Path) -> None:
    """Engines agree on games with one small change to their rules.

    This test plays a sample of the changed games; `bench/agreement.py --mutants` plays all of them.
    """
    total = Played()
    for case in [*mutants()][part::PARTS]:
        total.add(played(case, folder))
    assert total.counts["decisions"] > 20


# --- the comparison itself ------------------------------------------------------------------------------


@dataclass
class Spoilt:
    """A game that behaves like the game of its engine except in one way, which is named by `how`."""

    game: object
    how: str

    def __getattr__(self, name: str) -> object:
        found = getattr(self.game, name)
        match self.how, name:
            case "an integer", "position":
                return [*found[: Head.SEED_LOW], found[Head.SEED_LOW] + 1, *found[Head.SEED_LOW + 1 :]]
            case "a counter of chance", "position":
                at = KUHN.layout.streams
                return [*found[:at], found[at] + 1, *found[at + 1 :]]
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
        """Raise a fault instead of taking the option."""
        raise Fault("GS501", 0, f"spoilt at {option}")


class SpoiltEngine:
    """An engine that plays games of the class `Spoilt`."""

    def __init__(self, how: str) -> None:
        self._engine, self._how = both(KUHN)[0], how

    def begin(self, seed: int) -> Spoilt:
        """Return a new game that is spoilt in this engine's way."""
        return Spoilt(self._engine.begin(seed), self._how)


KUHN = gamespec.load("kuhn-poker").program()
"""A short game that uses chance."""


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize(
    "how",
    [
        "an integer",
        "a counter of chance",
        "the order of options",
        "an option more",
        "who decides",
        "the result",
        "a fault",
    ],
)
def test_what_differs_is_found(how: str, place: int) -> None:
    """A difference of any kind is found, whichever engine has it.

    If a game is spoilt in no way, no difference is reported.
    """
    engines: list[Any] = [*engines_of(KUHN)]
    engines[place] = SpoiltEngine("nothing")
    side_by_side(engines, 1, 20, Played())
    engines[place] = SpoiltEngine(how)
    with pytest.raises(Differs, match="seed 1"):
        side_by_side(engines, 1, 20, Played())
