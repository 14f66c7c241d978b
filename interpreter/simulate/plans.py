"""The inputs of a run. Game number *i* of a plan is always the same, whoever plays it and when."""

from __future__ import annotations

import warnings
from collections.abc import Generator
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from gamespec.program.frozen import dataclass
from gamespec.text.visible import cut
from interpreter.bots.good import learning_note, prepared
from interpreter.bots.inside import policies_of
from interpreter.bots.match import Match, matches, rotated
from interpreter.bots.names import bot, by_clock, plays_inside
from interpreter.bots.refusals import BadBot
from interpreter.engines import best
from interpreter.play.luck import Seeds
from interpreter.play.tally import ALL, Counts
from interpreter.protocol import SummingEngine
from interpreter.simulate.about import Origin
from interpreter.simulate.estimating import Estimating

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from gamespec.compile import Compiled
    from gamespec.spec import Spec
    from interpreter.play.chunk import Chunk
    from interpreter.play.playout import Playout
    from interpreter.protocol import MakeEngine
    from interpreter.simulate.cluster import Cluster

__all__ = ["OPTIONS_COUNTED", "RANDOM", "Plan", "Played", "cluster", "plan_of"]

RANDOM = "random"
"""The name of the bot that chooses uniformly among the options."""

OPTIONS_COUNTED = 1000
"""Number of games in which options are counted, if counting them takes trials and nothing else needs it."""


class Played(NamedTuple):
    """A game of a run, with its number, the number of the player in each seat, and its playout."""

    number: int
    seats: tuple[int, ...]
    playout: Playout


