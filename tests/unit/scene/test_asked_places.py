"""Tests that a decision about a tile says which tile it is, so that a page can show it in its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import gamespec
from interpreter import Game
from interpreter.play.luck import Draws
from interpreter.scene.asked import asked_of
from interpreter.scene.scene import scene_of
from interpreter.words import Words

if TYPE_CHECKING:
    from interpreter.scene.choices import Asked
    from interpreter.scene.things import Piece


def decisions(seed: int, many: int) -> list[tuple[Game, Words, Asked]]:
    """Return decisions of a random game of Carcassonne at which a tile is laid."""
    compiled = gamespec.load("carcassonne").compiled()
    words, game, draws = Words(compiled, "en"), Game(compiled.program, seed), Draws(seed, "tiles")
    found = []
    while len(found) < many:
        asked = asked_of(words, game)
        assert asked is not None
        if any(member.shows for member in asked.members):
            found.append((game.clone(), words, asked))
        game.apply(game.options[draws.below(len(game.options))])
    return found


def drawn_tile(game: Game, words: Words) -> Piece:
    """Return the tile that lies in the zone of the tile drawn, as the deciding player sees it."""
    places = scene_of(words, game, game.player).groups[0].places
    (piece,) = next(place.pieces for place in places if place.name == "tile drawn")
    return piece


def test_a_rotation_shows_the_tile_that_was_drawn() -> None:
    """Each rotation shows the tile that was drawn, and says by how many quarter turns it is turned."""
    for game, words, asked in decisions(3, 5):
        tile = drawn_tile(game, words)
        turns = [member for member in asked.members if member.shows]
        assert {member.shows[0] for member in turns if member.shows} == set(tile.refs)
        assert all(member.text == f"{90 * member.shows[1]}°" for member in turns if member.shows)
        assert {member.shows[1] for member in turns if member.shows} <= set(tile.turns)
