"""Tests for information states in words, which contain exactly what the player was told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gamespec import load
from interpreter import Game, Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gamespec.program import Program


def positions(program: Program, seeds: int) -> Iterator[Game]:
    """Yield every position that games with seeds below `seeds` can reach, for all answers of the players."""
    waiting = [Game(program, seed, record=True) for seed in range(seeds)]
    while waiting:
        game = waiting.pop()
        yield game
        for option in game.options:
            after = game.clone()
            after.apply(option)
            waiting.append(after)


@pytest.mark.parametrize(("name", "seeds"), [("kuhn-poker", 40), ("goofspiel+hidden-bids", 3)])
def test_one_state_has_one_text(name: str, seeds: int) -> None:
    """Two information states have the same text if and only if they are the same state.

    In Kuhn poker somebody decides in 12 information states, namely in four situations with one of three
    cards.
    """
    compiled = load(name).compiled(2, {} if name == "kuhn-poker" else {"cards": 3})
    words = Words(compiled)
    texts: dict[tuple[object, ...], set[tuple[str, ...]]] = {}
    decides = set()
    for game in positions(compiled.program, seeds):
        for player in range(2):
            state = game.information_state(player)
            texts.setdefault((player, state), set()).add(tuple(words.information_state(game, player)))
            if game.decision is not None and game.player == player:
                decides.add((player, state))
    assert all(len(text) == 1 for text in texts.values())
    assert len({(player, *text) for (player, _), text in texts.items()}) == len(texts)
    if name == "kuhn-poker":
        assert len(decides) == 12


def test_the_lines() -> None:
    """The text has a line for each event, as the player was told of it, and lists the options on offer."""
    compiled = load("kuhn-poker").compiled()
    game, words = Game(compiled.program, 4, record=True), Words(compiled)
    own = next(c for zone in game.observation(1).zones for c in zone if c >= 0)
    game.apply(game.options[0])
    offered = ", ".join(str(option.number) for option in game.options)
    assert words.information_state(game, 1) == [
        "deck is shuffled",
        "a card goes from deck to p1's hand",
        "p1 gives 1 chip to the bank",
        f"{words.component(own)} goes from deck to your hand",
        "you give 1 chip to the bank",
        "phase: betting",
        "p1 is asked",
        "p1: check",
        f"p2 is asked: {offered}",
    ]


def test_without_a_record_there_is_none() -> None:
    """A game that does not record its events has no information states."""
    compiled = load("kuhn-poker").compiled()
    with pytest.raises(ValueError, match="there is no record of what has happened"):
        Words(compiled).information_state(Game(compiled.program), 0)
