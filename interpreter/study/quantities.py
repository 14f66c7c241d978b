"""The quantities that a comparison covers. Each is a mean over games, or a ratio over events in the games.

In each game a quantity has a sum and a weight. Its value over many games is the total of the sums divided by
the total of the weights. A mean over games has weight 1 in each game that counts, and 0 in the others. For
the share in which an action was chosen, the sum is how often it was chosen in a game, and the weight is how
often it was on offer. Quantities of two games correspond if they have the same key.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from interpreter.play.tally import ALL
from interpreter.simulate.columns import told_apart
from interpreter.simulate.game_numbers import GameNumbers
from interpreter.simulate.measures import ESTIMATED, MEASURES, OF_FATES, OF_TEAMS, own_measures
from interpreter.simulate.wins import Deciding, listed
from interpreter.words import Words

if TYPE_CHECKING:
    from gamespec.compile import Compiled
    from interpreter.kernels.statistics.measuring import Key
    from interpreter.play.result import Result
    from interpreter.play.tally import Choices
    from interpreter.simulate.plans import Played

__all__ = ["COUNTED", "Quantities", "Quantity", "Values"]

COUNTED = replace(ALL, components=False)
"""The counts that are needed to compute all quantities."""


TWO = 2
"""Number of teams at which one team's advantage suffices, because the other team's is its negative."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A quantity, with its name in reports and its unit (a share of 1, percentage points, or a number).

    A quantity is `whole` if each game has either all or nothing of it, such as a draw. With `parts`, a game
    may also have a fraction of it, such as a win that teams share.
    """

    key: str
    title: str
    unit: Literal["share", "points", "number"]
    whole: bool = False
    parts: bool = False


Values: TypeAlias = Mapping[str, tuple[float, float]]
"""Maps the key of each quantity to its sum and its weight in one game."""


class Quantities:
    """The quantities of one program's games between the named players.

    `known` maps the key of each quantity that the games can have to the quantity:

    - `wins.SEAT` is the win share; partners are named by the first of their seats.
    - The keys of `MEASURES` are included except those that need estimates; `advantage` is named like `wins`.
    - `measure.NAME` or `measure.NAME.SEAT` are the game's own measures.
    - If there is a score, `score` is the mean over seats, and there are `score.SEAT` and `part.PART`.
    - If players differ, there are `wins.player.N` and `score.player.N`.
    - `end.ENTRY` and `fault` say how games ended.
    - `chosen.ACTION` is the number of uses per game. `taken.ACTION` is the share in which the action was
      chosen, among the decisions that had it on offer.
    """

    def __init__(self, compiled: Compiled, players: Sequence[str]) -> None:
        program = compiled.program
        self._program, self._words = program, Words(compiled)
        self._told_apart = list(enumerate(players, 1)) if len(set(players)) > 1 else []
        """The numbers (from 1) and names of the players, or an empty list if all players have the same name.
        """
        self._deciding = Deciding.of(program)
        self._own = own_measures(self._words)
        self._actions = told_apart([action.key for action in compiled.names.actions])
        self.known: dict[str, Quantity] = {q.key: q for q in self._all()}
        self._of_game = GameNumbers(self._deciding, program)
        self._fates = [key for key in OF_FATES if key in self.known]
        self._of_numbers = [each for each in self._numbers() if each[0] in self.known]
        """For each quantity that is a number of a game (`Measuring.keys`): its key, that number's key, and
        what is subtracted.
        """

    def _numbers(self) -> Iterator[tuple[str, Key, float]]:
        program, units = self._program, self._deciding.units
        even = "even" if "lost" in self._deciding.fates else "share"
        for unit, seats in enumerate(units):
            yield f"wins.{seats[0] + 1}", ("share", unit), 0.0
            yield f"advantage.{seats[0] + 1}", (even, unit), 1 / len(units)
        for seat in range(program.players if program.score else 0):
            yield f"score.{seat + 1}", ("score", seat), 0.0
        for key in MEASURES:
            yield key, (key,), 0.0
        for number, (measure, of) in enumerate(zip(self._own, program.measures, strict=True)):
            for seat in range(program.players if of.each else 1):
                yield f"{measure.key}.{seat + 1}" if of.each else measure.key, ("own", number, seat), 0.0

    def _all(self) -> Iterator[Quantity]:
        deciding = self._deciding
        if deciding.together:
            if "won" in deciding.fates:
                yield Quantity("wins.1", "wins of all together", "share", whole=True, parts=True)
        else:
            yield from self._wins()
            yield from self._advantages()
            for key in OF_FATES:
                if key in deciding.fates:
                    yield Quantity(key, MEASURES[key].title, "share", whole=True)
        for measure in MEASURES.values():
            if measure.key not in {*ESTIMATED, *OF_TEAMS, *OF_FATES}:
                yield Quantity(measure.key, measure.title, measure.unit)
        yield from self._measured()
        if self._program.score:
            yield from self._scores()
        for action in self._actions:
            yield Quantity(f"chosen.{action}", f"uses of {action} in a game", "number")
            yield Quantity(f"taken.{action}", f"{action} chosen when on offer", "share")
        for end in dict.fromkeys((*self._words.names.end, "finished", "limit", "truncated")):
            yield Quantity(f"end.{end}", f"ended by {end}", "share", whole=True)
        yield Quantity("fault", "stopped by a fault", "share", whole=True)

    def _wins(self) -> Iterator[Quantity]:
        for seats in self._deciding.units:
            title = f"wins of {listed(seats)}"
            yield Quantity(f"wins.{seats[0] + 1}", title, "share", whole=True, parts=True)
        for number, name in self._told_apart:
            title = f"wins of {number} {name}"
            yield Quantity(f"wins.player.{number}", title, "share", whole=True, parts=True)

    def _measured(self) -> Iterator[Quantity]:
        for measure, of in zip(self._own, self._program.measures, strict=True):
            for seat in range(1, self._program.players + 1) if of.each else ():
                yield Quantity(f"{measure.key}.{seat}", f"{measure.title} seat {seat}", measure.unit)
            if not of.each:
                yield Quantity(measure.key, measure.title, measure.unit)

    def _advantages(self) -> Iterator[Quantity]:
        teams = self._deciding.units
        for seats in teams[: len(teams) if len(teams) > TWO else len(teams) - 1]:
            yield Quantity(f"advantage.{seats[0] + 1}", f"advantage of {listed(seats)}", "points", whole=True)

    def _scores(self) -> Iterator[Quantity]:
        yield Quantity("score", "score of a player", "number")
        for seat in range(1, self._program.players + 1):
            yield Quantity(f"score.{seat}", f"score of seat {seat}", "number")
        for number, name in self._told_apart:
            yield Quantity(f"score.player.{number}", f"score of {number} {name}", "number")
        for part in self._words.score_names:
            yield Quantity(f"part.{part}", f"score of a player from {part}", "number")

    def of(self, game: Played) -> Values:
        """Return the quantities of one game. Absent quantities have weight 0."""
        playout = game.playout
        result, tally = playout.result, playout.tally
        found = {"fault": (float(playout.fault is not None), 1.0)}
        if result is None:
            return found
        reason = self._words.names.reason(result.outcome)
        found |= {key: (float(key == f"end.{reason}"), 1.0) for key in self.known if key.startswith("end.")}
        if tally is not None and tally.actions is not None:
            found |= self._uses(tally.actions)
        if result.truncated:
            return found
        numbers = self._of_game.of(playout.decisions, result, tally)
        found |= ((key, (numbers[of] - less, 1.0)) for key, of, less in self._of_numbers if of in numbers)
        if self._program.score:
            found |= self._points(result)
        fate = self._deciding.fate(result)
        found |= ((key, (float(key == fate), 1.0)) for key in self._fates)
        for seat, who in enumerate(game.seats if self._told_apart else ()):
            if (key := f"wins.player.{who + 1}") in self.known:
                found[key] = (self._deciding.shares(result)[seat], 1.0)
            if self._program.score:
                found[f"score.player.{who + 1}"] = (float(result.scores[seat]), 1.0)
        return found

    def _points(self, result: Result) -> Iterator[tuple[str, tuple[float, float]]]:
        yield "score", (sum(result.scores) / self._program.players, 1.0)
        for name, parts in self._words.score_parts(result).items():
            yield f"part.{name}", (sum(parts) / self._program.players, 1.0)

    def _uses(self, actions: Choices) -> Iterator[tuple[str, tuple[float, float]]]:
        for number, name in enumerate(self._actions):
            chosen = float(sum(by_seat[number] for by_seat in actions.chosen))
            yield f"chosen.{name}", (chosen, 1.0)
            yield f"taken.{name}", (chosen, float(sum(by_seat[number] for by_seat in actions.offered)))
