"""The output of `gamespec simulate`, with the results of the seats, the measures, and how games ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.program.tables import Head
from gamespec.text.plurals import counted
from interpreter.cli.common.learning import good_told
from interpreter.cli.common.output import print_table
from interpreter.cli.common.playouts import said
from interpreter.cli.common.screen import echo, styled
from interpreter.play.estimated import PROVES, SURE
from interpreter.simulate import Fixed, own_measures, share_of
from interpreter.simulate.intervals import bounded_mean_of
from interpreter.simulate.wins import listed
from interpreter.words import Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.simulate import Confidence, Estimate, Mean, Run, Seat, Summary, Until

__all__ = ["print_summary"]

PERCENT = 100


def print_summary(called: str, run: Run, until: Until | None) -> None:
    """Print the summary of a run."""
    summary, players, confidence = run.summary, run.plan.players, until or Fixed()
    words = Words(run.plan.compiled)
    _print_head(called, run)
    deciding = summary.deciding
    if deciding.together:
        _print_together(summary, confidence)
    else:
        if len(set(players)) > 1:
            names = [f"{number} {name}" for number, name in enumerate(players, 1)]
            _print_seats(words, "player", names, run.players, confidence)
            echo()
        head, names = ("seats" if deciding.partners else "seat"), [*map(_numbered, summary.teams)]
        _print_seats(words, head, names, [*summary.teams.values()], confidence)
    if deciding.together or deciding.partners:
        echo()
        _print_decided(words, summary, confidence)
    if run.plan.at_random:
        differ = "Players who try to win may fare differently: `--seats good` lets them play."
        echo(f"\nAll play at random. {differ}")
    elif len(set(players)) == 1:
        echo(f"\n`{players[0]}` plays every seat.")
    for exit_ in summary.exits.told():
        said_ = exit_.as_dict(run.plan.compiled)
        often = f"in {exit_.share:.0%} of the games, at {exit_.turns:.0%} of the turns on average"
        who = "random players give up" if run.plan.at_random else "others played on"
        echo(f"`{said_['action']}` ended its player's game early {often}: {who}.")
    if summary.length.count:
        echo()
        _print_measures(words, summary, confidence)
        _print_options_counted(run)
        if run.plan.estimate:
            echo(f"\n{_of_bounds(run.plan.estimate)}")
        told = deciding.together or deciding.partners
        if not told and set(summary.outcomes) != {Head.FINISHED}:
            ends = (f"{words.names.reason(outcome)} {games:,}" for outcome, games in summary.outcomes.items())
            echo()
            echo(f"ends    {', '.join(ends)}")
        else:
            echo()


def _print_head(called: str, run: Run) -> None:
    made, summary = run.plan.compiled, run.summary
    head = f"{called}, {counted(made.program.players, 'player')}, seed {run.plan.seed}"
    echo(styled(f"{head}{good_told(made.program, run.plan.players)}", bold=True))
    if made.names.options:
        echo(", ".join(f"{name}={said(value)}" for name, value in made.names.options.items()))
    cut = made.program.limit.outcome == Head.TRUNCATED
    limit = f"{summary.limited:,} {'cut short by' if cut else 'ended at'} the limit"
    outcome = f"{limit}, {summary.faults:,} stopped by a fault"
    echo(f"{counted(summary.games, 'game')}, {counted(summary.decisions, 'decision')}; {outcome}\n")


def _print_seats(
    words: Words, head: str, names: Sequence[str], seats: Sequence[Seat], confidence: Confidence
) -> None:
    rows = []
    for name, seat in zip(names, seats, strict=True):
        low, high = bounded_mean_of(seat.share, confidence)
        mean = seat.share.mean
        share = ("-", "-") if mean is None else (f"{mean:.1%}", f"{low:.1%} to {high:.1%}")
        counts = (f"{count:,}" for count in (seat.won, seat.shared, seat.drawn))
        parts = (_mean(part) for _, part in zip(words.score_names, seat.parts, strict=False))
        rows.append((name, *share, *counts, _mean(seat.score), *parts))
    headers = (head, "win share", "95 %", "won", "shared", "drawn", "score", *words.score_names)
    left = ("player", "seats", "95 %")
    print_table(rows, headers, right=[header for header in headers if header not in left])


def _print_together(summary: Summary, confidence: Confidence) -> None:
    """Print how often all players won together, or that only the score tells how well they did."""
    (table,) = summary.teams.values()
    who = "The player" if len(summary.seats) == 1 else "All win or lose together; they"
    if not table.share.count:
        echo("No game has a result.")
    elif "won" in summary.deciding.fates:
        low, high = bounded_mean_of(table.share, confidence)
        games = counted(table.share.count, "game")
        often = f"{table.won:,} of {games}: {table.share.mean or 0:.1%} ({low:.1%} to {high:.1%})"
        echo(f"{who} have won {often}." if summary.seats[1:] else f"{who} has won {often}.")
    else:
        said = "All win or lose together, and no end says" if summary.seats[1:] else "No end says"
        echo(f"{said} who has won: the score tells how well it went, {_mean(table.score)}.")


DECIDED = {"won": "won", "lost": "lost", "drawn": "drawn", "scored": "by score", "shared": "won"}
"""Maps the fate of a game to a word for its result. The word for `shared` is for games without opponents."""


def _print_decided(words: Words, summary: Summary, confidence: Confidence) -> None:
    """Print how games ended and who won them, with the share of the games for each combination."""
    together = summary.deciding.together
    rows = []
    for decided, games in sorted(summary.ends.items()):
        low, high = share_of(games, summary.completed, confidence)
        won = (
            f"won by {listed(decided.winners)}" if decided.winners and not together else DECIDED[decided.fate]
        )
        often = f"{games:,}", f"{games / summary.completed:.1%}", f"{low:.1%} to {high:.1%}"
        score = (_mean(summary.scores[decided]),) if together else ()
        rows.append((words.names.reason(decided.outcome), won, *often, *score))
    heads = ("end", "result", "games", "share", "95 %", *(("score",) if together else ()))
    print_table(rows, heads, right=("games", "share", "score"))


def _numbered(seats: Sequence[int]) -> str:
    return ", ".join(str(seat + 1) for seat in seats)


def _print_measures(words: Words, summary: Summary, confidence: Confidence) -> None:
    estimates = summary.measures.estimates(confidence, own_measures(words))
    rows = [_row(estimate) for estimate in estimates if estimate.measure.key != "share"]  # printed above
    print_table(rows, ("measure", "mean", "95 %", "range"), right=("mean",))


def _print_options_counted(run: Run) -> None:
    """Print in which games options were counted, unless they were counted in all."""
    means, most = run.summary.measures.means, run.plan.options_counted
    if most is not None and means["branching"].count < means["choice"].count:
        echo(f"\nOptions per decision were counted in the first {counted(most, 'game')}.")
        echo("Later games tried no more options than they needed, so they may have missed a fault.")


def _of_bounds(estimate: int) -> str:
    """Explain why some measures have bounds but no mean, and how a larger `--estimate` narrows the bounds."""
    more = f"`--estimate {PROVES}` or more" if estimate < PROVES else "a greater `--estimate`"
    few = f", too few to prove a chance of {SURE:.0%}" if estimate < PROVES else ""
    games = counted(estimate, "random game")
    return (
        f"Chances are estimated from {games} at each moment{few}. A measure without a mean lies between its "
        f"ends; {more} brings them closer together."
    )


def _row(estimate: Estimate) -> tuple[str, str, str, str]:
    """Return a measure's name, its mean, its interval, and the range of its values in single games."""
    whose = f" {listed([seat - 1 for seat in estimate.seats])}" if estimate.seats else ""
    title = f"{estimate.measure.title}{whose}"
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
