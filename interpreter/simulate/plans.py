"""What the games of a run depend on: game number *i* of a plan is the same whoever plays it, and when."""

from __future__ import annotations

import warnings
from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from gamespec.text.visible import cut
from interpreter.bots.match import Match, matches, rotated
from interpreter.bots.names import bot, by_clock
from interpreter.bots.refusals import BadBot
from interpreter.engines import best
from interpreter.play.luck import Seeds
from interpreter.play.tally import ALL, Counts
from interpreter.simulate.about import Origin
from interpreter.simulate.estimating import Estimating
from interpreter.simulate.rows import Rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from gamespec.compile import Compiled
    from gamespec.spec import Spec
    from interpreter.play.playout import Playout
    from interpreter.protocol import MakeEngine
    from interpreter.simulate.cluster import Cluster

__all__ = ["RANDOM", "Plan", "Played", "cluster", "plan_of"]

RANDOM = "random"
"""The bot that takes each option with the same chance."""


class Played(NamedTuple):
    """A game of a run: its number, by seat the number of the player who sat there, and what came of it."""

    number: int
    seats: tuple[int, ...]
    playout: Playout


@dataclass(frozen=True, slots=True)
class Plan:
    """What the games of a run depend on.

    `players` are bots by name, one for each seat. With `rotate` all move on by a seat from game to game, so
    that strength and seat do not mix. `jobs` is in how many processes bots play, `make` makes the engine,
    and `tally` says what is counted; on these three no game depends. Where all play at random the engine
    plays whole games, in as many threads as it has. With `estimate` it is estimated when turns end who is
    going to win, by so many random games each time (`estimating`); these games are played as those of bots.
    Games are played `elsewhere`, if that is given (`interpreter.simulate.cluster`): on that, too, no game
    depends, nor on `origin`, which says how the game was asked for.
    """

    compiled: Compiled
    players: tuple[str, ...]
    seed: int
    make: MakeEngine
    jobs: int = 1
    tally: Counts = ALL
    rotate: bool = True
    estimate: int = 0
    elsewhere: Cluster | None = None
    origin: Origin | None = None

    def __repr__(self) -> str:
        return cut(f"<Plan {self.compiled.names.game}, {','.join(self.players)}, seed {self.seed}>")

    @property
    def at_random(self) -> bool:
        """Whether all play at random."""
        return set(self.players) == {RANDOM}

    @property
    def about(self) -> dict[str, Any]:
        """What is played, as numbers, texts and dicts."""
        return {
            "game": self.compiled.names.game,
            "spec_hash": self.compiled.names.spec_hash,
            "seed": self.seed,
            "players": self.compiled.program.players,
            "options": dict(self.compiled.names.options),
        }

    def sitting(self, number: int) -> tuple[int, ...]:
        """By seat the number of the player who sits there in the game of that number."""
        return rotated(len(self.players), number if self.rotate else 0)

    def names(self, seats: Sequence[int]) -> tuple[str, ...]:
        """By seat the name of who sits there."""
        return tuple(self.players[who] for who in seats)

    def games(self, numbers: range) -> Generator[Played]:
        """The games of these numbers, in their order. Raises what a bot raises that fails."""
        program, seeds = self.compiled.program, (Seeds.of(self.seed, number) for number in numbers)
        played: Iterable[Playout]
        if self.elsewhere is not None:
            played = self.elsewhere.playouts(self, numbers)
        elif self.at_random and not self.estimate:
            played = self.make(program).batch(seeds, tally=self.tally)
        else:
            games = (Match(each, self.sitting(n)) for n, each in zip(numbers, seeds, strict=True))
            make = Estimating(self.make, self.estimate) if self.estimate else self.make
            played = matches(program, make, self.players, games, self.jobs, tally=self.tally)
        for number, each in zip(numbers, played, strict=True):
            yield Played(number, self.sitting(number), each)

    def again(self, number: int) -> Playout:
        """What comes of the game of that number."""
        here = replace(self, elsewhere=None)
        return next(iter(here.games(range(number, number + 1)))).playout

    def replayed(self, number: int, _: Seeds) -> Playout:
        """The same, as a table asks for it."""
        return self.again(number)

    def rows(self) -> Rows:
        """What makes rows of its games, if `tally` is `ALL`."""
        return Rows(self.compiled, self.replayed, estimated=bool(self.estimate))


