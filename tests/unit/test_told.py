"""Tests for positions as JSON, which have the published structure and tell a seat no secret."""

from __future__ import annotations

import json
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator
from long_checks import sampled
from shipped import loaded

from gamespec import games
from gamespec.program.written import About, read, write
from gamespec.system.resources import directory
from interpreter import Game
from interpreter.contract import choose_at_random
from interpreter.play.openness import is_open
from interpreter.told import FORMAT

if TYPE_CHECKING:
    from collections.abc import Iterator

SCHEMA = json.loads((directory("schemas") / "play" / "position.schema.json").read_text(encoding="utf-8"))
VALID = Draft202012Validator(SCHEMA)

HIDDEN = [name for name in games() if not is_open(loaded(name).program())]

STEPS = 60
"""Greatest number of decisions that are examined in a game."""


def positions(name: str, seed: int, every: int) -> Iterator[Game]:
    """Play a game at random, and yield it at every few decisions, and when it is over."""
    game = Game(loaded(name).program(), seed, record=True)
    for step in count():
        if step % every == 0 or game.over:
            yield game
        if game.over or step == STEPS:
            return
        game.apply(choose_at_random(game, seed, step))


@pytest.mark.parametrize("name", sampled(games(), "commands", 8))
def test_positions_have_the_published_structure(name: str) -> None:
    """What any seat and a spectator are told is JSON that the schema describes, without an empty part."""
    for game in positions(name, 4, 7):
        for seat in (None, *range(game.program.players)):
            told = game.told(seat)
            VALID.validate(told)
            assert json.loads(json.dumps(told)) == told
            assert told["decides"] == (None if game.over else f"p{game.player + 1}")
            asked = "options" in told or "choices" in told
            assert asked == (not game.over and game.player == seat)


@pytest.mark.parametrize("name", sampled(HIDDEN, "commands", 10))
def test_a_seat_is_told_nothing_that_it_cannot_know(name: str) -> None:
    """A seat is told the same in an exact redeal, which has the seat's information state, as in the game."""
    compared = 0
    for number, game in enumerate(positions(name, 5, 4)):
        if game.over:
            continue
        for seat in range(game.program.players):
            other = game.redealt(seat, number)
            if not other.exact:
                continue
            assert other.record is not None
            again = Game.restore(game.program, list(other.position), record=other.record)
            assert again.information_state(seat) == game.information_state(seat)
            assert again.told(seat) == game.told(seat)
            compared += 1
    assert compared


@pytest.mark.parametrize("name", sampled(games(), "commands", 6))
def test_options_can_be_taken_by_their_numbers(name: str) -> None:
    """The decider is told each option on offer once, by the number that the engine gives it."""
    for game in positions(name, 2, 5):
        if not game.over:
            told = game.told(game.player, most=None)["options"]
            assert sorted(each["number"] for each in told) == sorted({o.number for o in game.options})
            assert len({each["answer"] for each in told}) == len(told)


def zone(told: dict[str, Any], name: str) -> dict[str, Any]:
    """Return the zone with a name."""
    zones: list[dict[str, Any]] = told["zones"]
    (found,) = (each for each in zones if each["id"] == name)
    return found


def test_a_hand_is_told_to_its_owner_alone() -> None:
    """In Kuhn poker each player sees the own card and the back of the other's; a spectator sees neither.

    The first player may check or bet. All of this is in the rules.
    """
    game = Game(loaded("kuhn-poker").program(), 3, record=True)
    mine, theirs, watched = game.told(0), game.told(1), game.told(None)
    assert mine["format"] == FORMAT
    assert (mine["seat"], theirs["seat"], watched["seat"]) == ("p1", "p2", None)
    assert "hidden" not in zone(mine, "hand[p1]")["components"][0]
    assert zone(mine, "hand[p2]")["components"][0]["hidden"]
    assert zone(theirs, "hand[p2]")["components"] != zone(mine, "hand[p1]")["components"]
    assert all(zone(watched, f"hand[p{n}]")["components"][0]["hidden"] for n in (1, 2))
    assert [option["answer"] for option in mine["options"]] == ["check", "bet"]
    game.apply(game.options[0])
    assert any("check" in line for line in game.told(1)["happened"])


def test_equal_cells_are_told_together() -> None:
    """The nine cells of an empty board of tic-tac-toe are one entry; equal marks share one, too."""
    game = Game(loaded("tic-tac-toe").program(), 1)
    (board,) = game.told(0)["boards"]
    assert [len(each["cells"]) for each in board["cells"]] == [9]
    game.apply(game.options[4])
    (board,) = game.told(0)["boards"]
    assert sorted(len(each["cells"]) for each in board["cells"]) == [1, 8]
    assert "happened" not in game.told(0)
    game.apply(game.options[0])
    game.apply(game.options[0])
    (board,) = game.told(0)["boards"]
    assert sorted(len(each["cells"]) for each in board["cells"]) == [1, 2, 6]
    marks = [each["values"] for each in board["cells"] if "values" in each]
    assert sorted((mark["id"], mark["value"]) for (mark,) in marks) == [("mark", "O"), ("mark", "X")]


def test_many_options_are_told_by_what_they_consist_of() -> None:
    """Three of thirteen cards to pass are 286 options, as 13 * 12 * 11 / 6 is 286.

    They are listed if that is asked for. Otherwise the thirteen cards and the number three are.
    """
    program = loaded("hearts").program(players=4)
    games = (Game(program, seed, record=True) for seed in count())
    game = next(game for game in games if len(game.options) > 1)  # in one deal of four nobody passes
    (choice,) = game.told(game.player)["choices"]
    assert choice["count"] == 286
    (value,) = choice["values"]
    assert (value["at_least"], value["at_most"], len(value["from"])) == (3, 3, 13)
    listed = game.told(game.player, most=None)
    assert len(listed["options"]) == 286
    assert choice["example"] in listed["options"]
    assert "choices" not in listed


def test_the_result_is_told() -> None:
    """When a game is over, everybody is told the ranking, which is the game's result."""
    *_, game = positions("pig", 6, 1000)
    while not game.over:
        game.apply(game.options[-1])
    result = game.result
    assert result is not None
    for seat in (None, 0, 1):
        ranking = {each["seat"]: each for each in game.told(seat)["result"]["ranking"]}
        for number, (place, score) in enumerate(zip(result.places, result.scores, strict=True)):
            assert ranking[f"p{number + 1}"]["place"] == place
            assert ranking[f"p{number + 1}"]["score"] == score


def test_texts_are_in_the_reader_s_language() -> None:
    """With `de` the labels of options are German."""
    game = Game(loaded("pig").program(), 1)
    assert game.told(0)["options"] != game.told(0, "de")["options"]
    assert VALID.is_valid(game.told(0, "de"))


def test_who_cannot_be_told_anything() -> None:
    """A seat that does not exist, and a program that has no names, raise `ValueError`."""
    compiled = loaded("pig").compiled()
    game = Game(compiled.program, 1)
    for seat in (-1, 2):
        with pytest.raises(ValueError, match="there is no seat"):
            game.told(seat)
    about = About("pig", {}, compiled.names.spec_hash)
    nameless = Game(read(write(compiled.program, about)).program, 1)
    with pytest.raises(ValueError, match="no names"):
        nameless.told(0)


def test_the_reference_names_every_key() -> None:
    """The page about positions names every key of the schema."""
    page = (directory("docs") / "reference" / "positions.md").read_text(encoding="utf-8")
    described = [SCHEMA, *SCHEMA["$defs"].values()]
    assert {key for each in described for key in each["properties"] if f"`{key}`" not in page} == set()
