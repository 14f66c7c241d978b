"""The shared instance on which the games of an engine are played.

`Table` puts a game's position into the memory of its instance unless it is there already, and returns the
position after an answer, the listed options, all children, and playouts. A fault leaves the memory undefined,
so the instance is discarded.

To answer, the option is written as the first of the list. So the options need not be listed again when a game
goes on, and they are read on demand.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from operator import index
from time import perf_counter

from gamespec.program import Program
from gamespec.program.domain import INT_MAX
from gamespec.program.instructions import Decide
from gamespec.program.tables import Head
from interpreter.compiled.making.artifact import made_of
from interpreter.compiled.making.build_key import BuildKey
from interpreter.compiled.making.fallback import Fallback
from interpreter.compiled.making.host import Instance
from interpreter.compiled.run.batches import FIRST, fitting
from interpreter.compiled.wasm.interface import Fields, Use
from interpreter.compiled.wasm.memory import POSITION, WORD, Words
from interpreter.kernels.items import values_of, words_of
from interpreter.kernels.seeding import packed_seeds
from interpreter.kernels.statistics.outcomes import Outcomes
from interpreter.play.chance import ALL, split_seed
from interpreter.play.errors import Fault, Refused
from interpreter.play.luck import Seeds
from interpreter.play.options import Option, Value, offers_copies
from interpreter.play.playout import Playout
from interpreter.play.tally import Counts, Tally

__all__ = ["Table", "head", "integers", "packed_of", "seeded"]

_SEED = struct.Struct("<2i")
_WORD = struct.Struct("<i")


class Table:
    """The shared instance of the games of an engine, and the game whose position is in its memory.

    Playouts to the end are another use of a program, so they have a table of their own.
    """

    def __init__(self, program: Program, form: BuildKey) -> None:
        self.program = program
        self.made = made = made_of(program, form)
        self._form = form
        self.fallback = Fallback(program)
        self.interface = made.interface
        self._outcomes = Outcomes(program, made.interface.batches.width)
        self._ends: dict[bool, Table] = {}
        self._instance: Instance | None = None
        self._there: bytes | None = None
        self._listed: bytes | None = None
        self._values = [
            _reader(fields, [pick.counts is not None for pick in action.picks])
            for action, fields in zip(program.actions, made.interface.listed.fields, strict=True)
        ]
        self._copies = [
            any(offers_copies(program, pick) for pick in action.picks) for action in program.actions
        ]

    def __reduce__(self) -> tuple[object, ...]:
        """Return the arguments with which pickle makes the table again, with another instance."""
        return type(self), (self.program, self._form)

    @cached_property
    def _counted(self) -> Outcomes:
        return Outcomes(self.program, self.interface.batches.width, self._form.counts)

    def _at(self, position: bytes) -> Instance:
        """Return the instance, with a position in its memory."""
        if self._instance is None:
            self._instance = self.made.instance()
        if self._there is not position:
            self._instance.packed = self._there = position
            self._listed = None
        return self._instance

    def _changing(self, position: bytes) -> Instance:
        """Return the instance, with a position in its memory, for a call that replaces the listed options."""
        self._listed = None
        return self._at(position)

    def _run(self, position: bytes, name: str) -> Instance:
        """Run a function of the module at a position, and return the instance. Raises `Fault`."""
        instance = self._at(position)
        self._called(instance, name, 0)
        return instance

    def _called(self, instance: Instance, name: str, *args: int) -> int:
        """Call a function of the module; drop the instance on an error. Raises `Fault`."""
        try:
            return instance.run(name, *args)
        except BaseException:
            self._drop()
            raise

    def _drop(self) -> None:
        """Drop the instance after an error, and what is left of the call with it."""
        self._instance = self._there = self._listed = None

    def _onward(self, name: str, operand: int) -> tuple[bytes, int]:
        """Call a function of the module that plays on, and return the same as `begin`. Raises `Fault`."""
        if self._instance is None:
            self._instance = self.made.instance()
        try:
            after = self._instance.onward(name, operand)
        except BaseException:
            self._drop()
            raise
        self._there = self._listed = after[0]
        return after

    def begin(self, seed: int) -> tuple[bytes, int]:
        """Return the position at which a new game first waits, and its number of options. Raises `Fault`."""
        return self._onward("begin", index(seed) & ALL)

    def lists(self, position: bytes) -> bool:
        """Return whether the options of a position are listed in the memory of the instance."""
        return self._listed is position

    def take(self, position: bytes, k: int) -> tuple[bytes, int]:
        """Take the option with the index `k`, which must be on offer, and return the same as `begin`."""
        if self._listed is not position:
            self.count(position)
        return self._onward("answer", k)

    def answer(self, position: bytes, option: Option) -> tuple[bytes, int]:
        """Return the same as `begin` after an answer.

        Raises `Fault`, and `Refused` if the action of the answer is not offered.
        """
        actions = self._asked(position)
        if option.action not in actions:
            raise Refused("this is not what is asked")
        place, listed = actions.index(option.action), self.interface.listed
        instance = self._at(position)
        instance.put_record(listed, place, words_of(option.values, listed.fields[option.action]))
        return self._onward("answer", 0)

    def _asked(self, position: bytes) -> tuple[int, ...]:
        """Return the actions of the site at which a position waits; none once the game is over."""
        decide = self.program.code[head(position, Head.PC)]
        if head(position, Head.OUTCOME) != Head.RUNNING or not isinstance(decide, Decide):
            return ()
        return self.program.sites[decide.site].actions

    def listed(self, position: bytes) -> tuple[Option, ...]:
        """Return the options of a position at which somebody decides. Raises `Fault`."""
        instance = self._at(position)
        if self._listed is not position:
            instance = self._run(position, "ask")
            self._listed = position
        found: list[Option] = []
        listed = self.interface.listed
        for number, (action, words) in enumerate(instance.records(listed, self._asked(position))):
            values = self._values[action](words)
            if self._copies[action]:
                found.append(_Copied(self, position, number, action, values))
            else:
                found.append(Option(self.program, action, values))
        return tuple(found)

    def count(self, position: bytes) -> int:
        """Return the number of options of a position at which somebody decides. Raises `Fault`."""
        self._listed = None
        count = self._called(self._at(position), "ask", 0)
        self._listed = position
        return count

    def children(self, position: bytes) -> list[bytes | Fault]:
        """Return, for each option of a position in order, the position to which it leads, or its fault."""
        lie, size = self.interface.children, len(position)
        found: list[bytes | Fault] = []
        count: int | None = None
        while count is None or len(found) < count:
            instance, first = self._changing(position), len(found)
            fault: Fault | None = None
            try:
                count = self._called(instance, "children", first, first + lie.most)
                after = min(count, first + lie.most)
            except Fault as raised:
                fault, count = raised, None
                (after,) = instance.words(self.interface.batches.done, 1)
                if after < first:
                    raise  # it is one in what is asked
            told = instance.data(lie.address, size * (after - first))
            found += [told[at : at + size] for at in range(0, len(told), size)]
            found += [] if fault is None else [fault]
        return found

    def _to_the_end(self, *, reached: bool) -> Table:
        """Return the table that plays games to their end, and counts what they reach if that is asked."""
        if Use.GAMES in self._form.use and self._form.counts.reached >= reached:
            return self
        if reached not in self._ends:
            counts = Counts(reached=reached)
            self._ends[reached] = Table(self.program, BuildKey(Use.GAMES, self._form.techniques, counts))
        return self._ends[reached]

    def playouts(
        self, position: bytes, seeds: Sequence[Seeds], most: int | None, *, reached: bool = False
    ) -> list[Playout]:
        """Play random games from a position, one for each pair of seeds."""
        found: list[Playout] = []
        table = self._to_the_end(reached=reached)
        size, room = FIRST, table.interface.batches.most
        while len(found) < len(seeds):
            some, begun = seeds[len(found) : len(found) + size], perf_counter()
            found += table.played_on(position, some, most, reached=reached)
            size = fitting(len(some), perf_counter() - begun, room)
        return found

    def played_on(
        self, position: bytes, seeds: Sequence[Seeds], most: int | None, *, reached: bool
    ) -> list[Playout]:
        """Return the playouts for some seeds in one call, up to the first that ends in a fault."""
        batches, outcomes = self.interface.batches, self._counted if reached else self._outcomes
        before, count = head(position, Head.DECISIONS), len(seeds)
        last = Words.NO_LAST if most is None else min(before + most, INT_MAX)
        faults: list[Playout] = []
        instance = self._changing(position)
        instance.put(batches.seeds, packed_seeds(seeds))
        try:
            self._called(instance, "playouts", count, last)
        except Fault as fault:
            (count,) = instance.words(batches.done, 1)
            (given,) = instance.words(POSITION + WORD * Head.DECISIONS, 1)
            faults.append(Playout(seeds[count], max(given - before - 1, 0), None, fault))
        size = outcomes.size
        rows = instance.data(batches.results, size * count)
        each = (rows[at : at + size] for at in range(0, len(rows), size))
        found = [*map(outcomes.playout, seeds[:count], each)]
        return [*(map(_reached_only, found) if reached else found), *faults]

    def parts(self, position: bytes) -> tuple[tuple[int, ...], ...]:
        """Return the parts of the score by seat. Raises `Fault`."""
        count, players = len(self.program.score), self.program.players
        if not count:
            return ()
        words = self._run(position, "score").words(self.interface.parts, count * players)
        return tuple(tuple(words[at : at + count]) for at in range(0, count * players, count))


class _Copied(Option):
    """An option whose values may be copies that are chosen from an ordered list.

    The values that its number counts depend on that list, so they are computed on demand.
    """

    __slots__ = ("_found", "_listed", "_position", "_table")

    def __init__(
        self, table: Table, position: bytes, listed: int, action: int, values: tuple[Value, ...]
    ) -> None:
        self._program, self._number = table.program, -1
        self.action = action
        self.values = values
        self._table, self._position, self._listed = table, position, listed
        self._found: tuple[Value, ...] | None = None

    def __reduce__(self) -> tuple[object, ...]:
        """Return the arguments with which pickle makes an option whose values are computed."""
        return Option, (self._program, self.action, self.values, self.counted)

    @property
    def counted(self) -> tuple[Value, ...]:  # type: ignore[override] # nobody writes it but `Option` itself
        """The values that its number counts."""
        if self._found is None:
            self._found = self._table.fallback.counted(integers(self._position), self._listed)
        return self._found


def _reached_only(playout: Playout) -> Playout:
    """Return a playout whose tally has only what was reached, and is missing if the playout was cut off."""
    reached = None if playout.tally is None or playout.cut else playout.tally.reached
    return replace(playout, tally=None if reached is None else Tally(reached=reached))


def _reader(fields: Fields, several: list[bool]) -> Callable[[tuple[int, ...]], tuple[Value, ...]]:
    """Return a function that converts the words of an option to its values."""
    size, places = fields
    if not any(several) and places == tuple(range(size)):
        return lambda words: words
    if several == [True] and places == (0,):
        return lambda words: (words[1 : 1 + words[0]],)
    return lambda words: values_of(words, places, several)


def packed_of(position: Sequence[int]) -> bytes:
    """Return a position as bytes, as it lies in a module's memory."""
    if isinstance(position, array):
        return position.tobytes()
    return struct.pack(f"<{len(position)}i", *position)


def integers(position: bytes) -> list[int]:
    """Return a position as integers."""
    return list(memoryview(position).cast("i"))


def head(position: bytes, place: int) -> int:
    """Return the integer at a place of a position."""
    (value,) = _WORD.unpack_from(position, WORD * place)
    return int(value)


def seeded(position: bytes, seed: int) -> bytes:
    """Return a position whose future chance follows a seed."""
    at, data = WORD * Head.SEED_LOW, bytearray(position)
    _SEED.pack_into(data, at, *split_seed(seed))
    return bytes(data)
