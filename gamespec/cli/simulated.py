"""What `gamespec simulate` prints of the games: how the seats fared, measures, and how the games ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.cli.output import counted, print_table
from gamespec.cli.playouts import said
from gamespec.cli.screen import echo, styled
from gamespec.program.tables import Head
from interpreter.play.estimated import PROVES, SURE
from interpreter.simulate import Fixed, own_measures, share_of
from interpreter.words import Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.simulate import Confidence, Estimate, Mean, Run, Seat, Summary, Until

__all__ = ["print_summary"]

PERCENT = 100


def print_summary(called: str, run: Run, until: Until | None) -> None:
    """Print what came of the games of a run."""
    summary, players, confidence = run.summary, run.plan.players, until or Fixed()
    words = Words(run.plan.compiled)
    _print_head(called, run)
    if len(set(players)) > 1:
        names = [f"{number} {name}" for number, name in enumerate(players, 1)]
        _print_seats(words, "player", names, run.players, summary.completed, confidence)
        echo()
    numbers = [str(number) for number in range(1, len(summary.seats) + 1)]
    _print_seats(words, "seat", numbers, summary.seats, summary.completed, confidence)
    if run.plan.at_random:
        echo("\nAll play at random. Players who try to win may fare otherwise: `--seats` lets bots play.")
    elif len(set(players)) == 1:
        echo(f"\nAll are {players[0]}.")
    for exit_ in summary.exits.told():
        said_ = exit_.as_dict(run.plan.compiled)
        often = f"in {exit_.share:.0%} of the games, at {exit_.turns:.0%} of the turns on average"
        who = "random players give up" if run.plan.at_random else "others played on"
        echo(f"`{said_['action']}` ended its player's game early {often}: {who}.")
    if summary.length.count:
        echo()
        _print_measures(words, summary, confidence)
        if run.plan.estimate:
            echo(f"\n{_of_bounds(run.plan.estimate)}")
        if set(summary.ends) != {Head.FINISHED}:
            counted = sorted(summary.ends.items())
            ends = (f"{words.names.reason(outcome)} {games:,}" for outcome, games in counted)
            echo()
            echo(f"ends    {', '.join(ends)}")
        else:
            echo()


def _print_head(called: str, run: Run) -> None:
    made, summary = run.plan.compiled, run.summary
    echo(styled(f"{called}, {counted(made.program.players, 'player')}, seed {run.plan.seed}", bold=True))
    if made.names.options:
        echo(", ".join(f"{name}={said(value)}" for name, value in made.names.options.items()))
    cut = made.program.limit.outcome == Head.TRUNCATED
    limit = f"{summary.limited:,} {'cut short by' if cut else 'ended at'} the limit"
    outcome = f"{limit}, {summary.faults:,} stopped by a fault"
    echo(f"{counted(summary.games, 'game')}, {counted(summary.decisions, 'decision')}; {outcome}\n")


def _print_seats(  # noqa: PLR0913 - a table, of what, and how sure
    words: Words, head: str, names: Sequence[str], seats: Sequence[Seat], games: int, confidence: Confidence
) -> None:
    rows = []
    for name, seat in zip(names, seats, strict=True):
        low, high = share_of(seat.wins, games, confidence)
        share = seat.wins / games if games else 0.0
        interval = f"{low:.1%} to {high:.1%}"
        parts = (_mean(part) for _, part in zip(words.score_names, seat.parts, strict=False))
        counts = (name, str(seat.wins), f"{share:.1%}", interval, str(seat.shared))
        rows.append((*counts, _mean(seat.score), *parts))
    headers = (head, "wins", "share", "95 %", "shared", "score", *words.score_names)
    left = ("player", "95 %")
    print_table(rows, headers, right=[header for header in headers if header not in left])


def _print_measures(words: Words, summary: Summary, confidence: Confidence) -> None:
    rows = [_row(estimate) for estimate in summary.measures.estimates(confidence, own_measures(words))]
    print_table(rows, ("measure", "mean", "95 %", "range"), right=("mean",))


def _of_bounds(estimate: int) -> str:
    """What a measure without a mean says, and how it would say more."""
    more = f"`--estimate {PROVES}` or more" if estimate < PROVES else "a greater `--estimate`"
    few = f", of which {estimate} are too few to prove a chance of {SURE:.0%}" if estimate < PROVES else ""
    games = counted(estimate, "random game")
    return (
        f"Chances are estimated by {games} a moment{few}. A measure without a mean lies between its ends; "
        f"{more} brings them together."
    )


def _row(estimate: Estimate) -> tuple[str, str, str, str]:
    """A measure: what it is, its mean, its interval, and between which values it was in single games."""
    whose = f"seat{'s' if len(estimate.seats) > 1 else ''} {', '.join(map(str, estimate.seats))}"
    title = f"{estimate.measure.title} {whose}" if estimate.seats else estimate.measure.title
    match estimate.measure.unit:
        case "share":
            mean, low, high = (_said(each, "{:.1%}") or "-" for each in _numbers(estimate))
            least, greatest = (_said(each, "{:.0%}") for each in (estimate.least, estimate.greatest))
        case "points":
            mean, low, high = (_said(each, "{:+.1f}", PERCENT) for each in _numbers(estimate))
            mean, least, greatest = f"{mean} pp", "", ""
        case "number":
            mean, low, high = (_said(each, "{:,.2f}") for each in _numbers(estimate))
            least, greatest = (_said(each, "{:,.1f}") for each in (estimate.least, estimate.greatest))
    between = f"{least.removesuffix('.0')} to {greatest.removesuffix('.0')}" if least else ""
    return title, mean, f"{low} to {high}" if low.strip("-") else "-", between


def _numbers(estimate: Estimate) -> tuple[float | None, ...]:
    return estimate.mean, estimate.low, estimate.high


def _said(value: float | None, form: str, times: int = 1) -> str:
    return "" if value is None else form.format(times * value)


def _mean(mean: Mean) -> str:
    if mean.mean is None:
        return "-"
    return f"{mean.mean:.2f}" + (f" ± {mean.error:.2f}" if mean.error is not None else "")