def plan_of(  # noqa: PLR0913 - all that a run depends on
    game: Compiled | Spec | str,
    *,
    players: int | None = None,
    options: Mapping[str, int | bool | str] | None = None,
    seats: Sequence[str] | None = None,
    seed: int = 0,
    jobs: int | None = None,
    engine: MakeEngine | None = None,
    tally: Counts = ALL,
    rotate: bool = True,
    estimate: int = 0,
    on: str | None = None,
) -> Plan:
    """The plan of a run of a game: by its name or path, as it was loaded, or compiled.

    `seats` names a bot for each seat; without it all play at random. `options` and `players` are those of
    `Spec.compiled`. The compiled engine plays if there is no `engine`; without it, which is warned of, the
    definitional one. By default random players play in as many threads as can run at once, and bots in one
    process; more `jobs` of bots are processes that import the main module, as `multiprocessing` says. `on` is
    the address of a scheduler of Dask, `dask://host:port`, whose workers play.

    Raises `gamespec.UnknownGame`, `SpecError` and `OptionError`, `BadBot` for a bot that there is not or that
    thinks by the clock, and `ValueError` if there are more or fewer seats than players, or estimates are
    wanted and turns not counted. With `on` also `ImportError` if distributed is not installed, and
    `interpreter.simulate.cluster.ClusterFailed` if nobody is there.
    """
    called = game if isinstance(game, str) else None
    if isinstance(game, str):
        import gamespec

        game = gamespec.load(game)
    if seats is not None and players not in (None, len(seats)):
        raise ValueError(f"{len(seats)} seats, and {players} players")
    from gamespec.compile import Compiled

    if isinstance(game, Compiled):
        if options is not None or players not in (None, game.program.players):
            raise ValueError("the game is compiled: its options and players stand")
        compiled, given = game, game.names.options
        called = game.names.game
    else:
        compiled, given = game.compiled(len(seats) if seats is not None else players, options), options or {}
        called = called or game.called
    origin = Origin.of(compiled, called, given)
    compiled = compiled.measured
    who = _seated(seats, compiled.program.players)
    if estimate and not tally.pace:
        raise ValueError("estimates are made of games whose turns are counted: `Counts(pace=True)`")
    bots = set(who) != {RANDOM} or bool(estimate)
    if engine is None:
        engine, why = best(compiled.program, 1 if bots else jobs, steps=bots, tally=tally)
        if why is not None:
            warnings.warn(f"{why}; the definitional engine plays", stacklevel=3)
    elsewhere = cluster(on) if on is not None else None
    return Plan(compiled, who, seed, engine, jobs or 1, tally, rotate, estimate, elsewhere, origin)


def _seated(seats: Sequence[str] | None, players: int) -> tuple[str, ...]:
    """A bot's name for each seat: `RANDOM` if none are named. Raises as `plan_of` does."""
    who = tuple(seats) if seats is not None else (RANDOM,) * players
    if len(who) != players:
        raise ValueError(f"{len(who)} seats, and {players} players")
    for name in who:
        bot(name)
        if by_clock(name):
            cure = "say how many playouts, such as `mcts:400`"
            raise BadBot(f"`{name}` thinks by the clock, and a run must repeat exactly", cure)
    return who


def cluster(address: str) -> Cluster:
    """The workers of a scheduler of Dask. Raises as `plan_of` does with `on`."""
    try:
        from interpreter.simulate.cluster import Cluster
    except ModuleNotFoundError as error:
        if error.name not in {"dask", "distributed"}:
            raise
        message = f"`{error.name}` is not installed: `pip install 'gamespec[dask]'` gets it"
        raise ModuleNotFoundError(message, name=error.name) from None
    return Cluster(address)
