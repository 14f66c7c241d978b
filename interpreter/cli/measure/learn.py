"""The command `gamespec learn GAME`, in which players learn a game by playing against themselves."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from gamespec.text.plurals import counted
from interpreter.bots.good import CannotLearn, learning_engine
from interpreter.cli.common.arguments import (
    example,
    format_option,
    game_argument,
    players_option,
    reach_option,
    seed_option,
    set_option,
)
from interpreter.cli.common.boundary import Stop
from interpreter.cli.common.learning import training_progress
from interpreter.cli.common.loading import compiled, load
from interpreter.cli.common.output import print_json
from interpreter.cli.common.playouts import Ended, playing, said
from interpreter.cli.common.results import WRITTEN
from interpreter.cli.common.screen import echo, styled
from interpreter.cli.common.times import MINUTE, budget_option
from interpreter.learning.policy_file import BadPolicy, read_policy, write_policy
from interpreter.learning.training import Training
from interpreter.play.interrupts import Interrupts
from interpreter.simulate.intervals import Fixed, bounded_mean_of, mean_of
from interpreter.simulate.statistics import Mean

if TYPE_CHECKING:
    from array import array
    from collections.abc import Mapping, Sequence

    from gamespec.compile import Compiled
    from interpreter.learning.training import LearnsGames

__all__ = ["command"]

FIRST_SECONDS, FIRST_GAMES = 1.0, 1000
"""When the first measurement is due: after as many seconds, or with `--games` alone after as many games."""


class _Strength:
    """How a policy fares: its mean reward in some games, with the 95 percent interval."""

    def __init__(self, rewards: Sequence[float], *, together: bool) -> None:
        self.mean = Mean()
        for reward in rewards:
            self.mean.add(reward)
        of = mean_of if together else bounded_mean_of
        self.interval = of(self.mean, Fixed()) if self.mean.count else None

    def data(self) -> dict[str, Any]:
        """Return the strength for JSON."""
        return {"mean": self.mean.mean, "interval": self.interval, "games": self.mean.count}


@dataclass(frozen=True)
class _Point:
    """What a training has come to: its seconds and games, and how strong the policy was then."""

    seconds: float
    games: int
    random: _Strength
    before: _Strength | None

    def data(self) -> dict[str, Any]:
        """Return the point for JSON."""
        before = None if self.before is None else self.before.data()
        told = {"seconds": round(self.seconds, 3), "games": self.games}
        return {**told, "random": self.random.data(), "before": before}


@dataclass
class _Curve:
    """How the strength of a policy grows. Each measurement follows after twice as much as the last one."""

    training: Training
    style: str
    seconds: float = 0.0
    points: list[_Point] = field(default_factory=list)
    _before: array[float] | None = None

    def learn(self, most: int) -> None:
        """Learn from the next games, at most `most`."""
        begun = monotonic()
        self.training.learn(most)
        self.seconds += monotonic() - begun

    def measure(self) -> None:
        """Measure the policy against random players, and against itself as it was before; print the line."""
        point = _Point(
            self.seconds,
            self.training.games,
            self._strength(None),
            None if self._before is None else self._strength(self._before),
        )
        self.points.append(point)
        self._before = self.training.weights
        if self.style == "text":
            _print_line(point, together=self.training.together)

    def _strength(self, other: array[float] | None) -> _Strength:
        return _Strength(self.training.against(other), together=self.training.together)


@click.command(
    "learn",
    epilog=example(
        "gamespec learn my-game -o my-game.policy",
        "gamespec learn my-game --budget 10m --players 3 -o my-game.policy",
        "gamespec ladder my-game --bots learned:my-game.policy,mcts:100",
    ),
)
@game_argument
@budget_option("How long to learn, such as 90s, 2m or 1h.  [default: 1m, unless --games is given]")
@click.option(
    "--games", type=click.IntRange(min=1), metavar="N", help="The number of games to learn from, at most."
)
@seed_option
@players_option
@set_option
@reach_option
@click.option(
    "-o",
    "--out",
    "path",
    type=WRITTEN,
    required=True,
    metavar="FILE",
    help="Where to write the policy.",
)
@click.option(
    "--from",
    "start",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Begin with a policy learned before, of the same game or of one that differs only in numbers.",
)
@format_option("text", "json")
def command(  # noqa: PLR0913 - one parameter an option
    *,
    game: str,
    seconds: float | None,
    games: int | None,
    seed: int,
    players: int | None,
    options: Mapping[str, str],
    path: Path,
    start: str | None,
    style: str,
) -> int:
    """Let players learn a game by playing it against themselves.

    Where nothing is hidden, a policy weighs the position to which an option leads; elsewhere, it weighs
    the option by what its player observes. Nothing about the game is written by hand. Whenever the
    training has taken twice as long as before, a line says how many of its opponents the policy leaves
    behind: random players, and players by the policy as it was in the line before. Once the second number
    stays at 50 %, more time does not help.

    The same seed and number of games give the same policy. A time gives as many games as the machine can
    play. Ctrl-C ends the training and writes what has been learned.

    `learned:FILE` is then the name of a bot, for every command that takes bots.
    """
    spec = load(game)
    made = compiled(spec, players, options)
    training = Training(made.program, _engine(made), seed, _begun(start, made))
    if seconds is None and games is None:
        seconds = MINUTE
    if style == "text":
        _print_head(made, spec.called, seed, training)
    curve, ended = _Curve(training, style), Ended()
    with playing(ended):
        _train(curve, seconds, games)
    if not training.games:
        raise KeyboardInterrupt
    names = made.names
    policy = training.policy(names.game, names.options, curve.seconds)
    size = write_policy(policy, path)
    if style == "json":
        print_json(
            {
                "game": names.game,
                "players": made.program.players,
                "options": dict(names.options),
                "seed": seed,
                "games": training.games,
                "stopped": training.faults,
                "unrecorded": training.lost,
                "curve": [point.data() for point in curve.points],
                "file": str(path),
                "interrupted": ended.interrupted,
            }
        )
    else:
        _print_end(training, path, size)
    return ended.status(found=training.faults > 0)


def _engine(made: Compiled) -> LearnsGames:
    """Return the engine in which players learn. Raises `Stop` if the game does not allow it."""
    try:
        return learning_engine(made.program)
    except CannotLearn as error:
        raise Stop(str(error)) from None


def _begun(path: str | None, made: Compiled) -> array[float] | None:
    """Return the weights with which a training begins. Raises `Stop` if the file is not usable."""
    if path is None:
        return None
    try:
        policy = read_policy(Path(path))
    except (OSError, BadPolicy) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise Stop(f"`--from {path}`: {why}", "`gamespec learn GAME -o FILE` writes a policy") from None
    if not policy.fits(made.program):
        raise Stop(
            f"`--from {path}`: players of {policy.game}, who learned it, observe or choose other things",
            "begin with a policy of the same game; only numbers may differ",
        )
    return policy.weights


def _train(curve: _Curve, seconds: float | None, games: int | None) -> None:
    """Learn until the time is over, or from so many games, and measure the policy from time to time."""
    training, most = curve.training, games if games is not None else sys.maxsize
    due = FIRST_SECONDS if seconds is not None else FIRST_GAMES
    with Interrupts() as interrupts, training_progress(seconds, games) as tell:
        while training.games < most and (seconds is None or curve.seconds < seconds):
            interrupts.counting()
            curve.learn(most - training.games)
            interrupts.counted()
            tell(curve.seconds, training.games)
            if (curve.seconds if seconds is not None else training.games) >= due:
                curve.measure()
                due *= 2
    if not curve.points or curve.points[-1].games < training.games:
        curve.measure()


# --- text ---------------------------------------------------------------------------------------------


def _print_head(made: Compiled, called: str, seed: int, training: Training) -> None:
    echo(styled(f"{called}, {counted(made.program.players, 'player')}, seed {seed}", bold=True))
    if made.names.options:
        echo(", ".join(f"{name}={said(value)}" for name, value in made.names.options.items()))
    echo()
    what = ("mean score", "score before") if training.together else ("against random", "against before")
    echo(f"{'learned':>9}  {'games':>11}  {what[0]:>14}  {'95 %':<16}  {what[1]:>14}  95 %")


def _print_line(point: _Point, *, together: bool) -> None:
    form = ".2f" if together else ".1%"

    def told(strength: _Strength | None) -> str:
        if strength is None or strength.mean.mean is None:
            return " " * 32
        ends = (
            "" if strength.interval is None else " to ".join(format(end, form) for end in strength.interval)
        )
        return f"{strength.mean.mean:>14{form}}  {ends:<16}"

    time = f"{point.seconds:,.0f} s" if point.seconds >= FIRST_SECONDS else f"{point.seconds:.1f} s"
    echo(f"{time:>9}  {point.games:>11,}  {told(point.random)}  {told(point.before)}".rstrip())


def _print_end(training: Training, path: Path, size: int) -> None:
    echo()
    if training.faults:
        echo(f"{counted(training.faults, 'game')} stopped by a fault; `gamespec fuzz` finds out why")
    if training.lost:
        echo(f"{counted(training.lost, 'decision')} not learned from, because their games were too long")
    echo(f"{path}: {size / 1000:,.0f} kB; `--bots learned:{path}` and `--seats learned:{path}` play by it")
