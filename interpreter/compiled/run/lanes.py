"""Lanes: many games side by side, stepped in one call, with their state in arrays (`kernels.arrays.lanes`).

With one thread, the arrays are views of the memory of a module, so a step copies nothing but the choices.
With more threads, each has an instance with a share of the lanes, and the arrays are copies of those of all
instances, renewed after each call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from itertools import pairwise
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

try:
    import numpy as np
except ImportError as error:
    message = "lanes need numpy, which is not installed: pip install 'gamespec[arrays]'"
    raise ImportError(message, name="numpy") from error

from gamespec.program import Program
from gamespec.program.tables import Head
from interpreter.compiled.making.artifact import Artifact
from interpreter.compiled.run.host_memory import MOST, HostMemory, extent
from interpreter.compiled.run.playing import CompiledGame
from interpreter.compiled.run.table import integers
from interpreter.kernels.arrays.choosing import SOUGHT, Choosing
from interpreter.kernels.arrays.lanes import (
    AT_RANDOM,
    AUTORESET,
    BEGINS,
    BROKEN,
    ENTER,
    NEXT,
    NOBODY,
    NOW,
    RANDOM,
    RESTART,
    REWARD,
    RUN,
    SKIP,
    STRIDE,
    Arrays,
)
from interpreter.kernels.arrays.observing import Observing
from interpreter.play.actions import Choice
from interpreter.play.chance import ALL, split_seed
from interpreter.play.encoding import Encoding
from interpreter.play.errors import Fault
from interpreter.play.luck import derived
from interpreter.play.search import Reward
from interpreter.protocol import Playing

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from interpreter.kernels.terms import Room

__all__ = ["Lanes", "Setting"]

_RENEWED = {
    "counts": np.int32, "players": np.int32, "done": np.bool_, "truncated": np.bool_, "outcomes": np.int32,
    "places": np.int32, "scores": np.int32, "rewards": np.float64, "numbers": np.uint64, "seeds": np.uint64,
}  # fmt: skip
"""The arrays that callers see, by their names in `Arrays`."""

SHOWN = 8
"""Maximum number of legal actions that an error lists."""

_BY_SEAT = frozenset({"places", "scores", "rewards"})


class Setting(NamedTuple):
    """What all lanes have in common (`CompiledEngine.lanes`). `at_random` is a bit mask of seats."""

    seed: int
    at_random: int
    reward: Reward
    autoreset: bool
    encoding: Encoding | None


class Lanes:
    """Games of one program side by side. Each waits at a decision, or is over.

    All arrays have an entry for each lane, or a row with an entry for each seat. They are read-only. Each
    call that changes lanes (`step`, `reset`, `copy`, `put`) overwrites them in place.

    - `counts`: `int32`, how many options are on offer, or 0 if the game is over
    - `players`: `int32`, the seat (from 0) that decides, or -1 if the game is over
    - `done`: `bool`, whether a game of the lane ended in the last call
    - `truncated`: `bool`, whether that game was cut off (`Result.truncated`) or stopped by a fault
    - `rewards`: `float64`, by seat, what a game that ended in the last call brought, otherwise 0
    - `outcomes`: `int32`, and `places`, `scores`: `int32`, by seat, as in the `Result` of the last game of
      the lane that ended without a fault
    - `numbers`, `seeds`: `uint64`, the number of the lane's game in the run, and the seed of the game

    With an encoding, there are also these, which are 0 if the game is over:

    - `observations`: `float32`, what the seat that decides observes, as `Encoding` describes
    - `masks`: `bool`, for each action, whether it is legal

    A game can end before its first decision. If lanes begin again by themselves, the lane is then over until
    the next step, which reports the result. A fault in a set-up is only reported in `faults`; the lane is
    over, and begins its next game in the next step. Lanes cannot be pickled, and belong to one thread.
    """

    counts: NDArray[np.int32]
    players: NDArray[np.int32]
    done: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    rewards: NDArray[np.float64]
    outcomes: NDArray[np.int32]
    places: NDArray[np.int32]
    scores: NDArray[np.int32]
    numbers: NDArray[np.uint64]
    seeds: NDArray[np.uint64]
    observations: NDArray[np.float32]
    masks: NDArray[np.bool_]
    faults: dict[int, Fault]
    """The faults that stopped games in the last call, by lane."""

    def __init__(  # noqa: PLR0913 - as `CompiledEngine.lanes` gives them
        self,
        program: Program,
        made: Artifact,
        packed: Callable[[Sequence[int]], bytes],
        game: Callable[[bytes], CompiledGame],
        lanes: int,
        setting: Setting,
        jobs: int,
    ) -> None:
        if lanes < 1 or jobs < 1:
            message = f"there must be at least one lane and one thread, not {lanes} and {jobs}"
            raise ValueError(message)
        self.program, self.encoding = program, setting.encoding
        self._packed, self._game, self._lanes = packed, game, lanes
        self._broken: dict[int, Fault] = {}
        """The last fault of each lane that had one."""
        jobs = min(jobs, lanes)
        shares = [range(*ends) for ends in pairwise(lanes * i // jobs for i in range(jobs + 1))]
        self._shards = [_Shard(program, made, setting, share, lanes) for share in shares]
        self._pool = ThreadPoolExecutor(jobs - 1) if jobs > 1 else None
        self._fields = {name: self._field(name) for name in self._shards[0].fields}
        for name, array in self._fields.items():
            shown = array.view()
            shown.flags.writeable = False
            setattr(self, name, shown)
        self._all(NEXT)
        if len(self.faults) == lanes:
            raise self.faults[0]

    def _field(self, name: str) -> NDArray[Any]:
        first = self._shards[0].fields[name]
        return first if self._pool is None else np.empty((self._lanes, *first.shape[1:]), first.dtype)

    def __len__(self) -> int:
        return self._lanes

    def __repr__(self) -> str:
        return f"<{self._lanes} Lanes of {self.program!r}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("lanes cannot be copied or pickled")

    # --- stepping -------------------------------------------------------------------------------------

    def step(self, choices: ArrayLike | None = None) -> None:
        """Make one decision in each lane.

        `choices` has an integer for each lane: the index of an option among the `counts[lane]` on offer, in
        the order of `Playing.options`, or with an encoding, an action that `masks` marks; or -1 for a random
        option, as `simulate` would choose it; or -2 to leave the lane as it is. By default, all options are
        random. By pick, an action that leaves several options makes no decision yet, and a random option is
        one of those that are left. A lane whose game is over ignores its choice, except that -2 leaves it
        over. Raises `ValueError`, and `IndexError` for an option or action that is not on offer; no lane has
        changed then.
        """
        if choices is None:
            self._all(RANDOM)
            return
        wanted = np.asarray(choices)
        if wanted.shape != (self._lanes,) or wanted.dtype.kind not in "iu":
            message = f"choices must be {self._lanes} integers, not {wanted.dtype} of shape {wanted.shape}"
            raise ValueError(message)
        self._refuse(wanted)
        wanted = np.where(self.counts > 0, wanted, np.minimum(wanted, 0))
        for shard in self._shards:
            shard.choices[:] = wanted[shard.lanes.start : shard.lanes.stop]
        self._run()

    def _refuse(self, wanted: NDArray[np.integer[Any]]) -> None:
        """Raise `IndexError` if a choice is not on offer."""
        if self.encoding is None:
            wrong = ((wanted >= self.counts) & (self.counts > 0)) | (wanted < SKIP)
            reason = "lane {0} has {1} options, so there is no option {2}"
        else:
            wrong = (wanted >= 0) & (self.counts > 0)
            there = wrong & (wanted < self.encoding.actions.size)
            wrong[there] = ~self.masks[there.nonzero()[0], wanted[there]]
            wrong |= wanted < SKIP
            reason = "in lane {0}, the action {2} is not legal; legal: {3}"
        if wrong.any():
            lane = int(wrong.argmax())
            legal = "" if self.encoding is None else _listed(self.masks[lane].nonzero()[0].tolist())
            raise IndexError(reason.format(lane, self.counts[lane], wanted[lane], legal))

    def reset(self, lanes: ArrayLike | None = None, *, seeds: Iterable[int] | None = None) -> None:
        """Begin another game in each of some lanes, by default in all.

        Lanes are given by their numbers, or as a truth value for each lane. Without seeds, each begins its
        next game. With seeds, there must be one for each of the given lanes; the game after that is the
        lane's next game. Raises `ValueError` and `IndexError`.
        """
        which = np.arange(self._lanes) if lanes is None else self._which(lanes)
        if seeds is not None:
            given = [index(seed) for seed in seeds]
            if len(given) != len(which):
                message = f"there are {len(which)} lanes and {len(given)} seeds"
                raise ValueError(message)
            for lane, seed in zip(which.tolist(), given, strict=True):
                shard, own = self._of(lane)
                shard.arrays.seeds[own], shard.arrays.keys[own] = seed & ALL, derived(seed, "policy")
        self._some(which, NEXT if seeds is None else RESTART)

    # --- positions ------------------------------------------------------------------------------------

    @property
    def positions(self) -> NDArray[np.int32]:
        """The positions of all lanes, one in each row, laid out as in `Program.layout`.

        The array is valid until the next call that changes lanes.
        """
        length = self.program.layout.length
        parts = [shard.positions[:, :length] for shard in self._shards]
        found: NDArray[np.int32] = parts[0].view() if len(parts) == 1 else np.concatenate(parts)
        found.flags.writeable = False
        return found

    def game(self, lane: int) -> CompiledGame:
        """Return an independent copy of a lane's game, as a game of the engine.

        Raises `IndexError`, and the `Fault` that has stopped the game, if one has.
        """
        shard, own = self._one(lane)
        if shard.positions[own, Head.OUTCOME] == BROKEN:
            raise self._broken[lane]
        return self._game(shard.positions[own, : self.program.layout.length].tobytes())

    def choice(self, lane: int) -> Choice:
        """Return the choice that is being made in a lane, with the picks that have been made.

        Raises as `game`, and `ValueError` without an encoding.
        """
        if self.encoding is None:
            raise ValueError("these lanes have no encoding, so options are chosen by their indexes")
        found = Choice(self.encoding.actions, self.game(lane).options)
        shard, own = self._one(lane)
        made, lengths = shard.picks
        while len(found.made) < lengths[own]:
            found.take(int(made[own, len(found.made)]))
        return found

    def put(self, lane: int, game: Playing | ArrayLike) -> None:
        """Set a lane to the position of a game of any engine, or to a position. A choice begins anew.

        Raises `IndexError`, `Broken` if the position is impossible, and `Fault` if asking for its options
        does; in the last case, the game of the lane is over.
        """
        shard, own = self._one(lane)
        position = np.asarray(getattr(game, "position", game))
        packed = self._packed([index(value) for value in position.tolist()])
        shard.positions[own, : self.program.layout.length] = integers(packed)
        if shard.picks:
            shard.picks[1][own] = 0
        self._some(np.array([lane]), ENTER)
        if lane in self.faults:
            raise self.faults[lane]

    def copy(self, source: ArrayLike, target: ArrayLike, *, seeds: Iterable[int] | None = None) -> None:
        """Make each target a copy of the source with the same index, or of the only source.

        All lanes are read before any is written. With `seeds`, one for each target, the future chance of the
        copies follows these seeds; otherwise it is the same as in the originals. By pick, the copies have the
        picks that have been made. Random options are those of
        the target's own luck in any case, and after the copied game, it goes on with its own next game.
        Lanes are given as in `reset`. Raises `ValueError` and `IndexError`.
        """
        from_, to = self._which(source), self._which(target)
        given = None if seeds is None else [index(seed) for seed in seeds]
        if len(from_) == 1:
            from_ = np.broadcast_to(from_, to.shape)
        if len(from_) != len(to):
            message = f"there are {len(from_)} sources and {len(to)} targets"
            raise ValueError(message)
        if given is not None and len(given) != len(to):
            message = f"there are {len(to)} targets and {len(given)} seeds"
            raise ValueError(message)
        shards = [(shard, shard.holds(from_), shard.holds(to)) for shard in self._shards]
        rows, *picks = (
            np.empty((len(to), *array.shape[1:]), np.int32)
            for array in (self._shards[0].positions, *self._shards[0].picks)
        )
        for shard, here, _ in shards:
            own = from_[here] - shard.lanes.start
            rows[here] = shard.positions[own]
            for copied, array in zip(picks, shard.picks, strict=True):
                copied[here] = array[own]
        if given is not None:
            halves = np.array([split_seed(seed) for seed in given], np.int32).reshape(-1, 2)
            rows[:, [Head.SEED_LOW, Head.SEED_HIGH]] = halves
        lost = rows[:, Head.OUTCOME] == BROKEN
        pairs = zip(from_[lost].tolist(), to[lost].tolist(), strict=True)
        self._broken |= {copied: self._broken[original] for original, copied in pairs}
        for shard, _, here in shards:
            own = to[here] - shard.lanes.start
            shard.positions[own] = rows[here]
            for copied, array in zip(picks, shard.picks, strict=True):
                array[own] = copied[here]
        self._some(to, ENTER)

    def _which(self, lanes: ArrayLike) -> NDArray[np.int64]:
        """Return the numbers of some lanes, which are given by numbers or by truth values."""
        which = np.atleast_1d(np.asarray(lanes))
        if which.dtype == np.bool_ and which.shape == (self._lanes,):
            return np.flatnonzero(which)
        if which.ndim != 1 or (which.size and which.dtype.kind not in "iu"):
            message = f"lanes are given by their numbers, or as {self._lanes} truth values"
            raise ValueError(message)
        wrong = (which < 0) | (which >= self._lanes)
        if wrong.any():
            message = f"there is no lane {which[wrong.argmax()]} among {self._lanes}"
            raise IndexError(message)
        return which.astype(np.int64)

    def _one(self, lane: int) -> tuple[_Shard, int]:
        (which,) = self._which([lane]).tolist()
        return self._of(which)

    def _of(self, lane: int) -> tuple[_Shard, int]:
        """Return the shard that holds a lane, and the lane's index there."""
        shard = next(shard for shard in self._shards if lane < shard.lanes.stop)
        return shard, lane - shard.lanes.start

    # --- running --------------------------------------------------------------------------------------

    def _all(self, choice: int) -> None:
        for shard in self._shards:
            shard.choices[:] = choice
        self._run()

    def _some(self, which: NDArray[np.int64], choice: int) -> None:
        """Let some lanes do the same, and leave the others as they are."""
        for shard in self._shards:
            shard.choices[:] = SKIP
            shard.choices[which[shard.holds(which)] - shard.lanes.start] = choice
        self._run()

    def _run(self) -> None:
        """Let all lanes do what their choices say, in all threads."""
        try:
            if self._pool is None:
                self._shards[0].run()
            else:
                others = [self._pool.submit(shard.run) for shard in self._shards[1:]]
                try:
                    self._shards[0].run()
                finally:
                    _at_rest(others)
                for each in others:
                    each.result()
        finally:
            self.faults = {}
            for shard in self._shards:
                self.faults |= {shard.lanes.start + own: fault for own, fault in shard.faults.items()}
                if self._pool is not None:
                    for name, array in self._fields.items():
                        array[shard.lanes.start : shard.lanes.stop] = shard.fields[name]
            self._broken |= self.faults


