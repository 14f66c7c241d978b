"""Tests for verdicts on many differences.

The statistical procedures agree with the papers that define them, and the verdicts with the data.
"""

from __future__ import annotations

import pytest

from interpreter.play.luck import Draws
from interpreter.simulate import Fixed
from interpreter.study.paired import Paired
from interpreter.study.quantities import Quantity
from interpreter.study.said import verdict_said
from interpreter.study.verdicts import LEVEL, Difference, discoveries, holm, judged, weighed

HOCHBERG = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344,
    0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0,
]  # fmt: skip
"""Probabilities in the example of Benjamini and Hochberg's paper (1995, section 4.1), in ascending order."""


def test_the_example_of_benjamini_and_hochberg() -> None:
    """In the paper's example at 5 %, the procedure finds the first four differences.

    Bonferroni's procedure finds the first three, and in this example so does Holm's.
    """
    assert discoveries(HOCHBERG, 0.05) == [True] * 4 + [False] * 11
    assert holm(HOCHBERG, 0.05) == [True] * 3 + [False] * 12


def test_order_makes_no_difference() -> None:
    """The order of the probabilities does not matter, and an empty list has no discoveries."""
    assert holm(HOCHBERG[::-1]) == holm(HOCHBERG)[::-1]
    assert discoveries(HOCHBERG[::-1]) == discoveries(HOCHBERG)[::-1]
    assert holm([]) == discoveries([]) == []


def test_holm_goes_on_where_bonferroni_stops() -> None:
    """Holm's procedure continues where Bonferroni's stops.

    At 5 %, 0.016 is at most 0.05 / 3. After that, 0.024 needs to be at most 0.05 / 2, although it is greater
    than 0.05 / 3.
    """
    assert holm([0.016, 0.024, 0.05], 0.05) == [True, True, True]
    assert holm([0.017, 0.001, 0.04], 0.05) == [True, True, True]
    assert holm([0.026, 0.001, 0.04], 0.05) == [False, True, False]


def test_benjamini_and_hochberg_go_by_the_last_one() -> None:
    """Benjamini and Hochberg's procedure includes everything up to the last probability below its bound.

    0.04 is above 0.05 / 2, but 0.045 is below 0.05, so both are included.
    """
    assert discoveries([0.04, 0.045], 0.05) == [True, True]
    assert holm([0.04, 0.045], 0.05) == [False, False]


def test_what_is_called_is_called_by_definition() -> None:
    """The discoveries are the k least probabilities, for the greatest k that the definition allows.

    They include everything that Holm's procedure finds. The test makes two hundred random lists.
    """
    draws = Draws(3, "p")
    for _ in range(200):
        m = 1 + draws.below(12)
        chances = [(draws.below(10_000) / 10_000) ** 3 for _ in range(m)]
        will_do = [k for k in range(m + 1) if sum(p <= LEVEL * k / m for p in chances) >= k]
        called = discoveries(chances)
        assert sum(called) == max(will_do)
        assert all(found for strict, found in zip(holm(chances), called, strict=True) if strict)


def of(a: list[float], b: list[float], unit: str = "number") -> Difference:
    """Return the verdict on the difference between `a` and `b`, the values of a quantity in paired games."""
    found = Paired()
    for one, other in zip(a, b, strict=True):
        found.add((one, 1.0), (other, 1.0))
    share = unit == "share"
    quantity = Quantity("q", "q", "share" if share else "number", whole=share)
    (told,) = judged([(quantity, found)], Fixed())
    return told


def test_clear_where_all_pairs_say_so() -> None:
    """Ten pairs that all differ by the same amount make a clear verdict.

    By chance, ten equal signs come in 2 of 1,024 cases.
    """
    told = of([5.0] * 10, [7.0] * 10)
    assert told.verdict == "clear"
    assert told.chance == pytest.approx(2 / 1024)


def test_few_pairs_that_differ_are_never_surprising() -> None:
    """Five pairs that all differ in one direction leave the verdict open.

    By chance this happens in 2 of 32 cases, whatever the spread of the differences.
    """
    told = of([0.0] * 5, [1.0] * 5)
    assert told.chance == pytest.approx(2 / 32)
    assert told.verdict == "open"


def test_none_where_only_little_is_left() -> None:
    """The verdict is "none" if any difference that is not small would have shown.

    Half of 400 games were won. Ten games went differently, five in each direction, so a difference of 5
    percentage points would have shown.
    """
    a = [1.0] * 200 + [0.0] * 200
    b = [0.0] * 5 + [1.0] * 200 + [0.0] * 195
    told = of(a, b, "share")
    assert told.difference == 0
    assert told.verdict == "none"
    assert told.most < 0.05


def test_same_where_nothing_differs() -> None:
    """If no pair differs, the verdict is "same"."""
    assert of([1.0, 3.0], [1.0, 3.0]).verdict == "same"


