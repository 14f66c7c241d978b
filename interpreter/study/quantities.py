"""The quantities that a comparison covers. Each is a mean over games, or a ratio over events in the games.

In each game a quantity has a sum and a weight. Its value over many games is the total of the sums divided by
the total of the weights. A mean over games has weight 1 in each game that counts, and 0 in the others. For
the share in which an action was chosen, the sum is how often it was chosen in a game, and the weight is how
often it was on offer. Quantities of two games correspond if they have the same key.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from gamespec.program.frozen import dataclass
from gamespec.program.tables import Head
from interpreter.kernels.statistics.by_player import ByPlayer
from interpreter.kernels.statistics.game_row import FAULTED, OUTCOME
from interpreter.kernels.statistics.measuring import Measuring
from interpreter.kernels.statistics.quantifying import NO_RESULT, Quantifying, Sources
from interpreter.kernels.terms import Lists
from interpreter.play.tally import ALL
from interpreter.simulate.columns import told_apart
from interpreter.simulate.game_numbers import enter
from interpreter.simulate.measures import ESTIMATED, MEASURES, OF_FATES, OF_TEAMS, own_measures
from interpreter.simulate.wins import FATES, Deciding, listed
from interpreter.words import Words

if TYPE_CHECKING:
    from gamespec.compile import Compiled
    from interpreter.kernels.statistics.measuring import Key
    from interpreter.simulate.plans import Played

__all__ = ["COUNTED", "Quantities", "Quantity"]

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


class Quantities:
    """The quantities of one program's games between the named players.

    A *vector* has the sum and the weight of each quantity in one game, in the order of `indexes`. With
    `only`, it has only the quantities with these keys, as far as they are known.

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

    def __init__(self, compiled: Compiled, players: Sequence[str], only: Sequence[str] | None = None) -> None:
        program = compiled.program
        self._program, self._words = program, Words(compiled)
        self._told_apart = list(enumerate(players, 1)) if len(set(players)) > 1 else []
        """The numbers (from 1) and names of the players, or an empty list if all players have the same name.
        """
        self._deciding = Deciding.of(program)
        self._own = own_measures(self._words)
        self._actions = told_apart([action.key for action in compiled.names.actions])
        self.known: dict[str, Quantity] = {q.key: q for q in self._all()}
        wanted = self.known if only is None else [key for key in dict.fromkeys(only) if key in self.known]
        self.indexes = {key: index for index, key in enumerate(wanted)}
        """The index of each quantity in a vector."""

    @property
    def following(self) -> frozenset[str]:
        """The keys of the quantities that say the same as others.

        Unless all can lose, the win shares of a game add up to 1, so an advantage is a win share minus a
        constant, and differs between two games by the same number.
        """
        if "lost" in self._deciding.fates:
            return frozenset()
        return frozenset(key for key in self.known if key.startswith("advantage."))

    @cached_property
    def _kernel(self) -> Quantifying:
        """The kernel that computes the vectors of single games."""
        measuring = Measuring.of(self._program, COUNTED, Lists(), 1)
        return Quantifying(ByPlayer(measuring, 1, Lists()), self.sources, Lists(), Lists())

    @cached_property
    def sources(self) -> Sources:
        """What the kernel computes the quantities from."""
        measuring = Measuring.of(self._program, COUNTED, Lists(), 1)
        index, names = self.indexes, self._words.names
        means = {"score": -1, **{f"part.{part}": k for k, part in enumerate(self._words.score_names)}}
        outcomes = (
            Head.FINISHED, Head.LIMIT_RANK, Head.LIMIT_DRAW, Head.TRUNCATED,
            *range(Head.END, Head.END + len(self._program.end)),
        )  # fmt: skip
        actions = [*enumerate(self._actions)]
        ends = [(f"end.{names.reason(outcome)}", outcome) for outcome in outcomes]
        of = {key: number for number, key in enumerate(measuring.keys)}
        return Sources(
            many=len(index),
            numbers=tuple(
                (index[key], of[number], less)
                for key, number, less in self._numbers()
                if key in index and number in of
            ),
            means=tuple((index[key], part) for key, part in means.items() if key in index),
            uses=tuple((index[key], n) for n, name in actions if (key := f"chosen.{name}") in index),
            choices=tuple((index[key], n) for n, name in actions if (key := f"taken.{name}") in index),
            ends=tuple((index[key], outcome) for key, outcome in ends if key in index),
            fates=tuple((index[key], FATES.index(key)) for key in OF_FATES if key in index),
            shares=self._by_player("wins"),
            scores=self._by_player("score"),
            fault=(index["fault"],) if "fault" in index else (),
        )

    def _by_player(self, family: str) -> tuple[tuple[int, int], ...]:
        """Return the indexes of the quantities of a family that belong to players, and the players."""
        keys = [(f"{family}.player.{number}", number - 1) for number, _ in self._told_apart]
        return tuple((self.indexes[key], player) for key, player in keys if key in self.indexes)

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

    def of(self, game: Played) -> list[float]:
        """Return the vector of one game, in a list that the next call changes."""
        playout, kernel = game.playout, self._kernel
        result = playout.result
        row, ending = [0] * kernel.row.size, NO_RESULT
        row[OUTCOME] = FAULTED if result is None else result.outcome
        if result is not None:
            row = kernel.row.row(playout.decisions, result, playout.tally)
            if not result.truncated:
                ending, won = 0, self._deciding.of_game(result)
                enter(kernel.measuring, ending, won, result.scores)
                kernel.fate[:] = [FATES.index(won.fate)] * len(kernel.fate)
                kernel.measuring.measure(row, ending)
        kernel.by_player.seated[: len(game.seats)] = game.seats
        kernel.add(row, 0, ending, 0)
        return kernel.vectors
