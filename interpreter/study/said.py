"""Formats the values, differences and verdicts of comparisons and sweeps for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from gamespec.text.plurals import counted

if TYPE_CHECKING:
    from interpreter.study.quantities import Quantity
    from interpreter.study.sweep import Outcome
    from interpreter.study.verdicts import Difference

__all__ = [
    "difference_said",
    "mark_of",
    "marks_said",
    "outcome_said",
    "value_said",
    "verdict_said",
    "who_plays",
]

PERCENT = 100

MARKS = {"clear": "*", "suggestive": "?"}
"""Maps a verdict to a mark, for places that have room for only one character."""


def who_plays(players: Sequence[str]) -> str:
    """Say in a sentence who plays, and what that means for interpreting the findings."""
    if set(players) == {"random"}:
        return "All play at random; with `--seats good` they try to win."
    if len(set(players)) == 1:
        return f"`{players[0]}` plays every seat."
    return f"The players are {', '.join(players)}, who move on by one seat from game to game."


def value_said(quantity: Quantity, value: float) -> str:
    """Format a value of `quantity` in the unit of the quantity."""
    match quantity.unit:
        case "share":
            return f"{value:.1%}"
        case "points":
            return f"{PERCENT * value:+.1f} pp"
        case "number":
            return f"{value:,.2f}"


def difference_said(quantity: Quantity, value: float, *, signed: bool = True) -> str:
    """Format a difference in `quantity`. Differences of shares are in percentage points."""
    sign = "+" if signed else ""
    if quantity.unit == "number":
        return f"{value:{sign},.2f}"
    return f"{PERCENT * value:{sign}.1f} pp"


def verdict_said(found: Difference) -> str:
    """Describe the verdict on a difference."""
    match found.verdict:
        case "none":
            return f"no difference seen ({difference_said(found.quantity, found.most, signed=False)} at most)"
        case "open" if found.games == 1:
            return "not enough games"
        case "open" if found.more is None:
            return "not enough games (more than ten million more)"
        case "open":
            for_what = (
                "show a difference"
                if found.expected == "clear"
                else f"rule out more than {difference_said(found.quantity, found.small, signed=False)}"
            )
            return f"not enough games (about {found.more:,} more to {for_what})"
        case "same":
            return "the same in every game"
        case _:
            return found.verdict


def mark_of(outcome: Outcome) -> str:
    """Return the mark of a clear or suggestive outcome, or an empty string for any other outcome."""
    return "" if outcome.difference is None else MARKS.get(outcome.difference.verdict, "")


def outcome_said(outcome: Outcome) -> str:
    """Format the outcome of a cell as its mean, the half-width of its interval, and its mark."""
    told = value_said(outcome.quantity, outcome.mean)
    if outcome.interval is not None:
        low, high = outcome.interval
        half = difference_said(outcome.quantity, (high - low) / 2, signed=False).removesuffix(" pp")
        told += f" ± {half}"
    mark = mark_of(outcome)
    return f"{told} {mark}" if mark else told


def marks_said(differences: Iterable[Difference]) -> str:
    """Explain the marks of a sweep, and say how many of the tested differences have each mark."""
    verdicts = [found.verdict for found in differences]
    clear, suggestive = verdicts.count("clear"), verdicts.count("suggestive")
    if not verdicts:
        return "No cell differs from the game as it stands in any game."
    looked = f"of {counted(len(verdicts), 'difference')} from the game as it stands that were examined"
    if not clear and not suggestive:
        return f"None is clear or suggestive, {looked}."
    return f"* clear: {clear}, ? suggestive: {suggestive}, {looked}."
