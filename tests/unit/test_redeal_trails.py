"""Tests for trails, the paths along which one of several alike components may have moved."""

from __future__ import annotations

from interpreter.redeal.trails import Step, Trail, onward

DECK, HAND, OTHER, PILE = range(4)


def free(at: int, source: int, target: int) -> Step:
    """Return a hidden move that may have been made by any of several alike components."""
    return Step(at, source, target, free=True)


def test_one_stays_or_goes() -> None:
    """If one of two alike components in the deck moves to a hand, it may have been either of them."""
    assert onward({DECK: 2}, DECK, [free(3, DECK, HAND)]) == [Trail((), DECK), Trail((3,), HAND)]


def test_the_only_one_goes() -> None:
    """If the deck holds only one such component, that component is the one that moved."""
    assert onward({DECK: 1}, DECK, [free(3, DECK, HAND)]) == [Trail((3,), HAND)]


def test_what_was_seen_cannot_have_been_another() -> None:
    """A component that moves and is then seen is no longer one of the unknown components.

    If there were two in the deck, the other one has stayed there.
    """
    seen = [free(3, DECK, HAND), Step(5, HAND, None)]
    assert onward({DECK: 1}, DECK, seen) == []
    assert onward({DECK: 2}, DECK, seen) == [Trail((), DECK)]
    assert onward({DECK: 1, HAND: 1}, DECK, seen) == [Trail((3,), HAND)]


def test_a_move_that_is_known_is_not_gone() -> None:
    """A move that is not free was made by a known component, so all other components stayed."""
    assert onward({DECK: 2}, DECK, [Step(3, DECK, HAND)]) == [Trail((), DECK)]


def test_another_that_was_lost_track_of_may_go_instead() -> None:
    """If another copy joins the zone, either of the two copies may be the one that moved on."""
    steps = [Step(2, None, HAND), free(3, HAND, PILE)]
    assert onward({HAND: 1}, HAND, steps) == [Trail((), HAND), Trail((3,), PILE)]
    assert onward({HAND: 1, DECK: 1}, DECK, [free(1, DECK, OTHER), *steps]) == [Trail((1,), OTHER)]


def test_none_there() -> None:
    """There is no trail from a zone that holds no such component."""
    assert onward({DECK: 1}, HAND, []) == []
