"""The quantities of finished games that comparisons cover, each with a sum and a weight.

`interpreter.study.quantities` explains them. A quantity that a game lacks has the sum 0 and the weight 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.program.frozen import dataclass
from interpreter.kernels.statistics.game_row import FAULTED, OUTCOME
from interpreter.kernels.terms import Real, Room, Words, inline

if TYPE_CHECKING:
    from interpreter.kernels.statistics.by_player import ByPlayer

__all__ = ["NOTHING", "NO_RESULT", "Quantifying", "Sources"]

NO_RESULT = -1
"""Takes the place of the ending of a game without a result."""


@dataclass(frozen=True, slots=True)
class Sources:
    """What quantities are computed from. All quantities are given by their indexes."""

    many: int
    """Number of quantities in a vector."""
    numbers: tuple[tuple[int, int, float], ...]
    """Quantities that are a number of a game: the index of the number, and what is subtracted from it."""
    means: tuple[tuple[int, int], ...]
    """Quantities that are the mean over seats of a part of the score, given by its index; -1 is the score."""
    uses: tuple[tuple[int, int], ...]
    """Quantities that are how often an action, given by its number, was chosen in a game."""
    choices: tuple[tuple[int, int], ...]
    """Quantities that are the share in which an action was chosen when it was on offer."""
    ends: tuple[tuple[int, int], ...]
    """Quantities that are 1 if a game has the given outcome."""
    fates: tuple[tuple[int, int], ...]
    """Quantities that are 1 if a game has the fate with the given number."""
    shares: tuple[tuple[int, int], ...]
    """Quantities that are the share of the win of a player, given by the player's number."""
    scores: tuple[tuple[int, int], ...]
    """Quantities that are the score of a player."""
    fault: tuple[int, ...]
    """Quantities that are 1 if a fault stopped a game."""


NOTHING = Sources(0, (), (), (), (), (), (), (), (), ())
"""The sources of no quantities."""


class Quantifying:
    """Computes the quantities of games from their rows, which must have the counters of actions.

    `vectors` has the sum and the weight of each quantity, game by game, for at most `most` games. It is
    allocated in the room `given`.
    """

    def __init__(self, by_player: ByPlayer, of: Sources, room: Room, given: Room, most: int = 1) -> None:
        self.measuring = measuring = by_player.measuring
        self.by_player, self.row, self.of = by_player, measuring.row, of
        self.width, self.players = 2 * of.many, measuring.players
        self.seats = tuple((seat, u) for u, seats in enumerate(measuring.units) for seat in seats)
        """The seats, each with the number of its team."""
        self.all_ends = tuple(dict.fromkeys(quantity for quantity, _ in of.ends))
        self.fate = room.words(measuring.endings * (of.many > 0))
        """Number of the fate of games with each ending."""
        self.vectors = given.reals(most * self.width)

    # --- kernels --------------------------------------------------------------------------------------

    def add(self, row: Words, game: int, ending: int, seating: int) -> None:
        """Compute the quantities of the game with the number `game`, and with a seating.

        If its `ending` is not `NO_RESULT`, `measuring` has measured the game.
        """
        at, to, outcome = self.width * game, self.vectors, row[OUTCOME]
        for i in range(self.width):
            to[at + i] = 0.0
        for quantity in self.of.fault:
            to[at + 2 * quantity + 1] = 1.0
            if outcome == FAULTED:
                to[at + 2 * quantity] = 1.0
        if outcome != FAULTED:
            self.add_counts(row, at, outcome)
        if ending != NO_RESULT:
            self.add_result(at, ending)
            for seat, team in self.seats:
                who = self.by_player.seated[self.players * seating + seat]
                self.add_player(at, who, seat, team)

    def copy(self, game: int, to: int) -> None:
        """Copy the quantities of a game to another."""
        for i in range(self.width):
            self.vectors[self.width * to + i] = self.vectors[self.width * game + i]

    @inline
    def add_counts(self, row: Words, at: int, outcome: int) -> None:
        """Compute the quantities of a game that has an outcome, whose vector begins at `at`."""
        to = self.vectors
        for quantity in self.all_ends:
            to[at + 2 * quantity + 1] = 1.0
        for quantity, number in self.of.ends:
            if outcome == number:
                to[at + 2 * quantity] = 1.0
        for quantity, action in self.of.uses:
            to[at + 2 * quantity] = self.total(row[self.row.chosen + action :])
            to[at + 2 * quantity + 1] = 1.0
        for quantity, action in self.of.choices:
            to[at + 2 * quantity] = self.total(row[self.row.chosen + action :])
            to[at + 2 * quantity + 1] = self.total(row[self.row.offers + action :])

    @inline
    def add_result(self, at: int, ending: int) -> None:
        """Compute the quantities of a game with a result, whose vector begins at `at`."""
        to, values = self.vectors, self.measuring.values
        for quantity, number, less in self.of.numbers:
            value = values[number]
            if value == value:  # noqa: PLR0124 - it is not NaN
                to[at + 2 * quantity] = value - less
                to[at + 2 * quantity + 1] = 1.0
        for quantity, part in self.of.means:
            total = 0.0
            for seat in self.measuring.seats:
                total += values[self.measuring.part_of(seat, part)]
            to[at + 2 * quantity] = total / self.players
            to[at + 2 * quantity + 1] = 1.0
        for quantity, fate in self.of.fates:
            to[at + 2 * quantity + 1] = 1.0
            if self.fate[ending] == fate:
                to[at + 2 * quantity] = 1.0

    @inline
    def add_player(self, at: int, who: int, seat: int, team: int) -> None:
        """Compute the quantities of a player in a game with a result, whose vector begins at `at`."""
        to, values = self.vectors, self.measuring.values
        for quantity, player in self.of.shares:
            if who == player:
                to[at + 2 * quantity] = values[self.measuring.share + team]
                to[at + 2 * quantity + 1] = 1.0
        for quantity, player in self.of.scores:
            if who == player:
                to[at + 2 * quantity] = values[self.measuring.score + seat]
                to[at + 2 * quantity + 1] = 1.0

    def total(self, counters: Words) -> Real:
        """Return the sum, over seats, of an action's counters; the first is that of the first seat."""
        total = 0
        for seat in range(self.players):
            total += counters[self.row.actions * seat]
        return Real(total)
