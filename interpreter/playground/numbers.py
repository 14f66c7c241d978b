"""What many games say: shares of the wins, lengths and scores with intervals, and differences of two games.

The page's own engine plays the games and counts equal results, as whole numbers. Here these counts become
what `gamespec simulate` prints, by the same rules (`interpreter.simulate`). Two games are compared pair by
pair, as `gamespec compare` does: games of equal number have equal luck.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from gamespec.program.frozen import dataclass
from interpreter.play.result import LIMITS, result_of
from interpreter.simulate.intervals import Fixed, bounded_mean_of, mean_of
from interpreter.simulate.statistics import Mean
from interpreter.simulate.wins import Deciding

if TYPE_CHECKING:
    from gamespec.compile import Compiled
    from interpreter.play.result import Result

__all__ = ["compared", "summary"]

Outcome: TypeAlias = Sequence[int]
"""An outcome, the place of each seat, and the parts of the score of each seat, as modules write them."""

Kinds: TypeAlias = Iterable[tuple[Outcome, int, int]]
"""How many games had an outcome and a number of decisions: outcome, decisions, games."""

FIXED = Fixed()


@dataclass(frozen=True, slots=True)
class _Game:
    """A result, with what `compared` compares."""

    result: Result
    shares: tuple[float, ...]
    decisions: int


class _Reader:
    """Reads outcomes of one program."""

    def __init__(self, compiled: Compiled) -> None:
        self.compiled, self.deciding = compiled, Deciding.of(compiled.program)
        self._read: dict[tuple[int, ...], Result] = {}

    def result(self, outcome: Outcome) -> Result:
        """Return the result with this outcome, these places and these parts of scores."""
        key = tuple(outcome)
        if key not in self._read:
            players, parts = self.compiled.program.players, len(self.compiled.program.score)
            row = key[1 + players :]
            each = tuple(row[parts * i : parts * (i + 1)] for i in range(players)) if parts else ()
            self._read[key] = result_of(self.compiled.program, key[0], key[1 : 1 + players], each)
        return self._read[key]

    def game(self, outcome: Outcome, decisions: int) -> _Game:
        """Return a game, which must not have been cut off."""
        result = self.result(outcome)
        return _Game(result, self.deciding.shares(result), decisions)


def summary(compiled: Compiled, kinds: Kinds) -> dict[str, Any]:
    """Return what games of a program say, as a dict that can be written as JSON.

    Games that their limit cut off are counted, and count for nothing else, as in `gamespec simulate`.
    """
    reader, players = _Reader(compiled), compiled.program.players
    seats = [_Seat() for _ in range(players)]
    length, ends = Mean(), dict[str, int]()
    games = truncated = limited = 0
    for outcome, decisions, count in kinds:
        games += count
        result = reader.result(outcome)
        limited += count * (result.outcome in LIMITS)
        if result.truncated:
            truncated += count
            continue
        length.add(decisions, count)
        won = reader.deciding.of_game(result)
        for seat, found in enumerate(seats):
            found.share.add(won.shares[seat], count)
            found.score.add(result.scores[seat], count)
            found.drawn += count * (won.fate == "drawn")
            found.won += count * (won.fate == "won" and seat in won.winners)
            found.shared += count * (won.fate == "shared" and seat in won.winners)
        end = _end(compiled, result.outcome)
        ends[end] = ends.get(end, 0) + count
    return {
        "games": games,
        "truncated": truncated,
        "limited": limited,
        "seats": [each.as_dict() for each in seats],
        "length": _mean(length),
        "ends": ends,
        "together": reader.deciding.together,
        "scored": bool(compiled.program.score),
    }


def compared(
    one: Compiled, other: Compiled, pairs: Iterable[tuple[tuple[Outcome, int], tuple[Outcome, int], int]]
) -> dict[str, Any]:
    """Return what changes from games of `one` to games of `other`, which are paired by their luck.

    Each entry of `pairs` is an outcome and a number of decisions of either game, and the number of such
    pairs. Pairs of which a game was cut off are left out.
    """
    mine, yours = _Reader(one), _Reader(other)
    players = one.program.players
    shares, scores = [Mean() for _ in range(players)], [Mean() for _ in range(players)]
    length, same = Mean(), 0
    for first, second, count in pairs:
        if mine.result(first[0]).truncated or yours.result(second[0]).truncated:
            continue
        a, b = mine.game(*first), yours.game(*second)
        for seat in range(players):
            shares[seat].add(b.shares[seat] - a.shares[seat], count)
            scores[seat].add(b.result.scores[seat] - a.result.scores[seat], count)
        length.add(b.decisions - a.decisions, count)
        same += count * (a.decisions == b.decisions and a.result.scores == b.result.scores)
    return {
        "pairs": length.count,
        "same": same,
        "shares": [_mean(each) for each in shares],
        "scores": [_mean(each) for each in scores],
        "length": _mean(length),
    }


class _Seat:
    """The results of a seat, counted as in `interpreter.simulate.summary.Seat`."""

    def __init__(self) -> None:
        self.share, self.score = Mean(), Mean()
        self.won = self.shared = self.drawn = 0

    def as_dict(self) -> dict[str, Any]:
        """Return the results as a dict."""
        low, high = bounded_mean_of(self.share, FIXED)
        share = {"mean": self.share.mean, "low": low, "high": high}
        counts = {"won": self.won, "shared": self.shared, "drawn": self.drawn}
        return {"share": share, **counts, "score": _mean(self.score)}


def _mean(mean: Mean) -> dict[str, float | None]:
    """Return a mean with its interval, as a dict without it where there are too few numbers."""
    low, high = mean_of(mean, FIXED) or (None, None)
    return {"mean": mean.mean, "low": low, "high": high, "least": mean.least, "greatest": mean.greatest}


def _end(compiled: Compiled, outcome: int) -> str:
    """Return the name of the entry of `end` that ended a game, or what else did."""
    from gamespec.program.tables import Head

    if outcome >= Head.END:
        return compiled.names.end[outcome - Head.END]
    known: Mapping[int, str] = {Head.FINISHED: "finished"}
    return known.get(outcome, "limit")
