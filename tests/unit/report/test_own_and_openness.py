"""Tests for two sections of a report: measures that a game declares, and estimates of who is going to win."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from games_told import facts, game

from interpreter.report.facts import Facts
from interpreter.report.page import page
from interpreter.report.record import BadRecord, MissingColumn
from interpreter.report.run import NotSaid
from interpreter.report.sections.ends import measures as all_measures
from interpreter.report.sections.openness import openness
from interpreter.report.sections.own import own
from interpreter.report.shown import Figure
from interpreter.simulate.columns import ESTIMATED

OWN: dict[str, dict[str, Any]] = {
    "cards": {"title": "cards in hand (mean of turns)", "unit": "number", "seats": True, "turns": True},
    "tied": {"title": "tied", "unit": "share", "seats": False, "turns": False},
}
"""Descriptions of a measure taken for each seat at the end of turns, and of a condition at the game's end."""


def measured(cards: tuple[float | None, float | None], tied: int) -> dict[str, Any]:
    """Return a game with the given values of the two measures in `OWN`.

    It also has the greatest and last values, which no page shows.
    """
    more = {f"measure.cards.{seat}.{what}": 9 for seat in (1, 2) for what in ("greatest", "last")}
    means = {f"measure.cards.{seat}.mean": value for seat, value in enumerate(cards, 1)}
    return game(**means, **{"measure.tied": tied}, **more)


def estimated(winner: int | None = 0, **more: Any) -> dict[str, Any]:
    """Return a game with estimates of who wins; if `winner` is None, the game is drawn.

    Keyword arguments in `more` replace columns.
    """
    told: dict[str, Any] = dict.fromkeys([form.name for form in ESTIMATED])
    told |= {"moments": 4, "uncertainty": 0.5}
    if winner is not None:
        told |= {"halfway_chance": 0.5, "drama.low": 0.2, "drama.high": 0.2, "comeback.proven": False}
        told |= {"comeback.open": True, "known_early.proven": 0.0, "known_early.open": 0.25}
        told |= {"halfway_won.proven": False, "halfway_won.open": True}
    points = {None: (1, 1), 0: (1, 0), 1: (0, 1)}[winner]
    return game(points, **(told | more))


def figures(of: Facts) -> list[Figure]:
    """Return the figures of the section on the measures that the game declares."""
    return [figure for section in own(of) for figure in section.figures]


def test_a_measure_of_each_seat() -> None:
    """A measure taken for each seat is shown with its mean, interval and range.

    The mean of 2, 3 and 4 is 3, and its standard error is 1 / sqrt(3). Student's quantile is 4.303, and 4.303
    standard errors are 2.48.
    """
    rows = [measured((value, 7.0), 0) for value in (2.0, 3.0, 4.0)]
    cards, _ = figures(facts(rows, measures=OWN))
    assert cards.title == "cards in hand (mean of turns)"
    assert cards.table.rows == [
        ("seat 1", "3", "0.52 to 5.48", "2 to 4", "3"),
        ("seat 2", "7", "7 to 7", "7 to 7", "3"),
    ]
    assert cards.chart is not None
    assert "seat 1: 3 (0.52 to 5.48); seat 2: 7 (7 to 7)." in cards.chart


def test_a_condition_is_a_share() -> None:
    """A condition is shown as the share of games in which it held.

    It held in 1 of 4 games, with an interval from 3.4 to 71.1 %. The interval adds z²/2 ones and as many
    zeros, with z = 1.96.
    """
    rows = [measured((1.0, 1.0), tied) for tied in (1, 0, 0, 0)]
    _, tied = figures(facts(rows, measures=OWN))
    # (1 + 1.921) / (4 + 3.841) = 0.3725, and 1.96 * sqrt(0.3725 * 0.6275 / 7.841) = 0.3384
    assert tied.table.rows == [("all games", "25.0 %", "3.4 % to 71.1 %", "0.0 % to 100.0 %", "4")]


def test_games_without_turns_are_left_out() -> None:
    """Games without a value of a measure are left out; if no game has one, the section is missing."""
    (cards, _) = figures(facts([measured((None, 1.0), 0), measured((2.0, 1.0), 0)], measures=OWN))
    assert [row[-1] for row in cards.table.rows] == ["1", "2"]
    assert not [*own(facts([measured((None, None), 0)], measures={"cards": OWN["cards"]}))]
    assert not [*own(facts([game()]))]


