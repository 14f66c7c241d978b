"""The playing protocol, which every engine offers.

An `Engine` runs one program. It begins a game from a seed, restores one from a position, and plays many to
their end as a batch; a `Playing` is one game of it. Code that counts, replays, simulates, checks the contract
or lets bots play is typed against these two only. What an engine returns is data shared by all engines:
options, chance nodes, events, observations, results, and positions, whose lists mean the same to every engine
(`gamespec.program.tables`). The same seed and answers lead every engine to the same position, integer for
integer.

The other protocol is `interpreter.inspection`: values and conditions of a position, which only the
definitional engine offers.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

from gamespec.program import Program
from interpreter.play.chance import Chance
from interpreter.play.chunk import Chunk
from interpreter.play.errors import Fault
from interpreter.play.events import Event
from interpreter.play.information import InformationState, Record
from interpreter.play.luck import Draws, Seeds
from interpreter.play.observation import Observation
from interpreter.play.options import Decision, Option
from interpreter.play.playout import Playout
from interpreter.play.policies import Lessons, Policies
from interpreter.play.result import Result
from interpreter.play.search import Plan, Stats
from interpreter.play.tally import NOTHING, Counts

if TYPE_CHECKING:
    from interpreter.kernels.solving.kinds import Exploration, Values
    from interpreter.kernels.terms import Room

__all__ = [
    "MOST_CHANGES",
    "Aside",
    "Engine",
    "Learning",
    "LearningEngine",
    "MakeEngine",
    "OptionStats",
    "Playing",
    "Policy",
    "PolicyEngine",
    "Running",
    "Searching",
    "Solver",
    "SolvingEngine",
    "SummingEngine",
    "Weighing",
    "how_it_stands",
]

MOST_CHANGES = 4_000
"""Default number of changes to guesses before a redeal is given up."""

OptionStats: TypeAlias = dict[int, Stats]
"""For each option number, what a search has found out about the option."""

Policy: TypeAlias = Callable[[Decision, Draws], Option]
"""Picks one of a decision's options; all randomness comes from the draws."""


