"""What `gamespec solve` prints: how it will solve a game, and the answer in words or as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gamespec.text.plurals import counted, form
from interpreter.cli.common.output import paragraph, print_table
from interpreter.cli.common.playouts import said
from interpreter.cli.common.screen import echo, styled
from interpreter.kernels.solving.kinds import Values
from interpreter.kernels.solving.outcomes import sides_of
from interpreter.solving.answers import Method, Stopped
from interpreter.words import Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gamespec.compile import Compiled
    from interpreter.play.options import Option
    from interpreter.solving.answers import Answer, Worth
    from interpreter.solving.methods import Plan

__all__ = ["print_answer", "print_head", "print_plan", "report"]

DONE = {
    Method.SEARCH: "by alpha-beta search",
    Method.SITUATIONS: "by retrograde analysis of all situations",
    Method.SHORTEST: "by breadth-first search of all situations",
    Method.CHANCE: "by expectations over all situations and all outcomes of chance",
}

SOUGHT = {
    Values.OUTCOME: "who wins",
    Values.MARGIN: "by how many points the winner wins",
    Values.WON: "the shortest solution",
    Values.TOTAL: "the best score",
}

STOPPED = {
    Stopped.BUDGET: "the time is up",
    Stopped.INTERRUPT: "interrupted",
    Stopped.MEMORY: "there is no memory for more situations",
}

NAMES = {Values.OUTCOME: "outcome", Values.MARGIN: "margin", Values.WON: "solved", Values.TOTAL: "score"}

FEW = 3.0
"""Logarithm, to base 10, of the number of plays from which on it is written as a power of ten."""


def print_head(called: str, made: Compiled) -> None:
    """Say which game will be solved."""
    echo(styled(f"{called}, {counted(made.program.players, 'player')}", bold=True))
    if made.names.options:
        echo(", ".join(f"{name}={said(value)}" for name, value in made.names.options.items()))


def print_plan(called: str, made: Compiled, planned: Plan) -> None:
    """Say which game will be solved, and how."""
    print_head(called, made)
    echo(f"finding out {SOUGHT[planned.kind]}, {DONE[planned.method]}")
    probe = planned.probe
    if probe is not None and planned.method != Method.SHORTEST:
        ways = f"10^{probe.plays:.0f}" if probe.plays > FEW else f"{10**probe.plays:,.0f}"
        echo(f"the game can go in about {ways} ways, estimated from random games")
    echo()


class _Sides:
    """The names of the two sides, and values in words."""

    def __init__(self, made: Compiled, planned: Plan, answer: Answer) -> None:
        self.words, self.answer = Words(made), answer
        self.first = planned.engine.begin(0, explicit=True).player
        sides = sides_of(made.program)
        self.seats = [[seat for seat, side in enumerate(sides) if side == number] for number in range(2)]

    def name(self, side: int) -> str:
        """Return the name of a side, 0 or 1."""
        return self.words.all_of([self.words.player(seat) for seat in self.seats[side]])

    def decides_first(self, side: int) -> bool:
        """Return whether a side is a player who makes the first decision."""
        return self.seats[side] == [self.first]

    def win(self, side: int, also: str = "") -> str:
        """Return the name of a side, and `also` after it, with the verb `wins`."""
        return f"{self.name(side)}{also} {form(len(self.seats[side]), 'wins', 'win')}"

    def value(self, worth: Worth, also: str = "") -> str:
        """Describe a value, or its bounds, in a few words. `also` is said of the winner."""
        low, high, chance = worth.low, worth.high, self.answer.method == Method.CHANCE
        kind = self.answer.kind
        if not worth.known:
            if (low is None and high is None) or (kind == Values.OUTCOME and (low, high) == (-1, 1)):
                return "unknown"
            if kind == Values.OUTCOME and not chance:
                return f"{self.win(0)}, or a draw" if low == 0 else f"{self.win(1)}, or a draw"
            return f"from {_number(low)} to {_number(high)}"
        assert low is not None  # noqa: S101 - it is known
        if chance:
            return self._expected(low)
        if kind == Values.TOTAL:
            return _number(low)
        if not low:
            return "a draw"
        winner = self.win(0 if low > 0 else 1, also)
        if kind == Values.MARGIN:
            return f"{winner} by {_number(abs(low))}"
        return winner if worth.decisions is None else f"{winner} after {counted(worth.decisions, 'decision')}"

    def _expected(self, value: float) -> str:
        match self.answer.kind:
            case Values.OUTCOME:
                return f"{self.name(0)} {(1 + value) / 2:.4%}"
            case Values.WON:
                return f"{value:.4%}"
            case _:
                return f"{value:+.6f}" if self.answer.kind == Values.MARGIN else f"{value:.6f}"


def _number(value: float | None) -> str:
    """Format a bound, which may be unknown."""
    if value is None:
        return "unknown"
    return f"{value:,.0f}" if value == int(value) else f"{value:,.6f}"


def print_answer(made: Compiled, planned: Plan, answer: Answer) -> None:
    """Print the answer in words."""
    told = _Sides(made, planned, answer)
    if answer.stopped is not None:
        echo(styled(f"{STOPPED[answer.stopped]}: this is what is known", "yellow", bold=True))
    for line in _sentences(told, answer):
        paragraph(line)
    if answer.options:
        game = planned.engine.begin(0, explicit=True)
        rows = [(told.words.option(game, each.option), told.value(each.worth)) for each in answer.options]
        echo()
        print_table(rows, ("first option", "with best play"))
    if answer.way:
        echo()
        start = "a shortest solution" if answer.kind == Values.WON else "a line of best play"
        paragraph(f"{start}: {', '.join(_way(told.words, planned, answer.way))}")
    what, verb = ("position", "visited") if answer.method == Method.SEARCH else ("situation", "found")
    echo(f"\n{counted(answer.positions, what)} {verb}")
    if answer.seconds:
        rate = f"{answer.positions / answer.seconds:,.0f} {what}s a second"
        echo(f"speed  {rate}, {answer.seconds:,.2f} s in all")


def _sentences(told: _Sides, answer: Answer) -> list[str]:
    """Describe the value of the game in sentences."""
    if answer.kind in {Values.WON, Values.TOTAL} and answer.method == Method.SHORTEST:
        return _of_puzzle(answer)
    worth = answer.worth
    if not worth.known:
        return _unknown(told, answer)
    assert worth.low is not None  # noqa: S101 - it is known
    if answer.method == Method.CHANCE:
        return [_expectation(told, answer, worth.low)]
    if worth.low:
        points = " points" if answer.kind == Values.MARGIN else ""
        winner = 0 if worth.low > 0 else 1
        first = ", who decides first," if told.decides_first(winner) else ""
        return [f"With best play, {told.value(worth, first)}{points}."]
    if answer.method == Method.SITUATIONS and answer.kind == Values.OUTCOME:
        return ["With best play, nobody wins: each side can prevent that the other wins."]
    return ["With best play, the game is a draw."]


def _unknown(told: _Sides, answer: Answer) -> list[str]:
    """Say what is known of a value that is not known."""
    lines = [] if told.value(answer.worth) == "unknown" else [f"With best play, {told.value(answer.worth)}."]
    if answer.excluded is not None:
        for side, decisions in enumerate(answer.excluded):
            within = f"within {counted(decisions, 'decision')}"
            possible = answer.worth.high == 1 if side == 0 else answer.worth.low == -1
            if possible and decisions > 0:
                lines.append(f"{told.name(side)} cannot force a win {within}.")
    if not lines:
        lines.append("Nothing is proved yet.")
        if answer.method == Method.SITUATIONS and answer.kind == Values.OUTCOME:
            lines.append("`--method search --budget 1m` looks for a short win instead.")
    return lines


def _expectation(told: _Sides, answer: Answer, value: float) -> str:
    """Say what an expected value means."""
    match answer.kind:
        case Values.OUTCOME:
            share = f"{(1 + value) / 2:.4%}"
            half = "where a draw counts as half a win"
            return f"With best play, {told.name(0)} wins {share} of the games, {half}."
        case Values.MARGIN:
            side = 0 if value >= 0 else 1
            return f"With best play, {told.win(side)} by {abs(value):.6f} points on average."
        case Values.WON:
            return f"With best play, the game is won with probability {value:.4%}."
        case _:
            return f"With best play, the score is {value:.6f} on average."


def _of_puzzle(answer: Answer) -> list[str]:
    worth, low = answer.worth, answer.worth.low
    ways = (
        "" if answer.ways is None else f"There {form(answer.ways, 'is 1 way', f'are {answer.ways:,} ways')}"
    )
    if answer.kind == Values.WON:
        if low:
            depth = counted(answer.depth or 0, "decision")
            return [f"The shortest solution takes {depth}. {ways} to do it in so few."]
        if answer.late:
            return ["There is no solution: none takes so few decisions as the limit allows."]
        if worth.known:
            return [
                f"There is no solution: none of the {counted(answer.positions, 'situation')} leads to one."
            ]
        return [f"Every solution takes more than {counted(answer.depth or 0, 'decision')}."]
    if low is None:
        return ["No end of the game is known yet."]
    depth = counted(answer.depth or 0, "decision")
    if worth.known:
        return [f"The best score is {_number(low)}. It takes at least {depth}. {ways} to do it in so few."]
    return [f"The best score is at least {_number(low)}, which takes {depth}."]


def _way(words: Words, planned: Plan, way: Sequence[Option]) -> list[str]:
    """Return the options of a line of play in words."""
    game, found = planned.engine.begin(0), []
    for option in way:
        found.append(words.option(game, option))
        game.apply(option)
    return found


def report(made: Compiled, planned: Plan, answer: Answer) -> dict[str, Any]:
    """Return the answer for JSON."""
    told, program = _Sides(made, planned, answer), made.program
    game = planned.engine.begin(0, explicit=True)
    return {
        "game": made.names.game,
        "spec_hash": made.names.spec_hash,
        "players": program.players,
        "options": dict(made.names.options),
        "method": answer.method.value,
        "value": NAMES[answer.kind],
        "sides": [seats for seats in told.seats if seats],
        **_worth(answer.worth),
        "no_win_within": None if answer.excluded is None else list(answer.excluded),
        "first_options": [
            {
                "option": told.words.option(game, each.option),
                "number": each.option.number,
                **_worth(each.worth),
            }
            for each in answer.options
        ],
        "line": _way(told.words, planned, answer.way),
        "ways": answer.ways,
        "positions": answer.positions,
        "depth": answer.depth,
        "seconds": answer.seconds,
        "stopped": None if answer.stopped is None else answer.stopped.value,
    }


def _worth(worth: Worth) -> dict[str, Any]:
    return {"low": worth.low, "high": worth.high, "decisions": worth.decisions}
