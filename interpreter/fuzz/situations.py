"""Situations: what of a position matters for how a game can go on.

A *situation* is a position without what only counts or only determines future chance: the number of
decisions, the counters of chance streams, and the seed. No rule reads these; only the `limit` reads the
number of decisions. Everything else belongs to the situation: the instruction and its locals, whose turn it
is and who decides, the phase, components with the players' knowledge of them, variables, planes, and
histories. So a situation does not come again while a variable or a history counts, or while somebody learns
something.

Components with equal faces are not exchanged for one another: positions that differ only in which copy lies
where count as different situations. So a repetition may be missed, but none is invented.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from hashlib import blake2b

from gamespec.program import Program
from gamespec.program.tables import HEAD, Head

__all__ = ["draws_of", "situation", "uncounted"]


def uncounted(position: Sequence[int]) -> list[int]:
    """Return a copy of a position in which no decisions have been made."""
    copy = list(position)
    copy[Head.DECISIONS] = 0
    return copy


def situation(program: Program, position: Sequence[int]) -> bytes:
    """Return a 128-bit digest of the situation of a position, laid out as in `Program.layout`.

    For 10⁹ situations, the probability that two digests collide is below 10⁻²⁰.
    """
    p = uncounted(position)
    p[Head.SEED_LOW] = p[Head.SEED_HIGH] = 0
    p[HEAD : HEAD + len(program.streams)] = [0] * len(program.streams)
    return blake2b(array("i", p).tobytes(), digest_size=16).digest()


def draws_of(program: Program, position: Sequence[int]) -> int:
    """Return the number of random numbers that the game has drawn from all chance streams."""
    return sum(position[HEAD : HEAD + len(program.streams)])
