"""What a bot is asked with: a view of the game in which its seat decides, and its luck.

A `View` is made of the game, and gives nothing of it but what the seat has been shown: its decision, its
observation, its information state, and games drawn at random among those in which it would have been shown
the same. So a bot that asks nothing but its view answers alike in any two games that its seat can't tell
apart, if its luck is the same.
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
from interpreter.protocol import Engine, Fared, Playing, Searching

if TYPE_CHECKING:
    from interpreter.asking import Answer, SeenPosition

__all__ = ["Bot", "Luck", "View", "is_open"]


APART = 1 / 8
"""So far apart redeals of a view lie, as a part of what makes two independent: there are several anyway."""


RANDOM_GAMES = 16
"""Number of random games of which `View.random_length` is the mean."""


class _Length:
    """Under which a program keeps that mean."""


_LENGTH = _Length()


class Luck(NamedTuple):
    """What a bot leaves to luck: a seed that is its own, and how many decisions were made in the game."""

    seed: int
    decision: int

    def draws(self) -> Draws:
        """Numbers for this decision, as many as are wanted."""
        return Draws(derived(self.seed, f"decision {self.decision}"), "bot")


@lru_cache(maxsize=64)
def is_open(program: Program) -> bool:
    """Whether everybody sees everything at any time: what is not known lies in the future.

    It holds where no zone, variable, answer or throw is kept from anybody, and no order is shuffled. Where it
    does not, there may be nothing hidden all the same.
    """
    everybody = (1 << program.players) - 1
    return (
        all(zone.seen == everybody and zone.stream == NOWHERE for zone in program.zones)
        and all(seen == everybody for store in program.stores for seen in store.seen)
        and all(site.told is None for site in program.sites)
        and all(step.told is None for step in program.code if isinstance(step, Throw))
    )


class View:
    """A game as the seat sees it that decides next. The game must record, unless its program is open."""

    __slots__ = ("_engine", "_game", "_seen", "decision", "program")

    def __init__(self, engine: Engine, game: Playing, decision: Decision) -> None:
        self.program = engine.program
        """The rules, which everybody knows."""
        self.decision = Decision(decision.player, decision.site, as_told(self.program, decision.options))
        """Who decides (`player`, the seat from 0), and between which `options`, which say nothing more."""
        self._engine, self._game = engine, game
        self._seen: SeenPosition | None = None

    @property
    def player(self) -> int:
        """The seat (from 0) whose view it is."""
        return self.decision.player

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be answered."""
        return self.decision.options

    @property
    def random_length(self) -> float:
        """How many decisions a game takes, all players together, when everybody plays at random: a mean."""
        found = self.program.made_of.get(_LENGTH)
        if found is None:
            games = self._engine.batch(Seeds(seed, seed) for seed in range(RANDOM_GAMES))
            found = self.program.made_of[_LENGTH] = fmean(game.decisions for game in games)
        assert isinstance(found, float)  # noqa: S101 - it is ours
        return found

    @property
    def observation(self) -> Observation:
        """What the seat can tell of the position."""
        return self._game.observation(self.player)

    @property
    def information_state(self) -> InformationState:
        """All that the seat has been shown. Raises `ValueError` if the game does not record."""
        return self._game.information_state(self.player)

    def value(self, expression: str) -> Answer:
        """What an expression of the language comes to, by what the seat can tell; the seat is `me`.

        Numbers and conditions are as in Python, a player is the seat from 0, any other value its name, `none`
        is `None`, and a list a tuple. What the seat can't know is refused: then `interpreter.asking.Hidden`
        is raised. Raises `gamespec.SpecError` for an expression that is none, and `Fault`.
        """
        from interpreter.asking import seen, value_seen

        if self._seen is None:
            self._seen = seen(self._game, self.program, self.player)
        return value_seen(self.program, self._seen, self.player, expression)

    def __repr__(self) -> str:
        return f"<View of p{self.player + 1}: {len(self.options)} options, {self.program!r}>"

    def redeals(self, seed: int, count: int) -> Sequence[Playing]:
        """So many random games in which the seat has been shown the same, by a seed.

        What chance will bring in them is not what it will bring in the true game. Where everything is open
        they are the true position, and record nothing. One for which no history was found (`exact`) may offer
        other options.
        """
        if is_open(self.program):
            game = self._game if self._game.record is None else self._engine.restore(self._game.position)
            return [game.clone(derived(seed, f"redeal {number}")) for number in range(count)]
        return [*islice(self._game.redeals(self.player, seed, count, apart=APART), count)]

    def recorded(self, redeal: Playing) -> Playing:
        """A redeal that records what happens from now on."""
        return self._engine.restore(redeal.position, record=True)

    def fared(
        self, games: Sequence[Playing], iterations: Sequence[Iteration], reward: Reward, explores: float
    ) -> Fared | None:
        """How options fare in a tree search that the engine makes; `None` if it makes none."""
        engine = self._engine
        return engine.fared(games, iterations, reward, explores) if isinstance(engine, Searching) else None


class Bot(Protocol):
    """Answers decisions."""

    @property
    def name(self) -> str:
        """What makes such a one (`interpreter.bots.bot`)."""

    def choose(self, view: View, luck: Luck) -> Option:
        """One of the options of a view. The same view and luck give the same answer."""