class Playing(Protocol):
    """One game, waiting at a decision or a chance node, or over."""

    @property
    def program(self) -> Program:
        """The program that is played."""

    @property
    def position(self) -> Sequence[int]:
        """The whole state of the game, laid out as in `Program.layout`."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def player(self) -> int:
        """The seat (from 0) that decides next, or acted last."""

    @property
    def options(self) -> tuple[Option, ...]:
        """The possible answers, in the order of the language; none at a chance node or at the end."""

    @property
    def branching(self) -> int:
        """The number of options, which is cheaper to compute than the options."""

    @property
    def decision(self) -> Decision | None:
        """The pending decision; `None` at a chance node or at the end."""

    @property
    def chance(self) -> Chance | None:
        """The chance node at which a game with explicit chance waits."""

    @property
    def result(self) -> Result | None:
        """Places and scores; `None` while the game goes on."""

    @property
    def scores(self) -> tuple[int, ...]:
        """The current score by seat; empty if the game has none.

        Before the end it need not be meaningful. Raises `Fault` if it cannot be computed.
        """

    @property
    def events(self) -> Sequence[Event]:
        """The events since the beginning, if the game records; otherwise none."""

    @property
    def record(self) -> Record | None:
        """Return the record so far as a value; `None` if the game does not record."""

    def apply(self, option: Option) -> None:
        """Give an answer and play on to the next decision or chance node.

        Raises `Refused` if the option is not on offer, and `Fault`; the game is then unchanged.
        """

    def play(self, option: Option) -> None:
        """Apply an option that is known to be on offer; a `Fault` is not undone."""

    def take(self, k: int) -> None:
        """Take the option with the index `k` in `options`, which need not be listed for this.

        Raises `Refused` if there are fewer options, and `Fault`; the game is then unchanged.
        """

    def settle(self, outcome: int) -> None:
        """Supply the outcome of the pending chance node and play on.

        Raises `Refused` if it is impossible, and `Fault`; the game is then unchanged.
        """

    def clone(self, seed: int | None = None) -> Playing:
        """Return an independent copy of the game, with its record.

        Without a seed its future chance is the same, too. With one, future chance is that seed's, and
        scripted outcomes are dropped: a searcher must not know this game's future.
        """

    def tried(self, option: Option) -> Playing:
        """Return a copy that has taken an option on offer, and gone on to the next decision or surprise.

        It stops before the first step that may show players something that they can't know
        (`interpreter.play.openness`), and is of no use for playing on. Raises `Fault`.
        """

    def children(self) -> tuple[Playing | Fault, ...]:
        """Return, for each option in order, a clone that has taken it, or its fault."""

    def playouts(
        self, seeds: Sequence[Seeds], *, most: int | None = None, reached: bool = False
    ) -> list[Playout]:
        """Play random games from here, one for each pair of seeds, in order; the game itself is unchanged.

        Each is a clone with the seed `seeds.game`, played on as by `Engine.batch` without a policy, and cut
        off if a further decision beyond `most` would be needed. With `reached`, the tally of a game that
        comes to its end has what it reached from here on. Raises `ValueError` with explicit chance.
        """

    def observation(self, player: int) -> Observation:
        """Return a player's observation of the position; `player` is the seat, from 0.

        This, the information state and redeals raise `ValueError` if there is no such seat.
        """

    def information_state(self, player: int) -> InformationState:
        """Return everything that a player (from 0) has been shown. Raises `ValueError` without a record."""

    def redealt(self, player: int, seed: int, *, most: int = MOST_CHANGES) -> Playing:
        """Return a random game in which the player has been shown the same; `exact` if a history leads to it.

        To find one, it changes guesses at most `most` times. At a chance node no history leads to one.
        """

    def redeals(  # noqa: PLR0913 - whose, how many, from which luck, and how good
        self,
        player: int,
        seed: int,
        count: int,
        *,
        most: int = MOST_CHANGES,
        apart: float = 1.0,
        lineage: int | None = None,
    ) -> Iterator[Playing]:
        """Yield `count` games as from `redealt`, each with its own future chance.

        Each is drawn from the posterior. Consecutive ones may be correlated, and more so if `apart` is less
        than 1, which is faster. They follow from the seed and from what the player has been shown. After one
        for which no history was found, the next one gets half the budget.

        A `lineage` is a second seed, which stays the same along a game. Then redeals at one decision begin
        with a history that goes on to the player's next decision, which is faster. They follow from both
        seeds. Those with the same lineage may be correlated, at one decision and at later ones.
        """

    @property
    def exact(self) -> bool:
        """Whether some history leads to this game; false for a redeal for which no history was found."""

    def check(self) -> None:
        """Raise `Broken` unless the position is sound and nothing has been lost or created."""


class Engine(Protocol):
    """Plays the games of one program."""

    @property
    def program(self) -> Program:
        """The program."""

    def begin(self, seed: int = 0, *, record: bool = False, explicit: bool = False) -> Playing:
        """Begin a new game and play to its first decision. Raises `Fault`.

        With `record`, it keeps its events. With `explicit`, the caller supplies the outcomes of chance, and
        the game also stops at each chance node.
        """

    def restore(
        self, position: Sequence[int], *, record: bool | Record = False, explicit: bool = False
    ) -> Playing:
        """Resume a game from a position, and with a record if one is given.

        Raises `Broken` if the position is impossible.
        """

    def batch(
        self, seeds: Iterable[Seeds], policy: Policy | None = None, *, tally: Counts = NOTHING
    ) -> Iterator[Playout]:
        """Play games to their end, one for each pair of seeds, in order, counted as `tally` says.

        Without a policy, options are chosen uniformly at random by `interpreter.play.playout.uniform`. The
        draws are `Draws(seeds.luck, "policy")`, also for a policy, and the game begins with the seed
        `seeds.game`. So the same seeds give the same games on every engine, and counting does not affect
        them, with one exception. Without a policy, and if options are not counted (`Counts.options`), no more
        options are tried than a choice needs, so a fault in an option that is not tried does not stop a game.
        """


MakeEngine: TypeAlias = Callable[[Program], Engine]
"""Makes an engine for a program."""


@runtime_checkable
class Searching(Protocol):
    """An engine that runs the iterations of a tree search itself (`interpreter.bots.outside`)."""

    def option_stats(self, game: Playing, roots: Sequence[Playing], plan: Plan) -> OptionStats | None:
        """Return the statistics of the options of `game`; `None` if the engine does not support the search.

        The iterations cycle through the `roots`, in which the same player decides. A root that is not `exact`
        may offer other options.
        """


class Solver(Protocol):
    """Solves one game without chance and hidden information, by kernels (`interpreter.kernels.solving`)."""

    def begin_test(self, position: Sequence[int], kind: Values, threshold: int) -> None:
        """Begin to test whether the value of a position is at least a threshold."""

    def test(self, visits: int) -> int | None:
        """Go on with a test for a number of positions. Return its result, a bound, once it has one.

        Raises `Fault`, and `Beyond` if plays are too long, or if there are too many options.
        """

    @property
    def visits(self) -> int:
        """The number of positions visited by all tests."""

    def begin_exploration(self, position: Sequence[int], kind: Values, *, keeps: bool) -> None:
        """Begin to explore all situations, which differ by the number of decisions only if it `keeps` it."""

    def explore(self, nodes: int) -> bool:
        """Expand at most a number of situations. Return whether any are left. Raises `Fault`."""

    @property
    def exploration(self) -> Exploration:
        """What the exploration has found so far."""

    def way(self) -> list[int]:
        """Return the indexes of the options of a shortest way to the best end that was found."""

    def edges(self) -> list[int]:
        """Return, for each option of the first situation, the situation that it leads to, or its value.

        A value is given minus `interpreter.kernels.solving.graph.ENDED`.
        """

    def winners_sweep(self, number: int) -> int:
        """Settle the situations from which a win takes `number` decisions, and return how many there are."""

    def winner(self, node: int) -> tuple[int, int]:
        """Return who wins from a situation (1, -1, or 0 for nobody), and in how many decisions."""

    def begin_values(self, least: float, greatest: float) -> None:
        """Set the bounds of the values of all situations to the least and the greatest value."""

    def values_sweep(self) -> int:
        """Improve all bounds, and return how many of them have changed."""

    def value(self, node: int) -> tuple[float, float]:
        """Return the bounds of the value of a situation."""


@runtime_checkable
class SolvingEngine(Protocol):
    """An engine that solves games."""

    def solver(self, memory: int) -> Solver:
        """Return a solver that uses about `memory` bytes. Raises `MemoryError`."""


class Weighing(Protocol):
    """Chooses among the options of decisions by a policy (`interpreter.kernels.learning.policy`)."""

    def chosen(self, game: Playing, decision: Decision, key: int, temperature: float) -> int:
        """Return the index of the option that the policy takes in a game, in which `decision` is pending.

        The choice depends only on the options, on what their player observes, and on `key`, which gives the
        luck.
        """


class Learning(Protocol):
    """A policy that learns from games in which it plays all seats."""

    @property
    def weights(self) -> array[float]:
        """The weights as they are now."""

    @property
    def lost(self) -> int:
        """How many decisions were not learned from, because their games were too long to be recorded."""

    def learn(self, seeds: Sequence[Seeds], lessons: Lessons) -> int:
        """Play games with these seeds and learn from each. Return how many of them a fault has stopped."""


@runtime_checkable
class PolicyEngine(Protocol):
    """An engine whose games are played by policies (`interpreter.kernels.learning`)."""

    def weighing(self, weights: array[float]) -> Weighing:
        """Return what chooses by a policy with these weights."""

    def batch(
        self,
        seeds: Iterable[Seeds],
        policy: Policy | None = None,
        *,
        tally: Counts = NOTHING,
        policies: Policies | None = None,
        seats: Iterable[Sequence[int]] | None = None,
    ) -> Generator[Playout]:
        """Play games as `Engine.batch` does, but with `policies`, let each player play by the player's own.

        `seats` has, for each game, the number of the player in each seat. Without it, players sit in the
        order of their numbers in all games. Random players take the same options as in games without
        `policies`.
        """


@runtime_checkable
class LearningEngine(PolicyEngine, Protocol):
    """An engine in which policies learn."""

    def learning(self, weights: array[float]) -> Learning:
        """Return a policy that begins with these weights and learns."""


class Running(Protocol):
    """A kernel with a method `run`."""

    def run(self, first: int, end: int) -> int:
        """Work on the entries of given arrays with the numbers from `first` up to `end`."""


class Aside(Protocol):
    """A kernel that runs in an engine, beside its games, on arrays in two blocks of memory.

    In each block, the arrays follow one another. The first block is the *state* of the kernel. The second has
    the arrays that are given to it, or that it fills.
    """

    def read(self, at: int = 0, size: int | None = None) -> bytes:
        """Return `size` bytes of the state, by default all, beginning `at` bytes after its first byte."""

    def write(self, data: bytes, at: int = 0) -> None:
        """Set a part of the state, beginning `at` bytes after its first byte."""

    def get(self, at: int, size: int) -> bytes:
        """Return `size` bytes of the given arrays, beginning `at` bytes after their first byte."""

    def view(self, at: int, size: int) -> bytes | memoryview:
        """Return the same bytes as `get`, but they may change when the kernel runs again."""

    def give(self, data: bytes, at: int = 0) -> None:
        """Set a part of the given arrays, beginning `at` bytes after their first byte."""

    def run(self, first: int, end: int) -> int:
        """Call the kernel."""


@runtime_checkable
class SummingEngine(Protocol):
    """An engine that plays the games of a run whole, and sums them itself (`interpreter.simulate.summed`)."""

    def chunks(
        self,
        run: int,
        numbers: range,
        *,
        tally: Counts = NOTHING,
        policies: Policies | None = None,
        seats: Sequence[Sequence[int]] = (),
    ) -> Generator[Chunk]:
        """Play the games with consecutive `numbers` of the run with the seed `run`, in order.

        They are the games that `Engine.batch` plays without a policy for `Seeds.of(run, number)`, or those
        that `PolicyEngine.batch` plays by `policies`. In that case, game number n has the players
        `seats[n % len(seats)]`.
        """

    def aside(self, name: str, make: Callable[[Room, Room], Running]) -> Aside:
        """Return the kernel that `make` makes, given rooms for its state and for the given arrays.

        All numbers are 0 initially. The kernel must follow from the program and the `name`.
        """


def how_it_stands(game: Playing) -> str:
    """Describe briefly whether a game is over, or who decides."""
    if game.over:
        result = game.result
        places = ", ".join(map(str, result.places)) if result is not None else ""
        return f"over, places by seat {places}" if places else "over, without a result"
    if game.chance is not None:
        return f"chance decides between {len(game.chance.outcomes)} outcomes"
    return f"p{game.player + 1} decides between {game.branching} options"
