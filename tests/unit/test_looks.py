"""Tests for looks and labels, which are read, shown in each language, and never affect the game itself."""

from __future__ import annotations

import json
import re
import shutil
from typing import TYPE_CHECKING

import pytest
from inside import Named
from long_checks import sampled

from gamespec import load
from gamespec.description.views import COLORS
from gamespec.loader import check
from gamespec.model.model import SpaceView, StoreView, ValueLook, ZoneView
from gamespec.program.written import program_hash
from gamespec.system.resources import directory
from interpreter.drawn.html.pen import TIMES
from interpreter.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gamespec import Spec

    Maker = Callable[[str], Spec]

GAME = """
    players: 2..3
    enums:
      suit: [clubs, hearts]
    components:
      card:
        name: {en: a card, de: eine Karte}
        back: [rank, age]
        attributes:
          suit: {type: suit, label: {en: suit, de: Farbe}}
          rank: {type: 1..3, label: {en: rank, de: Wert}}
          age: {type: 1..9, default: 7, shown: false}
        all: {suit: "{clubs, hearts}", rank: 1..3}
        label: "{suit} {rank}"
        start: deck
    spaces:
      mill: {label: {en: Mill, de: Mühle}, cells: [a, b, c], links: [[a, b], [b, c]]}
      grid_of_old: {grid: [2, 2]}
    zones:
      deck: {of: card, ordered: true, seen_by: nobody}
      hand: {of: card, per: player, seen_by: owner}
      attic: {of: card, shown: false}
    variables:
      fox: {type: mill, start: a}
      round: {type: 1..9}
    resources:
      gold: {per: player, type: 0..9, start: 1}
      dust: {per: player, type: 0..9, start: 1, shown: false}
    actions:
      go: {with: {to_cell: {from: mill, label: {en: the way, de: den Weg}}}, do: [{set: {fox: to_cell}}]}
    setup:
      - {move: "top(deck, 1)", to: "hand[seat(1)]"}
      - {move: "top(deck, 1)", to: attic}
    phases:
      chase:
        label: {en: the chase, de: die Jagd}
        turns: clockwise
        do:
          - choose: {card_given: {from: "hand[seat(1)]", label: {de: die Karte}}, n: {from: 1..2}}
            by: seat(1)
            seen_by: nobody
          - {move: "top(deck, 1)", to: attic}
          - {transfer: 1, from: "dust[seat(1)]", to: dust.bank}
          - {transfer: 1, from: "gold[seat(1)]", to: gold.bank}
          - {shuffle: deck}
          - {check: end}
      late_phase: {do: [{offer: [go], by: seat(1)}]}
    end:
      over: {when: size(attic) > 1, winner: seat(2), label: {en: all is dust, de: alles ist Staub}}
"""
VIEW = """
    view:
      players:
        - {name: {en: Black, de: Schwarz}, symbol: ●, color: black}
        - {symbol: ○, color: white}
      values:
        suit: {clubs: {symbol: ♣, color: black}, hearts: {symbol: ♥, color: red}}
      components:
        card: {short: "{suit}{rank}", color: suit}
      zones:
        hand: {lies: fan, together: true}
      variables:
        fox: {symbol: F, color: orange}
        round: {track: true}
      resources:
        gold: {color: yellow}
      spaces:
        mill:
          layout: |
            a . c
              b
"""


def both(game_of: Maker, text: str) -> tuple[Named, Words]:
    """Return a game for two players with its English words, and separately its German words."""
    game = Named(game_of(text), record=True)
    return game, Words(game.compiled, "de")


def test_labels_by_language(game_of: Maker) -> None:
    """Each label is shown in the language asked for.

    Without a label, the name is shown, with blanks in place of underscores.
    """
    game, german = both(game_of, GAME)
    english, world = game.words, game.compiled.world
    assert [english.phase(0), german.phase(0), english.phase(1)] == ["the chase", "die Jagd", "late phase"]
    assert [w.kind("card") for w in (english, german)] == ["a card", "eine Karte"]
    assert [w.attribute("card", "suit") for w in (english, german)] == ["suit", "Farbe"]
    assert [w.space("mill") for w in (english, german)] == ["Mill", "Mühle"]
    assert english.space("grid_of_old") == "grid of old"
    picks = [pick for spec in game.compiled.names.actions for pick in spec.picks]
    assert {english.pick(pick) for pick in picks} == {"the way", "die Karte", "n"}
    assert {german.pick(pick) for pick in picks} == {"den Weg", "die Karte", "n"}
    assert [w.player(0) for w in (english, german)] == ["p1", "p1"]
    assert world.game.view.players == ()


def test_choices_and_ends_are_told_in_words(game_of: Maker) -> None:
    """Prompts and endings are shown with their labels, whereas data contains the name of the end."""
    game, german = both(game_of, GAME)
    assert (game.words.prompt(game), german.prompt(game)) == ("choose die Karte, n", "die Karte, n wählen")
    game.apply(game.options[0])
    assert game.result is not None
    outcome = game.result.outcome
    assert (game.words.reason(outcome), german.reason(outcome)) == ("all is dust", "alles ist Staub")
    assert game.compiled.names.reason(outcome) == "over"


def test_unknown_components_are_called_by_their_kind(game_of: Maker) -> None:
    """An unknown component is called by its kind, followed by its back in words.

    An attribute with `shown: false` is not mentioned as part of the back.
    """
    game, german = both(game_of, GAME)
    dealt = next(e for e in game.events if type(e).__name__ == "Moved")
    assert game.words.event(dealt, 1) == "a card (back rank 1) goes from deck to p1's hand"
    assert (german.event(dealt, 1) or "").startswith("eine Karte (")
    assert "Wert 1" in (german.event(dealt, 1) or "")


