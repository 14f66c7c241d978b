"""The inputs of a bot, which are a view of the game for the seat that decides, and the bot's luck.

A `View` is made from the real game, but exposes only what the seat has been shown. It offers the decision,
the seat's observation and information state, and random games in which the seat would have been shown the
same. Therefore a bot that uses nothing but its view and its luck gives the same answer in any two games that
its seat cannot distinguish.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import islice
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

from interpreter.kernels.learning.weighing import InPython
from interpreter.play.chance import ALL, GAMMA
from interpreter.play.information import InformationState
from interpreter.play.luck import Draws, Seeds, derived
from interpreter.play.observation import Observation
from interpreter.play.openness import is_open
from interpreter.play.options import Decision, Option, as_told
from interpreter.play.search import Plan
from interpreter.protocol import Engine, OptionStats, Playing, PolicyEngine, Searching, Weighing

if TYPE_CHECKING:
    from interpreter.asking import Answer, SeenPosition

__all__ = ["Advising", "Bot", "Luck", "View"]


APART = 1 / 8
"""The distance between the redeals of a view, as a fraction of the distance between independent redeals. A
small distance suffices, because a decision uses several redeals.
"""


RANDOM_GAMES = 16
"""The number of random games over which `View.random_length` averages."""


class _Length:
    """The type of the key under which the mean length of a program's random games is cached."""


_LENGTH = _Length()


class Luck(NamedTuple):
    """A bot's source of randomness.

    It consists of a seed of its own and the number of decisions made so far in the game.
    """

    seed: int
    decision: int

    def draws(self) -> Draws:
        """Return an unlimited sequence of random numbers for this decision."""
        return Draws(derived(self.seed, f"decision {self.decision}"), "bot")

    @property
    def key(self) -> int:
        """The key of a sequence whose first number is what whole games draw for this decision."""
        return Draws(self.seed, "policy").key + GAMMA * self.decision & ALL


class View:
    """A game as seen by the seat that decides. The game must keep a record, unless its program is open."""

    __slots__ = ("_engine", "_game", "_seen", "decision", "program")

    def __init__(self, engine: Engine, game: Playing, decision: Decision) -> None:
        self.program = engine.program
        """The rules of the game, which all players know."""
        self.decision = Decision(decision.player, decision.site, as_told(self.program, decision.options))
        """The pending decision, with the seat (`player`, from 0) and the `options` as this seat sees them."""
        self._engine, self._game = engine, game
        self._seen: SeenPosition | None = None

    @property
    def player(self) -> int:
        """The seat (from 0) that decides and whose view this is."""
        return self.decision.player

    @property
    def options(self) -> tuple[Option, ...]:
        """The options of the pending decision."""
        return self.decision.options

    @property
    def random_length(self) -> float:
        """The mean number of decisions in random games, counting the decisions of all players."""
        found = self.program.made_of.get(_LENGTH)
        if found is None:
            games = self._engine.batch(Seeds(seed, seed) for seed in range(RANDOM_GAMES))
            found = self.program.made_of[_LENGTH] = fmean(game.decisions for game in games)
        assert isinstance(found, float)  # noqa: S101 - it is ours
        return found

    @property
    def observation(self) -> Observation:
        """The seat's observation of the position."""
        return self._game.observation(self.player)

    @property
    def information_state(self) -> InformationState:
        """Everything that the seat has been shown. Raises `ValueError` if the game keeps no record."""
        return self._game.information_state(self.player)

    def value(self, expression: str) -> Answer:
        """Evaluate an expression of the language from the seat's observation, with the seat as `me`.

        The result is an `int` for a number, a `bool` for a condition, the seat (from 0) for a player, `None`
        for `none`, a tuple for a list, and the name of any other value. Raises `interpreter.asking.Hidden` if
        the expression reads something that the seat cannot know, `gamespec.SpecError` if it is invalid, and
        `Fault`.
        """
        from interpreter.asking import seen, value_seen

        if self._seen is None:
            self._seen = seen(self._game, self.program, self.player)
        return value_seen(self.program, self._seen, self.player, expression)

    def __repr__(self) -> str:
        return f"<View of p{self.player + 1}: {len(self.options)} options, {self.program!r}>"

    def redeals(self, seed: int, count: int, lineage: int | None = None) -> Sequence[Playing]:
        """Return `count` random games in which the seat has been shown the same as in the real game.

        The games are determined by `seed`, and their future chance events differ from those of the real game.
        If everything is public, they have the real position and keep no record. A redeal for which no history
        was found (`exact` is false) may offer other options.

        Redeals take less time if a `lineage`, another seed, is the same at all decisions of a game.
        """
        if is_open(self.program):
            game = self._game if self._game.record is None else self._engine.restore(self._game.position)
            if not self.program.streams:
                return [game.clone() for _ in range(count)]
            return [game.clone(derived(seed, f"redeal {number}")) for number in range(count)]
        found = self._game.redeals(self.player, seed, count, apart=APART, lineage=lineage)
        return [*islice(found, count)]

    def recorded(self, redeal: Playing) -> Playing:
        """Return a game at the position of a redeal that keeps a record from now on."""
        return self._engine.restore(redeal.position, record=True)

    def weighing(self, weights: array[float]) -> Weighing:
        """Return what chooses by a policy with these weights, for `chosen_by`."""
        engine = self._engine
        if isinstance(engine, PolicyEngine):
            return engine.weighing(weights)
        return InPython(self.program, weights)

    def chosen_by(self, policy: Weighing, key: int, temperature: float) -> int:
        """Return the index of the option that a policy takes; `key` gives its luck.

        The choice depends on the seat's observation and on the options only. Raises `Fault`.
        """
        return policy.chosen(self._game, self.decision, key, temperature)

    def option_stats(self, roots: Sequence[Playing], plan: Plan) -> OptionStats | None:
        """Return the statistics of the view's options from the engine's tree search, if it has one."""
        engine = self._engine
        return engine.option_stats(self._game, roots, plan) if isinstance(engine, Searching) else None


@runtime_checkable
class Advising(Protocol):
    """A bot that can say how much it thinks of each option."""

    def shares(self, view: View, luck: Luck) -> list[float]:
        """Return a share for each option of a view. The sum of the shares is 1."""


class Bot(Protocol):
    """A player that answers decisions."""

    @property
    def name(self) -> str:
        """The name from which `interpreter.bots.bot` makes this bot."""

    def choose(self, view: View, luck: Luck) -> Option:
        """Return one of the options of a view. The answer is the same for the same view and luck."""
