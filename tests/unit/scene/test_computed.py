"""Tests for values that no variable holds: those of the functions that a view shows, where and to whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from inside import Named

import gamespec
from gamespec.program.written import program_hash
from interpreter import Game
from interpreter.contract import choose_at_random
from interpreter.drawn.html import table
from interpreter.drawn.text import ending_lines, table_text
from interpreter.scene.scene import scene_of
from interpreter.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from gamespec import Spec
    from interpreter.scene.things import Scene, Value

GAME = """
    players: 2
    components:
      card:
        attributes: {n: 1..9}
        rows: [{id: one, n: 1}, {id: two, n: 2}, {id: six, n: 6}, {id: nine, n: 9}]
        label: "{row}"
        start: deck
    spaces:
      way: {track: 3}
    zones:
      deck: {of: card, ordered: true, seen_by: nobody}
      hand: {of: card, per: player, seen_by: owner}
      won: {of: card, per: player}
      lying: {of: card, per: way, capacity: 1}
      load: {of: card, per: card}
    variables:
      bid: {type: 0..9, seen_by: nobody}
    functions:
      in_hand: {with: {p: player}, is: "sum(c in hand[p]: c.n)"}
      debts: {with: {p: player}, is: "sum(c in won[p]: c.n)"}
      pairs: {with: {p: player}, is: "size(won[p]) // 2"}
      brings: {with: {c: card}, is: "sum(k in load[c]: k.n) - c.n if c in won else none"}
      left_over: {is: size(deck)}
      secret: {is: bid + 1}
      stacked: {with: {w: way}, is: "sum(c in lying[w]: 2 * c.n) if not empty(lying[w]) else none"}
    actions:
      pass: {}
    setup:
      - {move: one, to: "hand[seat(1)]"}
      - {move: "{two, six}", to: "won[seat(2)]"}
      - {move: nine, to: "load[six]"}
    phases:
      play: {turns: clockwise, do: [{offer: [pass]}]}
    limit: {decisions: 2, then: draw}
    view:
      zones:
        won: {counts: pairs}
      functions:
        in_hand: {name: {en: in hand, de: auf der Hand}}
        debts: {name: {en: debts, de: Schulden}, score: lowest}
        brings: {icon: star}
        left_over: {}
        secret: {}
        stacked: {}
"""


def told(values: Sequence[Value | None]) -> list[str]:
    """Return values by name."""
    return [f"{value.name} {value.text}" for value in values if value is not None and value.computed]


@pytest.fixture
def game(game_of: Callable[..., Spec]) -> Named:
    """Return a game: seat 1 has the one in hand, and seat 2 the two, and the six with the nine on it."""
    return Named(game_of(GAME))


def of(game: Named, seat: int | None) -> Scene:
    """Return what a seat sees."""
    return scene_of(game.words, game, seat)


def test_values_of_players_are_shown_to_those_who_know_them(game: Named) -> None:
    """Seat 1 has a one in hand, which nobody else sees. All know 0 of a hand without cards."""
    assert [told(player.values) for player in of(game, 0).players] == [["in hand 1"], ["in hand 0"]]
    assert [told(player.values) for player in of(game, 1).players] == [[], ["in hand 0"]]
    assert [told(player.values) for player in of(game, None).players] == [[], ["in hand 0"]]


def test_the_view_names_the_score(game: Named) -> None:
    """Two and six are 8 debts; fewer is better."""
    players = of(game, 0).players
    assert [(each.score, each.score_name, each.lowest) for each in players] == [
        (0, "debts", True),
        (8, "debts", True),
    ]
    drawn = table(of(game, 0))
    assert 'title="debts: fewer is better"' in drawn
    assert "8 <small>debts</small>" in drawn


def test_the_end_counts_what_the_plates_count(game: Named) -> None:
    """Two and six are 8 debts at the end, too, and no bar says that 8 are more than 0 debts."""
    while not game.over:
        game.take(0)
    scene = of(game, 0)
    assert scene.ending is not None
    assert scene.ending.counted == "debts"
    assert {each.seat: each.shown for each in scene.ending.ranked} == {0: 0, 1: 8}
    drawn = table(scene)
    assert '<th scope="col">debts</th>' in drawn
    assert '<td class="total">8</td>' in drawn
    assert "--share:0%" in drawn
    assert [line.split() for line in ending_lines(scene, scene.ending)][1] == ["debts"]


def test_the_table_has_values(game: Named) -> None:
    """No card is left in the deck; nobody knows the bid, so nothing is shown that depends on it."""
    assert told(of(game, 0).groups[0].values) == ["left over 0"]


def test_components_have_values_where_they_lie(game: Named) -> None:
    """The six with the nine on it brings 9 - 6, and the two without anything 0 - 2."""
    scene = of(game, 0)
    won = next(place for place in scene.groups[-1].places if place.name == "won")
    assert {piece.name: told(piece.values) for piece in won.pieces} == {
        "two": ["brings -2"],
        "six": ["brings 3"],
    }
    drawn = table(scene)
    assert drawn.count('class="tag"') == 1
    assert drawn.count('class="tag less"') == 1
    assert "n 6, brings 3" in drawn


def test_what_is_counted_in_a_zone(game: Named) -> None:
    """Two cards are one pair."""
    scene = of(game, 0)
    won = next(place for place in scene.groups[-1].places if place.name == "won")
    assert (won.size, won.counted) == (2, "1")
    assert scene.scoreboard is not None
    heads = [heading.text for heading in scene.scoreboard.columns]
    assert [value and value.text for value in scene.scoreboard.rows[1][1]][heads.index("won")] == "1"


def test_the_scoreboard_has_a_column_for_each_function(game: Named) -> None:
    """A value that the reader cannot know leaves its place empty."""
    scene = of(game, 1)
    assert scene.scoreboard is not None
    heads = [heading.text for heading in scene.scoreboard.columns]
    cells = [[value and value.text for value in row] for _, row in scene.scoreboard.rows]
    assert [row[heads.index("in hand")] for row in cells] == [None, "0"]
    assert [row[heads.index("debts")] for row in cells] == ["0", "8"]


def test_cells_have_values(game_of: Callable[..., Spec]) -> None:
    """A six on cell 2 gives 12 there and nothing elsewhere."""
    moved = GAME.replace('{move: nine, to: "load[six]"}', '{move: nine, to: "lying[cell(way, 2)]"}')
    scene = of(Named(game_of(moved)), 0)
    (board,) = scene.groups[0].boards
    assert [told(cell.marks) for cell in board.cells] == [[], ["stacked 18"], []]
    assert "2: stacked 18, nine" in table(scene)
    assert 'aria-label="nine, 2, stacked 18' in table(scene)
    assert "stacked 18" in "\n".join(table_text(scene))


def test_copies_have_the_values_of_their_places(game_of: Callable[..., Spec]) -> None:
    """Of two alike cards, one carries a nine. Each shows what lies on it: 9 - 6 and 0 - 6."""
    copies = GAME.replace("{id: six, n: 6}", "{id: six, n: 6, copies: 2}")
    copies = copies.replace('"{two, six}"', '"filter(c in deck: c.n == 6)"')
    copies = copies.replace("load[six]", "load[the(first(c in won[seat(2)]: c.n == 6))]")
    scene = of(Named(game_of(copies)), 0)
    won = next(place for place in scene.groups[-1].places if place.name == "won")
    sixes = sorted(told(piece.values) for piece in won.pieces if piece.name == "six")
    assert sixes == [["brings -6"], ["brings 3"]]


@pytest.mark.parametrize("seat", [0, 1, None])
def test_values_are_those_of_the_true_position(seat: int | None) -> None:
    """What is shown agrees with the rules' functions in the true position."""
    for name, function in (("hearts", "points({})"), ("rufus", "prize_points({})")):
        game = Named(gamespec.load(name))
        for step in range(40):
            if game.over:
                break
            game.apply(choose_at_random(game, 5, step))
        for player in of(game, seat).players:
            shown = player.score if name == "hearts" else int(player.values[-1].text)
            assert shown == game.value(function.format(f"seat({player.seat + 1})"))