class _Shard:
    """Some of the lanes, in an instance of their own."""

    def __init__(self, program: Program, made: Artifact, setting: Setting, lanes: range, stride: int) -> None:
        self.lanes = lanes
        self.faults: dict[int, Fault] = {}
        """The faults of the last call, by index of the lane here."""
        self.picks: tuple[NDArray[np.int32], ...] = ()
        """With an encoding, the actions that have been taken of a choice, and their number, by lane."""
        self._shown: tuple[NDArray[Any], ...] = ()
        """With an encoding, what is 0 in a lane whose game is over."""
        self._made, self._instance, self._new = made, made.instance(), b""
        count, words = len(lanes), made.interface.lane
        encoding = setting.encoding

        def laid(room: Room) -> tuple[Arrays, tuple[Choosing, Observing] | None]:
            arrays = Arrays(room, program.players, words, count, encoding)
            if encoding is None:
                return arrays, None
            choosing = Choosing(encoding.actions, [], arrays.chooses, room, count)
            return arrays, (
                choosing,
                Observing(program, encoding, [], arrays.observations, arrays.tally, room, count),
            )

        size = extent(laid)
        if size > MOST:
            message = f"{count} lanes need {size >> 20:,} MiB, but a thread has {MOST >> 20:,} MiB"
            raise ValueError(message)
        self.arrays, shown = laid(HostMemory(self._instance, "lanes"))
        a = self.arrays
        a.state[AUTORESET], a.state[REWARD] = int(setting.autoreset), setting.reward
        a.state[AT_RANDOM] = setting.at_random
        a.run[RUN], a.run[STRIDE] = setting.seed & ALL, stride
        self.fields = {
            name: _array(getattr(a, name), kind, count, program.players if name in _BY_SEAT else None)
            for name, kind in _RENEWED.items()
        }
        if encoding is not None and shown is not None:
            choosing, rows = shown[0], shown[1].rows
            a.chooses[SOUGHT] = -1
            picks = _array(choosing.made, np.int32, count, encoding.actions.most)
            self.picks = (picks, _array(choosing.lengths, np.int32, count))
            self.fields["observations"] = _array(a.observations, np.float32, count, encoding.size)
            self.fields["masks"] = _array(choosing.masks, np.bool_, count, encoding.actions.size)
            written = _array(rows.written, np.int32, count, rows.width)
            self._shown = (self.fields["observations"], written, self.fields["masks"])
        self.choices: NDArray[np.int32] = _array(a.choices, np.int32, count)
        self.positions: NDArray[np.int32] = _array(a.positions, np.int32, count, words)
        self.fields["numbers"][:] = np.arange(lanes.start, lanes.stop, dtype=np.uint64) - np.uint64(stride)

    def holds(self, lanes: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which of some lanes are here."""
        return (lanes >= self.lanes.start) & (lanes < self.lanes.stop)

    def run(self) -> None:
        """Let all lanes here do what their choices say; a fault stops only the game of its lane."""
        self.faults, first = {}, 0
        while first < len(self.lanes):
            try:
                self._instance.run("step", first, len(self.lanes))
            except Fault as fault:
                first = self.arrays.state[NOW] + 1
                self._stopped(first - 1, fault)
            else:
                return

    def _stopped(self, lane: int, fault: Fault) -> None:
        """Write that a fault has stopped the game of a lane, and make the instance usable again."""
        self.faults[lane] = fault
        self._new = self._new or self._made.instance().all_data()
        self._instance.renew(self._new)
        if not self.arrays.state[BEGINS]:
            self.fields["done"][lane] = self.fields["truncated"][lane] = True
        self.positions[lane, Head.OUTCOME] = BROKEN
        self.fields["counts"][lane], self.fields["players"][lane] = 0, NOBODY
        for shown in self._shown:
            shown[lane] = 0


def _listed(actions: Sequence[int]) -> str:
    """Return the first of some actions as a text."""
    more = [f"and {len(actions) - SHOWN} more"] if len(actions) > SHOWN else []
    return ", ".join([*map(str, actions[:SHOWN]), *more])


def _at_rest(calls: Sequence[Future[None]]) -> None:
    """Wait until calls in other threads have ended, even if an interrupt comes meanwhile."""
    try:
        wait(calls)
    except KeyboardInterrupt:
        wait(calls)
        raise


def _array(of: Iterable[float], kind: Any, rows: int, width: int | None = None) -> NDArray[Any]:
    """Return a view of an array of the module's memory, with so many rows of the given width."""
    assert isinstance(of, memoryview)  # noqa: S101 - as `HostMemory` makes it
    found: NDArray[Any] = np.frombuffer(of, kind)
    return found if width is None else found.reshape(rows, width)
