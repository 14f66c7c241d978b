"""The input of a bot: a view of the game in which its seat decides, and its luck.

A `View` is made from the game, and exposes only what the seat has been shown: its decision, its observation,
its information state, and random games in which it would have been shown the same. So a bot that uses nothing
but its view answers identically in any two games that its seat cannot distinguish, given the same luck.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple, Protocol

from gamespec.program import Program
from gamespec.program.instructions import Throw
from gamespec.program.tables import NOWHERE
from interpreter.play.information import InformationState
from interpreter.play.luck import Draws, Seeds, derived
from interpreter.play.observation import Observation
from interpreter.play.options import Decision, Option, as_told
from interpreter.play.search import Iteration, Reward
from interpreter.protocol import Engine, OptionStats, Playing, Searching

if TYPE_CHECKING:
    from interpreter.asking import Answer, SeenPosition

__all__ = ["Bot", "Luck", "View", "is_open"]


APART = 1 / 8
"""Distance between redeals of a view, as a fraction of the distance between independent redeals; a small one
suffices, because a decision uses several.
"""


RANDOM_GAMES = 16
"""Number of random games averaged by `View.random_length`."""


class _Length:
    """The key under which a program caches its mean length of random games."""


_LENGTH = _Length()


class Luck(NamedTuple):
    """A bot's source of randomness: a seed of its own, and the number of decisions made in the game."""

    seed: int
    decision: int

    def draws(self) -> Draws:
        """Return the random numbers for this decision, as many as needed."""
        return Draws(derived(self.seed, f"decision {self.decision}"), "bot")


@lru_cache(maxsize=64)
def is_open(program: Program) -> bool:
    """Return whether everybody sees everything at all times, so that only the future is unknown.

    It is true if no zone, variable, answer or throw is hidden from anybody, and no order is shuffled. The
    test is conservative: it may be false for a game in which everything is public.
    """
    everybody = (1 << program.players) - 1
    return (
        all(zone.seen == everybody and zone.stream == NOWHERE for zone in program.zones)
        and all(seen == everybody for store in program.stores for seen in store.seen)
        and all(site.told is None for site in program.sites)
        and all(step.told is None for step in program.code if isinstance(step, Throw))
    )


class View:
    """A game as the deciding seat sees it. The game must record, unless its program is open."""

    __slots__ = ("_engine", "_game", "_seen", "decision", "program")

    def __init__(self, engine: Engine, game: Playing, decision: Decision) -> None:
        self.program = engine.program
        """The rules, which everybody knows."""
        self.decision = Decision(decision.player, decision.site, as_told(self.program, decision.options))
        """The decision: the seat (`player`, from 0) and its `options`, as this seat sees them."""
        self._engine, self._game = engine, game
        self._seen: SeenPosition | None = None

    @property
    def player(self) -> int:
        """The seat (from 0) whose view it is."""
        return self.decision.player

    @property
    def options(self) -> tuple[Option, ...]:
        """The possible answers."""
        return self.decision.options

    @property
    def random_length(self) -> float:
        """The mean number of decisions of all players in a random game."""
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
        """Everything that the seat has been shown. Raises `ValueError` if the game does not record."""
        return self._game.information_state(self.player)

    def value(self, expression: str) -> Answer:
        """Evaluate an expression of the language from the seat's observation; the seat is `me`.

        Numbers and conditions are those of Python, a player is the seat from 0, any other value its name,
        `none` is `None`, and a list a tuple. An expression that reads something the seat cannot know raises
        `interpreter.asking.Hidden`. Raises `gamespec.SpecError` for an invalid expression, and `Fault`.
        """
        from interpreter.asking import seen, value_seen

        if self._seen is None:
            self._seen = seen(self._game, self.program, self.player)
        return value_seen(self.program, self._seen, self.player, expression)

    def __repr__(self) -> str:
        return f"<View of p{self.player + 1}: {len(self.options)} options, {self.program!r}>"

    def redeals(self, seed: int, count: int) -> Sequence[Playing]:
        """Return `count` random games in which the seat has been shown the same, by a seed.

        Their future chance differs from that of the real game. If everything is public, they have the real
        position, and record nothing. A redeal for which no history was found (`exact` is false) may offer
        other options.
        """
        if is_open(self.program):
            game = self._game if self._game.record is None else self._engine.restore(self._game.position)
            return [game.clone(derived(seed, f"redeal {number}")) for number in range(count)]
        return [*islice(self._game.redeals(self.player, seed, count, apart=APART), count)]

    def recorded(self, redeal: Playing) -> Playing:
        """Return a game at the position of a redeal that records from now on."""
        return self._engine.restore(redeal.position, record=True)

    def option_stats(
        self, roots: Sequence[Playing], iterations: Sequence[Iteration], reward: Reward, explores: float
    ) -> OptionStats | None:
        """Return the statistics of the view's options from the engine's tree search, if it has one."""
        engine = self._engine
        return (
            engine.option_stats(self._game, roots, iterations, reward, explores)
            if isinstance(engine, Searching)
            else None
        )


class Bot(Protocol):
    """Answers decisions."""

    @property
    def name(self) -> str:
        """The name that makes this bot (`interpreter.bots.bot`)."""

    def choose(self, view: View, luck: Luck) -> Option:
        """Return one of the options of a view. The same view and luck give the same answer."""
