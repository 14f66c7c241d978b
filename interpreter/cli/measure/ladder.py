"""The command `gamespec ladder GAME`, which lets bots play against each other."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from itertools import chain
from math import isinf
from typing import TYPE_CHECKING, Any

import click

from gamespec.text.plurals import counted
from interpreter.bots.match import matches
from interpreter.bots.names import plays_inside
from interpreter.cli.common.arguments import (
    bots_of,
    example,
    format_option,
    game_argument,
    players_option,
    reach_option,
    seed_option,
    set_option,
)
from interpreter.cli.common.boundary import Stop
from interpreter.cli.common.engines import cores_of, engine_of_bots, engine_option
from interpreter.cli.common.learning import good_told
from interpreter.cli.common.loading import compiled, faults_told, load
from interpreter.cli.common.output import print_json, print_table
from interpreter.cli.common.playouts import games_option, playing, progress, said
from interpreter.cli.common.remote import on_option, played_on, workers_of
from interpreter.cli.common.screen import echo, styled
from interpreter.cli.measure.exploit import exploit as exploitability
from interpreter.play.interrupts import Interrupts
from interpreter.play.together import is_cooperative
from interpreter.study.ladder import Meeting, elo, meetings, pairs, verdicts
from interpreter.study.met import Pair

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping, Sequence

    from gamespec.compile import Compiled
    from gamespec.program import Program
    from interpreter.bots.match import Match
    from interpreter.protocol import MakeEngine
    from interpreter.simulate import Mean, Playout
    from interpreter.study.verdicts import Verdict

__all__ = ["command"]

DEFAULT = "random,greedy,mcts:100"


@click.command(
    "ladder",
    epilog=example(
        "gamespec ladder my-game",
        "gamespec ladder my-game --bots random,mcts:400 --games 50",
        "gamespec ladder my-game --bots mcts:400 --exploit 20",
    ),
)
@game_argument
@click.option(
    "--bots",
    "names",
    default=DEFAULT,
    show_default=True,
    metavar="BOT,...",
    callback=bots_of,
    help="The bots: random, greedy, good, flat:N, mcts:N, learned:FILE, perfect, equilibrium, "
    "file.py:function.",
)
@games_option
@seed_option
@players_option
@set_option
@reach_option
@engine_option
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="The number of processes, or threads for whole games; by default as many as can run at once.",
)
@on_option
@click.option(
    "--exploit",
    type=click.IntRange(min=2),
    metavar="N",
    help="Measure how much each bot loses to best responses, from N choices in each information set.",
)
@format_option("text", "json")
def command(  # noqa: PLR0913 - one parameter an option
    *,
    game: str,
    names: tuple[str, ...],
    games: int,
    seed: int,
    players: int | None,
    options: Mapping[str, str],
    engine: str | None,
    jobs: int | None,
    on: str | None,
    exploit: int | None,
    style: str,
) -> int:
    """Let bots play against each other, and say which is stronger.

    Every pair of bots plays the games against each other. The two alternate round the table, with
    partners counted as one, and change places from game to game. The report gives differences of strength
    in points of Elo: 100 more win 64 % of the points, 200 more 76 %, 400 more 91 %. The same seed gives
    the same games.

    With `--exploit N`, no games are played. The command walks the whole tree of a small game for two, asks
    each bot N times in each information set to which its choices lead, and computes how much a player who
    knows these choices wins against it.
    """
    if len(set(names)) < len(names):
        raise Stop("`--bots` names a bot twice", "name each bot only once")
    spec = load(game)
    made = compiled(spec, players, options)
    if made.program.players == 1:
        raise Stop("the game has one player, and a ladder needs two", "play with more: `--players 2`")
    if exploit is not None:
        if on is not None:
            raise Stop("`--exploit` asks bots on this machine only", "leave out `--on`")
        with faults_told(made.names):
            return exploitability(made, spec.called, names, exploit, seed, style)
    if len(names) < 2:  # noqa: PLR2004 - nobody plays against himself
        raise Stop("a ladder needs at least two bots", "write `--bots random,mcts:100`")
    make, whole = _engines(made, engine, jobs, names, seed)
    every, elsewhere = meetings(made.program, names, games, seed), workers_of(on, jobs)
    others = {both: matches for both, matches in every.items() if both not in whole}
    if elsewhere is None:
        played = matches(made.program, make, names, [*chain(*others.values())], cores_of(jobs))
    else:
        played = elsewhere.matches(made, make, names, [*chain(*others.values())])
    found = [Meeting(both) for both in every]
    with played_on(on), faults_told(made.names), playing() as ended, progress(games * len(found)) as step:
        alone = {both: partial(pair.play, range(games), elsewhere) for both, pair in whole.items()}
        _play(made.program, found, alone, others, played, step)
    counts = sum(meeting.games + meeting.stopped for meeting in found)
    if style == "json":
        print_json({**_report(made, names, found, seed), "interrupted": ended.interrupted})
    else:
        ended.tell(counts, games * len(found))
        head = f"{spec.called}, {counted(made.program.players, 'player')}, seed {seed}"
        echo(styled(f"{head}{good_told(made.program, names)}", bold=True))
        if made.names.options:
            echo(", ".join(f"{name}={said(value)}" for name, value in made.names.options.items()))
        echo(f"{counted(games, 'game')} for each pair of bots\n")
        _print(made, names, found)
    return ended.status(found=any(not meeting.games for meeting in found))


def _engines(
    made: Compiled, engine: str | None, jobs: int | None, names: tuple[str, ...], seed: int
) -> tuple[MakeEngine, Mapping[tuple[int, int], Pair]]:
    """Return the engine on which bots play, and the pairs of bots whose games an engine plays whole."""
    make = engine_of_bots(made.program, engine, jobs, names)
    whole = [each for each in names if plays_inside([each])]
    if not whole[1:]:
        return make, {}
    inside = engine_of_bots(made.program, engine, jobs, whole)
    found = [Pair(made, inside, names, both, seed) for both in pairs(names)]
    return make, {pair.bots: pair for pair in found if pair.inside}


def _play(  # noqa: PLR0913 - two ways to play
    program: Program,
    meetings: Sequence[Meeting],
    whole: Mapping[tuple[int, int], Callable[[Meeting, Callable[[int], None]], object]],
    others: Mapping[tuple[int, int], Sequence[Match]],
    played: Generator[Playout],
    step: Callable[[int], None] | None,
) -> None:
    """Count the games of all meetings: those that an engine plays `whole`, and those that are `played`.

    The games of the `others` are played in the order of the meetings.
    """
    step = step or (lambda _: None)
    with Interrupts() as interrupts, closing(played):
        for meeting in meetings:
            if meeting.bots in whole:
                whole[meeting.bots](meeting, step)
                continue
            for match, playout in zip(others[meeting.bots], played, strict=False):
                interrupts.counting()
                meeting.add(program, match, playout)
                interrupts.counted()
                step(1)


def _elo(meeting: Meeting) -> tuple[str, str]:
    """Format the difference in Elo points and its interval.

    The interval is one-sided if one bot won every point.
    """
    share, (low, high) = elo(meeting.share), map(elo, meeting.interval)
    told = "" if isinf(share) else f"{share:+.0f}"
    if isinf(low) and isinf(high):
        return told, "anything"
    if isinf(high):
        return told, f"at least {low:+.0f}"
    return told, f"at most {high:+.0f}" if isinf(low) else f"{low:+.0f} to {high:+.0f}"


def _print(made: Compiled, names: tuple[str, ...], found: list[Meeting]) -> None:
    together = is_cooperative(made.program)
    rows = []
    for meeting in found:
        first, second = meeting.bots
        scores = tuple(_mean(score) for score in meeting.scores)
        counts = str(meeting.won), str(meeting.drawn), f"{meeting.share:.1%}"
        points = () if together else (*counts, *_elo(meeting))
        rows.append((names[first], names[second], *points, *scores))
    heads = () if together else ("won", "drawn", "points", "Elo", "95 %")
    headers = ("bot", "against", *heads, "its score", "the other's")
    left = ("bot", "against", "95 %")
    print_table(rows, headers, right=[header for header in headers if header not in left])
    stopped = sum(meeting.stopped for meeting in found)
    if stopped:
        echo(f"\n{counted(stopped, 'game')} cut short or stopped by a fault: `gamespec simulate` says where")
    echo("")
    for meeting, verdict in zip(found, verdicts(found), strict=True):
        echo(_verdict(names, meeting, verdict))
    if len(found) > 1:
        echo(f"\nVerdicts take all {len(found):,} pairs into account; each interval is for its pair alone.")


def _verdict(names: tuple[str, ...], meeting: Meeting, verdict: Verdict) -> str:
    first, second = (names[number] for number in meeting.bots)
    if verdict == "open":
        return f"{first} and {second}: these games don't tell which is stronger"
    is_ = "is" if verdict == "clear" else "seems to be"
    return f"{first} {is_} {'stronger' if meeting.ahead > 0 else 'weaker'} than {second}"


def _mean(mean: Mean) -> str:
    return "-" if mean.mean is None else f"{mean.mean:.2f}"


def _report(made: Compiled, names: tuple[str, ...], found: list[Meeting], seed: int) -> dict[str, Any]:
    def finite(value: float) -> float | None:
        return None if isinf(value) else value

    together = is_cooperative(made.program)
    return {
        "game": made.names.game,
        "spec_hash": made.names.spec_hash,
        "seed": seed,
        "players": made.program.players,
        "options": dict(made.names.options),
        "meetings": [
            {
                "bot": names[meeting.bots[0]],
                "against": names[meeting.bots[1]],
                "games": meeting.games,
                "won": meeting.won,
                "drawn": meeting.drawn,
                "stopped": meeting.stopped,
                "points": None if together else meeting.share,
                "interval": None if together else list(meeting.interval),
                "elo": None if together else finite(elo(meeting.share)),
                "elo_interval": None if together else [finite(elo(each)) for each in meeting.interval],
                "scores": [score.mean for score in meeting.scores],
                "p": meeting.chance,
                "verdict": verdict,
            }
            for meeting, verdict in zip(found, verdicts(found), strict=True)
        ],
    }
