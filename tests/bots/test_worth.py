"""What results are worth, and when all win or lose together."""

from __future__ import annotations

import pytest

import gamespec
from gamespec.program.tables import Head
from interpreter.bots.worth import Places, Scores, margins
from interpreter.play.result import Result
from interpreter.play.together import is_cooperative


def result(places: tuple[int, ...], scores: tuple[int, ...], outcome: int = Head.END) -> Result:
    """A result; who has won is no matter here."""
    return Result(places, scores, outcome, ())


@pytest.mark.parametrize(
    ("teams", "places", "worth"),
    [
        ((0, 1), (1, 2), (1.0, 0.0)),
        ((0, 1), (1, 1), (0.5, 0.5)),
        ((0, 1, 2), (2, 1, 3), (0.5, 1.0, 0.0)),
        ((0, 1, 2), (1, 1, 3), (0.75, 0.75, 0.0)),  # one beside, one behind: (1 + 1/2) / 2
        ((0, 1, 0, 1), (1, 2, 1, 2), (1.0, 0.0, 1.0, 0.0)),  # partners don't count
    ],
)
def test_places(teams: tuple[int, ...], places: tuple[int, ...], worth: tuple[float, ...]) -> None:
    """The share of the others behind, of those beside half."""
    assert Places(teams).of(result(places, (0,) * len(teams))) == worth


def test_a_game_that_was_cut_short_is_a_draw() -> None:
    """Its places mean nothing."""
    assert Places((0, 1)).of(result((1, 2), (0, 0), Head.TRUNCATED)) == (0.5, 0.5)


@pytest.mark.parametrize(
    ("teams", "scores", "worth"),
    [
        ((0, 1), (7, 3), (4, -4)),
        ((0, 1, 2), (7, 3, 9), (-2, -6, 2)),
        ((0, 1, 0, 1), (7, 3, 7, 3), (4, -4, 4, -4)),
        ((0, 0), (5, 5), (5, 5)),
    ],
)
def test_margins(teams: tuple[int, ...], scores: tuple[int, ...], worth: tuple[float, ...]) -> None:
    """The score less the best of another team."""
    assert margins(teams, scores) == worth


def test_scores_are_scaled_by_what_was_met() -> None:
    """From -4 to 4, a mean of 2 lies three quarters up."""
    rewards = Scores((0, 1))
    assert rewards.scaled(0) == 0.5
    rewards.of(result((1, 2), (7, 3)))
    assert rewards.scaled(2) == 0.75


def test_who_wins_together() -> None:
    """Of the games that come along Hanabi is the one in which all have the same score."""
    found = {name for name in gamespec.games() if is_cooperative(gamespec.load(name).program())}
    assert found == {"hanabi"}
