"""A game that a module plays: the playing protocol, on a position of its own.

A game keeps its position in bytes, as they lie in the module's memory. The instance that runs it is shared by
all games of an engine: `Table` puts the game's position there unless it lies there already, and after each
step the game takes its own back. So games are independent however they take turns, and a fault leaves the
game as it was: the position that it has is that of before.

To answer, the option is written down as the first that is listed. So the options need not be listed again
when a game goes on, and they are read when somebody asks for them.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from time import perf_counter

from gamespec.program import Pick, Program
from gamespec.program.domain import INT_MAX
from gamespec.program.instructions import Decide
from gamespec.program.tables import Head
from interpreter.compiled.batches import FIRST, fitting
from interpreter.compiled.definitional import Beside
from interpreter.compiled.host import Instance, values_of
from interpreter.compiled.interface import Fields
from interpreter.compiled.made import Made
from interpreter.compiled.memory import POSITION, WORD, Words
from interpreter.compiled.outcomes import Outcomes, packed_seeds
from interpreter.play.chance import Chance, split_seed
from interpreter.play.errors import Fault, Refused
from interpreter.play.events import Event
from interpreter.play.information import InformationState, Record, no_record
from interpreter.play.luck import Seeds
from interpreter.play.observation import Observation
from interpreter.play.options import Decision, Option, Value
from interpreter.play.playout import Playout
from interpreter.play.result import Result, result_of
from interpreter.protocol import MOST_NODES

__all__ = ["CompiledGame", "Table"]

_SEED = struct.Struct("<2i")


class Table:
    """Where the games of an engine are played: one instance, and the game whose position lies there."""

    def __init__(self, program: Program, made: Made) -> None:
        self.program = program
        self.made = made
        self.beside = Beside(program)
        self.interface = made.interface
        self._outcomes = Outcomes(program, made.interface.batches.width)
        self._instance: Instance | None = None
        self._there: bytes | None = None
        self._listed: bytes | None = None
        self._values = [
            _reader(fields, [pick.counts is not None for pick in action.picks])
            for action, fields in zip(program.actions, made.interface.listed.fields, strict=True)
        ]
        self._copies = [any(_in_order(program, pick) for pick in action.picks) for action in program.actions]

    @cached_property
    def beginning(self) -> bytes:
        """The position before set-up."""
        values = self.interface.beginning
        return struct.pack(f"<{len(values)}i", *values)

    def _at(self, position: bytes) -> Instance:
        """The instance, where a position lies."""
        if self._instance is None:
            self._instance = self.made.instance()
        if self._there is not position:
            self._instance.packed = self._there = position
            self._listed = None
        return self._instance

    def _changing(self, position: bytes) -> Instance:
        """The instance, where a position lies, before other options are listed than those of the position."""
        self._listed = None
        return self._at(position)

    def _run(self, position: bytes, name: str) -> Instance:
        """The instance after it has run a function of the module at a position. Raises `Fault`."""
        instance = self._at(position)
        self._called(instance, name, 0)
        return instance

    def _called(self, instance: Instance, name: str, *args: int) -> int:
        """What a function of the module gives, where a position lies. Raises `Fault`."""
        try:
            return instance.run(name, *args)
        except BaseException:
            self._instance = self._there = None  # what is left of the call goes with its memory
            raise

    def _onward(self, position: bytes, name: str) -> bytes:
        """The position to which a function of the module leads. Raises `Fault`."""
        self._there = self._listed = self._run(position, name).packed
        return self._there

    def begin(self, seed: int) -> bytes:
        """The position at which a new game waits first. Raises `Fault`."""
        return self._onward(seeded(self.beginning, seed), "start")

    def answer(self, position: bytes, option: Option) -> bytes:
        """The position after an answer. Raises `Fault`, and `Refused` if it is none to what is asked."""
        actions = self._asked(position)
        if option.action not in actions:
            raise Refused("this is not what is asked")
        index = actions.index(option.action)
        self._at(position).put_record(self.interface.listed, index, self._record(option))
        return self._onward(position, "answer")

    def _asked(self, position: bytes) -> tuple[int, ...]:
        """The actions of the site at which a position waits; none once the game is over."""
        decide = self.program.code[head(position, Head.PC)]
        if head(position, Head.OUTCOME) != Head.RUNNING or not isinstance(decide, Decide):
            return ()
        return self.program.sites[decide.site].actions

    def _record(self, option: Option) -> list[int]:
        """An option as the module lists it."""
        size, places = self.interface.listed.fields[option.action]
        words = [0] * size
        for at, value in zip(places, option.values, strict=True):
            if isinstance(value, tuple):
                words[at : at + 1 + len(value)] = [len(value), *value]
            else:
                words[at] = value
        return words

    def listed(self, position: bytes) -> tuple[Option, ...]:
        """The options of a position, at which somebody decides. Raises `Fault`."""
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
        """How many options there are in a position, at which somebody decides. Raises `Fault`."""
        self._listed = None
        count = self._called(self._at(position), "ask", 0)
        self._listed = position
        return count

    def children(self, position: bytes) -> list[bytes | Fault]:
        """The positions to which the options of a position lead, in their order, or the faults."""
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

    def playouts(self, position: bytes, seeds: Sequence[Seeds], most: int | None) -> list[Playout]:
        """What comes of a position at random, once for each two seeds."""
        found: list[Playout] = []
        size = FIRST
        while len(found) < len(seeds):
            some, begun = seeds[len(found) : len(found) + size], perf_counter()
            found += self._played_on(position, some, most)
            size = fitting(len(some), perf_counter() - begun)
        return found

    def _played_on(self, position: bytes, seeds: Sequence[Seeds], most: int | None) -> list[Playout]:
        """The playouts with some seeds, as many as one call can take; up to the first that faults."""
        batches, outcomes = self.interface.batches, self._outcomes
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
        return [*map(outcomes.playout, seeds[:count], each), *faults]

    def parts(self, position: bytes) -> tuple[tuple[int, ...], ...]:
        """What the parts of the score come to, by seat. Raises `Fault`."""
        count, players = len(self.program.score), self.program.players
        if not count:
            return ()
        words = self._run(position, "score").words(self.interface.parts, count * players)
        return tuple(tuple(words[at : at + count]) for at in range(0, count * players, count))


class _Copied(Option):
    """An option among whose values may be copies that lie in an order.

    As what its number counts them follows from the list that is chosen from, so it is found when it is asked.
    """

    __slots__ = ("_found", "_listed", "_position", "_table")

    def __init__(
        self, table: Table, position: bytes, listed: int, action: int, values: tuple[Value, ...]
    ) -> None:
        self._program = table.program
        self.action = action
        self.values = values
        self._table, self._position, self._listed = table, position, listed
        self._found: tuple[Value, ...] | None = None

    @property
    def counted(self) -> tuple[Value, ...]:  # type: ignore[override] # nobody writes it but `Option` itself
        """The values that its number counts."""
        if self._found is None:
            self._found = self._table.beside.counted(integers(self._position), self._listed)
        return self._found


def _reader(fields: Fields, several: list[bool]) -> Callable[[tuple[int, ...]], tuple[Value, ...]]:
    """What gives an option's values by its words: these, where each value is one; else see `values_of`."""
    size, places = fields
    if not any(several) and places == tuple(range(size)):
        return lambda words: words
    if several == [True] and places == (0,):
        return lambda words: (words[1 : 1 + words[0]],)
    return lambda words: values_of(words, places, several)


