"""Plays games between bots, in several processes if there are many games.

Bots run in Python, so their games are played in parallel processes instead of threads. Games in which every
bot is random or has learned a policy are left to the engine, which plays them whole (`inside`). A game
depends only on its seeds and its seating. Playouts are yielded in the order of the games, whoever played
them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing
from itertools import islice, tee
from multiprocessing import active_children, get_context
from time import perf_counter
from typing import NamedTuple

from gamespec.compile import Compiled, named
from gamespec.program import Program
from gamespec.program.written import About, read, write
from interpreter.bots.along import begun, chosen
from interpreter.bots.apart import ends_with_its_parent, uninterrupted
from interpreter.bots.inside import is_inside, policies_of
from interpreter.bots.names import bot
from interpreter.bots.view import Bot, Luck
from interpreter.play.errors import Fault
from interpreter.play.luck import Seeds
from interpreter.play.playout import Playout
from interpreter.play.tally import NOTHING, Counts
from interpreter.protocol import Engine, MakeEngine, PolicyEngine

__all__ = ["Match", "match", "matches", "rotated"]

TOGETHER, SECONDS = 4, 0.2
"""The number of games that are sent to a process at once, and the limit in seconds for their total duration.
If `TOGETHER` games take longer than `SECONDS`, games are sent one by one.
"""

AHEAD = 4
"""The number of games that are sent to processes or being played, as a multiple of the number of processes.
"""


class Match(NamedTuple):
    """A game to be played, with its seeds and the number of the bot in each seat."""

    seeds: Seeds
    seats: tuple[int, ...]


def rotated(players: int, game: int) -> tuple[int, ...]:
    """Return the number of the player in each seat of a game.

    From one game to the next, the players move on by one seat.
    """
    return tuple((seat + game) % players for seat in range(players))


def match(engine: Engine, seeds: Seeds, bots: Sequence[Bot], tally: Counts = NOTHING) -> Playout:
    """Play a game with one bot in each seat. The seeds and the bots reproduce the game.

    If a tally is requested, the game is played again with the same answers, and counted.
    """
    answers: list[int] = []
    try:
        game = begun(engine, seeds.game)
        while (decision := game.decision) is not None:
            option = chosen(engine, game, bots[decision.player], Luck(seeds.luck, len(answers)))
            answers.append(decision.options.index(option))
            game.play(option)
        result = game.result
    except Fault as fault:
        return Playout(seeds, len(answers), None, fault)
    if not tally:
        return Playout(seeds, len(answers), result)
    again = iter(answers)
    (counted,) = engine.batch((seeds,), lambda decision, _: decision.options[next(again)], tally=tally)
    return counted


def matches(  # noqa: PLR0913 - what is played, by whom, and how
    program: Program,
    make: MakeEngine,
    names: Sequence[str],
    games: Iterable[Match],
    jobs: int = 1,
    *,
    tally: Counts = NOTHING,
) -> Generator[Playout]:
    """Yield the playouts of games between bots, in the order of the games, from `jobs` processes.

    `make` makes the engine and must be picklable, and `names` are the names of the bots. Raises `BadBot`, and
    `BotFailed` if a bot does.
    """
    bots, engine = [bot(name) for name in names], make(program)
    policies = policies_of(program, bots) if isinstance(engine, PolicyEngine) else None
    if policies is None or not isinstance(engine, PolicyEngine):
        yield from _step_by_step(program, make, names, games, jobs, tally)
        return
    inside = [is_inside(who) for who in bots]
    ways, these, others = tee(games, 3)
    whole, seats = tee(game for game in these if all(inside[who] for who in game.seats))
    rest = (game for game in others if not all(inside[who] for who in game.seats))
    seeds = (game.seeds for game in whole)
    with (
        closing(
            engine.batch(seeds, tally=tally, policies=policies, seats=(game.seats for game in seats))
        ) as by_engine,
        closing(_step_by_step(program, make, names, rest, jobs, tally)) as by_steps,
    ):
        for game in ways:
            yield next(by_engine if all(inside[who] for who in game.seats) else by_steps)


def _step_by_step(  # noqa: PLR0913 - as `matches`
    program: Program, make: MakeEngine, names: Sequence[str], games: Iterable[Match], jobs: int, tally: Counts
) -> Generator[Playout]:
    """Yield the playouts of games in which bots are asked at each decision."""
    if jobs == 1:
        table = _Table(program, make, names, tally)
        yield from map(table.played, games)
        return
    data, left = named(program) or write(program, About("", {}, "")), iter(games)
    waiting: deque[Future[tuple[float, list[Playout]]]] = deque()
    others, together = set(active_children()), 1
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _sit_down, (data, make, tuple(names), tally))
    try:
        while True:
            while len(waiting) < AHEAD * jobs and (some := [*islice(left, together)]):
                with uninterrupted():
                    waiting.append(pool.submit(_play, some))
            if not waiting:
                break
            seconds, played = waiting.popleft().result()
            together = TOGETHER if TOGETHER * seconds < SECONDS * len(played) else 1
            yield from played
    except BaseException:
        for child in set(active_children()) - others:  # their work is no longer needed
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


class _Table:
    """Plays games between bots in one process."""

    def __init__(self, program: Program, make: MakeEngine, names: Sequence[str], tally: Counts) -> None:
        self._engine, self._bots, self._tally = make(program), [bot(name) for name in names], tally

    def played(self, game: Match) -> Playout:
        """Play one game, and return its playout."""
        return match(self._engine, game.seeds, [self._bots[number] for number in game.seats], self._tally)


_tables: list[_Table] = []
"""The table of this process, as the only element, or no element before the table is set up."""


def _sit_down(data: Compiled | bytes, make: MakeEngine, names: Sequence[str], tally: Counts) -> None:
    """Set up the table of a new process.

    `data` is the program with its names, or the program in written form. The process ends when the process
    that started it ends.
    """
    ends_with_its_parent()
    program = read(data).program if isinstance(data, bytes) else data.program
    _tables[:] = [_Table(program, make, names, tally)]


def _play(games: Sequence[Match]) -> tuple[float, list[Playout]]:
    """Play games, and return the time taken in seconds with the playouts."""
    begun = perf_counter()
    played = [_tables[0].played(game) for game in games]
    return perf_counter() - begun, played
