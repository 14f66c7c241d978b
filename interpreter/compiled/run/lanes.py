"""Lanes: many games side by side, stepped in one call, with their state in arrays (`kernels.lanes`).

With one thread, the arrays are views of the memory of a module,
so a step copies nothing but the choices. With more threads, each has an instance with a share of the lanes,
and the arrays are copies of those of all instances, renewed after each step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

try:
    import numpy as np
except ImportError as error:
    message = "lanes need numpy, which is not installed: pip install 'gamespec[arrays]'"
    raise ImportError(message, name="numpy") from error

from gamespec.program import Program
from gamespec.program.tables import Head
from interpreter.compiled.making.artifact import Artifact
from interpreter.compiled.run.host_memory import HostMemory
from interpreter.compiled.run.playing import CompiledGame
from interpreter.compiled.run.table import integers
from interpreter.compiled.wasm.memory import WORD
from interpreter.kernels.lanes import AGAIN, AT_RANDOM, NOBODY, NOW, REWARD, RUN, SEATS, SKIP, STRIDE, Arrays
from interpreter.play.chance import ALL, split_seed
from interpreter.play.errors import Fault
from interpreter.play.luck import derived
from interpreter.play.search import Reward
from interpreter.protocol import Playing

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Lanes"]

ATTEMPTS = 16
"""Number of consecutive games whose set-up may fault before the fault is raised."""

_TOLD = {
    "counts": np.int32, "waiting": np.int32, "done": np.bool_, "truncated": np.bool_, "outcomes": np.int32,
    "places": np.int32, "scores": np.int32, "rewards": np.float64, "numbers": np.uint64, "seeds": np.uint64,
}  # fmt: skip
"""The arrays that a step renews, by their names in `Arrays`."""

_BY_SEAT = frozenset({"places", "scores", "rewards"})


class Setting(NamedTuple):
    """What all lanes have in common."""

    seed: int
    seats: frozenset[int]
    reward: Reward
    autoreset: bool


class Lanes:
    """Games of one program side by side, each waiting at a decision or over.

    All arrays have one entry per lane and are read-only. They are renewed by each call that changes lanes, in
    place, so copy what is to be kept.

    - `counts`: `int32`, how many options are on offer, or 0 if the game is over
    - `players`: `int32`, the seat (from 0) that decides, or -1 if the game is over
    - `done`: `bool`, whether a game of the lane ended in the last call
    - `truncated`: `bool`, whether that game was cut off (`Result.truncated`) or stopped by a fault
    - `rewards`: `float64`, lanes by seats, the rewards of a game that ended in the last call, otherwise 0
    - `places`, `scores`: `int32`, lanes by seats, as in the `Result` of the last game that ended in the lane
    - `outcomes`: `int32`, the outcome of that game
    - `seeds`: `uint64`, the seeds of the games (`Engine.begin`)
    - `numbers`: `uint64`, the numbers of the games in the run (`Seeds.of`)
    """

    counts: NDArray[np.int32]
    players: NDArray[np.int32]
    done: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    rewards: NDArray[np.float64]
    outcomes: NDArray[np.int32]
    places: NDArray[np.int32]
    scores: NDArray[np.int32]
    seeds: NDArray[np.uint64]
    numbers: NDArray[np.uint64]

    def __init__(  # noqa: PLR0913 - as `CompiledEngine.lanes` gives them
        self,
        program: Program,
        made: Artifact,
        packed: Callable[[Playing | Sequence[int]], bytes],
        game: Callable[[bytes], CompiledGame],
        lanes: int,
        setting: Setting,
        jobs: int,
    ) -> None:
        if lanes < 1:
            message = f"there must be at least one lane, not {lanes}"
            raise ValueError(message)
        self.program = program
        self.faults: dict[int, Fault] = {}
        """The faults that ended games in the last call, by lane."""
        self._packed, self._game = packed, game
        jobs = max(1, min(jobs, lanes))
        ends = [lanes * i // jobs for i in range(jobs + 1)]
        self._lanes = lanes
        shares = [range(first, end) for first, end in pairwise(ends)]
        self._shards = [_Shard(program, made, setting, share, lanes) for share in shares]
        self._pool = ThreadPoolExecutor(jobs - 1) if jobs > 1 else None
        self._fields = {name: self._field(name) for name in _TOLD}
        for name, array in self._fields.items():
            shown = array.view()
            shown.flags.writeable = False
            setattr(self, "players" if name == "waiting" else name, shown)
        self.reset()

    def _field(self, name: str) -> NDArray[Any]:
        if self._pool is None:
            return self._shards[0].fields[name]
        first = self._shards[0].fields[name]
        return np.empty((self._lanes, *first.shape[1:]), first.dtype)

    def __len__(self) -> int:
        return self._lanes

    def __repr__(self) -> str:
        return f"<{self._lanes} Lanes of {self.program!r}>"

    # --- stepping -------------------------------------------------------------------------------------

    def step(self, choices: ArrayLike | None = None) -> None:
        """Advance each lane by one decision.

        `choices` has an integer for each lane: the index of an option among the `counts[lane]` on offer, in
        the order of `Playing.options`; or -1 for a random option, as `simulate` would choose it; or -2 to
        leave the lane as it is. By default, all options are random. A lane whose game is over ignores its
        choice. Raises `ValueError`, and `IndexError` for an option that is not on offer; no lane has advanced
        then.
        """
        if choices is None:
            for shard in self._shards:
                shard.choices[:] = AT_RANDOM
        else:
            wanted = self._checked(choices)
            for shard in self._shards:
                shard.choices[:] = wanted[shard.lanes.start : shard.lanes.stop]
        self._run("step")

    def _checked(self, choices: ArrayLike) -> NDArray[Any]:
        wanted = np.asarray(choices)
        if wanted.shape != (self._lanes,) or wanted.dtype.kind not in "iu":
            message = f"choices must be {self._lanes} integers, not {wanted.dtype} of shape {wanted.shape}"
            raise ValueError(message)
        wrong = ((wanted >= self.counts) & (self.counts > 0)) | (wanted < SKIP)
        if wrong.any():
            lane = int(wrong.argmax())
            message = f"lane {lane} has {self.counts[lane]} options, so there is no option {wanted[lane]}"
            raise IndexError(message)
        return wanted

    def reset(self, lanes: ArrayLike | None = None, *, seeds: Sequence[int] | None = None) -> None:
        """Begin another game in each of some lanes, by default in all lanes.

        Without seeds, it is the next game of the lane. With them, there must be one for each of the lanes;
        the lane goes on with its next game afterwards. Raises `ValueError`, `IndexError` and `Fault`.
        """
        if lanes is None and seeds is None:
            self._run("reset")
            return
        which = self._numbered(range(self._lanes) if lanes is None else lanes)
        if seeds is None:
            self._run("reset", which)
            return
        if len(seeds) != len(which):
            message = f"there are {len(which)} lanes and {len(seeds)} seeds"
            raise ValueError(message)
        for lane, seed in zip(which.tolist(), seeds, strict=True):
            shard, own = self._at(lane)
            shard.arrays.seeds[own], shard.arrays.keys[own] = int(seed) & ALL, derived(int(seed), "policy")
        self._run("restart", which)

    # --- positions ------------------------------------------------------------------------------------

    @property
    def positions(self) -> NDArray[np.int32]:
        """The positions of all lanes, one in each row, laid out as in `Program.layout`."""
        length = self.program.layout.length
        parts = [shard.positions[:, :length] for shard in self._shards]
        found: NDArray[np.int32] = parts[0].view() if len(parts) == 1 else np.concatenate(parts)
        found.flags.writeable = False
        return found

    def game(self, lane: int) -> CompiledGame:
        """Return the game of a lane as a game of the engine, with its options; it is an independent copy."""
        (which,) = self._numbered([lane])
        shard, own = self._at(int(which))
        return self._game(shard.positions[own, : self.program.layout.length].tobytes())

    def put(self, lane: int, game: Playing | Sequence[int]) -> None:
        """Set a lane to the position of a game. Raises `Broken` if it is impossible."""
        which = self._numbered([lane])
        shard, own = self._at(int(which[0]))
        shard.positions[own, : self.program.layout.length] = integers(self._packed(game))
        self._run("enter", which)

    def copy(self, source: ArrayLike, target: ArrayLike, *, seeds: Sequence[int] | None = None) -> None:
        """Make each lane of `target` a copy of the lane of `source` with the same index in that array.

        All lanes are read before any is written. With `seeds`, one for each target, the future chance of the
        copies follows these seeds; otherwise it is the same as in the originals. Random options are those of
        the target's own luck, and after the copied game, it goes on with its own next game. Raises
        `ValueError` and `IndexError`.
        """
        from_, to = self._numbered(source), self._numbered(target)
        if len(from_) != len(to) or (seeds is not None and len(seeds) != len(to)):
            message = f"there are {len(from_)} sources and {len(to)} targets"
            raise ValueError(message)
        rows = np.empty((len(to), self._shards[0].positions.shape[1]), np.int32)
        for shard in self._shards:
            here = shard.holds(from_)
            rows[here] = shard.positions[from_[here] - shard.lanes.start]
        if seeds is None:
            of_games = self.seeds[from_]
        else:
            of_games = np.array([int(seed) & ALL for seed in seeds], np.uint64)
            halves = [split_seed(int(seed)) for seed in seeds]
            rows[:, [Head.SEED_LOW, Head.SEED_HIGH]] = np.array(halves, np.int32).reshape(-1, 2)
        for shard in self._shards:
            here = shard.holds(to)
            shard.positions[to[here] - shard.lanes.start] = rows[here]
            shard.fields["seeds"][to[here] - shard.lanes.start] = of_games[here]
        self._run("enter", to)

    def _numbered(self, lanes: ArrayLike) -> NDArray[np.int64]:
        which = np.atleast_1d(np.asarray(lanes))
        if which.dtype == np.bool_ and which.shape == (self._lanes,):
            return np.flatnonzero(which)
        if which.ndim != 1 or (which.size and which.dtype.kind not in "iu"):
            message = "lanes are given by their numbers, or as one truth value for each"
            raise ValueError(message)
        if which.size and not (which.min() >= 0 and which.max() < self._lanes):
            message = f"there are only {self._lanes} lanes"
            raise IndexError(message)
        return which.astype(np.int64)

    def _at(self, lane: int) -> tuple[_Shard, int]:
        shard = next(shard for shard in self._shards if lane < shard.lanes.stop)
        return shard, lane - shard.lanes.start

    # --- running --------------------------------------------------------------------------------------

    def _run(self, name: str, which: NDArray[np.int64] | None = None) -> None:
        """Call a function of the module for all lanes or for some, in all threads."""
        self.faults.clear()
        calls = [(shard, name, which) for shard in self._shards]
        if self._pool is None:
            _called(*calls[0])
        else:
            others = [self._pool.submit(_called, *each) for each in calls[1:]]
            _called(*calls[0])
            for each in others:
                each.result()
            for shard in self._shards:
                for field, array in self._fields.items():
                    array[shard.lanes.start : shard.lanes.stop] = shard.fields[field]
        for shard in self._shards:
            self.faults |= {lane + shard.lanes.start: fault for lane, fault in shard.faults.items()}


class _Shard:
    """Some of the lanes, in an instance of their own."""

    def __init__(self, program: Program, made: Artifact, setting: Setting, lanes: range, stride: int) -> None:
        self.lanes, self.faults = lanes, dict[int, Fault]()
        self._made, self._autoreset, self._players = made, setting.autoreset, program.players
        self._instance = made.instance()
        count, words = len(lanes), made.interface.lane
        needed = count * (WORD * words + 40 + 16 * program.players)
        if needed >= 1 << 32:
            message = f"{count} lanes need {needed >> 20} MiB, and a thread has 4,096 MiB: use more threads"
            raise ValueError(message)
        self.arrays = a = Arrays(HostMemory(self._instance, "lanes"), program.players, words, count)
        a.state[AGAIN], a.state[REWARD] = int(setting.autoreset), setting.reward
        a.state[SEATS] = sum(1 << seat for seat in setting.seats)
        a.run[RUN], a.run[STRIDE] = setting.seed & ALL, stride
        self.fields = {
            name: _array(getattr(a, name), kind, program.players if name in _BY_SEAT else None)
            for name, kind in _TOLD.items()
        }
        self.choices: NDArray[np.int32] = _array(a.choices, np.int32)
        self.positions: NDArray[np.int32] = _array(a.positions, np.int32, words)
        self.fields["numbers"][:] = np.arange(lanes.start, lanes.stop, dtype=np.uint64) - np.uint64(stride)

    def holds(self, lanes: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which of some lanes are among those of this thread."""
        return (lanes >= self.lanes.start) & (lanes < self.lanes.stop)

    def run(self, name: str, first: int, end: int) -> None:
        """Call a function of the module; a lane whose game ends in a fault goes on with the next one."""
        while first < end:
            try:
                self._instance.run(name, first, end)
            except Fault as fault:
                first = self.arrays.state[NOW] + 1
                self._stopped(first - 1, fault)
            else:
                return

    def _stopped(self, lane: int, fault: Fault) -> None:
        """End the game of a lane that raised a fault. Raises the fault if further games cannot begin."""
        self.faults[lane] = fault
        self._instance.renew(self._made.instance())
        done, truncated, rewards = (self.fields[name] for name in ("done", "truncated", "rewards"))
        if not done[lane]:  # otherwise, it was in the set-up of the next game
            done[lane] = truncated[lane] = True
            rewards[lane] = 0
        told = truncated[lane].copy(), rewards[lane].copy()
        if self._autoreset:
            self._begun(lane, fault)
        else:
            self.positions[lane, Head.OUTCOME] = Head.TRUNCATED
            self.fields["counts"][lane], self.fields["waiting"][lane] = 0, NOBODY
        done[lane], (truncated[lane], rewards[lane]) = True, told

    def _begun(self, lane: int, fault: Fault) -> None:
        for _ in range(ATTEMPTS):
            try:
                self._instance.run("reset", lane, lane + 1)
            except Fault:
                self._instance.renew(self._made.instance())
            else:
                return
        raise fault


def _called(shard: _Shard, name: str, which: NDArray[np.int64] | None) -> None:
    shard.faults.clear()
    if which is None:
        shard.run(name, 0, len(shard.lanes))
        return
    for lane in which.tolist():
        if lane in shard.lanes:
            own = lane - shard.lanes.start
            shard.run(name, own, own + 1)


def _array(of: Iterable[float], kind: Any, width: int | None = None) -> NDArray[Any]:
    """Return a view of an array of the module's memory, with rows of the given width."""
    assert isinstance(of, memoryview)  # noqa: S101 - as `HostMemory` makes it
    found: NDArray[Any] = np.frombuffer(of, kind)
    return found if width is None else found.reshape(-1, width)
