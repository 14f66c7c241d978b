"""The seeds of the games of a run, derived in bulk.

`interpreter.play.luck` defines the derivation: each seed is an unkeyed BLAKE2b hash (RFC 7693) of 8 bytes.
Every message here fits into the first four of the 16 words of a single block. Two messages are hashed at
once.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from interpreter.kernels.terms import Long, Longs, Pair, Room, inline, turned
from interpreter.play.chance import ALL
from interpreter.play.luck import Seeds

__all__ = [
    "Keying", "Seeding", "derive", "derive_packed", "game_seeds", "packed_seeds", "policy_key_of",
    "policy_keys",
]  # fmt: skip

IV = (
    0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1,
    0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179,
)  # fmt: skip
"""The initialization vector (RFC 7693, 2.6)."""

STATE = tuple(Pair(word, word) for word in (IV[0] ^ 0x0101_0008, *IV[1:], *IV[:6], IV[6] ^ ALL, IV[7]))
"""The state before the only block, except for the message's length (RFC 7693, 2.5 and 3.2)."""

SIGMA = (
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
    (14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3),
    (11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4),
    (7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8),
    (9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13),
    (2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9),
    (12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11),
    (13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10),
    (6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5),
    (10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0),
)
"""The order in which each round takes the words of the message (RFC 7693, 2.7)."""

