"""The counters of a game as one sequence of numbers, and the tally that is read from them."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, cast

from interpreter.kernels.statistics.tallying import Tallying
from interpreter.kernels.terms import Lists, Longs, Reals, Singles, Words
from interpreter.play.tally import Choices, Course, Last, Lead, Measured, Pace, Tally, Turns, Ways

__all__ = ["Counters", "Layout", "Reading"]


class Counters(Lists):
    """Counter arrays as Python lists, kept in the order in which a `Tallying` requests them."""

    def __init__(self) -> None:
        self._arrays: list[tuple[list[Any], str]] = []
        self._places: dict[int, tuple[int, struct.Struct]] = {}
        """What `place` returns, by the identity of the array."""

    def words(self, count: int) -> Words:
        """Return an array of `count` 32-bit integers, all 0 initially."""
        self._arrays.append(([0] * count, "i"))
        return self._arrays[-1][0]

    def longs(self, count: int) -> Longs:
        """Return an array of `count` unsigned 64-bit integers, all 0 initially."""
        self._arrays.append(([0] * count, "Q"))
        return self._arrays[-1][0]

    def reals(self, count: int) -> Reals:
        """Return an array of `count` floating-point numbers, all 0 initially."""
        self._arrays.append(([0.0] * count, "d"))
        return self._arrays[-1][0]

    @property
    def form(self) -> struct.Struct:
        """The binary layout of the counters in memory, where the arrays follow one another without gaps."""
        return struct.Struct("<" + "".join(f"{len(array)}{letter}" for array, letter in self._arrays))

    def clear(self) -> None:
        """Set all counters to 0."""
        for array, _ in self._arrays:
            array[:] = [0] * len(array)

    def numbers(self) -> tuple[int, ...]:
        """Return the numbers of all arrays, concatenated in the order of the arrays."""
        return tuple(number for array, _ in self._arrays for number in array)

    def fill(self, data: bytes) -> None:
        """Set all numbers to those of the bytes of their binary layout (`form`)."""
        found = iter(self.form.unpack(data))
        for array, _ in self._arrays:
            array[:] = islice(found, len(array))

    def place(self, of: Sequence[float]) -> tuple[int, struct.Struct]:
        """Return where the array `of` begins in the binary layout, in bytes, and its own layout."""
        if len(self._places) < len(self._arrays):
            at = 0
            for array, letter in self._arrays:
                form = struct.Struct(f"<{len(array)}{letter}")
                self._places[id(array)] = at, form
                at += form.size
        return self._places[id(of)]

    def packed(self, of: Sequence[float], begin: int = 0, end: int | None = None) -> tuple[int, bytes]:
        """Return where a part of the array `of` begins in the binary layout, and the bytes of this part."""
        some = of[begin:end]
        at, form = self.place(of)
        letter = form.format[-1:]
        return at + begin * struct.calcsize(letter), struct.pack(f"<{len(some)}{letter}", *some)

    def read(self, at: int, size: int) -> bytes:
        """Return a part of the binary layout, which begins and ends between two numbers."""
        return b"".join(
            struct.pack(f"<{end - begin}{letter}", *array[begin:end])
            for array, letter, begin, end in self._within(at, size)
        )

    def write(self, at: int, data: bytes) -> None:
        """Set the numbers in a part of the binary layout, which begins and ends between two numbers."""
        done = 0
        for array, letter, begin, end in self._within(at, len(data)):
            array[begin:end] = struct.unpack_from(f"<{end - begin}{letter}", data, done)
            done += (end - begin) * struct.calcsize(letter)

    def _within(self, at: int, size: int) -> Iterator[tuple[list[Any], str, int, int]]:
        """Yield the arrays in a part of the binary layout, their letters, and which entries are in it."""
        start = 0
        for array, letter in self._arrays:
            width = struct.calcsize(letter)
            begin, end = (max(0, min(len(array), (to - start) // width)) for to in (at, at + size))
            if begin < end:
                yield array, letter, begin, end
            start += len(array) * width

    def part(self, of: list[int]) -> slice:
        """Return the slice of `numbers()` that holds the array `of`."""
        begin = 0
        for array, _ in self._arrays:
            if array is of:
                break
            begin += len(array)
        return slice(begin, begin + len(of))


class Layout(Lists):
    """A room that has no memory, but knows where arrays would be, if they follow one another."""

    def __init__(self) -> None:
        self.size = 0
        """The size of all arrays, in bytes."""
        self._places: list[tuple[list[Any], int]] = []

    def words(self, count: int) -> Words:
        """Return an empty list in place of an array of `count` 32-bit integers."""
        return self._array(4 * count)

    def longs(self, count: int) -> Longs:
        """Return an empty list in place of an array of `count` 64-bit integers."""
        return self._array(8 * count)

    def reals(self, count: int) -> Reals:
        """Return an empty list in place of an array of `count` floating-point numbers."""
        return self._array(8 * count)

    def singles(self, count: int) -> Singles:
        """Return an empty array in place of an array of `count` 32-bit floating-point numbers."""
        return cast("Singles", self._array(4 * count))

    def _array(self, size: int) -> list[Any]:
        made: list[Any] = []
        self._places.append((made, self.size))
        self.size += size
        return made

    def place(self, of: Sequence[float]) -> int:
        """Return where the array `of` begins, in bytes."""
        return next(place for array, place in self._places if array is of)


class Reading:
    """Converts the counters of a finished game, given as a sequence of numbers, to a tally."""

    def __init__(self, tallying: Tallying, counters: Counters) -> None:
        own, part = self._own, self._part = tallying, counters.part
        counted = own.offers, own.options, own.chosen, own.first, own.first_of, own.took
        self._choices = [self._by_seat(array) for array in counted] if own.counts.actions else []
        self._chosen = self._by_seat(own.chosen) if own.last else []
        self._options_of_all, self._pace, self._lead = map(part, (own.options_of_all, own.pace, own.lead))
        self._came, self._left = part(own.came), part(own.left)
        self._measures = [
            part(array) for array in (own.totals, own.greatest, own.latest, own.final, own.ended)
        ]
        self._last = part(own.last_action), part(own.last_turn)
        self._reached = part(own.reached)
        self._course = part(own.stage_decisions), part(own.stage_options), part(own.halvings)

    def _by_seat(self, array: list[int]) -> list[slice]:
        many, begin = self._own.actions, self._part(array).start
        seats = range(self._own.program.players)
        return [slice(begin + many * seat, begin + many * (seat + 1)) for seat in seats]

    def tally(self, numbers: tuple[int, ...]) -> Tally:
        """Return the tally of a game whose counters have these numbers."""
        own = self._own
        pace = lead = last = None
        if own.counts.pace:
            (options,) = numbers[self._options_of_all]
            turns, rounds, alone, forced, most = numbers[self._pace]
            pace = Pace(turns, rounds, alone, forced, options, most)
        if own.leads:
            changes, *led = numbers[self._lead]
            lead = Lead(changes, tuple([led[team] for team in own.program.teams]))
        if own.last:
            actions, at = (numbers[part] for part in self._last)
            chosen = tuple([numbers[part] for part in self._chosen])
            last = Last(tuple([action - 1 for action in actions]), at, chosen)
        return Tally(
            pace,
            Choices(*[tuple([numbers[seat] for seat in each]) for each in self._choices])
            if self._choices
            else None,
            lead,
            Ways(numbers[self._came], numbers[self._left]) if own.counts.components else None,
            self._measured(numbers) if own.measured else None,
            last,
            self._stages(numbers) if own.course else None,
            self._mask(numbers[self._reached]) if own.counts.reached else None,
        )

    def _mask(self, numbers: tuple[int, ...]) -> int:
        return int.from_bytes(struct.pack(f"<{len(numbers)}Q", *numbers), "little")

    def _measured(self, numbers: tuple[int, ...]) -> Measured:
        found: list[list[int | Turns]] = [[] for _ in self._own.program.measures]
        totals, greatest, latest, final, ended = (numbers[part] for part in self._measures)
        for i, number, _ in self._own.of_turns:
            total = totals[i] - (totals[i] >> 63 << 64)
            found[number].append(Turns(total, greatest[i], latest[i]))
        for i, number, _ in self._own.of_end:
            found[number].append(final[i])
        return Measured(sum(ended), tuple(map(tuple, found)))

    def _stages(self, numbers: tuple[int, ...]) -> Course:
        decisions, options, (halvings,) = (numbers[part] for part in self._course)
        return Course(1 << halvings, decisions, options)