def _in_order(program: Program, pick: Pick) -> bool:
    """Whether values may be copies that are offered side by side."""
    values = range(pick.first, pick.first + pick.size)
    return pick.component and not pick.alike and any(program.alike[c] != c for c in values)


def integers(position: bytes) -> list[int]:
    """A position as integers."""
    return list(memoryview(position).cast("i"))


def head(position: bytes, place: int) -> int:
    """The integer at a place of a position."""
    return int.from_bytes(position[WORD * place : WORD * (place + 1)], "little", signed=True)


def seeded(position: bytes, seed: int) -> bytes:
    """A position whose chance to come is that of a seed."""
    at, data = WORD * Head.SEED_LOW, bytearray(position)
    _SEED.pack_into(data, at, *split_seed(seed))
    return bytes(data)


class CompiledGame:
    """One game; see `interpreter.protocol.Playing`."""

    __slots__ = ("_offered", "_packed", "_table", "exact")

    def __init__(self, table: Table, packed: bytes, *, exact: bool = True) -> None:
        self._table = table
        self._packed = packed
        self._offered: tuple[Option, ...] | None = None
        self.exact = exact

    exact: bool
    """Whether some history leads to it: not if it is a redeal for which none was found."""

    @property
    def position(self) -> list[int]:
        """All there is to the game, as `Program.layout` says: a copy."""
        return integers(self._packed)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return head(self._packed, Head.OUTCOME) != Head.RUNNING

    @property
    def player(self) -> int:
        """The seat (from 0) that decides next, or acted last."""
        return head(self._packed, Head.ME)

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be answered; nothing once the game is over."""
        if self._offered is None:
            self._offered = () if self.over else self._table.listed(self._packed)
        return self._offered

    @property
    def branching(self) -> int:
        """How many options there are."""
        if self._offered is None and not self.over:
            return self._table.count(self._packed)
        return len(self.options)

    @property
    def decision(self) -> Decision | None:
        """The decision that is due; `None` once the game is over."""
        if self.over:
            return None
        decide = self._table.program.code[head(self._packed, Head.PC)]
        assert isinstance(decide, Decide)  # noqa: S101 - games wait at decisions only
        return Decision(self.player, decide.site, self.options)

    @property
    def chance(self) -> Chance | None:
        """None: chance is not the caller's here."""
        return None

    @property
    def result(self) -> Result | None:
        """Places and scores; `None` while the game goes on."""
        if not self.over:
            return None
        program = self._table.program
        at = program.layout.places
        places = tuple(head(self._packed, at + i) for i in range(program.players))
        return result_of(program, head(self._packed, Head.OUTCOME), places, self._table.parts(self._packed))

    @property
    def events(self) -> Sequence[Event]:
        """Nothing: the game does not record."""
        return ()

    @property
    def record(self) -> Record | None:
        """None: the game does not record."""
        return None

    def apply(self, option: Option) -> None:
        """Give an answer and play on to the next decision.

        Raises `Refused` if the option is not on offer, and `Fault`; the game is then as it was before.
        """
        if option not in self.options:
            raise Refused("this is not on offer")
        self.play(option)

    def play(self, option: Option) -> None:
        """`apply` for an option that is known to be on offer."""
        self._packed, self._offered = self._table.answer(self._packed, option), None

    def settle(self, outcome: int) -> None:  # noqa: ARG002 - as the protocol has it
        """Raise `Refused`: the game waits at no chance node."""
        raise Refused("this cannot come by chance here")

    def clone(self, seed: int | None = None) -> CompiledGame:
        """The same game, to go on with separately; with a `seed` chance is that seed's from here on."""
        offered = (
            self.options if seed is not None else self._offered
        )  # trials may draw: they are listed before
        packed = self._packed if seed is None else seeded(self._packed, seed)
        other = CompiledGame(self._table, packed, exact=self.exact)
        other._offered = offered
        return other

    def children(self) -> tuple[CompiledGame | Fault, ...]:
        """What the options lead to, in their order: for each a clone that has taken it, or its fault."""
        if self.over:
            return ()
        return tuple(
            after if isinstance(after, Fault) else CompiledGame(self._table, after, exact=self.exact)
            for after in self._table.children(self._packed)
        )

    def playouts(self, seeds: Sequence[Seeds], *, most: int | None = None) -> list[Playout]:
        """What comes of the game at random, once for each two seeds; after `most` decisions it is cut off.

        They run inside the module, and let go of Python's lock meanwhile.
        """
        return self._table.playouts(self._packed, seeds, most)

    def observation(self, player: int) -> Observation:
        """What a player (the seat, from 0) can tell of the position."""
        return self._table.beside.observation(self.position, player)

    def information_state(self, player: int) -> InformationState:  # noqa: ARG002 - as the protocol has it
        """Raise `ValueError`: the game does not record."""
        raise no_record()

    def redealt(self, player: int, seed: int, *, most: int = MOST_NODES) -> CompiledGame:
        """A game in which what the player does not know has changed places; it is not `exact`."""
        return self._from(self._table.beside.redealt(self.position, player, seed, most).position, exact=False)

    def exchanged(self, goes: Mapping[int, int]) -> CompiledGame:
        """The game as it would be if `goes[c]` lay where the component `c` lies."""
        return self._from(self._table.beside.exchanged(self.position, goes).position)

    def _from(self, position: Sequence[int], *, exact: bool = True) -> CompiledGame:
        packed = struct.pack(f"<{len(position)}i", *position)
        return CompiledGame(self._table, packed, exact=exact)

    def check(self) -> None:
        """Raise `Broken` unless the position is sound and nothing has been lost or made."""
        self._table.beside.check(self.position)
