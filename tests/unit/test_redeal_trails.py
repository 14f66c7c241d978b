"""Where one of several alike components may have gone on to: paths in a flow."""

from __future__ import annotations

from interpreter.redeal.trails import Step, Trail, onward

DECK, HAND, OTHER, PILE = range(4)


def free(at: int, source: int, target: int) -> Step:
    """A hidden move that may have been another component's."""
    return Step(at, source, target, free=True)


def test_one_stays_or_goes() -> None:
    """Of two in the deck one goes to a hand: either may be it."""
    assert onward({DECK: 2}, DECK, [free(3, DECK, HAND)]) == [Trail((), DECK), Trail((3,), HAND)]


def test_the_only_one_goes() -> None:
    """If there is one only, it has gone."""
    assert onward({DECK: 1}, DECK, [free(3, DECK, HAND)]) == [Trail((3,), HAND)]


def test_what_was_seen_cannot_have_been_another() -> None:
    """One that goes and is seen has no other way; if there were two, the other one may have stayed."""
    seen = [free(3, DECK, HAND), Step(5, HAND, None)]
    assert onward({DECK: 1}, DECK, seen) == []
    assert onward({DECK: 2}, DECK, seen) == [Trail((), DECK)]
    assert onward({DECK: 1, HAND: 1}, DECK, seen) == [Trail((3,), HAND)]


def test_a_move_that_is_known_is_not_gone() -> None:
    """Who went at a move that is not free is certain."""
    assert onward({DECK: 2}, DECK, [Step(3, DECK, HAND)]) == [Trail((), DECK)]


def test_another_that_was_lost_track_of_may_go_instead() -> None:
    """Of one that comes to lie there on the way it cannot be told which of the two goes on."""
    steps = [Step(2, None, HAND), free(3, HAND, PILE)]
    assert onward({HAND: 1}, HAND, steps) == [Trail((), HAND), Trail((3,), PILE)]
    assert onward({HAND: 1, DECK: 1}, DECK, [free(1, DECK, OTHER), *steps]) == [Trail((1,), OTHER)]


def test_none_there() -> None:
    """Where none is, none goes on."""
    assert onward({DECK: 1}, HAND, []) == []
