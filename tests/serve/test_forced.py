"""Tests that a player is told what the game has answered because nothing else was possible."""

from __future__ import annotations

import gamespec
from interpreter.serve.course import Course
from interpreter.serve.edition import Edition


def test_the_last_card_plays_itself() -> None:
    """After the last bid but one, each player is told of the own last card, and a spectator of none.

    Everybody bids the lowest card, so that the highest remains.
    """
    spec = gamespec.load("goofspiel")
    course = Course(Edition(spec, spec.compiled()), 3)
    while (decision := course.game.decision) is not None:
        course.take(min(decision.options, key=lambda option: option.values))
    words, last = course.words, len(course.answers)
    told = [course.forced(words, last, seat) for seat in (0, 1, None)]
    assert told == [["bid 13"], ["bid 13"], []]
    assert all(course.forced(words, number, seat) == [] for number in range(1, last) for seat in (0, 1))