def test_how_many_more_games() -> None:
    """An open verdict says how many more games would decide it.

    Of 100 pairs, 10 were won only by the first game and 10 only by the second. The interval is calculated for
    102 pairs of which 22 differ, and reaches 1.984 sqrt(22 / 102 / 102) = 9.12 percentage points. To reach 5
    points, it needs (9.12 / 5)^2 = 3.33 times as many games, which is about 240 more.
    """
    a, b = [1.0] * 10 + [0.0] * 10 + [1.0] * 80, [0.0] * 10 + [1.0] * 10 + [1.0] * 80
    told = of(a, b, "share")
    assert told.verdict == "open"
    assert (told.more, told.expected) == (240, "none")
    assert verdict_said(told) == "not enough games (about 240 more to rule out more than 5.0 pp)"


@pytest.mark.parametrize(("first", "second", "more"), [(12, 23, 760), (0, 6, 440)])
def test_what_more_games_cannot_rule_out_is_to_be_shown(first: int, second: int, more: int) -> None:
    """More games rule out no difference whose interval excludes 0, now or before it is narrow enough.

    Of 400 pairs, 12 were won only by the first game and 23 only by the second, which is 2.75 percentage
    points. The interval is that of 402 pairs of which 37 differ, and reaches 1.966 sqrt((37 / 402 - 0.0274^2)
    / 402) = 2.96 points. An interval that ends at 5 points would reach 2.25, and exclude 0. Among twenty such
    quantities, a clear difference has a probability of 4 % / 20 and is 3.11 standard errors from 0, so the
    interval must be 1.58 times narrower than the difference. That takes 400 ((1.58 * 2.96 / 2.75)^2 - 1) =
    760 more games, or a little more, as the factor is found in steps of 1 %.

    If 6 were won only by the second game, that is 1.5 points, and the interval reaches 1.966 sqrt((8 / 402 -
    0.0149^2) / 402) = 1.38 to each side of 1.49, which excludes 0. A clear difference takes 400 ((1.58 * 1.38
    / 1.5)^2 - 1) = 440 more games.
    """
    found, alike, quantity = Paired(), Paired(), Quantity("q", "q", "share", whole=True)
    for quantities, lost, won in ((found, first, second), (alike, 10, 10)):
        for one, other, pairs in ((1.0, 0.0, lost), (0.0, 1.0, won), (1.0, 1.0, 400 - lost - won)):
            for _ in range(pairs):
                quantities.add((one, 1.0), (other, 1.0))
    told = judged([(quantity, found), *[(quantity, alike)] * 19], Fixed())[0]
    assert (told.verdict, told.expected) == ("open", "clear")
    assert told.more == pytest.approx(more, rel=0.05)
    assert verdict_said(told) == f"not enough games (about {told.more} more to show a difference)"


def test_more_games_than_anybody_plays_are_not_proposed() -> None:
    """A few pairs with an enormous spread suggest a number of further games; a single pair does not."""
    a = [0.0, 1e9, -1e9, 1e9, -1e9]
    b = [1e9, -1e9, 1e9, -1e9, 0.0]
    told = of(a, b)
    assert told.verdict == "open"
    assert told.more is not None
    one = of([1.0], [0.0])
    assert (one.verdict, one.more) == ("open", None)
    assert one.as_dict()["low"] is None


def test_what_matters_comes_first() -> None:
    """Differences are sorted by verdict, then by their ratio to a difference that counts as small."""
    draws = Draws(9, "games")
    noise = [float(draws.below(100)) for _ in range(400)]
    other = [float(draws.below(100)) for _ in range(400)]
    kinds = {
        "same": (noise, noise),
        "large": (noise, [value + 60 for value in other]),
        "huge": (noise, [value + 90 for value in other]),
        "tiny": (noise, [value + (number % 2) / 9 for number, value in enumerate(noise)]),
    }
    found = []
    for key, (a, b) in kinds.items():
        pairs = Paired()
        for one, two in zip(a, b, strict=True):
            pairs.add((one, 1.0), (two, 1.0))
        found.append((Quantity(key, key, "number"), pairs))
    told = weighed(judged(found, Fixed()))
    assert [each.quantity.key for each in told] == ["huge", "large", "tiny", "same"]


@pytest.mark.long("generated")
def test_false_alarms_are_rare() -> None:
    """False alarms are rare.

    About 4 percent of reports on pure noise have any finding. The test makes 300 reports on 20 measures of 60
    pairs, and three standard errors of the count are 3.4 percentage points.
    """
    draws, clear, any_ = Draws(11, "null"), 0, 0
    for _ in range(300):
        found = []
        for number in range(20):
            pairs = Paired()
            for _ in range(60):
                pairs.add((float(draws.below(6)), 1.0), (float(draws.below(6)), 1.0))
            found.append((Quantity(str(number), str(number), "number"), pairs))
        verdicts = {told.verdict for told in judged(found, Fixed())}
        clear += "clear" in verdicts
        any_ += not verdicts.isdisjoint({"clear", "suggestive"})
    assert clear <= any_ <= 300 * 0.074
