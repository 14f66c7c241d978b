"""The output of `gamespec compare`, which says what was played and what differs, most important first."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any

from gamespec.text.plurals import counted, form, with_noun
from interpreter.cli.common.learning import good_told
from interpreter.cli.common.output import paragraph, print_table
from interpreter.cli.common.playouts import said
from interpreter.cli.common.screen import echo, styled
from interpreter.study.said import difference_said, value_said, verdict_said, who_plays

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gamespec.compile import Compiled
    from interpreter.simulate import Confidence, Run, Until
    from interpreter.study.comparison import Comparison
    from interpreter.study.verdicts import Difference

__all__ = ["Side", "print_comparison"]

PERCENT = 100


@dataclass(frozen=True)
class Side:
    """One of the two games, with its name in the output, its name in commands, and its options."""

    called: str
    name: str | None
    made: Compiled
    options: Mapping[str, str]
    commit: str | None = None

    def as_dict(self, run: Run) -> dict[str, Any]:
        """Return the game's name, hash and options, and the number of its games without a result."""
        names, summary = self.made.names, run.summary
        return {
            "game": names.game,
            "spec_hash": names.spec_hash,
            "options": dict(names.options),
            "commit": self.commit,
            "truncated": summary.truncated,
            "faults": summary.faults,
        }


def print_comparison(
    sides: tuple[Side, Side], comparison: Comparison, confidence: Confidence, until: Until | None
) -> None:
    """Print what was played, and how the two games differ."""
    plan = comparison.runs[0].plan
    players = counted(plan.compiled.program.players, "player")
    echo(styled(f"{sides[0].called} and {sides[1].called}, {players}, seed {plan.seed}", bold=True))
    for each in sides:
        if policy := good_told(each.made.program, plan.players):
            echo(f"{each.called}{policy}")
    _print_sides(sides)
    games = counted(comparison.games, "game")
    echo(f"{games} of each, with the same luck. {who_plays(plan.players)}\n")
    differences = comparison.differences(confidence)
    paragraph(_headline(differences))
    echo()
    differing = [each for each in differences if each.verdict != "same"]
    same = [each.quantity.title for each in differences if each.verdict == "same"]
    _print_table(differing)
    if same and differing:
        echo()
        paragraph(f"The same in every game: {', '.join(same)}.")
    for side, only in zip("AB", comparison.only(), strict=True):
        if only:
            echo()
            paragraph(f"Only {side} has: {', '.join(quantity.title for quantity in only)}.")
    if differing or any(comparison.only()):
        echo()
    if until is not None:
        known = "is known" if comparison.known_to(until) else "is not known"
        points = with_noun(f"{until.half * PERCENT:.2f}".rstrip("0").rstrip("."), "percentage point")
        echo(f"until   the difference of each win share {known} to within {points} after {games}")
    seconds = sum(run.seconds for run in comparison.runs)
    speed = 2 * comparison.games / seconds if seconds else 0.0
    echo(f"speed   {speed:,.1f} games a second")


def _print_sides(sides: tuple[Side, Side]) -> None:
    """Print the options of each game.

    An option with the same value in both games is printed only if the user gave it.
    """
    options = [dict(side.made.names.options) for side in sides]
    for mark, side, mine, other in zip("AB", sides, options, reversed(options), strict=True):
        told = [
            f"{name}={said(value)}"
            for name, value in mine.items()
            if name in side.options or name not in other or other[name] != value
        ]
        echo(f"{mark}  {side.called}{': ' if told else ''}{', '.join(told)}")


def _headline(differences: Sequence[Difference]) -> str:
    """Return a sentence that says how many differences are clear and how many are suggestive."""
    looked = [each for each in differences if each.verdict != "same"]
    if not looked:
        return "Every game went like its counterpart: nothing differs."
    clear = sum(each.verdict == "clear" for each in looked)
    suggestive = sum(each.verdict == "suggestive" for each in looked)
    all_ = counted(len(looked), "measure")
    if not clear and not suggestive:
        return f"None of the {all_} examined differs clearly."
    found = f"{counted(clear, 'difference')} {form(clear, 'is', 'are')} clear"
    return f"{found}, {suggestive} suggestive, among {all_} examined."


def _print_table(differences: Sequence[Difference]) -> None:
    rows = [
        (
            each.quantity.title,
            value_said(each.quantity, each.a),
            value_said(each.quantity, each.b),
            difference_said(each.quantity, each.difference),
            _interval_said(each),
            verdict_said(each),
        )
        for each in differences
    ]
    if rows:
        print_table(rows, ("measure", "A", "B", "B - A", "95 %", "verdict"), right=("A", "B", "B - A"))


def _interval_said(found: Difference) -> str:
    if not (isfinite(found.low) and isfinite(found.high)):
        return "-"
    low, high = (difference_said(found.quantity, end) for end in (found.low, found.high))
    return f"{low.removesuffix(' pp')} to {high.removesuffix(' pp')}"
