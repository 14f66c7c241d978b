"""Recording games: their events are stored beside the position, as in the definitional engine.

They use a separate module, which emits every event (`recorder`) and is therefore slower. A step that ends in
a fault emits nothing.

`interpreter.redeal` finds a single redeal with the definitional engine. For many, the first is guessed and
mended inside the module (`guesses`, `mending`), and the others are derived from it (`histories`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil

from gamespec.program import Program
from interpreter.compiled.making.build_key import BuildKey
from interpreter.compiled.making.host import Instance
from interpreter.compiled.replay.guesses import guessed
from interpreter.compiled.replay.histories import Histories
from interpreter.compiled.replay.mending import Mending
from interpreter.compiled.replay.script_with_sights import script_with_sights
from interpreter.compiled.replay.scripts import can_be_scripted
from interpreter.compiled.replay.searches import option_stats
from interpreter.compiled.run.playing import CompiledGame
from interpreter.compiled.run.table import Table, packed_of, seeded
from interpreter.kernels.sights import information_state
from interpreter.play.errors import Fault
from interpreter.play.events import Asked, Event
from interpreter.play.information import InformationState, Record
from interpreter.play.luck import Draws, derived
from interpreter.play.options import Option
from interpreter.play.rows import events_of
from interpreter.play.search import Iteration, Reward
from interpreter.protocol import MOST_NODES, OptionStats, Playing

__all__ = ["RecordedGame", "RecordingTable"]

FRESH = 48
"""One in this many redeals is found from scratch; the others are derived from it."""

GUESSES, MOST_MENDS = 8, 150
"""Number of guesses to mend, and changes allowed for each, before the definitional engine takes over."""


class RecordingTable(Table):
    """The shared instance of the recording games of an engine; `told` are the events of the last call."""

    def __init__(self, program: Program, form: BuildKey, plain: Table) -> None:
        super().__init__(program, form)
        self.plain = plain
        self.told: list[Event] = []
        self._searching: Instance | None = None

    def _run(self, position: bytes, name: str) -> Instance:
        instance = super()._run(position, name)
        self.told = events_of(self.program, instance.tape())
        return instance

    def begun(self, seed: int) -> RecordedGame:
        """Begin a new game and play to its first decision. Raises `Fault`."""
        packed = self.begin(seed)
        game = RecordedGame(self, packed, self.told, whole=True)
        game.asked()
        return game

    def option_stats(
        self,
        game: Playing,
        roots: Sequence[bytes],
        iterations: Sequence[Iteration],
        reward: Reward,
        explores: float,
    ) -> OptionStats:
        """Run a search (`searches`), and return the statistics of the options of a game, by number."""
        if self._searching is None:
            self._searching = self.made.instance()
        at, position, players = self._searching, packed_of(game.position), self.program.players
        found = option_stats(at, position, roots, iterations, players, reward, explores)
        assert len(found) in {0, len(game.options)}  # noqa: S101 - 0 if there are too many to list
        return {option.number: told for option, told in zip(game.options, found, strict=False)}

    def restored(self, packed: bytes, record: Record | None) -> RecordedGame:
        """Resume a game from a position, with its events so far if there is a record."""
        if record is None:
            return RecordedGame(self, packed, (), whole=False)
        return RecordedGame(self, packed, record.events, whole=record.whole)


class RecordedGame(CompiledGame):
    """One game that records; see `interpreter.protocol.Playing`."""

    __slots__ = ("_events", "_recording", "_whole")

    def __init__(self, table: RecordingTable, packed: bytes, events: Iterable[Event], *, whole: bool) -> None:
        super().__init__(table, packed)
        self._recording, self._events, self._whole = table, list(events), whole

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

    def play(self, option: Option) -> None:
        """Apply an option that is known to be on offer."""
        super().play(option)
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

    def redealt(self, player: int, seed: int, *, most: int = MOST_NODES) -> CompiledGame:
        """Return a random game that has shown the player the same; `exact` if a history leads to it."""
        table = self._recording
        found = table.fallback.redealt(self.position, player, seed, most, self.record)
        packed = packed_of(found.position)
        if found.record is None:
            return CompiledGame(table.plain, packed, exact=False)
        return table.restored(packed, found.record)

    def redeals(
        self, player: int, seed: int, count: int, *, most: int = MOST_NODES, apart: float = 1.0
    ) -> Iterator[CompiledGame]:
        """Yield `count` games as from `redealt`; see `interpreter.protocol.Playing`."""
        table: RecordingTable = self._recording
        chain: Histories | None = None
        for number in range(count):
            own, steps = derived(seed, f"redeal {number}"), apart
            if number % FRESH == 0:
                chain, steps = self.found(player, own), 1.0
            if chain is None:
                first = self.redealt(player, own, most=most)
                most = most if first.exact else most // 2
                chain = self._onward(first, player, own) if number % FRESH == 0 else None
                yield first
                continue
            for _ in range(ceil(steps * chain.changes)):
                chain.step()
            yield CompiledGame(table.plain, seeded(chain.position, derived(own, "the future")))

    def _onward(self, first: CompiledGame, player: int, seed: int) -> Histories | None:
        """Return histories that begin with that of a redeal; `None` unless that can be scripted."""
        program, record, made = self._recording.program, first.record, self._recording.made
        if record is None or not first.exact or not can_be_scripted(program):
            return None
        try:
            script = script_with_sights(program, made, record.events, first.position, player)
            return Histories(program, made, script, player, Draws(seed, "histories"))
        except ValueError:
            return None

    def found(self, player: int, seed: int) -> Histories | None:
        """Return histories that begin with a mended guess; `None` if none is found or can be scripted."""
        program, made = self._recording.program, self._recording.made
        if not self._whole or not can_be_scripted(program):
            return None
        luck = Draws(seed, "histories")
        told = script_with_sights(program, made, self._events, self.position, player)
        for guess in guessed(program, made.interface, self._events, player, luck, most=GUESSES):
            guess.sees(told)
            guess.script.forget(guess.since)
            if Mending(program, made, guess, player, luck).mended(MOST_MENDS):
                return Histories(program, made, guess.script, player, luck)
        return None
