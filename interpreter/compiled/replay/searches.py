"""The host's side of searches inside a module (`searching`): fills their memory, and reads the results."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from math import log

from interpreter.compiled.course.searching import ENTRY, NUMBERS, Part, behind
from interpreter.compiled.making.host import Instance
from interpreter.compiled.wasm.memory import WORD
from interpreter.play.errors import Fault
from interpreter.play.search import Iteration, Reward

__all__ = ["option_stats"]

TOGETHER = 64
"""Number of iterations per call: a search can be interrupted between calls."""

FEWEST, MOST, EACH = 1 << 14, 1 << 21, 64
"""Least and greatest number of table entries, and entries per iteration."""

WORST = float.fromhex("0x1.fffffffffffffp+1023")

_NUMBERS, _LISTED = struct.Struct("<4Q"), 1 << 15
_STATS = struct.Struct("<iid")


def option_stats(  # noqa: PLR0913 - a search, and where it runs
    at: Instance,
    roots: Sequence[bytes],
    iterations: Sequence[Iteration],
    players: int,
    reward: Reward,
    explores: float,
) -> list[tuple[int, float]]:
    """Return, for each option of the first root, how often it was taken and its player's total reward.

    `roots` are packed positions at which the same player decides. An iteration that ends in a fault counts
    for nothing. Raises `Fault` if listing the options of a root does.
    """
    size, count = len(roots[0]), len(iterations)
    entries = min(max(FEWEST, 1 << (EACH * count - 1).bit_length()), MOST)
    place = {Part.NUMBERS: _even(behind(players) + size * len(roots))}
    place[Part.LOGARITHMS] = place[Part.NUMBERS] + NUMBERS * count
    place[Part.PATH] = place[Part.LOGARITHMS] + 8 * (count + 2)
    place[Part.LISTED] = place[Part.PATH] + 8 * (count + 2)
    place[Part.TABLE] = place[Part.LISTED] + WORD * _LISTED
    end = place[Part.TABLE] + ENTRY * entries
    tree = at.tree(end)
    words = {
        Part.ROOTS: len(roots), **place, Part.MASK: entries - 1, Part.USED: 0, Part.ROOM: entries * 3 // 4,
        Part.DONE: 0, Part.REWARD: reward, Part.SIZE: size,
    }  # fmt: skip
    for part, word in words.items():
        struct.pack_into("<i", tree, part, word)
    struct.pack_into("<3d", tree, Part.EXPLORES, explores, WORST, -WORST)
    first = behind(players)
    tree[first : first + size * len(roots)] = b"".join(roots)
    numbers = b"".join(_NUMBERS.pack(*each) for each in iterations)
    tree[place[Part.NUMBERS] : place[Part.NUMBERS] + len(numbers)] = numbers
    logs = [0.0, *(log(n) for n in range(1, count + 2))]
    struct.pack_into(f"<{len(logs)}d", tree, place[Part.LOGARITHMS], *logs)
    tree[place[Part.TABLE] : end] = bytes(end - place[Part.TABLE])
    done = 0
    while done < count:
        try:
            at.run("search", done, min(done + TOGETHER, count))
        except Fault:
            done = struct.unpack_from("<i", tree, Part.DONE)[0] + 1
        else:
            done = min(done + TOGETHER, count)
    listed = struct.unpack_from(f"<{at.run('fares', 0)}i", tree, place[Part.LISTED])
    return [_STATS.unpack_from(tree, entry + 8)[1:] if entry else (0, 0.0) for entry in listed]


def _even(address: int) -> int:
    return -(-address // 8) * 8