def test_what_estimates_tell() -> None:
    """Estimates about the winner are averaged over the won games; a drawn game only has an uncertainty.

    Three games are won and one is drawn. Where an estimate has a lower and an upper bound, only these bounds
    are shown. Each of the three winners may have come from behind, but for none is it proven, so the share of
    comebacks lies between 0 and 100 %.
    """
    rows = [estimated(), estimated(1, **{"drama.low": 0.5, "drama.high": 0.5, "halfway_chance": 0.2})]
    made = facts([*rows, estimated(1), estimated(None, uncertainty=1.0)], estimate=50)
    (section,) = openness(made)
    shares, bits = section.figures
    assert [(row[0], row[1], row[3]) for row in shares.table.rows] == [
        ("winner's chance halfway", "40.0 %", "3"),
        ("drama", "", "3"),
        ("comebacks", "", "3"),
        ("game left when it is known who wins", "", "3"),
        ("whoever is ahead halfway wins", "", "3"),
    ]
    assert [(row[0], row[1], row[3]) for row in bits.table.rows] == [("uncertainty in bits", "0.62", "4")]
    assert "50 games more" in section.said[0]
    assert "lies between" in section.said[1]
    assert "the player who won had a chance of 40.0 %" in section.said[2]
    assert "won between 0.0 % and 100.0 % of the games" in section.said[3]
    assert ("comebacks", "", "0.0 % to 100.0 %", "", "3") in measured_rows(made)


def measured_rows(made: Facts) -> list[Sequence[str]]:
    """Return the rows of the table of all measures."""
    (section,) = all_measures(made)
    return list(section.figures[0].table.rows)


def test_without_estimates_there_is_no_section() -> None:
    """The section on openness is missing if nothing was estimated, or if no game came to a result."""
    assert not [*openness(facts([game()]))]
    stopped = estimated(outcome=None, end=None, fault="GS502")
    assert not [*openness(facts([stopped], estimate=9))]


def test_they_have_their_place_on_the_page() -> None:
    """The section on the game's own measures precedes openness, which precedes the table of all measures."""
    text = page(facts([{**measured((1.0, 2.0), 0), **estimated()}], measures=OWN, estimate=9))
    found = re.findall(r'<h2 id="([^"]*)"', text)
    assert found[-5:] == ["ends", "own", "openness", "measures", "reading"]
    assert "--estimate 9 " in text


@pytest.mark.parametrize(
    "measures",
    [
        {"cards": {"title": "cards", "unit": "number", "seats": True}},
        {"cards": OWN["cards"] | {"unit": "cards"}},
        {"cards": OWN["cards"] | {"seats": 1}},
        {"cards": "number"},
        None,
    ],
)
def test_what_is_said_of_measures_is_checked(measures: object) -> None:
    """A results table is refused if its description of a measure is incomplete or malformed."""
    with pytest.raises(NotSaid, match="measures"):
        facts([measured((1.0, 1.0), 0)], measures=measures)


@pytest.mark.parametrize("estimate", [0, -1, "20", True, 1.5])
def test_a_number_of_games_is_needed(estimate: object) -> None:
    """The number of games played for each estimate must be a positive integer."""
    with pytest.raises(NotSaid, match="estimate"):
        facts([estimated()], estimate=estimate)


def test_columns_must_be_there() -> None:
    """A results table is refused if it lacks a column for a measure or estimate that it claims to contain."""
    with pytest.raises(MissingColumn, match=r"measure\.cards\.1\.mean"):
        facts([game()], measures=OWN)
    with pytest.raises(MissingColumn, match="moments"):
        facts([game()], estimate=20)


@pytest.mark.parametrize("lacking", ["uncertainty", "halfway_chance", "drama.low", "comeback.open"])
def test_half_an_estimate_is_damage(lacking: str) -> None:
    """A game's record is damaged if it contains only part of an estimate.

    A complete estimate has all the numbers or, if no team won alone, two of them.
    """
    with pytest.raises(BadRecord):
        facts([estimated(**{lacking: None})], estimate=20)