def test_what_is_not_shown(game_of: Maker) -> None:
    """A zone or resource with `shown: false` is never mentioned.

    A move out of a shown zone into such a zone is mentioned, but without its destination.
    """
    game, _ = both(game_of, GAME)
    moved = [e for e in game.events if type(e).__name__ == "Moved"]
    assert game.words.event(moved[1]) == "clubs 2 leaves deck"
    game.apply(game.options[0])
    told = [text for e in game.events if (text := game.words.event(e)) is not None]
    assert not [text for text in told if "attic" in text or "dust:" in text]
    assert [text for text in told if "gold" in text] == [f"p1 loses 1 {TIMES} gold"]
    pictures = [game.words.describe(game, player) for player in (0, 1)]
    assert all("gold[p2] 1" in p and "attic" not in p and "dust" not in p for p in pictures)


def test_a_view_is_read(game_of: Maker) -> None:
    """Everything that a `view` contains is read into the game's description.

    In the layout, `b` is in the first column of the second row.
    """
    game, german = both(game_of, GAME + VIEW)
    view = game.compiled.world.game.view
    assert [(p.symbol, p.color) for p in view.players] == [("●", "black"), ("○", "white")]
    assert view.values["suit"] == {
        "clubs": ValueLook(symbol="♣", color="black"),
        "hearts": ValueLook(symbol="♥", color="red"),
    }
    assert str(view.components["card"].color) == "suit"
    assert view.zones == {"hand": ZoneView(lies="fan", together=True)}
    assert view.variables == {
        "fox": StoreView(symbol="F", color="orange"),
        "round": StoreView(track=True),
    }
    assert view.resources == {"gold": StoreView(color="yellow")}
    assert view.spaces == {"mill": SpaceView(layout={"a": (0, 0), "c": (2, 0), "b": (0, 1)})}
    short = game.compiled.names.shorts["card"].text.by_language["en"][0]
    assert short.literals == ("", "", "")
    assert [w.player(seat) for w in (game.words, german) for seat in (0, 1)] == [
        "Black", "p2", "Schwarz", "p2",
    ]  # fmt: skip
    assert game.words.zone(1) == "hand[Black]"


@pytest.mark.parametrize(
    "name", sampled(sorted(path.name for path in directory("games").iterdir()), "commands", 4)
)
def test_a_view_changes_no_shipped_game(name: str, tmp_path: Path) -> None:
    """Every shipped game and variant compiles to the same program if its `view` is removed."""
    folder = tmp_path / name
    shutil.copytree(directory("games") / name, folder)
    stripped = tmp_path / "without" / name
    shutil.copytree(folder, stripped)
    for path in (stripped / "game.yaml", *(stripped / "variants").glob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        text = re.sub(r"^view:\n(?:[ #].*\n|\n)*", "", text, flags=re.MULTILINE)
        path.write_text(re.sub(r"^ +(- set: \{)?view\..*\n", "", text, flags=re.MULTILINE), encoding="utf-8")
    overlays = ["", *(f"+{path.stem}" for path in sorted((folder / "variants").glob("*.yaml")))]
    for overlay in overlays:
        seen, plain = (load(f"{place}{overlay}") for place in (folder, stripped))
        assert plain.model.view.players == ()
        assert not plain.model.view.values
        for players in (seen.players[0], seen.players[-1]):
            assert program_hash(seen.program(players)) == program_hash(plain.program(players))


def test_a_view_changes_no_program(game_of: Maker) -> None:
    """Adding a `view` to a game, or changing a label, does not change its program."""
    plain = program_hash(game_of(GAME).program(2))
    assert program_hash(game_of(GAME + VIEW).program(2)) == plain
    assert program_hash(game_of(GAME.replace("the chase", "a chase")).program(2)) == plain


def test_the_palette_is_that_of_the_schema() -> None:
    """The colors that a `view` may name are exactly those that the schema accepts."""
    text = (directory("schemas") / "game.schema.json").read_text(encoding="utf-8")
    assert tuple(json.loads(text)["$defs"]["color"]["enum"]) == COLORS


def test_an_overlay_adds_looks(tmp_path: Path) -> None:
    """An overlay may add looks for further values directly, but needs an edit to change existing looks."""
    head = "language: 1\ngame: {}\ntitle: T\n"
    tail = "phases: {play: {do: []}}\nlimit: {decisions: 9, then: draw}\n"
    (tmp_path / "game.yaml").write_text(
        head.format("g") + "players: 2\nenums: {suit: [a, b], way: [c, d]}\n"
        "view: {values: {suit: {a: {symbol: A}}}}\n" + tail
    )
    (tmp_path / "variants").mkdir()
    overlay = tmp_path / "variants" / "more.yaml"
    more = (
        head.format("g-more")
        + "extends: g\nview: {values: {way: {c: {symbol: C}}}, players: [{symbol: X}]}\n"
    )
    overlay.write_text(
        more + "edit: [{set: {view.values.suit.a.color: red}}, {add: {view.values.suit: {b: {symbol: B}}}}]\n"
    )
    view = load(f"{tmp_path}+more").model.view
    assert view.values == {
        "suit": {"a": ValueLook(symbol="A", color="red"), "b": ValueLook(symbol="B")},
        "way": {"c": ValueLook(symbol="C")},
    }
    assert [look.symbol for look in view.players] == ["X"]
    overlay.write_text(more.replace("way: {c", "suit: {a"))
    (wrong,) = check(f"{tmp_path}+more").diagnostics
    assert (wrong.code, wrong.span.text) == ("GS210", "suit")
