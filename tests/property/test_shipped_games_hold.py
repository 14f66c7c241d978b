"""The shipped games have the properties of generated games, too."""

from __future__ import annotations

from pathlib import Path

import pytest
from long_checks import sampled, split
from strategies import engine
from strategies.claims import Tally, explicit_play, play
from strategies.dice import Rolled
from strategies.distinct import texts_differ
from strategies.documents import printed_again
from strategies.indistinct import nothing_tells_apart

from gamespec import load
from interpreter import Game
from interpreter.words import Words

GAMES = sorted((Path(__file__).parents[2] / "games").glob("*/game.yaml"))
NAMES = [
    *(str(path.parent) for path in GAMES),
    *(f"{path.parent}+{v.stem}" for path in GAMES for v in sorted(path.parent.glob("variants/*.yaml"))),
]
DECISIONS = 40
"""Number of decisions per game at which the texts of options are compared."""


@pytest.mark.parametrize("name", sampled(NAMES, "generated", 5), ids=lambda name: Path(name).name)
def test_printed_again(name: str, folder: Path) -> None:
    """A shipped game is the same program after it has been printed and read again."""
    spec = load(name)
    (folder / "printed").mkdir()
    for table in Path(name.partition("+")[0]).rglob("*.csv"):
        (folder / "printed" / table.name).write_bytes(table.read_bytes())
    printed_again(spec, folder)


@pytest.mark.parametrize("path", sampled(GAMES, "generated", 5), ids=lambda path: path.parent.name)
def test_play(path: Path) -> None:
    """While a shipped game is played, every value lies in its type, and the properties of all games hold."""
    tally = Tally()
    with engine.watched():
        program = engine.program_of(load(path.parent))
        play(program, Rolled(1), tally)
        explicit_play(program, Rolled(2), tally)
    assert not tally.faults
    assert tally.counts["decisions"] > 0


@pytest.mark.long("generated")
@pytest.mark.parametrize("name", NAMES, ids=lambda name: Path(name).name)
def test_texts_differ(name: str) -> None:
    """In each language, the options of a decision have different texts, even late in a shipped game."""
    compiled = load(name).compiled()
    languages, dice = [Words(compiled, language) for language in ("en", "de")], Rolled(1)
    for seed in range(2):
        game = Game(compiled.program, seed)
        for _ in range(DECISIONS):
            if game.over:
                break
            for words in languages:
                texts_differ(words, game)
            game.play(dice.pick(game.options))


@pytest.mark.parametrize(
    "name",
    split(NAMES, "generated", lambda name: name in {"hanabi", "kuhn-poker", "rufus"}),
    ids=lambda name: Path(name).name,
)
def test_nothing_tells_apart(name: str) -> None:
    """A player cannot distinguish histories that show the player the same, for any number of players."""
    spec, tally = load(name), Tally()
    for players in spec.players:
        nothing_tells_apart(spec.compiled(players), Rolled(players), tally, 1, trusted=True)
    assert not tally.faults
    assert tally.counts["one sequence"] > 0