ROUNDS = (*SIGMA, *SIGMA[:2])
MIXED = (
    (0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
    (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14),
)  # fmt: skip
"""The columns and diagonals of the state that a round mixes (RFC 7693, 3.2)."""

GAME, LUCK, POLICY = (int.from_bytes(purpose, "little") for purpose in (b"game ", b"luck ", b"policy"))
POLICIES, NOTHING = Pair(POLICY, POLICY), Pair(0, 0)
BEFORE, LENGTH = 13, 14
"""The lengths of a message up to the number of a game, and of a message that ends with `policy`."""

RUN, FIRST = range(2)
"""Indexes of the numbers that a host sets: the seed of the run, and the number of its first game."""

_SEEDS = struct.Struct("<QQ")


def packed_seeds(seeds: Sequence[Seeds]) -> bytes:
    """Return the seeds in the form that a module reads.

    Each game has two 64-bit integers, its seed and the key for its random choices.
    """
    return b"".join([_SEEDS.pack(each.game & ALL, each.key) for each in seeds])


class Keying:
    """Derives what a module reads in order to play up to `most` games of a run, as `packed_seeds` does.

    Without `chance`, the seeds of the games are left out, and 0 is in their place.
    """

    def __init__(self, state: Room, given: Room, most: int, *, chance: bool) -> None:
        self.of, self.seeds, self.chance = state.longs(2), given.longs(2 * most), int(chance)

    # --- kernels --------------------------------------------------------------------------------------

    def run(self, first: int, end: int) -> int:
        """Derive the seeds of the games from `first` up to `end`, counted from the first game."""
        derive(self.of[RUN], self.of[FIRST] + Long(first), end - first, self.chance, self.seeds)
        return end


class Seeding:
    """Derives the seeds of up to `most` games of a run: `Seeds.game` of each, and `Seeds.luck` of each."""

    def __init__(self, state: Room, given: Room, most: int) -> None:
        self.of, self.games, self.luck = state.longs(2), given.longs(most), given.longs(most)

    # --- kernels --------------------------------------------------------------------------------------

    def run(self, first: int, end: int) -> int:
        """Derive the seeds of the games from `first` up to `end`, counted from the first game."""
        for i in range(first, end):
            both = seeds(self.of[RUN], self.of[FIRST] + Long(i))
            self.games[i] = both.first
            self.luck[i] = both.second
        return end


def derive_packed(run: Long, first: Long, count: int, to: Longs) -> None:
    """Derive the seeds of `count` games of a run, from the game number `first` on, as `packed_seeds` does.

    All numbers must be less than 2⁶³.
    """
    derive(run, first, count, 1, to)


def derive(run: Long, first: Long, count: int, chance: int, to: Longs) -> None:
    """Derive the same seeds as `derive_packed`, or only the keys if `chance` is 0."""
    for half in range((count + 1) // 2):
        i = 2 * half
        one = [0, 0, 0]
        digits = spell(first + Long(i), one)
        other = [0, 0, 0]
        others = spell(first + Long(i) + 1, other)
        second, third = Pair(one[1], other[1]), Pair(one[2], other[2])
        lengths = Pair(Long(BEFORE + digits), Long(BEFORE + others))
        luck = hashed(Pair(run, run), Pair(LUCK | one[0], LUCK | other[0]), second, third, lengths)
        keys = hashed(luck, POLICIES, NOTHING, NOTHING, Pair(LENGTH, LENGTH))
        to[2 * i + 1] = keys.first
        if i + 1 < count:
            to[2 * i + 3] = keys.second
        if chance != 0:
            games = hashed(Pair(run, run), Pair(GAME | one[0], GAME | other[0]), second, third, lengths)
            to[2 * i] = games.first
            if i + 1 < count:
                to[2 * i + 2] = games.second


def game_seeds(run: Long, one: Long, other: Long) -> Pair:
    """Return `Seeds.game` of two games of a run; their numbers must be less than 2⁶³."""
    return of_both(run, GAME, one, other)


def policy_keys(run: Long, one: Long, other: Long) -> Pair:
    """Return the keys of the random choices in two games of a run; their numbers must be less than 2⁶³."""
    return hashed(of_both(run, LUCK, one, other), POLICIES, NOTHING, NOTHING, Pair(LENGTH, LENGTH))


def of_both(run: Long, purpose: Long, one: Long, other: Long) -> Pair:
    """Return the hashes for one purpose of two games of a run."""
    text = [0, 0, 0]
    digits = spell(one, text)
    further = [0, 0, 0]
    more = spell(other, further)
    lengths = Pair(Long(BEFORE + digits), Long(BEFORE + more))
    purposes = Pair(purpose | text[0], purpose | further[0])
    return hashed(Pair(run, run), purposes, Pair(text[1], further[1]), Pair(text[2], further[2]), lengths)


def policy_key_of(luck: Long) -> Long:
    """Return the key of the random choices in a game, given `Seeds.luck`."""
    return hashed(Pair(luck, luck), POLICIES, NOTHING, NOTHING, Pair(LENGTH, LENGTH)).first


def seeds(run: Long, number: Long) -> Pair:
    """Return `Seeds.game` and `Seeds.luck` of one game of a run; `number` must be less than 2⁶³."""
    text = [0, 0, 0]
    digits = spell(number, text)
    length = Long(BEFORE + digits)
    purposes = Pair(GAME | text[0], LUCK | text[0])
    return hashed(
        Pair(run, run), purposes, Pair(text[1], text[1]), Pair(text[2], text[2]), Pair(length, length)
    )


@inline
def spell(number: Long, text: Longs) -> int:
    """Write a number in decimal to `text`, from its sixth byte on, and return the number of digits.

    `text` has three words, all of them 0 initially.
    """
    digits = 0
    while True:
        text[2] = text[2] << 8 | text[1] >> 56
        text[1] = text[1] * 256 & ALL | text[0] >> 56
        text[0] = text[0] * 256 & ALL | (48 + number % 10) << 40
        number //= 10
        digits += 1
        if number == 0:
            break
    return digits


def hashed(m0: Pair, m1: Pair, m2: Pair, m3: Pair, lengths: Pair) -> Pair:
    """Return the 8-byte hashes of two messages of the given `lengths`, each of at most four words."""
    m = [m0, m1, m2, m3]
    v = [*STATE]
    v[12] ^= lengths
    for words in ROUNDS:
        for k, (a, b, c, d) in enumerate(MIXED):
            for word, r, s in ((words[2 * k], 32, 24), (words[2 * k + 1], 16, 63)):
                v[a] += v[b]
                if word < 4:  # noqa: PLR2004 - all others are 0
                    v[a] += m[word]
                v[d] = turned(v[d] ^ v[a], r)
                v[c] += v[d]
                v[b] = turned(v[b] ^ v[c], s)
    return STATE[0] ^ v[0] ^ v[8]
