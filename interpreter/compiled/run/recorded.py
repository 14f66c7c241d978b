"""Recording games: their events are stored beside the position, as in the definitional engine.

They use a separate module, which emits every event (`recorder`) and is therefore slower. A step that ends in
a fault emits nothing.

Their redeals (`interpreter.redeal`) are found inside the module.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from gamespec.program import Program
from interpreter.compiled.making.artifact import made_of
from interpreter.compiled.making.build_key import BuildKey
from interpreter.compiled.making.host import Instance
from interpreter.compiled.run.playing import CompiledGame
from interpreter.compiled.run.replayer import ModuleReplayer
from interpreter.compiled.run.searches import SightSearches
from interpreter.compiled.run.table import Table, packed_of, seeded
from interpreter.compiled.wasm.interface import Use
from interpreter.kernels.sights import SightLog, SightLogger, information_state
from interpreter.play.errors import Fault, check_seat
from interpreter.play.events import Asked, Event
from interpreter.play.information import InformationState, Record
from interpreter.play.luck import derived
from interpreter.play.options import Option
from interpreter.play.rows import events_of
from interpreter.play.search import Plan, Stats
from interpreter.protocol import MOST_CHANGES
from interpreter.redeal import Kept, redeals, redealt
from interpreter.redeal.histories import Histories

__all__ = ["RecordedGame", "RecordingTable"]


class RecordingTable(Table):
    """The shared instance of the recording games of an engine; `told` are the events of the last call."""

    def __init__(self, program: Program, form: BuildKey, plain: Table) -> None:
        super().__init__(program, form)
        self.plain = plain
        self.told: list[Event] = []
        self._searching = dict[bool, SightSearches]()
        """The searches, by whether a policy guides them."""
        self._replayers: dict[int, ModuleReplayer] = {}

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.program, self._form, self.plain)

    def _called(self, instance: Instance, name: str, *args: int) -> int:
        result = super()._called(instance, name, *args)
        self.told = events_of(self.program, instance.tape())
        return result

    def _onward(self, name: str, operand: int) -> tuple[bytes, int]:
        after = super()._onward(name, operand)
        assert self._instance is not None  # noqa: S101 - only a fault lets it go
        self.told = events_of(self.program, self._instance.tape())
        return after

    def begun(self, seed: int) -> RecordedGame:
        """Begin a new game and play to its first decision. Raises `Fault`."""
        packed, _ = self.begin(seed)
        game = RecordedGame(self, packed, self.told, whole=True)
        game.asked()
        return game

    def stats(self, game: bytes, roots: Sequence[bytes], plan: Plan) -> list[Stats]:
        """Run a search over sights (`searches`), and return the statistics of the options of a game."""
        guided = plan.guide is not None
        if guided not in self._searching:
            form = replace(self._form, use=self._form.use | Use.GUIDED)
            made = made_of(self.program, form) if guided else self.made
            self._searching[guided] = SightSearches(self.program, made)
        return self._searching[guided].stats(game, roots, plan)

    def replayer(self, player: int) -> ModuleReplayer:
        """Return what plays scripts for a player."""
        check_seat(player, self.program.players)
        if player not in self._replayers:
            retold = partial(self.fallback.retold, player)
            self._replayers[player] = ModuleReplayer(self.program, self.made, player, retold)
        return self._replayers[player]

    def restored(self, packed: bytes, record: Record | None) -> RecordedGame:
        """Resume a game from a position, with its events so far if there is a record."""
        if record is None:
            return RecordedGame(self, packed, (), whole=False)
        return RecordedGame(self, packed, record.events, whole=record.whole)


class RecordedGame(CompiledGame):
    """One game that records; see `interpreter.protocol.Playing`."""

    __slots__ = ("_events", "_kept", "_recording", "_shown", "_whole")

    def __init__(self, table: RecordingTable, packed: bytes, events: Iterable[Event], *, whole: bool) -> None:
        super().__init__(table, packed)
        self._recording, self._events, self._whole = table, list(events), whole
        self._shown: dict[int, SightLogger] = {}
        self._kept: dict[int, Kept] = {}

    def __reduce__(self) -> tuple[object, ...]:
        return _recorded, (self._recording, self._packed, self.record, self.exact)

    def asked(self) -> None:
        """Record the pending decision, if there is one."""
        decision = self.decision
        if decision is not None:
            self._events.append(Asked(decision.player, decision.site, decision.options))

    @property
    def events(self) -> Sequence[Event]:
        """The events since the beginning, or since the game was restored without a record."""
        return self._events

    @property
    def record(self) -> Record:
        """The record so far, as a value."""
        return Record(self._recording.program, tuple(self._events), self._whole)

    def _went(self, to: tuple[bytes, int]) -> None:
        super()._went(to)
        self._events += self._recording.told
        self.asked()

    def children(self) -> tuple[CompiledGame | Fault, ...]:
        """Return, for each option in order, a clone that has taken it, or its fault."""
        found: list[CompiledGame | Fault] = []
        for option in self.options:
            after = self.clone()
            try:
                after.play(option)
            except Fault as fault:
                found.append(fault)
            else:
                found.append(after)
        return tuple(found)

    def _like(self, packed: bytes, offered: tuple[Option, ...] | None) -> RecordedGame:
        other = RecordedGame(self._recording, packed, self._events, whole=self._whole)
        other._offered = offered
        return other

    def information_state(self, player: int) -> InformationState:
        """Return all that a player (the seat, from 0) has been shown in the recorded events."""
        return information_state(self._recording.program, self._events, player)

    def redealt(self, player: int, seed: int, *, most: int = MOST_CHANGES) -> CompiledGame:
        """Return a random game that has shown the player the same; `exact` if a history leads to it."""
        table = self._recording
        found = self._found(player, seed, most)
        if found is None:
            return super().redealt(player, seed)
        record = Record(table.program, tuple(found.events()), whole=True)
        return table.restored(seeded(packed_of(found.position), derived(seed, "the future")), record)

    def _found(self, player: int, seed: int, most: int) -> Histories | None:
        """Return histories at a random one that shows the player the same; `None` if none is found."""
        if not self._whole:
            return None
        program = self._recording.program
        return redealt(program, self._recording.replayer(player), self._shown_to(player), seed, most)

    def _shown_to(self, player: int) -> SightLog:
        """Return what a player has been shown so far."""
        if player not in self._shown:
            self._shown[player] = SightLogger(self._recording.program, player)
        return self._shown[player].after(self._events)

    def redeals(  # noqa: PLR0913 - as the protocol has it
        self,
        player: int,
        seed: int,
        count: int,
        *,
        most: int = MOST_CHANGES,
        apart: float = 1.0,
        lineage: int | None = None,
    ) -> Iterator[CompiledGame]:
        """Yield `count` games as from `redealt`, without records; see `interpreter.protocol.Playing`."""
        table = self._recording
        if not self._whole:
            yield from super().redeals(player, seed, count)
            return
        replay, shown, kept = (
            table.replayer(player),
            self._shown_to(player),
            self._kept.setdefault(player, Kept()),
        )
        for own, found in redeals(
            table.program, replay, shown, seed, count, most=most, apart=apart, kept=kept, lineage=lineage
        ):
            if found is None:
                yield super().redealt(player, own)
            else:
                packed = seeded(packed_of(found.position), derived(own, "the future"))
                yield CompiledGame(table.plain, packed)


def _recorded(table: RecordingTable, packed: bytes, record: Record, exact: int) -> RecordedGame:
    """Make a pickled game again."""
    game = table.restored(packed, record)
    game.exact = bool(exact)
    return game
