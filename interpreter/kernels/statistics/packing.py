"""Packs rows of games into few bits, and unpacks them.

Rows are packed in blocks of `BLOCK` games. Within a block, the numbers in the same *column* of all rows are
close to each other, and often the same. So a packed column has the least of its numbers, and the difference
of each number to it, in as many bits as the greatest difference needs. This is frame-of-reference coding
(Goldstein, Ramakrishnan and Shaft, "Compressing Relations and Indexes", ICDE 1998), with widths that are
powers of two.
"""

from __future__ import annotations

from interpreter.kernels.terms import Long, Room, inline
from interpreter.play.chance import ALL, WORD
from interpreter.play.chunk import most_games

__all__ = ["BLOCK", "Packing", "Unpacking", "most_packed"]

BLOCK = 64
"""Number of games in a block, and of bits in a word of packed numbers."""

WHOLE = 32
"""The width of a column whose numbers are stored unchanged."""

OFFSET = 64
"""Added to the width of a column whose least number is not 0."""

CODES = 8
"""Number of columns whose widths share a word."""


def most_packed(size: int) -> int:
    """Return the maximum number of 64-bit words in a packed chunk whose rows have `size` words."""
    return _blocks(size) * (_heads(size) + size * (1 + WHOLE))


def _blocks(size: int) -> int:
    return -(-most_games(size) // BLOCK)


def _heads(size: int) -> int:
    return -(-size // CODES)


class _Chunk:
    """A chunk, packed and unpacked; `size` is the number of words in a row."""

    def __init__(self, size: int, given: Room) -> None:
        self.size, self.heads = size, _heads(size)
        self.packed = given.longs(most_packed(size))
        self.rows = given.words(_blocks(size) * BLOCK * size)


class Packing(_Chunk):
    """Packs the rows of a chunk.

    A packed block begins with the widths of all columns, in a byte each. For each column, the least number
    follows unless it is 0, and then the differences unless the width is 0. Each word is filled from its
    lowest bits. Games that are missing in the last block have rows of zeros.
    """

    # --- kernels --------------------------------------------------------------------------------------

    def run(self, first: int, end: int) -> int:
        """Pack the rows with the numbers from `first` up to `end`, and return the number of words."""
        to, game = 0, first
        while game < end:
            for at in range(self.size * (end - game), self.size * BLOCK):
                self.rows[self.size * game + at] = 0
            to = self.pack(self.size * game, to)
            game += BLOCK
        return to

    def pack(self, begin: int, at: int) -> int:
        """Pack a block, whose first row is at the index `begin`, and return the index after it."""
        to = at + self.heads
        for head in range(at, to):
            self.packed[head] = 0
        for column in range(self.size):
            row = begin + column
            least, greatest = self.rows[row], self.rows[row]
            for _ in range(BLOCK - 1):
                row += self.size
                number = self.rows[row]
                least = min(least, number)
                greatest = max(greatest, number)
            width = width_of((Long(greatest) - Long(least)) & ALL)
            code = width
            if least != 0 and width != WHOLE:
                code += OFFSET
                self.packed[to] = Long(least) & ALL
                to += 1
            self.packed[at + column // CODES] |= Long(code) << (column % CODES * CODES)
            if width == WHOLE:
                to = self.put_whole(begin + column, to)
            elif width != 0:
                to = self.put(begin + column, least, width, to)
        return to

    def put(self, row: int, least: int, width: int, to: int) -> int:
        """Write the differences of a column, and return the index after them."""
        for _ in range(width):
            word, bit = Long(0), 0
            while bit < BLOCK:
                word |= Long(self.rows[row] - least) << bit
                row += self.size
                bit += width
            self.packed[to] = word
            to += 1
        return to

    def put_whole(self, row: int, to: int) -> int:
        """Write the numbers of a column unchanged, and return the index after them."""
        for _ in range(WHOLE):
            self.packed[to] = Long(self.rows[row]) & WORD | (Long(self.rows[row + self.size]) & WORD) << WHOLE
            row += 2 * self.size
            to += 1
        return to


class Unpacking(_Chunk):
    """Unpacks what `Packing` has packed."""

    # --- kernels --------------------------------------------------------------------------------------

    def run(self, first: int, end: int) -> int:
        """Unpack the rows with the numbers from `first` up to `end`, and return the number of words."""
        at, game = 0, first
        while game < end:
            at = self.unpack(self.size * game, at)
            game += BLOCK
        return at

    def unpack(self, begin: int, at: int) -> int:
        """Unpack a block, whose first row gets the index `begin`, and return the index after the block."""
        to = at + self.heads
        for column in range(self.size):
            code = code_of(self.packed[at + column // CODES], column % CODES * CODES)
            least = 0
            if code >= OFFSET:
                least = signed(self.packed[to], 0)
                code -= OFFSET
                to += 1
            if code == WHOLE:
                self.take_whole(begin + column, to)
            elif code == 0:
                self.fill(begin + column, least)
            else:
                self.take(begin + column, least, code, to)
            to += code
        return to

    @inline
    def fill(self, row: int, value: int) -> None:
        """Write the same number into a column of all games."""
        for _ in range(BLOCK):
            self.rows[row] = value
            row += self.size

    def take(self, row: int, least: int, width: int, at: int) -> None:
        """Read the differences of a column."""
        mask = (Long(1) << width) - 1
        for i in range(width):
            word, bit = self.packed[at + i], 0
            while bit < BLOCK:
                self.rows[row] = least + int(word & mask)
                word >>= width
                row += self.size
                bit += width

    def take_whole(self, row: int, at: int) -> None:
        """Read the numbers of a column that are stored unchanged."""
        for i in range(WHOLE):
            self.rows[row] = signed(self.packed[at + i], 0)
            self.rows[row + self.size] = signed(self.packed[at + i], WHOLE)
            row += 2 * self.size


@inline
def code_of(word: Long, bit: int) -> int:
    """Return the width of a column, with any `OFFSET`, from a word in which it begins at a bit."""
    return int(word >> bit & 255)


@inline
def signed(word: Long, bit: int) -> int:
    """Return the 32 bits of a word that begin at a bit, as a signed number."""
    return int(word >> bit & (WORD >> 1)) - (int(word >> bit + WHOLE - 1 & 1) << (WHOLE - 1))


def width_of(span: Long) -> int:
    """Return the number of bits for numbers from 0 to `span`."""
    width = 0
    if span > 0:
        width = 1
        while width < WHOLE and span >> width != 0:
            width *= 2
    return width
