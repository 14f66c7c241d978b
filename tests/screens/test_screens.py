"""Tests what `gamespec play` shows for each shipped game, at its beginning and halfway through.

The golden files in this folder contain the deciding player's screen, in a terminal of 80 columns and 24
lines, in English and German. `--update-golden` rewrites them. Review every change to them, and ask whether a
person could play with this screen.
"""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from long_checks import sampled

from gamespec import games, load
from interpreter import Game
from interpreter.cli.app import cli
from interpreter.contract import choose_at_random
from interpreter.play.luck import Seeds
from interpreter.replay import Origin
from interpreter.sitting import Sitting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HERE = Path(__file__).parent
SEED = 1
WIDTH, HEIGHT = 80, 24


@pytest.fixture(scope="module")
def halfway(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Return a function that saves a game halfway through, and returns the path of its file.

    The game is between people who give random answers.
    """
    made: dict[str, Path] = {}

    def saved(name: str) -> Path:
        if name not in made:
            made[name] = tmp_path_factory.mktemp("saved") / f"{name}.json"
            _halfway(name, made[name])
        return made[name]

    return saved


def _halfway(name: str, file: Path) -> None:
    spec = load(name)
    players = spec.players[min(1, len(spec.players) - 1)]
    compiled = spec.compiled(players)
    whole = Game(compiled.program, SEED)
    for step in count():
        if whole.over:
            break
        whole.apply(choose_at_random(whole, SEED, step))
    sitting = Sitting(compiled, Origin.of(spec), Seeds(SEED, 0), ("human",) * players, "en")
    for number in range(step // 2):
        sitting.answer(choose_at_random(sitting.game, SEED, number))
    sitting.save(file)


def screen(*arguments: str) -> str:
    """Return what `gamespec play` shows to a person who opens the screen and quits."""
    runner = CliRunner(env={"COLUMNS": str(WIDTH), "LINES": str(HEIGHT)})
    done = runner.invoke(cli, ["play", *arguments], input="\nquit\n", catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def screens(name: str, language: str, saved: Path) -> Iterator[str]:
    """Yield the first screen of a game, then the screen of the saved game."""
    players = load(name).players
    number = players[min(1, len(players) - 1)]
    everybody = ",".join(["human"] * number)
    yield screen(name, "--seats", everybody, "--seed", str(SEED), "--lang", language)
    yield screen("--load", str(saved), "--seats", everybody, "--lang", language)


@pytest.mark.parametrize(
    ("name", "language"), sampled([(name, each) for name in games() for each in ("en", "de")], "golden", 11)
)
def test_screens(
    golden: Callable[[Path, str], None], halfway: Callable[[str], Path], name: str, language: str
) -> None:
    """Each screen is equal to its golden file, and fits the terminal."""
    both = [*screens(name, language, halfway(name))]
    for each in both:
        _, _, decision = each.partition("\n--- ")
        assert len(decision.splitlines()) <= HEIGHT
    shown = "\n======\n".join(both)
    assert max(map(len, shown.splitlines())) <= WIDTH
    golden(HERE / f"{name}.{language}.txt", shown.rstrip())
