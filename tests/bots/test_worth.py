"""The rewards that results give, and the games in which all players win or lose together."""

from __future__ import annotations

import pytest

import gamespec
from gamespec.program.tables import Head
from interpreter.bots.worth import Places, Scores, margins
from interpreter.play.result import Result
from interpreter.play.together import is_cooperative


def result(places: tuple[int, ...], scores: tuple[int, ...], outcome: int = Head.END) -> Result:
    """Return a result with the given places and scores. Its winners are irrelevant to these tests."""
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
    """The reward of a place is the share of opponents behind it, plus half the share of those on it."""
    assert Places(teams).of(result(places, (0,) * len(teams))) == worth


def test_a_game_that_was_cut_short_is_a_draw() -> None:
    """A truncated game counts as a draw, because its places have no meaning."""
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
    """The margin of a team is its score minus the best score of any other team."""
    assert margins(teams, scores) == worth


def test_scores_are_scaled_by_what_was_met() -> None:
    """Scores are scaled to the range of margins seen so far.

    If the margins lie between -4 and 4, a mean of 2 is scaled to 0.75.
    """
    rewards = Scores((0, 1))
    assert rewards.scaled(0) == 0.5
    rewards.of(result((1, 2), (7, 3)))
    assert rewards.scaled(2) == 0.75


def test_who_wins_together() -> None:
    """Hanabi is the only shipped game that counts as cooperative."""
    found = {name for name in gamespec.games() if is_cooperative(gamespec.load(name).program())}
    assert found == {"hanabi"}
