"""The contents of zones as bit sets, which a module keeps in addition to the linked lists.

The set of a zone has one bit for each component of the kind. Each zone has as many 64-bit words as the
largest kind needs. So does each family of several zones that is queried as a whole. The bit of a component is
its index among the components of its kind, so ascending bits are in the order of declaration, like the
members of an unordered zone and of a family. The sets can be computed from the position, and are stored after
it in memory as if they were part of it. So one copy restores both when a game begins, and a trial that may
move something saves and restores both. Code that writes a position from outside has the sets rebuilt
(`indexed`).

A module has no sets if no expression benefits from them (`_wanted`), or if they would be too large.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property

from gamespec.program import Program
from gamespec.program import expressions as x
from gamespec.program.frozen import dataclass
from interpreter.compiled.analysis.facts import expressions_of
from interpreter.compiled.wasm.memory import POSITION, WORD, Memory, Table
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    block,
    branch,
    branch_if,
    compare,
    const,
    eqz,
    get,
    load,
    loop,
    put,
    shift_left,
    store,
    subtract,
    when,
)

__all__ = ["ZoneSets", "counted", "through", "words_for", "words_of"]

WORD_BITS, BYTES = 64, 8
MOST_WORDS = 4
"""Maximum number of 64-bit words in one set."""
MOST_BYTES = 1 << 14
"""Maximum size of all sets together, in bytes."""
FEW = 3
"""Maximum capacity of a zone whose linked list is as fast to follow as a set is to read."""


@dataclass(frozen=True, slots=True)
class Bit:
    """The bit that represents a component in a set, and the byte offset of the word that contains it."""

    bit: Wat
    word: Wat


class ZoneSets:
    """The bit sets of zones and families in one module."""

    def __init__(self, program: Program, memory: Memory, *, wanted: bool) -> None:
        self._program, self._memory = program, memory
        largest = max((kind.size for kind in program.kinds), default=0)
        needed = max(1, -(-largest // WORD_BITS))
        self.words = 1 << (needed - 1).bit_length()
        """Number of 64-bit words in each set, a power of two."""
        self._families = [n for n in _asked(program) if program.families[n].count > 1]
        self._count = len(program.zones) + len(self._families) + 1
        size = BYTES * self.words * self._count
        self.some = wanted and self.words <= MOST_WORDS and size <= MOST_BYTES and _wanted(program)
        """Whether the module has sets."""
        self.size = size if self.some else 0
        self.address = memory.room(self.size) if self.some else memory.end
        self._shift = 3 + self.words.bit_length() - 1

    # --- layout ---------------------------------------------------------------------------------------

    @property
    def stretch(self) -> tuple[int, int]:
        """The half-open range of the sets in memory, in integers from the beginning of the position."""
        first = (self.address - POSITION) // WORD
        return first, first + self.size // WORD

    def of_zone(self, zone: Wat, word: int) -> Wat:
        """Return the tree that reads one word of a zone's set; `word` is the index of the word."""
        return load(shift_left(zone, self._shift), self.address + BYTES * word, width="i64.load")

    def of_family(self, number: int, word: int) -> Wat:
        """Return the tree that reads one word of the set of all components in the zones of a family.

        Some expression of the program must query the family as a whole.
        """
        family = self._program.families[number]
        if family.count == 1:
            return self.of_zone(const(family.first), word)
        return self.of_zone(const(len(self._program.zones) + self._families.index(number)), word)

    @cached_property
    def _first(self) -> Sequence[int]:
        """The first component of each component's kind, indexed by component."""
        firsts = {c: k.first for k in self._program.kinds for c in range(k.first, k.first + k.size)}
        return [firsts[c] for c in range(len(firsts))]

    def _wide(self, values: Sequence[int]) -> int:
        """Write 64-bit words as constants, and return their address."""
        return self._memory.written(words_of(values), 2)

    @cached_property
    def _bits(self) -> int:
        return self._wide([1 << (i - first) % WORD_BITS for i, first in enumerate(self._first)])

    def _word(self, c: Wat) -> Wat:
        """Return the tree for the byte offset, within a set, of the word that contains a component's bit."""
        if self.words == 1:
            return ZERO
        table = self._memory.table(
            [BYTES * ((i - first) // WORD_BITS) for i, first in enumerate(self._first)]
        )
        return table.at(c)

    @cached_property
    def _of_family(self) -> Table:
        """A table of the number of the family's set, indexed by zone.

        If the family has no set, the number is that of a set that is never read.
        """
        zones, nobody = self._program.zones, self._count - 1
        sets = {n: len(zones) + i for i, n in enumerate(self._families)}
        return self._memory.table([sets.get(zone.family, nobody) for zone in zones])

    # --- updates --------------------------------------------------------------------------------------

    def bit(self, function: Function, c: Wat) -> tuple[Body, Bit]:
        """Return the instructions that look up the bit of a component, and where they leave this bit."""
        if not self.some:
            return [], Bit(ZERO, ZERO)
        bit, word = function.local("bit", "i64"), function.local("word")
        before: Body = [put(bit, load(shift_left(c, 3), self._bits, width="i64.load"))]
        if self.words == 1:
            return before, Bit(get(bit), ZERO)
        return [*before, put(word, self._word(c))], Bit(get(bit), get(word))

    def family_sets(self, zones: Iterable[int]) -> frozenset[int]:
        """Return the number of each set that belongs to the family of one of the zones.

        The result contains -1 if one of the families has no set.
        """
        own = {n: len(self._program.zones) + i for i, n in enumerate(self._families)}
        return frozenset(own.get(self._program.zones[zone].family, -1) for zone in zones)

    def flipped(self, bit: Bit, zone: Wat, families: frozenset[int] | None = None) -> Body:
        """Return the instructions that flip a component's bit in the set of a zone and that of its family.

        `families` holds the possible numbers of the family's set, if they are known at compile time.
        """
        if not self.some:
            return []
        sets = [zone]
        if self._families and families is not None and len(families) == 1:
            sets += [const(n) for n in families if n >= 0]
        elif self._families:
            sets.append(self._of_family.at(zone))
        body: Body = []
        for set_ in sets:
            at = add(shift_left(set_, self._shift), bit.word)
            held = load(at, self.address, width="i64.load")
            body.append(store(at, ("i64.xor", held, bit.bit), self.address, width="i64.store"))
        return body

    def changed(self, function: Function, c: Wat, zone: Wat) -> Body:
        """Return instructions that flip a component's bit in the set of any zone and that of its family."""
        found, bit = self.bit(function, c)
        return [*found, *self.flipped(bit, zone)]

    def before(self, function: Function, bit: Bit, zone: Wat, found: str) -> Body:
        """Return the instructions that find the component in a zone before a given component.

        The order is that of declaration. The local `found` is set to the component, or to -1 if there is
        none.
        """
        bits, at = function.local("bits", "i64"), function.local("at")
        begin = shift_left(zone, self._shift)
        below: Wat = (
            "i64.and",
            load(get(at), self.address, width="i64.load"),
            ("i64.sub", bit.bit, ("i64.const", "1")),
        )
        body: Body = [put(at, add(begin, bit.word)), put(bits, below)]
        if self.words > 1:
            down: Body = [
                branch_if("$some", eqz(("i64.eqz", get(bits)))),
                branch_if("$some", compare("<=", get(at), begin)),
                put(at, add(get(at), const(-BYTES))),
                put(bits, load(get(at), self.address, width="i64.load")),
                branch("$down"),
            ]
            body.append(block("$some", [loop("$down", down)]))
        high: Wat = subtract(const(WORD_BITS - 1), ("i32.wrap_i64", ("i64.clz", get(bits))))
        words = shift_left(subtract(get(at), begin), 3) if self.words > 1 else ZERO
        there = add(add(self._first_in(zone), words), high)
        return [*body, put(found, ("select", const(-1), there, ("i64.eqz", get(bits))))]

    def alike(
        self, function: Function, c: Wat, zone: Wat, faces: Sequence[int], take: Callable[[Wat], Body]
    ) -> Body:
        """Return a loop over the components of a zone that have the same face as `c`, including `c`."""
        sorts = list(zip(self._first, faces, strict=True))
        alike: dict[tuple[int, int], int] = {}
        for i, sort in enumerate(sorts):
            alike[sort] = alike.get(sort, 0) | 1 << i - sort[0]
        low = (1 << WORD_BITS) - 1
        flat = [alike[sort] >> WORD_BITS * word & low for sort in sorts for word in range(self.words)]
        table, first = self._wide(flat), function.local("first")
        words: list[Wat] = []
        for word in range(self.words):
            same = load(shift_left(c, self._shift), table + BYTES * word, width="i64.load")
            words.append(("i64.and", self.of_zone(zone, word), same))
        walk = through(function, 0, words, lambda bit: take(add(bit, get(first))))
        return [put(first, self._first_in(zone)), *walk]

    def _first_in(self, zone: Wat) -> Wat:
        """Return the tree for the first component of the kind that a zone can hold."""
        program = self._program
        firsts = [program.kinds[program.families[z.family].kind].first for z in program.zones]
        return const(firsts[0]) if len(set(firsts)) == 1 else self._memory.table(firsts).at(zone)

    # --- initialization -------------------------------------------------------------------------------

    def begun(self, position: Sequence[int], zone_of: int) -> list[int]:
        """Return the integers in memory from the end of a position to the end of its sets."""
        if not self.some:
            return []
        sets = [0] * (self.words * self._count)
        for c, first in enumerate(self._first):
            zone = position[zone_of + c]
            for number in self._numbers(zone):
                sets[self.words * number + (c - first) // WORD_BITS] |= 1 << (c - first) % WORD_BITS
        return [0] * (self.stretch[0] - len(position)) + words_of(sets)

    def _numbers(self, zone: int) -> Iterator[int]:
        yield zone
        family = self._program.zones[zone].family
        if family in self._families:
            yield len(self._program.zones) + self._families.index(family)

    def made(self, function: Function) -> None:
        """Give `function` a body that computes the sets from the position."""
        c, zone = function.local("c"), function.local("zone")
        lies = load(shift_left(get(c), 2), self._memory.at(self._zone_of))
        found, bit = self.bit(function, get(c))
        body: Body = [
            branch_if("$all", compare(">=", get(c), const(len(self._first)))),
            put(zone, lies),
            *found,
            when(compare(">=", get(zone), ZERO), self.flipped(bit, get(zone))),
            put(c, add(get(c), const(1))),
            branch("$each"),
        ]
        function.body = [
            ("memory.fill", const(self.address), ZERO, const(self.size)),
            block("$all", [loop("$each", body)]),
        ]

    @property
    def _zone_of(self) -> int:
        return self._program.layout.zone_of


def words_of(values: Sequence[int]) -> list[int]:
    """Split each 64-bit word into two 32-bit integers, of which the lower half comes first."""
    return [half for value in values for half in (value & 0xFFFFFFFF, value >> 32 & 0xFFFFFFFF)]


def _asked(program: Program) -> list[int]:
    """Return the numbers of the families that expressions query as a whole, in ascending order."""
    asked = {node.family for node in expressions_of(program) if isinstance(node, x.FamilyContents)}
    return sorted(asked)


def _wanted(program: Program) -> bool:
    """Return whether the program would use sets.

    It uses them if it queries a family as a whole, or if it queries the contents of zones and some zone is
    large and unordered.
    """
    unordered = any(not zone.ordered and zone.capacity > FEW for zone in program.zones)
    return bool(_asked(program)) or (
        unordered and any(isinstance(node, x.Contents) for node in expressions_of(program))
    )


def words_for(size: int) -> int:
    """Return the number of 64-bit words for a set with `size` bits, which is at least 1."""
    return max(1, -(-size // WORD_BITS))


def counted(words: Sequence[Wat]) -> Wat:
    """Return the tree for the number of bits that are set in the given words."""
    total: Wat = ZERO
    for word in words:
        total = add(total, ("i32.wrap_i64", ("i64.popcnt", word)))
    return total


def through(function: Function, first: int, words: Sequence[Wat], take: Callable[[Wat], Body]) -> Body:
    """Return a loop over the components of a set, in ascending order.

    `first` is the first component of their kind, which bit 0 represents.
    """
    c, left = function.local("c"), [function.local("left", "i64") for _ in words]
    done, more = function.label("done"), function.label("more")
    next_: Body = [branch(done)]
    for number, word in reversed(list(enumerate(left))):
        found = add(("i32.wrap_i64", ("i64.ctz", get(word))), const(first + WORD_BITS * number))
        fewer: Wat = ("i64.and", get(word), ("i64.sub", get(word), ("i64.const", "1")))
        some: Body = [put(c, found), put(word, fewer)]
        if number == len(left) - 1:
            next_ = [branch_if(done, ("i64.eqz", get(word))), *some]
        else:
            next_ = [when(("i64.eqz", get(word)), next_, some)]
    before = [put(local, word) for local, word in zip(left, words, strict=True)]
    return [*before, block(done, [loop(more, [*next_, *take(get(c)), branch(more)])])]
