"""A card game whose names occur in no other game. Each player knows the cards in the player's own hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["NAMES", "animals"]

ANIMALS = """\
language: 1
game: animals
title: {en: Animals, de: Tiere}
players: 2..3
enums:
  animal: [aardvark, bumblebee, crocodile, dragonfly, elephant, flamingo,
    gorilla, hedgehog, iguana, jellyfish, kangaroo, leopard]
components:
  card:
    attributes: {animal: animal}
    label: "{animal}"
    start: deck
    rows:
      - {id: aardvark, animal: aardvark}
      - {id: bumblebee, animal: bumblebee}
      - {id: crocodile, animal: crocodile}
      - {id: dragonfly, animal: dragonfly}
      - {id: elephant, animal: elephant}
      - {id: flamingo, animal: flamingo}
      - {id: gorilla, animal: gorilla}
      - {id: hedgehog, animal: hedgehog}
      - {id: iguana, animal: iguana}
      - {id: jellyfish, animal: jellyfish}
      - {id: kangaroo, animal: kangaroo}
      - {id: leopard, animal: leopard}
zones:
  deck: {of: card, ordered: true, seen_by: nobody}
  hand: {of: card, per: player, seen_by: owner}
  played: {of: card, per: player}
actions:
  play:
    label: "play {c}"
    with: {c: {from: "hand[me]"}}
    do: [{move: c, to: "played[me]"}]
  draw:
    label: "draw a card"
    when: not empty(deck)
    do: [{move: "top(deck, 1)", to: "hand[me]"}]
setup:
  - shuffle: deck
  - for: {p: players}
    do: [{move: "top(deck, 3)", to: "hand[p]"}]
phases:
  play:
    turns: clockwise
    do: [{offer: [play, draw]}]
end:
  played: {when: "empty(hand[seat(1)]) or empty(hand[seat(2)])"}
score:
  cards: size(played[player])
limit: {decisions: 60, then: draw}
"""

NAMES = [
    *["aardvark", "bumblebee", "crocodile", "dragonfly", "elephant", "flamingo"],
    *["gorilla", "hedgehog", "iguana", "jellyfish", "kangaroo", "leopard"],
]


@pytest.fixture
def animals(tmp_path: Path) -> Path:
    """Return a new folder that contains the game."""
    folder = tmp_path / "animals"
    folder.mkdir()
    (folder / "game.yaml").write_text(ANIMALS, encoding="utf-8")
    return folder
