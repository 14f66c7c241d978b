"""The compiled engine, which runs games as machine code and implements `interpreter.protocol`.

It takes a program and plays its games, either step by step (`playing`) or in batches (`batches`). For each of
these uses, the program is compiled to a module on first use. Results equal those of the definitional engine,
integer for integer. Games with explicit chance are played by the definitional engine itself (`fallback`).

An engine serves one thread. Its batches use their own threads.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Generator, Iterable, Sequence
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING

from gamespec.program import Program
from gamespec.program.written import program_hash
from interpreter.compiled.analysis.techniques import FULL, Techniques
from interpreter.compiled.making.artifact import Artifact, made_of
from interpreter.compiled.making.asides import seeding
from interpreter.compiled.making.build_key import BuildKey
from interpreter.compiled.run.asides import Aside
from interpreter.compiled.run.batches import Batch
from interpreter.compiled.run.learning import Learning
from interpreter.compiled.run.playing import CompiledGame
from interpreter.compiled.run.recorded import RecordingTable
from interpreter.compiled.run.searches import PositionSearches
from interpreter.compiled.run.solving import CompiledSolver
from interpreter.compiled.run.table import Table, packed_of
from interpreter.compiled.run.tally_table import TallyTable
from interpreter.compiled.run.weighing import Weighing
from interpreter.compiled.wasm.interface import Use
from interpreter.kernels.arrays.choosing import check_spelled
from interpreter.play.chunk import Chunk
from interpreter.play.cores import cores
from interpreter.play.encoding import Encoding
from interpreter.play.information import Record
from interpreter.play.luck import Draws, Seeds
from interpreter.play.openness import is_certain
from interpreter.play.options import Decision, Option
from interpreter.play.playout import Playout, played
from interpreter.play.policies import Policies
from interpreter.play.search import Plan, Reward
from interpreter.play.tally import NOTHING, Counts
from interpreter.play.together import teams_of

if TYPE_CHECKING:
    from interpreter.compiled.making.fallback import Game
    from interpreter.compiled.run.lanes import Lanes
    from interpreter.kernels.terms import Room
    from interpreter.protocol import OptionStats, Playing, Running

__all__ = ["CompiledEngine"]


class CompiledEngine:
    """Plays the games of one program as machine code.

    Batches run in `jobs` threads, by default as many as the machine can run at once. `techniques` selects the
    optimizations, and games are the same with any selection. A module that is `checked` traps where an access
    leaves its region, and is slow.
    """

    def __init__(
        self,
        program: Program,
        *,
        jobs: int | None = None,
        techniques: Techniques = FULL,
        checked: bool = False,
    ) -> None:
        if not isinstance(program, Program):
            message = f"an engine plays a `Program`, not a `{type(program).__name__}`: call its `program()`"
            raise TypeError(message)
        self.program = program
        self.jobs = cores() if jobs is None else jobs
        self._techniques, self._checked = techniques, checked

    def __getstate__(self) -> dict[str, object]:
        """Return what pickle needs; code is made again, or read from the cache."""
        return {name: vars(self)[name] for name in ("program", "jobs", "_techniques", "_checked")}

    def _form(self, use: Use, counts: Counts = NOTHING) -> BuildKey:
        """Return the build key of the module that this engine compiles for a use."""
        return BuildKey(use, self._techniques, counts, self._checked)

    @property
    def memory(self) -> int:
        """Initial size of a thread's memory, in bytes. The memory grows only for very long lists."""
        return made_of(self.program, self._form(Use.GAMES)).code.memory

    @cached_property
    def _table(self) -> Table:
        """The table for games that are played step by step; its module is compiled on first use."""
        return Table(self.program, self._form(Use.STEPS))

    @cached_property
    def _recording(self) -> RecordingTable:
        """The table for games that record their events; its module is compiled on first use."""
        return RecordingTable(self.program, self._form(Use.RECORDS), self._table)

    @cached_property
    def _searching(self) -> PositionSearches:
        """The searches over positions; their module is compiled on first use."""
        return PositionSearches(self.program, made_of(self.program, self._form(Use.SEARCHES)))

    @cached_property
    def _guided_searching(self) -> PositionSearches:
        """The searches over positions that a policy guides; their module is compiled on first use."""
        return PositionSearches(self.program, made_of(self.program, self._form(Use.SEARCHES | Use.GUIDED)))

    def begin(self, seed: int = 0, *, record: bool = False, explicit: bool = False) -> CompiledGame | Game:
        """Begin a new game and play to its first decision. Raises `Fault`.

        If chance is to be explicit and the program has random streams, the definitional engine plays the
        game.
        """
        if explicit and self.program.streams:
            return self._table.fallback.begin(seed, record=record, explicit=explicit)
        if record:
            return self._recording.begun(seed)
        table = self._table
        packed, count = table.begin(seed)
        return CompiledGame(table, packed, count)

    def restore(
        self, position: Sequence[int], *, record: bool | Record = False, explicit: bool = False
    ) -> CompiledGame | Game:
        """Resume a game from a position, on the same engine as `begin`. Raises `Broken` and `Fault`."""
        if explicit and self.program.streams:
            return self._table.fallback.restore(position, record=record, explicit=explicit)
        packed = self._checked_position(position)
        game = CompiledGame(self._table, packed)
        if record is not False:
            game = self._recording.restored(packed, record if isinstance(record, Record) else None)
        game.options  # noqa: B018 - a fault in what is asked is one of the position
        return game

    def option_stats(self, game: Playing, roots: Sequence[Playing], plan: Plan) -> OptionStats | None:
        """Run a tree search inside the module, as described in `interpreter.protocol.Searching`.

        Return `None` if there are no games or no playouts, or if the reward depends on scores and the game
        has none.
        """
        by_score = plan.reward != Reward.PLACES
        if not roots or not plan.playouts or (by_score and not self.program.score):
            return None
        options = game.options
        if is_certain(self.program):
            searching = self._searching if plan.guide is None else self._guided_searching
            found = searching.stats(packed_of(roots[0].position), len(options), plan)
        else:
            positions = [packed_of(root.position) for root in roots]
            found = self._recording.stats(packed_of(game.position), positions, plan)
        assert len(found) in {0, len(options)}  # noqa: S101 - 0 if there are too many to list
        return {option.number: each for option, each in zip(options, found, strict=False)}

    def solver(self, memory: int) -> CompiledSolver:
        """Return what solves games of this program, as described in `interpreter.protocol.SolvingEngine`."""
        return CompiledSolver(self.program, made_of(self.program, self._form(Use.SOLVES)), memory)

    def weighing(self, weights: array[float]) -> Weighing:
        """Return what chooses by a policy, as described in `interpreter.protocol.PolicyEngine`."""
        return Weighing(made_of(self.program, self._form(Use.WEIGHED)), self.program, weights)

    def batch(
        self,
        seeds: Iterable[Seeds],
        policy: Callable[[Decision, Draws], Option] | None = None,
        *,
        tally: Counts = NOTHING,
        policies: Policies | None = None,
        seats: Iterable[Sequence[int]] | None = None,
    ) -> Generator[Playout]:
        """Play one game to its end for each pair of seeds, and yield the playouts in order.

        If a policy is a function, games are played step by step. Otherwise, they run inside the module, in
        several threads, and some seeds are consumed early. Counting a tally uses a separate module. For
        `policies` and `seats` see `interpreter.protocol.PolicyEngine`.
        """
        if policy is None:
            made = self._whole(tally, policies)
            yield from Batch(self.program, made, self.jobs, policies=policies).play(seeds, seats)
            return
        table = TallyTable(self.program, self._form(Use.STEPS, tally)) if tally else None
        for each in seeds:
            yield played(each, self.begin, policy) if table is None else table.played(each, policy)

    def chunks(
        self,
        run: int,
        numbers: range,
        *,
        tally: Counts = NOTHING,
        policies: Policies | None = None,
        seats: Sequence[Sequence[int]] = (),
    ) -> Generator[Chunk]:
        """Play the games of the run with the seed `run`, and yield them as rows, in several threads.

        All code is made before the first game is asked for. For `policies` and `seats` see
        `interpreter.protocol.SummingEngine`.
        """
        seeding(bool(self.program.streams))
        made = self._whole(tally, policies)
        return Batch(self.program, made, self.jobs, run, policies).chunks(numbers, seats)

    def _whole(self, tally: Counts, policies: Policies | None) -> Artifact:
        """Return the module that plays whole games, by policies or at random."""
        return made_of(self.program, self._form(Use.GAMES if policies is None else Use.WEIGHED, tally))

    def learning(self, weights: array[float]) -> Learning:
        """Return a policy that learns, as described in `interpreter.protocol.LearningEngine`."""
        return Learning(self.program, made_of(self.program, self._form(Use.WEIGHED | Use.LEARNS)), weights)

    def lanes(  # noqa: PLR0913 - what all lanes have in common
        self,
        count: int,
        *,
        seed: int = 0,
        at_random: Iterable[int] = (),
        reward: Reward | None = None,
        autoreset: bool = True,
        encoding: Encoding | None = None,
        jobs: int = 1,
    ) -> Lanes:
        """Return `count` games side by side, whose state is in numpy arrays.

        Lane `i` plays the games number `i`, `i + count`, … of the run with this `seed` (`Seeds.of`). A lane
        whose game has ended begins the next one in the same step, unless `autoreset` is false. The seats
        `at_random` are played inside the module by random players, with the same luck as in `batch`.

        Rewards are by places if there are several teams, and otherwise by scores (`Reward`); the scores are
        those of `Result.scores`. By places, a truncated game counts as a draw. With an `encoding` of the
        program, such as a `Schema`, lanes have observations, and options are chosen by its actions. The lanes
        are divided among `jobs` threads.

        Raises `ImportError` without numpy, `ValueError`, `MemoryError`, and the fault of the first game if
        all set-ups of the first `count` games have faults. A `ValueError` also says that a game cannot have
        an encoding, because an action lists copies of a component as separate values after a component that
        is chosen unseen.
        """
        from interpreter.compiled.run.lanes import Lanes, Setting

        seats = {index(seat) for seat in at_random}
        if not seats < {*range(self.program.players)}:
            message = f"of {self.program.players} seats, these cannot be played at random: {sorted(seats)}"
            raise ValueError(message)
        if reward is None:
            reward = Reward.PLACES if len({*teams_of(self.program)}) > 1 else Reward.SCORES
        mask = sum(1 << seat for seat in seats)
        setting = Setting(index(seed), mask, Reward(reward), autoreset, encoding)
        use = Use.LANES
        if encoding is not None:
            if not isinstance(encoding, Encoding):
                message = f"an encoding is a `Schema` or an `Encoding`, not {encoding!r}"
                raise TypeError(message)
            same = encoding.program is self.program
            if not same and program_hash(encoding.program) != program_hash(self.program):
                raise ValueError("the encoding is of another program")
            check_spelled(self.program)
            use |= Use.BY_PICK if encoding.actions.by_pick else Use.BY_NUMBER
        made = made_of(self.program, self._form(use))
        return Lanes(self.program, made, self._checked_position, self._at, index(count), setting, index(jobs))

    def _at(self, packed: bytes) -> CompiledGame:
        return CompiledGame(self._table, packed)

    def _checked_position(self, position: Sequence[int]) -> bytes:
        """Return a position as bytes. Raises `Broken` if it is impossible."""
        self._table.fallback.check_saved(list(position))
        return packed_of(position)

    def aside(self, name: str, make: Callable[[Room, Room], Running]) -> Aside:
        """Return a kernel that runs in a module of its own, as described in `interpreter.protocol`."""
        return Aside(self.program, name, make)

    def __repr__(self) -> str:
        return f"<CompiledEngine of {self.program!r}, jobs={self.jobs}>"
