"""Tests for chance: the generator, its streams, random numbers below a bound, and shuffles."""

from __future__ import annotations

from collections import Counter
from math import factorial, sqrt

import pytest

from gamespec.program.tables import HEAD, Head
from interpreter.kernels.chance import Streams, picked
from interpreter.play.chance import fnv1a, mix, split_seed
from interpreter.play.luck import Draws

WORD = 1 << 32
MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15

# The first five numbers of SplitMix64 with seed 1234567, the usual test vector for implementations.
SPLITMIX = (
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
)


def position(seed: int = 0, *counters: int) -> list[int]:
    """Return the head of a position, followed by the counters of its streams (by default a single 0)."""
    p = [0] * HEAD + list(counters or (0,))
    p[Head.SEED_LOW], p[Head.SEED_HIGH] = split_seed(seed)
    return p


def unmix(value: int) -> int:
    """Return the input for which SplitMix64's finalizer gives `value`.

    Each step of the finalizer is a bijection on 64-bit numbers, so it can be undone.
    """

    def unshift(x: int, by: int) -> int:
        found = x
        for _ in range(64 // by):
            found = x ^ (found >> by)
        return found

    value = unshift(value, 31) * pow(0x94D049BB133111EB, -1, 1 << 64) & MASK
    value = unshift(value, 27) * pow(0xBF58476D1CE4E5B9, -1, 1 << 64) & MASK
    return unshift(value, 30)


def chi_square_bound(freedom: int) -> float:
    """Return the value that a chi-square statistic exceeds once in a million cases.

    `freedom` is the number of degrees of freedom. The formula is the Wilson-Hilferty approximation with z =
    4.75.
    """
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + 4.75 * sqrt(part)) ** 3)


def chi_square(counts: Counter[object], outcomes: int) -> float:
    """Return the chi-square statistic for counts of equally likely outcomes.

    `outcomes` is the number of possible outcomes, including those that never occurred.
    """
    mean = sum(counts.values()) / outcomes
    missing = (outcomes - len(counts)) * mean
    return missing + sum((n - mean) ** 2 / mean for n in counts.values())


# --- the generator ----------------------------------------------------------------------------------


def test_the_finalizer_gives_the_published_numbers() -> None:
    """The n-th number of SplitMix64 is the finalizer applied to the seed plus n times the golden gamma.

    The expected numbers are the published test vector.
    """
    assert tuple(mix(1234567 + GAMMA * (n + 1)) for n in range(5)) == SPLITMIX


@pytest.mark.parametrize("name", ["deck", "", "Würfel"])
def test_a_stream_is_splitmix(name: str) -> None:
    """A stream whose key is 1234567 yields the upper halves of the published numbers, in their order."""
    seed = (unmix(1234567) - GAMMA * fnv1a(name)) & MASK
    streams, p = Streams((name,), HEAD), position(seed)
    assert [streams.below(p, 0, WORD) for _ in SPLITMIX] == [number >> 32 for number in SPLITMIX]
    assert p[HEAD] == len(SPLITMIX)


@pytest.mark.parametrize(
    ("text", "digest"),
    [("", 0xCBF29CE484222325), ("a", 0xAF63DC4C8601EC8C), ("foobar", 0x85944171F73967E8)],
)
def test_names_are_hashed_by_fnv1a(text: str, digest: int) -> None:
    """The hash of a stream's name is 64-bit FNV-1a.

    The expected values are test vectors published by the authors, Fowler, Noll and Vo.
    """
    assert fnv1a(text) == digest


def test_a_name_is_hashed_as_utf_8() -> None:
    """A stream's name is hashed as UTF-8, in which `ü` consists of the bytes C3 and BC."""
    value = 0xCBF29CE484222325
    for byte in (0xC3, 0xBC):
        value = ((value ^ byte) * 0x100000001B3) & MASK
    assert fnv1a("ü") == value


@pytest.mark.parametrize("seed", [0, 1, 2**31, 2**32 - 1, 2**32, 2**63, 2**64 - 1])
def test_a_seed_is_kept_in_two_halves(seed: int) -> None:
    """Every 64-bit seed is stored as two signed 32-bit integers and can be recovered from them."""
    low, high = split_seed(seed)
    assert all(-(2**31) <= half < 2**31 for half in (low, high))
    assert (low % WORD) + (high % WORD) * WORD == seed


def test_streams_share_nothing() -> None:
    """The numbers of one stream do not depend on how many numbers have been drawn from another stream."""
    p, q = position(7, 0, 0), position(7, 0, 0)
    streams = Streams(("deck", "dice"), HEAD)
    for _ in range(9):
        streams.below(q, 1, 6)
    assert [streams.below(p, 0, 52) for _ in range(20)] == [streams.below(q, 0, 52) for _ in range(20)]


def test_seeds_and_names_lead_elsewhere() -> None:
    """Neighboring seeds yield different numbers, and so do different streams of the same game."""
    runs = set()
    for seed in range(100):
        for name in ("deck", "dice"):
            p = position(seed)
            runs.add(tuple(Streams((name,), HEAD).below(p, 0, WORD) for _ in range(3)))
    assert len(runs) == 200


