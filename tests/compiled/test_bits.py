"""Sets that are stored as bits in words behave like Python's sets."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import gamespec
from interpreter.compiled.making.host import Instance
from interpreter.compiled.options import digits as d
from interpreter.compiled.state import bits as b
from interpreter.compiled.state.bits import Bits
from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm.wat import Body, Function, Wat, add, const, get, load, put, shift_left, store

SIZES = (1, 9, 42, 63, 64, 65, 121, 128, 200)
ROOM = 32


class Bench:
    """A module to which functions on sets in memory are added, each with a number `$k` as its parameter."""

    def __init__(self, sets: int = 2) -> None:
        self.unit = Unit(gamespec.load("tic-tac-toe").program())
        self.rooms = [self.unit.memory.room(8 * 8) for _ in range(sets)]
        self.out = self.unit.memory.words(512)
        self.bytes = self.unit.memory.table(d.BYTES).address

    def sets(self, size: int) -> list[Bits]:
        """Return the sets in memory, as sets over a range of `size` numbers."""
        words = range((size + 63) // 64)
        return [
            Bits(size, tuple(load(const(room + 8 * i), width="i64.load") for i in words))
            for room in self.rooms
        ]

    def add(self, name: str, make: Callable[[Function], tuple[Body, Wat]]) -> None:
        """Add a function to the module. `make` returns the function's body and the number that it returns."""
        function = Function(f"${name}", (("$k", "i32"),), ("i32",), name)
        before, value = make(function)
        function.body = [*before, value]
        self.unit.functions[function.name] = function

    def instance(self) -> Instance:
        """Return an instance of the module with all functions that have been added."""
        return Instance(self.unit)

    def listed(self, function: Function, bits: Bits, *, descending: bool = False) -> tuple[Body, Wat]:
        """Return code that writes the members of a set to memory, and an expression for their number."""
        length = function.local("length")
        walk = b.each(
            function,
            bits,
            lambda m: [
                store(shift_left(get(length), 2), m, self.out),
                put(length, add(get(length), const(1))),
            ],
            descending=descending,
        )
        return walk, get(length)

    def write(self, instance: Instance, size: int, *sets: set[int]) -> None:
        """Write sets over a range of `size` numbers into the memory of an instance."""
        for room, members in zip(self.rooms, sets, strict=True):
            data = sum(1 << m for m in members).to_bytes(8 * ((size + 63) // 64), "little")
            instance._memory.write(instance._store, data, room)  # noqa: SLF001 - there is no public access


def some_sets(size: int, luck: random.Random) -> list[set[int]]:
    """Return sets to test: an empty one, a full one, one with each end, and random ones."""
    return [
        set(),
        set(range(size)),
        {size - 1},
        {0},
        *[{m for m in range(size) if luck.random() < share} for share in (0.1, 0.5, 0.9)],
    ]


def test_sets_of_all_sizes() -> None:
    """All operations agree with Python's sets, whether a set occupies one word or several.

    They are union, intersection, complement, shifting, order, ends and the n-th member.
    """
    moves = (-70, -8, -1, 0, 1, 7, 64, 65)
    for size in SIZES:
        check(size, moves, random.Random(size))  # noqa: S311 - nothing secret


def check(size: int, moves: tuple[int, ...], luck: random.Random) -> None:
    """Assert that every operation on sets over a range of `size` numbers agrees with Python's sets."""
    bench = Bench()
    a, o = bench.sets(size)
    bench.add("up", lambda f: bench.listed(f, a))
    bench.add("down", lambda f: bench.listed(f, a, descending=True))
    bench.add("both", lambda f: bench.listed(f, a.both(o)))
    bench.add("either", lambda f: bench.listed(f, a.either(o)))
    bench.add("without", lambda f: bench.listed(f, a.not_()))
    bench.add("many", lambda f: ([], b.count(a)))
    bench.add("some", lambda f: ([], b.some(a)))
    bench.add("least", lambda f: ([], b.end(a, const(-1), last=False)))
    bench.add("greatest", lambda f: ([], b.end(a, const(-1), last=True)))
    bench.add("nth", lambda f: d.nth(f, [a], get("$k"))[:2])
    bench.add("nth_of_bytes", lambda f: d.nth(f, [a], get("$k"), bench.bytes)[:2])
    bench.add("holds", lambda f: ([], a.holds(get("$k"))))
    for by in moves:
        bench.add(f"moved{by}", lambda f, by=by: bench.listed(f, a.moved(by, a.size)))
    instance = bench.instance()

    def members(name: str) -> list[int]:
        count = instance.call(name, 0)
        assert count is not None
        return instance.words(bench.out, count)

    for one in some_sets(size, luck):
        other = {m for m in range(size) if luck.random() < 0.5}
        bench.write(instance, size, one, other)
        assert members("up") == sorted(one)
        assert members("down") == sorted(one, reverse=True)
        assert members("both") == sorted(one & other)
        assert members("either") == sorted(one | other)
        assert members("without") == sorted(set(range(size)) - one)
        assert instance.call("many", 0) == len(one)
        assert instance.call("some", 0) == bool(one)
        assert instance.call("least", 0) == min(one, default=-1)
        assert instance.call("greatest", 0) == max(one, default=-1)
        assert [instance.call("nth", k) for k in range(len(one))] == sorted(one)
        assert [instance.call("nth_of_bytes", k) for k in range(len(one))] == sorted(one)
        assert [instance.call("holds", k) for k in range(size)] == [m in one for m in range(size)]
        for by in moves:
            assert members(f"moved{by}") == [m for m in range(size) if m + by in one]


def test_moving_into_another_range() -> None:
    """A set that is shifted into a shorter or longer range only has members within that range."""
    luck = random.Random(1)  # noqa: S311 - nothing secret
    for size, other, by in ((64, 9, 3), (121, 64, 60), (9, 100, -90), (70, 65, 2), (65, 64, 0)):
        check_moved(size, other, by, luck)


def check_moved(size: int, other: int, by: int, luck: random.Random) -> None:
    """Assert that a set shifted by `by` into a range of another size has the members that fall into it."""
    bench = Bench()
    a, _ = bench.sets(size)
    bench.add("moved", lambda f: bench.listed(f, a.moved(by, other)))
    instance = bench.instance()
    for one in some_sets(size, luck):
        bench.write(instance, size, one, set())
        count = instance.call("moved", 0)
        assert count is not None
        assert instance.words(bench.out, count) == [m for m in range(other) if m + by in one]


@pytest.mark.parametrize("size", [9, 64, 121])
@pytest.mark.parametrize("many", [1, 2, 3, 6, 8])
def test_numbers_whose_digits_are_sets(size: int, many: int) -> None:
    """A sum of sets counts, for each member, the sets that contain it.

    `nth` finds the member at which the running sum exceeds k, and by how much k exceeds the sum before that
    member.
    """
    bench, luck = Bench(many), random.Random(size + many)  # noqa: S311 - nothing secret
    out: dict[str, Callable[[Function], tuple[Body, Wat]]] = {
        "weight": lambda f: summed(f, lambda digits: ([], d.weight(digits))),
        "member": lambda f: summed(f, lambda digits: d.nth(f, digits, get("$k"))[:2]),
        "left": lambda f: summed(f, lambda digits: d.nth(f, digits, get("$k"))[::2]),
    }

    def summed(function: Function, ask: Callable[[list[Bits]], tuple[Body, Wat]]) -> tuple[Body, Wat]:
        before: Body = []
        digits = d.added(function, before, bench.sets(size))
        assert len(digits) == many.bit_length()
        more, value = ask(digits)
        return [*before, *more], value

    for name, make in out.items():
        bench.add(name, make)
    instance = bench.instance()
    for share in (0.1, 0.5, 0.9, 1.0):
        sets = [{m for m in range(size) if luck.random() < share} for _ in range(many)]
        bench.write(instance, size, *sets)
        numbers = [sum(m in one for one in sets) for m in range(size)]
        wanted = [(m, k) for m, number in enumerate(numbers) for k in range(number)]
        assert instance.call("weight", 0) == len(wanted)
        found = [(instance.call("member", k), instance.call("left", k)) for k in range(len(wanted))]
        assert found == wanted
