"""The command `gamespec compare A [B]`, which plays two games with the same luck and says what differs."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from interpreter.cli.common.arguments import (
    assignments,
    bots_option,
    example,
    format_option,
    players_option,
    reach_option,
    seed_option,
    set_option,
)
from interpreter.cli.common.boundary import Stop
from interpreter.cli.common.completing import games
from interpreter.cli.common.engines import cores_of, engine_of_bots, engine_option, jobs_option
from interpreter.cli.common.loading import compiled, faults_told, load
from interpreter.cli.common.output import print_json
from interpreter.cli.common.planning import names_by_seat, number_of_players
from interpreter.cli.common.playouts import games_by_default, playing, progress, tell_faults
from interpreter.cli.common.recording import until_option
from interpreter.cli.common.remote import on_option, played_on, workers_of
from interpreter.cli.design.compared import Side, print_comparison
from interpreter.cli.design.revision import as_it_was
from interpreter.simulate import Fixed, Plan
from interpreter.study.comparison import Comparison, until_differences
from interpreter.study.quantities import COUNTED

if TYPE_CHECKING:
    from collections.abc import Mapping

    import gamespec
    from interpreter.simulate import Confidence, Until

__all__ = ["command"]


@dataclass(frozen=True)
class _Asked:
    """The arguments of `gamespec compare`."""

    first: str
    second: str | None
    against: str | None
    options: Mapping[str, str]
    both: Mapping[str, str]

    def check(self) -> None:
        """Raise `Stop` unless the arguments specify two games to compare."""
        if self.against is not None and self.second is not None:
            raise Stop("`--against` compares one game with itself, but two are given", "leave one out")
        if self.against is None and self.second is None and not self.options:
            cure = "name a second game, or give options with `--set`, or a revision with `--against`"
            raise Stop("there is nothing to compare with", cure)
        for name in self.options:
            if name in self.both:
                raise Stop(f"`{name}` is given by `--set` and by `--both`")

    @property
    def chosen(self) -> dict[str, str]:
        """The options with which the second game is played."""
        return {**self.both, **self.options}


@click.command(
    "compare",
    epilog=example(
        "gamespec compare my-game --set hand_size=8",
        "gamespec compare my-game my-game+fast --seats greedy,greedy",
        "gamespec compare my-game --against HEAD~1 --until 2pp",
    ),
)
@click.argument("first", metavar="A", shell_complete=games)
@click.argument("second", metavar="[B]", required=False, shell_complete=games)
@set_option
@click.option(
    "--both",
    multiple=True,
    metavar="OPTION=VALUE",
    callback=assignments,
    help="Set an option of both games; may be repeated.",
)
@click.option(
    "--against",
    metavar="REV",
    help="Compare A as of a git revision with A as it is now.",
)
@games_by_default(1000, "The number of games of A and of B.")
@until_option("the difference of each win share")
@bots_option
@seed_option
@players_option
@reach_option
@engine_option
@jobs_option
@on_option
@format_option("text", "json")
def command(  # noqa: PLR0913 - one parameter an option
    *,
    first: str,
    second: str | None,
    options: Mapping[str, str],
    both: Mapping[str, str],
    against: str | None,
    games: int,
    until: Until | None,
    seats: tuple[str, ...] | None,
    seed: int,
    players: int | None,
    engine: str | None,
    jobs: int | None,
    on: str | None,
    style: str,
) -> int:
    """Play two games with the same luck, and say what differs.

    Usually B is a variant of A. Without B it is A with other options: --set applies only to B. Both play
    with the same luck, at random unless --seats says who plays. The report gives each measure for both,
    the difference, a 95 % interval, and a verdict that takes into account how many differences the report
    examines: clear, suggestive, no difference seen, or not enough games. The exit status is 1 if a fault
    stopped a game, else 0 whether or not there is a difference.
    """
    count = number_of_players(seats, players)
    asked = _Asked(first, second, against, options, both)
    asked.check()
    with ExitStack() as kept:
        sides = _sides(asked, count, kept)
        who = names_by_seat(seats, sides[0].made.program.players)
        plans, elsewhere = [], workers_of(on, jobs)
        for side in sides:
            make = engine_of_bots(side.made.program, engine, jobs, who, COUNTED)
            plans.append(Plan(side.made, who, seed, make, cores_of(jobs), COUNTED, elsewhere=elsewhere))
        confidence: Confidence = Fixed()
        rule = None
        if until is not None:
            confidence = rule = until_differences(until.half)
            games = rule.most if _by_default() else games
        comparison = Comparison(*plans)
        with (
            faults_told(sides[1].made.names),
            played_on(on),
            playing() as ended,
            progress(games) as step,
        ):
            comparison.play(games, rule, step)
    if style == "json":
        report = _report(sides, comparison, confidence, rule)
        print_json({**report, "interrupted": ended.interrupted})
    else:
        ended.tell(comparison.games, games)
        print_comparison(sides, comparison, confidence, rule)
    for side, run in zip(sides, comparison.runs, strict=True):
        tell_faults(run.summary, side.made, side.name, side.options, run.stopped)
    return ended.status(found=any(run.summary.faults for run in comparison.runs))


def _by_default() -> bool:
    """Return whether the user left the number of games at its default."""
    from click.core import ParameterSource

    return click.get_current_context().get_parameter_source("games") is ParameterSource.DEFAULT


def _sides(asked: _Asked, players: int | None, kept: ExitStack) -> tuple[Side, Side]:
    """Return the two games, compiled for `players` or by default for the least number that both allow."""
    first, second = asked.first, asked.second or asked.first
    revision, name = None, None
    now = load(second, first)
    if asked.against is None:
        before, name = load(first, second), first
    else:
        before, revision = kept.enter_context(as_it_was(first, asked.against))
    count = _players(before, now, players)
    one = compiled(before, count, asked.both).measured
    other = compiled(now, count, asked.chosen).measured
    called = before.called if revision is None else f"{before.called} as of {revision}"
    return (
        Side(called, name, one, asked.both, None if revision is None else revision.commit),
        Side(now.called, second, other, asked.chosen),
    )


def _players(one: gamespec.Spec, two: gamespec.Spec, wanted: int | None) -> int:
    if wanted is not None:
        return wanted
    shared = [n for n in one.players if n in two.players]
    if not shared:
        raise Stop(f"no number of players can play both `{one.called}` and `{two.called}`")
    return shared[0]


def _report(
    sides: tuple[Side, Side], comparison: Comparison, confidence: Confidence, until: Until | None
) -> dict[str, Any]:
    plan = comparison.runs[0].plan
    told = {
        "seed": plan.seed,
        "players": plan.compiled.program.players,
        "seats": list(plan.players),
        "games": comparison.games,
    }
    if until is not None:
        told["until"] = {"half": until.half, "enough": comparison.known_to(until)}
    only = comparison.only()
    return {
        "a": sides[0].as_dict(comparison.runs[0]),
        "b": sides[1].as_dict(comparison.runs[1]),
        **told,
        "differences": [each.as_dict() for each in comparison.differences(confidence)],
        "only_a": [quantity.key for quantity in only[0]],
        "only_b": [quantity.key for quantity in only[1]],
    }