@dataclass(frozen=True, slots=True)
class Plan:
    """The inputs of a run, only some of which affect the games.

    `players` are names of bots, one per seat. With `rotate`, every player moves on by one seat from game to
    game, so that strength and seat are not confounded. With `estimate`, the winner is estimated at the end of
    every turn from that many random games (see `estimating`), and even random players are played like bots.

    The remaining inputs do not affect the games. `make` makes the engine, `tally` says what to count, and
    `jobs` is the number of processes in which bots play. If each player is random or has learned a policy,
    the engine plays whole games in as many threads as it has. `elsewhere`, if given, plays the games on other
    machines (see `interpreter.simulate.cluster`). `origin` says how the user named the game.

    If random players rank options that are tried (`Program.ranked`), options are counted in games whose
    numbers are less than `options_counted`, by default in all. In later games, as few options as possible are
    tried. The only difference is that a fault in an option that is not tried does not stop the game.
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
    options_counted: int | None = None

    def __repr__(self) -> str:
        return cut(f"<Plan {self.compiled.names.game}, {','.join(self.players)}, seed {self.seed}>")

    @property
    def at_random(self) -> bool:
        """Whether all players choose uniformly at random."""
        return set(self.players) == {RANDOM}

    @property
    def whole(self) -> bool:
        """Whether the engine plays whole games by itself."""
        return not self.estimate and plays_inside(self.players)

    @property
    def alone(self) -> Plan:
        """The same plan for one process, which plays all games itself."""
        return replace(self, elsewhere=None, jobs=1)

    @property
    def about(self) -> dict[str, Any]:
        """The game, its number of players, its options and the seed, for the metadata of a table."""
        return {
            "game": self.compiled.names.game,
            "spec_hash": self.compiled.names.spec_hash,
            "seed": self.seed,
            "players": self.compiled.program.players,
            "options": dict(self.compiled.names.options),
        }

    def sitting(self, number: int) -> tuple[int, ...]:
        """Return the number of the player in each seat, in game number `number`."""
        return self.seatings[number % len(self.seatings)]

    @property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """The number of the player in each seat, in the first games; the next games begin again with them."""
        players = len(self.players)
        return tuple(rotated(players, game) for game in range(players if self.rotate else 1))

    def names(self, seats: Sequence[int]) -> tuple[str, ...]:
        """Return the names of the players whose numbers are in `seats`."""
        return tuple(self.players[who] for who in seats)

    def games(self, numbers: range) -> Generator[Played]:
        """Play the games with the given numbers, in the order of `numbers`.

        Re-raises the exception of a failing bot.
        """
        program = self.compiled.program
        played: Iterable[Playout]
        if self.elsewhere is not None:
            played = self.elsewhere.playouts(self, numbers)
        elif self.at_random and not self.estimate:
            engine = self.make(program)
            played = chain.from_iterable(
                engine.batch(self._seeds(some), tally=tally) for some, tally in self._parts(numbers)
            )
        else:
            games = map(Match, self._seeds(numbers), map(self.sitting, numbers))
            make = Estimating(self.make, self.estimate) if self.estimate else self.make
            played = matches(program, make, self.players, games, self.jobs, tally=self.tally)
        for number, each in zip(numbers, played, strict=True):
            yield Played(number, self.sitting(number), each)

    def chunks(self, numbers: range) -> Generator[Chunk]:
        """Play the games with the given numbers, in order, all of them `whole`. The engine must sum games.

        Raises as `interpreter.bots.inside.policies_of` does.
        """
        if self.elsewhere is not None:
            return self.elsewhere.chunks(self, numbers)
        engine = self.make(self.compiled.program)
        assert isinstance(engine, SummingEngine)  # noqa: S101 - as the caller knows
        if (policies := policies_of(self.compiled.program, [*map(bot, self.players)])) is not None:
            tally, seats = self.tally, self.seatings
            return engine.chunks(self.seed, numbers, tally=tally, policies=policies, seats=seats)
        return _joined([engine.chunks(self.seed, some, tally=tally) for some, tally in self._parts(numbers)])

    def _parts(self, numbers: range) -> list[tuple[range, Counts]]:
        """Divide the games of random players, and return what is counted in the games of each part."""
        if self.options_counted is None or not self.compiled.program.ranked:
            return [(numbers, self.tally)]
        first = max(0, self.options_counted - numbers.start)
        few = replace(self.tally, few=True)
        return [part for part in ((numbers[:first], self.tally), (numbers[first:], few)) if part[0]]

    def _seeds(self, numbers: range) -> Iterator[Seeds]:
        """Return the seeds of the games with the given numbers."""
        return (Seeds.of(self.seed, number) for number in numbers)

    def again(self, number: int) -> Playout:
        """Replay game number `number` on this machine."""
        here = replace(self, elsewhere=None)
        return next(iter(here.games(range(number, number + 1)))).playout


def _joined(parts: Iterable[Generator[Chunk]]) -> Generator[Chunk]:
    """Yield the games of all parts, one part after another."""
    for part in parts:
        yield from part


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
    """Return the plan of a run. The game may be given by name or path, as a specification, or compiled.

    `seats` names a bot for each seat. Without it, all players are random. `options` and `players` have the
    same meaning as in `Spec.compiled`. Without `engine`, the compiled engine plays, or, with a warning, the
    definitional one where the compiled one is unavailable. By default, players who are random or have learned
    use as many threads as the machine can run at once, and other bots use one process. If `jobs` asks for
    more, the additional processes import the main module, as described in `multiprocessing`. `on` is the
    address of a Dask scheduler, `dask://host:port`, whose workers play.

    If `good` plays and nobody has learned the game yet, players learn it first, after a warning.

    Raises `gamespec.UnknownGame`, `SpecError` and `OptionError`; `interpreter.bots.good.CannotLearn`;
    `BadBot` for a bot that does not exist or thinks for a given time; and `ValueError` if seats and players
    differ in number, or if estimates are requested and turns are not counted. With `on`, it also raises
    `ImportError` if distributed is not installed, and `interpreter.simulate.cluster.ClusterFailed` if no
    worker is available.
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
            raise ValueError("the game is compiled, so its options and players are fixed")
        compiled, given = game, game.names.options
        called = game.names.game
    else:
        compiled, given = game.compiled(len(seats) if seats is not None else players, options), options or {}
        called = called or game.called
    origin = Origin.of(compiled, called, given)
    compiled = compiled.measured
    who = _seated(seats, compiled.program.players)
    if estimate and not tally.pace:
        raise ValueError("estimates require that turns are counted: `Counts(pace=True)`")
    prepared(compiled.program, who, _unlearned)
    steps = bool(estimate) or not plays_inside(who)
    if engine is None:
        learned = set(who) != {RANDOM}
        threads = 1 if steps else jobs
        engine, why = best(compiled.program, threads, steps=steps, tally=tally, learned=learned)
        if why is not None:
            warnings.warn(f"{why}; the definitional engine plays", stacklevel=3)
    elsewhere = cluster(on) if on is not None else None
    return Plan(compiled, who, seed, engine, jobs or 1, tally, rotate, estimate, elsewhere, origin)


def _unlearned(game: str) -> Callable[[float, int], None]:
    """Warn that players learn a game now, and return what is told how far they are."""
    warnings.warn(learning_note(game), stacklevel=5)
    return lambda *_: None


def _seated(seats: Sequence[str] | None, players: int) -> tuple[str, ...]:
    """Return the name of the bot in each seat, by default `RANDOM`. Raises as `plan_of` does."""
    who = tuple(seats) if seats is not None else (RANDOM,) * players
    if len(who) != players:
        raise ValueError(f"{len(who)} seats, and {players} players")
    for name in who:
        bot(name)
        if by_clock(name):
            cure = "give a number of playouts, such as `mcts:400`"
            raise BadBot(f"`{name}` thinks for a given time, but a run must be repeatable", cure)
    return who


def cluster(address: str) -> Cluster:
    """Return the workers of the Dask scheduler at `address`. Raises as `plan_of` does when `on` is given."""
    try:
        from interpreter.simulate.cluster import Cluster
    except ModuleNotFoundError as error:
        if error.name not in {"dask", "distributed"}:
            raise
        message = f"`{error.name}` is not installed: `pip install 'gamespec[dask]'` installs it"
        raise ModuleNotFoundError(message, name=error.name) from None
    return Cluster(address)
