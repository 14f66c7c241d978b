"""Tests for icons in scenes: which look gives a thing its icon, and that terminals keep its symbol."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from inside import Named

from gamespec.program.written import program_hash
from interpreter.drawn.text import table_text
from interpreter.scene.looks import looks_of
from interpreter.scene.scene import scene_of
from interpreter.scene.things import Look

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

    Maker = Callable[[str], Spec]

GAME = """
    players: 2
    enums:
      suit: [clubs, hearts]
      beast: [cat, dog]
    components:
      card:
        attributes: {beast: beast?, suit: suit}
        rows: [{id: a, beast: cat, suit: clubs}, {id: b, beast: dog, suit: hearts}, {id: c, suit: hearts}]
        start: deck
      pawn: {per: player, rows: [{id: pawn}], start: "home[owner]"}
      crest:
        per: player
        attributes: {suit: suit}
        rows: [{id: one, suit: clubs}, {id: two, suit: hearts}]
        start: shop[owner]
    zones:
      deck: {of: card}
      home: {of: pawn, per: player}
      shop: {of: crest, per: player}
    variables:
      round: {type: 0..9, start: 1}
      trump: {type: suit, start: hearts}
      leader: {type: player, start: seat(2)}
    resources:
      gold: {type: 0..9, per: player}
    actions:
      go: {do: [{set: {round: 2, trump: clubs, leader: me}}, {transfer: 1, from: gold.bank, to: "gold[me]"}]}
    phases:
      play: {turns: clockwise, do: [{offer: [go], ask: always}]}
    limit: {decisions: 9, then: draw}
    view:
"""
PLAYERS = "players: [{symbol: F, color: orange, icon: paw-print}, {symbol: G, color: white, icon: bird}]"
SUITS = "suit: {clubs: {symbol: ♣, color: black, icon: club}, hearts: {symbol: ♥, color: red, icon: heart}}"
PLAIN_SUITS = "suit: {clubs: {symbol: ♣, color: black}, hearts: {symbol: ♥, color: red}}"
BEASTS = "beast: {cat: {icon: cat}, dog: {icon: dog}}"


def made(game_of: Maker, *view: str) -> Named:
    """Return a game whose view has the given lines."""
    return Named(game_of(GAME + "".join(f"      {line}\n" for line in view)))


def drawn(game: Named, kind: str) -> list[str]:
    """Return the icons of the components of a kind, in the order of declaration."""
    looks, type_ = looks_of(game.words), game.compiled.world.kinds[kind].type
    return [looks.component(c).icon for c in range(type_.first, type_.first + type_.size)]


def test_players_values_and_stores_have_the_icons_that_the_view_gives(game_of: Maker) -> None:
    """A value has the icon of its look. A variable's own icon stands in for values that have no look."""
    game = made(
        game_of,
        PLAYERS,
        f"values: {{{SUITS}}}",
        "variables: {round: {icon: timer}, trump: {icon: crown}}",
        "resources: {gold: {symbol: $, icon: coins}}",
    )
    scene = scene_of(game.words, game, 0)
    assert [player.look for player in scene.players] == [
        Look("F", "orange", "paw-print"),
        Look("G", "white", "bird"),
    ]
    values = {value.name: value.look for group in scene.groups for value in group.values}
    assert values["round"] == Look(icon="timer")
    assert values["trump"] == Look("♥", "red", "heart")
    assert values["leader"] == Look("G", "white", "bird")
    assert ("clubs", Look("♣", "black", "club")) in scene.legend
    assert looks_of(game.words).store("gold") == Look("$", "", "coins")


def test_a_player_without_a_look_has_no_icon(game_of: Maker) -> None:
    """There are symbols and colours for players by default, but no icons."""
    game = made(game_of, "players: [{icon: paw-print}]")
    looks = looks_of(game.words)
    assert [looks.player(seat) for seat in (0, 1)] == [Look("●", "red", "paw-print"), Look("○", "blue")]


@pytest.mark.parametrize(
    ("values", "said", "icons"),
    [
        # the attribute that gives the colour comes first, though it stands behind the other one
        (f"{SUITS}, {BEASTS}", "", ["club", "heart", "heart"]),
        # if it has no icons, the first attribute that has some gives them
        (f"{PLAIN_SUITS}, {BEASTS}", "", ["cat", "dog", ""]),
        (f"{PLAIN_SUITS}, {BEASTS}", "color: beige", ["cat", "dog", ""]),
        (PLAIN_SUITS, "", ["", "", ""]),
        # the view names an attribute; a value without an icon leaves that of the colour
        (f"{SUITS}, {BEASTS}", "icon: beast", ["cat", "dog", "heart"]),
        (f"{SUITS}, {BEASTS}", "icon: suit, color: beige", ["club", "heart", "heart"]),
        # the view names an icon
        (f"{SUITS}, {BEASTS}", "icon: cards-three", ["cards-three", "cards-three", "cards-three"]),
    ],
)
def test_a_component_has_the_icon_of_an_attribute_or_of_its_kind(
    values: str, said: str, icons: list[str], game_of: Maker
) -> None:
    """The precedence of icons is that of colours, and the colour stays what it is without icons."""
    game = made(game_of, f"values: {{{values}}}", f"components: {{card: {{{said}}}}}")
    assert drawn(game, "card") == icons


def test_an_owner_gives_the_icon_with_the_colour(game_of: Maker) -> None:
    """A component with its owner's colour has the owner's icon, unless something printed on it has one."""
    assert drawn(made(game_of, PLAYERS), "pawn") == ["paw-print", "bird"]
    assert drawn(made(game_of, PLAYERS, "components: {pawn: {icon: owner}}"), "pawn") == ["paw-print", "bird"]
    assert drawn(made(game_of, PLAYERS, "components: {pawn: {icon: user}}"), "pawn") == ["user", "user"]
    assert drawn(made(game_of, PLAYERS, "components: {pawn: {color: beige}}"), "pawn") == ["", ""]
    coloured = made(game_of, PLAYERS, f"values: {{{PLAIN_SUITS}}}")
    assert drawn(coloured, "crest") == ["", "", "", ""]
    uncoloured = made(game_of, PLAYERS, "values: {suit: {clubs: {icon: club}}}")
    assert drawn(uncoloured, "crest") == ["club", "paw-print", "club", "bird"]


def test_an_icon_changes_neither_symbols_nor_the_program(game_of: Maker) -> None:
    """Terminals show the same text with and without icons, and the identity of the game stays the same."""
    plain = made(game_of, f"values: {{{PLAIN_SUITS}}}")
    rich = made(game_of, f"values: {{{SUITS}}}", "components: {card: {icon: suit}}")
    texts = [table_text(scene_of(game.words, game, 0)) for game in (plain, rich)]
    assert texts[0] == texts[1]
    assert program_hash(plain.program) == program_hash(rich.program)
