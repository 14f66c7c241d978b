"""Tests for positions that Python code sets up in the notation of scenarios."""

from __future__ import annotations

import pytest

import gamespec
from interpreter import Refused, Words, set_up

SPEC = gamespec.load("tic-tac-toe")

TEXT = """
given:
  - set: {"mark[a1]": seat(1), "mark[b2]": seat(1), "mark[c1]": seat(2)}
turn: seat(2)
when:
  - choose: {cell: a2}
"""

DATA = {
    "given": [{"set": {"mark[a1]": "seat(1)", "mark[b2]": "seat(1)", "mark[c1]": "seat(2)"}}],
    "turn": "seat(2)",
    "when": [{"choose": {"cell": "a2"}}],
}


@pytest.mark.parametrize("written", [TEXT, DATA], ids=["text", "data"])
@pytest.mark.parametrize("explicit", [False, True])
def test_a_position_to_play_on_from(written: str | dict[str, object], *, explicit: bool) -> None:
    """A game can be played on from a position that is given as text or as data.

    After three marks and one answer, five cells are free, and a third mark on the diagonal wins for seat 1.
    """
    compiled, game = set_up(SPEC, written, explicit=explicit)
    words = Words(compiled)
    assert game.player == 0
    assert [words.option(game, option) for option in game.options] == ["b1", "c2", "a3", "b3", "c3"]
    game.apply(game.options[-1])
    assert game.result is not None
    assert game.result.winners == (0,)


def test_options_players_and_seed_are_those_of_a_scenario() -> None:
    """Options and seeds have the same effect as in a scenario.

    A board of 3 columns and 4 rows with one mark has 11 free cells, and equal seeds deal equal hands.
    """
    _, game = set_up(SPEC, {"given": [{"set": {"mark[a1]": "seat(1)"}}], "options": {"rows": 4}})
    assert len(game.options) == 11
    spec = gamespec.load("hearts")
    hands = [set_up(spec, {"seed": seed}).game.observation(0).zones for seed in (5, 5, 6)]
    assert hands[0] == hands[1] != hands[2]


def test_a_set_up_game_records_from_there_on() -> None:
    """The record of a game that was set up is empty at first and grows with each answer."""
    game = set_up(SPEC, TEXT).game
    assert game.record is not None
    before = len(game.record.events)
    assert before == 0
    game.apply(game.options[0])
    assert len(game.record.events) > before


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ({"given": [{"sett": 1}]}, "GS120"),
        ({"give": 1}, "GS120"),
        ({"then": ["true"]}, "GS103"),
        ({"turn": "seat(5)"}, "GS304"),
        ({"when": [{"choose": {"cell": "a9"}}]}, "GS201"),
        ({"options": {"line": 7}}, "GS320"),
        ({"options": {"lines": 3}}, "GS201"),
        ({"players": 3}, "GS304"),
        ("given: [", "GS101"),
        ("- 1", "GS101"),
    ],
)
def test_mistakes_are_diagnostics(written: str | dict[str, object], code: str) -> None:
    """A mistake is reported as it is in a scenario, and no game is set up."""
    with pytest.raises(gamespec.SpecError) as told:
        set_up(SPEC, written)
    assert code in {d.code for d in told.value.diagnostics}


def test_an_answer_that_is_not_on_offer() -> None:
    """An answer that is not on offer, such as choosing the same cell twice, is refused."""
    with pytest.raises(Refused, match="not on offer"):
        set_up(SPEC, {"when": [{"choose": {"cell": "a1"}}, {"choose": {"cell": "a1"}}]})
