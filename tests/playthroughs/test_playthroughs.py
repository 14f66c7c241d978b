"""Golden games: one of each shipped game, in readable form, so that the effects of a change can be seen.

The files beside this one hold what each seat observes at the beginning; then, for each decision, the prompt,
the options, the answer (`>`) and the events; and the result. `--update-golden` rewrites them; read every
change in them.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from long_checks import sampled

from gamespec import games, load, variants
from interpreter import Game
from interpreter.contract import choose_at_random
from interpreter.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HERE = Path(__file__).parent
NAMES = [name for game in games() for name in (game, *(f"{game}+{v}" for v in variants(game)))]

SEED = 1
LOGGED = 25
"""Number of decisions shown from the beginning; a fifth of it are shown from the end."""
SHOWN = 8
"""Number of options shown at a decision."""
OBSERVED = 10
"""Number of decisions after which the player's observation is shown again."""


def observation(words: Words, game: Game, seat: int) -> Iterator[str]:
    """Yield the lines of what a seat observes."""
    yield f"  what p{seat + 1} observes:"
    yield from (f"    {line}" for line in words.describe(game, seat).splitlines() or ["nothing"])


def decision(words: Words, game: Game, step: int) -> Iterator[str]:
    """Take a random option, and yield the lines of the decision and of the events that follow it."""
    taken, player, before = choose_at_random(game, SEED, step), game.player, len(game.events)
    if step % OBSERVED == OBSERVED - 1:
        yield from observation(words, game, player)
    yield f"{step + 1}. p{player + 1}: {words.prompt(game)}"
    shown = [option for i, option in enumerate(game.options) if i < SHOWN or option == taken]
    for option in shown:
        yield f"  {'>' if option == taken else ' '} {words.option(game, option)}  [{option.number}]"
    if len(shown) < len(game.options):
        yield f"    and {len(game.options) - len(shown)} more"
    game.apply(taken)
    told = [text for event in game.events[before:] if (text := words.event(event)) is not None]
    yield from (f"      {text}" for text in told)


def playthrough(name: str) -> Iterator[str]:
    """Yield the lines of a whole game, or of the beginning and the end of a long game."""
    spec = load(name)
    players = spec.players[min(1, len(spec.players) - 1)]
    compiled = spec.compiled(players)
    game, words = Game(compiled.program, SEED, record=True), Words(compiled)
    yield f"{spec.title}, {players} players, seed {SEED}"
    for seat in range(players):
        yield from observation(words, game, seat)
    told: list[list[str]] = []
    while not game.over:
        told.append(list(decision(words, game, len(told))))
    end = max(LOGGED, len(told) - LOGGED // 5)
    for lines in told[:LOGGED]:
        yield from lines
    if end > LOGGED:
        yield f"… {end - LOGGED} decisions …"
    for lines in told[end:]:
        yield from lines
    result = game.result
    assert result is not None
    yield f"the end: {words.reason(result.outcome)}"
    for seat, (place, score) in enumerate(zip(result.places, result.scores, strict=True), 1):
        yield f"  p{seat}: place {place}, score {score}"


@pytest.mark.parametrize("name", sampled(NAMES, "golden", 5))
def test_playthrough(name: str, golden: Callable[[Path, str], None]) -> None:
    """A game with a fixed seed and random answers has the same text as before."""
    golden(HERE / f"{name}.txt", "\n".join(playthrough(name)))


def test_every_game_has_a_playthrough() -> None:
    """Each shipped game and variant has a golden game, and no golden game is left over."""
    assert {path.stem for path in HERE.glob("*.txt")} == set(NAMES)
