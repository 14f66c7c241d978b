"""The value of a game's result for each team. No other module defines a share of the wins.

A game has one win to give. A team that wins alone gets all of it. If *k* teams win together, because an entry
of `end` names them or because they tie for first place, each gets `1 / k`. In a draw, all teams share first
place. If nobody wins although somebody could have, all teams have lost and get nothing. A team's *share of
the wins* is the mean of these numbers over games. This is how tournaments split points among tied players (in
chess, half a point each for a draw), extended to any number of teams.

If all players win or lose together (see `interpreter.play.together`), there is nothing to split, because the
whole table has either won the game or not. If an end says neither who has won nor that the game is a draw,
only the score tells how well the table did.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from gamespec.program.tables import Head
from gamespec.text.plurals import form
from interpreter.play.together import all_may_lose, is_cooperative, may_be_ranked, teams_of, units_of

if TYPE_CHECKING:
    from gamespec.program import Program
    from interpreter.play.result import Result

__all__ = ["FATES", "Deciding", "Fate", "Won", "listed"]

Fate: TypeAlias = Literal["won", "shared", "drawn", "lost", "scored"]
"""The fate of a game. One team wins, several teams win, the game is a draw, all lose, or only the score
counts.
"""

FATES: tuple[Fate, ...] = ("won", "shared", "drawn", "lost", "scored")

TWO = 2


class Won(NamedTuple):
    """The fate of a game, the seats (from 0) that won it, and the share of the win that each seat gets."""

    fate: Fate
    winners: tuple[int, ...]
    shares: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Deciding:
    """How the games of a program are decided.

    `teams` has the number of each seat's team. If all players win or lose together, there is one team.
    `fates` are those that the rules allow. `unsaid` are the outcomes (`Head.OUTCOME`) that say neither who
    has won nor that the game is a draw, so that players are ranked.
    """

    teams: tuple[int, ...]
    fates: tuple[Fate, ...] = FATES
    unsaid: frozenset[int] = frozenset()
    units: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)
    """The seats (from 0) of each team, in the order of their first seats."""
    _known: dict[tuple[int, tuple[int, ...], bool], Won] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """A cache of `of_game`, which stays small because few results occur."""

    def __post_init__(self) -> None:
        """Compute `units` from the teams."""
        object.__setattr__(self, "units", units_of(self.teams))

    @staticmethod
    @lru_cache(maxsize=64)
    def of(program: Program) -> Deciding:
        """Return how the games of a program are decided."""
        together, ranked = is_cooperative(program), may_be_ranked(program)
        teams, lists = teams_of(program), all_may_lose(program)
        named = any(rule.winner is not None for rule in program.end)
        draws = program.limit.outcome == Head.LIMIT_DRAW or any(rule.draw for rule in program.end)
        may: dict[Fate, bool] = {
            "won": named or not together,
            "shared": not together and (lists or (ranked and len(set(teams)) > TWO)),
            "drawn": draws or (ranked and not together),
            "lost": lists,
            "scored": ranked and together,
        }
        unsaid = {Head.FINISHED, Head.LIMIT_RANK}
        unsaid |= {
            Head.END + n for n, rule in enumerate(program.end) if rule.winner is None and not rule.draw
        }
        return Deciding(teams, tuple(fate for fate in FATES if may[fate]), frozenset(unsaid))

    @property
    def together(self) -> bool:
        """Whether all players win or lose together."""
        return len(self.units) == 1

    @property
    def partners(self) -> bool:
        """Whether there are several teams, at least one of which has several players."""
        return 1 < len(self.units) < len(self.teams)

    def of_game(self, result: Result) -> Won:
        """Return the fate of a game with this result, its winning seats, and each seat's share of the win."""
        first = 1 in result.places
        key = result.outcome, result.winners, first
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._won(result.outcome, result.winners, first=first)
        return found

    def _won(self, outcome: int, winners: tuple[int, ...], *, first: bool) -> Won:
        teams, won = self.teams, {self.teams[seat] for seat in winners}
        sharing: set[int] = set()
        fate: Fate
        if self.together and outcome in self.unsaid:
            fate, winners = "scored", ()
        elif won:
            fate, sharing = "won" if len(won) == 1 else "shared", won
        elif first:
            fate, sharing = "drawn", set() if self.together else set(teams)
        else:
            fate = "lost"
        return Won(fate, winners, tuple(1 / len(sharing) if team in sharing else 0.0 for team in teams))

    def fate(self, result: Result) -> Fate:
        """Return the fate of a game with this result."""
        return self.of_game(result).fate

    def shares(self, result: Result) -> tuple[float, ...]:
        """Return the share of the win that each seat gets, which is the share of its team."""
        return self.of_game(result).shares

    def as_dict(self) -> dict[str, Any]:
        """Return the value as a dict, in the form in which a table's metadata stores it."""
        return {"together": self.together, "fates": list(self.fates), "unsaid": sorted(self.unsaid)}


def listed(seats: Sequence[int]) -> str:
    """Format seats (from 0) for people, numbered from 1, as in `seat 1` or `seats 1, 3`."""
    return f"{form(len(seats), 'seat')} {', '.join(str(seat + 1) for seat in seats)}"