def test_features_have_values() -> None:
    """The start tile's city has one tile and an open side, so it is worth 1 now and, if complete, 2."""
    game = Named(gamespec.load("carcassonne"))
    (board,) = of(game, 0).groups[0].boards
    values = sorted(told(feature.values) for feature in board.features)
    assert ["worth now 1", "if complete 2"] in values
    assert 'data-told="1 tile, open at 1 side, worth now 1, if complete 2"' in table(of(game, 0))


def test_what_is_shown_changes_no_program(game_of: Callable[..., Spec]) -> None:
    """The program is the same with and without values in its view, so its identity is."""
    without = GAME[: GAME.index("    view:")]
    assert program_hash(Named(game_of(GAME)).program) == program_hash(Named(game_of(without)).program)


def test_what_is_counted_has_its_unit(tmp_path: Path) -> None:
    """The unit agrees with the number: of three stones two lie in the bag, and one in the box.

    What the game says of a zone stands below its name.
    """
    (tmp_path / "game.yaml").write_text(
        """
language: 1
game: g
title: T
players: 2
components: {stone: {rows: [{id: a}, {id: b}, {id: c}], start: bag}}
zones: {bag: {of: stone}, box: {of: stone}}
actions: {rest: {do: []}}
setup: [{move: a, to: box}]
phases: {play: {turns: clockwise, do: [{offer: [rest]}]}}
limit: {decisions: 9, then: draw}
view:
  zones:
    bag:
      note: {en: All stones., de: Alle Steine.}
      unit: &stones {en: {one: stone, other: stones}, de: {one: Stein, other: Steine}}
    box: {unit: *stones}
"""
    )
    compiled = gamespec.load(str(tmp_path)).compiled()
    notes = {"en": "All stones.", "de": "Alle Steine."}
    for language, said in (("en", ["2 stones", "1 stone"]), ("de", ["2 Steine", "1 Stein"])):
        scene = scene_of(Words(compiled, language), Game(compiled.program, 1), 0)
        assert [place.counted for place in scene.groups[0].places] == said
        assert [place.note for place in scene.groups[0].places] == [notes[language], ""]
        assert f'<p class="note">{notes[language]}</p>' in table(scene)


def test_a_complete_city_has_a_value() -> None:
    """A city that is closed by its second tile brings 4, so that is what a follower on it brings."""
    compiled = gamespec.load("carcassonne").compiled()
    words, game = Words(compiled, "en"), Game(compiled.program, 3)
    found: list[list[str]] = []
    for step in range(120):
        game.apply(choose_at_random(game, 3, step))
        (board,) = scene_of(words, game, 0).groups[0].boards
        found += [told(each.values) for each in board.features if (each.open, each.tiles) == (0, 2)]
    assert ["if complete 4"] in found