# --- numbers below a bound --------------------------------------------------------------------------


class Fed(Streams):
    """A stream that yields a given sequence of words instead of random ones."""

    def __init__(self, *words: int) -> None:
        super().__init__(("fed",), HEAD)
        self.words = list(words)

    def scaled(self, p: list[int], key: int, stream: int, bound: int) -> int:
        """Return the product of the next given word and `bound`."""
        del key
        p[self.at + stream] += 1
        return self.words.pop(0) * bound


@pytest.mark.parametrize("bound", [*range(1, 70), 1000, 65535, 65536, 2**31 - 1, 2**31, 2**32 - 1])
def test_numbers_below_a_bound_are_equally_likely(bound: int) -> None:
    """Each number below a bound results from exactly ⌊2³² / bound⌋ of the 2³² words.

    All other words are rejected. The words that yield r begin with ⌈r · 2³² / bound⌉. From one word to the
    next, the lower half of the product grows by `bound`, so only the first of these words can be rejected.
    The test draws that first word. The greatest word is always accepted.
    """
    quota = WORD // bound
    for r in {*range(min(bound, 60)), bound // 2, bound - 1}:
        first, beyond = (-(-x * WORD // bound) for x in (r, r + 1))
        p = position()
        given = Fed(first, WORD - 1).below(p, 0, bound)
        refused = p[HEAD] > 1
        assert given == (bound - 1 if refused else r)
        assert beyond - first - refused == quota
        assert Fed(beyond - 1).below(position(), 0, bound) == r


def test_dice_are_fair() -> None:
    """In 60,000 throws of a die, the six counts are as even as can be expected of chance."""
    streams, p = Streams(("dice",), HEAD), position(20071)
    counts: Counter[object] = Counter(streams.below(p, 0, 6) for _ in range(60_000))
    assert chi_square(counts, 6) < chi_square_bound(5)


def test_pairs_of_throws_are_fair() -> None:
    """Consecutive throws of a die are independent, so all 36 pairs are equally frequent."""
    streams, p = Streams(("dice",), HEAD), position(20072)
    counts: Counter[object] = Counter((streams.below(p, 0, 6), streams.below(p, 0, 6)) for _ in range(36_000))
    assert chi_square(counts, 36) < chi_square_bound(35)


def test_the_first_number_over_seeds_is_fair() -> None:
    """Over consecutive seeds, the first numbers of a stream are equally distributed too."""
    counts: Counter[object] = Counter()
    for seed in range(30_000):
        counts[Streams(("first",), HEAD).below(position(seed), 0, 5)] += 1
    assert chi_square(counts, 5) < chi_square_bound(4)


def test_random_players_draw_the_same_numbers_in_a_module() -> None:
    """`picked`, which compiled modules use, returns the same number as the n-th draw from `Draws`."""
    for seed in range(200):
        draws = Draws(seed, "policy", seed)
        count = 1 + seed * seed * 977 % (2**31 - 1)
        assert picked(draws.key, seed + 1, count) == draws.below(count)


# --- shuffles ---------------------------------------------------------------------------------------


def arranged(streams: Streams, p: list[int], items: list[int]) -> list[int]:
    """Return a copy of `items`, shuffled by the first stream."""
    of = items[:]
    streams.arrange(p, 0, of, len(of))
    return of


def test_a_shuffle_depends_on_the_number_of_earlier_draws() -> None:
    """The order after a shuffle depends only on the items and on the number of earlier draws."""
    items, streams = [3, 14, 15, 65, 92], Streams(("deck",), HEAD)
    one, again, other = (arranged(streams, position(5, drawn), items) for drawn in (11, 11, 12))
    assert one == again != other


def test_a_shuffle_swaps_from_the_bottom_up() -> None:
    """A shuffle goes from the last place up to the second and swaps each place with one at or above it.

    The expected order is worked out by hand for words that give 1 below 4, 2 below 3 and 0 below 2: abcd →
    adcb → adcb → dacb.
    """
    words = (WORD // 4 + 1, 2 * WORD // 3 + 2, 1)
    assert arranged(Fed(*words), position(), [10, 20, 30, 40]) == [40, 10, 30, 20]


def test_all_orders_come_alike() -> None:
    """A shuffle of four cards produces each of the 24 orders equally often."""
    streams, p = Streams(("deck",), HEAD), position(4)
    counts: Counter[object] = Counter(tuple(arranged(streams, p, [*range(4)])) for _ in range(24_000))
    assert chi_square(counts, factorial(4)) < chi_square_bound(23)


def test_one_or_no_component_needs_no_luck() -> None:
    """A shuffle of no items, or of a single item, draws no random number."""
    for items in ([], [7]):
        p = position(1)
        assert arranged(Streams(("deck",), HEAD), p, items) == items
        assert p[HEAD] == 0
