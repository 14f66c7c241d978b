"""The playing protocol: what every engine offers to those who only play.

An `Engine` runs one program. It begins a game from a seed, takes one up from a position, and plays many to
their end as a batch; a `Playing` is one game of it. Whoever counts, replays, simulates, checks the contract
or lets bots play is typed against these two and nothing more of an engine. What an engine hands out is data
that all engines share: options, chance nodes, events, observations, results, and positions, whose lists mean
the same to every engine (`gamespec.program.tables`). The same seed and answers lead every engine to the same
position, integer for integer.

The other protocol is `interpreter.inspection`: values and conditions of a position, asked of the definitional
engine only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypeAlias, runtime_checkable

from gamespec.program import Program
from interpreter.play.chance import Chance
from interpreter.play.errors import Fault
from interpreter.play.events import Event
from interpreter.play.information import InformationState, Record
from interpreter.play.luck import Draws, Seeds
from interpreter.play.observation import Observation
from interpreter.play.options import Decision, Option
from interpreter.play.playout import Playout
from interpreter.play.result import Result
from interpreter.play.search import Iteration, Reward
from interpreter.play.tally import NOTHING, Counts

__all__ = [
    "MOST_NODES",
    "Engine",
    "Fared",
    "MakeEngine",
    "Playing",
    "Policy",
    "Searching",
    "how_it_stands",
]

MOST_NODES = 4_000
"""So many decisions and outcomes of chance are played before a redeal is given up."""

Fared: TypeAlias = dict[int, tuple[int, float]]
"""By number of an option how often a search took it, and what came of it in all for who took it."""

Policy: TypeAlias = Callable[[Decision, Draws], Option]
"""Picks one of a decision's options; whatever it leaves to luck comes from the draws."""


class Playing(Protocol):
    """One game: a position at which somebody decides, chance comes in, or all is over."""

    @property
    def position(self) -> Sequence[int]:
        """All there is to the game, as `Program.layout` says."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def player(self) -> int:
        """The seat (from 0) that decides next, or acted last."""

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be answered, in the order of the language; nothing at a chance node or at the end."""

    @property
    def branching(self) -> int:
        """How many options there are: more quickly known than what they are."""

    @property
    def decision(self) -> Decision | None:
        """The decision that is due; `None` at a chance node or at the end."""

    @property
    def chance(self) -> Chance | None:
        """The chance node at which a game with explicit chance waits."""

    @property
    def result(self) -> Result | None:
        """Places and scores; `None` while the game goes on."""

    @property
    def scores(self) -> tuple[int, ...]:
        """By seat what the score comes to as the game stands; nothing where the game has none.

        Before the end it need not mean anything. Raises `Fault` where it can't be told.
        """

    @property
    def events(self) -> Sequence[Event]:
        """What has happened since the beginning, if the game records; else nothing."""

    @property
    def record(self) -> Record | None:
        """What has happened so far, as a value; `None` if the game does not record."""

    def apply(self, option: Option) -> None:
        """Give an answer and play on to where the game waits next.

        Raises `Refused` if the option is not on offer, and `Fault`; the game is then as it was before.
        """

    def play(self, option: Option) -> None:
        """`apply` for an option that is known to be on offer; not undone by a `Fault`."""

    def settle(self, outcome: int) -> None:
        """Supply the outcome of the pending chance node and play on.

        Raises `Refused` if it cannot come, and `Fault`; the game is then as it was before.
        """

    def clone(self, seed: int | None = None) -> Playing:
        """The same game, to go on with separately; it hands its record on.

        Without a seed all that chance will bring is the same, too. With one it is that seed's from here on,
        and nothing that was scripted comes any more: who searches must not know what this game has in store.
        """

    def children(self) -> tuple[Playing | Fault, ...]:
        """What the options lead to, in their order: for each a clone that has taken it, or its fault."""

    def playouts(self, seeds: Sequence[Seeds], *, most: int | None = None) -> list[Playout]:
        """What comes of the game at random, once for each two seeds, in that order; it stays as it is.

        Each is a clone with the seed `seeds.game` that is played on as `Engine.batch` plays without a policy;
        where somebody would have to decide once more than `most` times, it is cut off. Raises `ValueError`
        where chance is the caller's.
        """

    def observation(self, player: int) -> Observation:
        """What a player (the seat, from 0) can tell of the position."""

    def information_state(self, player: int) -> InformationState:
        """All that a player (the seat, from 0) has been shown. Raises `ValueError` without a record."""

    def redealt(self, player: int, seed: int, *, most: int = MOST_NODES) -> Playing:
        """A random game in which the player has been shown the same; `exact` if some history leads to it.

        At most about so many decisions and outcomes of chance are played to find one.
        """

    def redeals(
        self, player: int, seed: int, count: int, *, most: int = MOST_NODES, apart: float = 1.0
    ) -> Iterator[Playing]:
        """So many games as `redealt` gives, each with a chance to come of its own.

        Each is drawn from the posterior; those that follow one another may have more in common than two that
        `redealt` gives, and all the more if they lie less than 1 `apart`, which is quicker. They follow from
        the seed and from what the player has been shown. After one for which no history was found half as
        much is played for the next.
        """

    @property
    def exact(self) -> bool:
        """Whether some history leads to it: not if it is a redeal for which none was found."""

    def exchanged(self, goes: Mapping[int, int]) -> Playing:
        """The game as it would be if `goes[c]` lay where the component `c` lies; it keeps no record."""

    def check(self) -> None:
        """Raise `Broken` unless the position is sound and nothing has been lost or made."""


class Engine(Protocol):
    """Plays the games of one program."""

    @property
    def program(self) -> Program:
        """The program."""

    def begin(self, seed: int = 0, *, record: bool = False, explicit: bool = False) -> Playing:
        """A new game, at its first decision. Raises `Fault`.

        If it is to `record`, it keeps its events. With `explicit` the caller supplies the outcomes of chance,
        and the game also stops at each chance node.
        """

    def restore(
        self, position: Sequence[int], *, record: bool | Record = False, explicit: bool = False
    ) -> Playing:
        """A game that goes on from a position, and with a record if it is given one.

        Raises `Broken` if it cannot be one.
        """

    def batch(
        self, seeds: Iterable[Seeds], policy: Policy | None = None, *, tally: Counts = NOTHING
    ) -> Iterator[Playout]:
        """Games played to their end, one for each two seeds, in that order, and counted as `tally` says.

        `None` takes each option with the same chance: `options[draws.below(len(options))]`, the draws being
        `Draws(seeds.luck, "policy")` for a policy, too, and `seeds.game` the seed with which the game begins.
        So the same seeds give the same games on every engine, and what is counted changes nothing of them.
        """


MakeEngine: TypeAlias = Callable[[Program], Engine]
"""Makes an engine for a program."""


@runtime_checkable
class Searching(Protocol):
    """An engine that makes the iterations of a tree search by itself (`interpreter.bots.sights`)."""

    def fared(
        self, games: Sequence[Playing], iterations: Sequence[Iteration], reward: Reward, explores: float
    ) -> Fared | None:
        """How the options of games fare in which the same player decides; `None` if it can't tell.

        The n-th iteration goes through the n-th of the games, over and over again.
        """


def how_it_stands(game: Playing) -> str:
    """Whether a game is over, or who decides in it, in a few words."""
    if game.over:
        result = game.result
        places = ", ".join(map(str, result.places)) if result is not None else ""
        return f"over, places by seat {places}" if places else "over, without a result"
    if game.chance is not None:
        return f"chance decides between {len(game.chance.outcomes)} outcomes"
    return f"p{game.player + 1} decides between {game.branching} options"
