"""Options and their numbers: what is asked and answered, as every engine hands it out.

A component that the decider does not know is chosen by its place, so that an option says nothing of it. Among
the values of an option a place is a number below -1: -2 for the first of those that `Pick.hidden` counts, -3
for the second, and so on. In a zone without order that holds several, nothing tells one from another that is
unknown there: its places say how many of them are chosen.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

from gamespec.program import Pick, Program
from gamespec.program.domain import NONE

__all__ = ["Decision", "Option", "Value", "is_place", "numbered", "offered_at", "place", "place_at"]

Value = int | tuple[int, ...]
"""What is chosen for one name: a value, or several; see above for those that are places."""

FIRST_PLACE = -2


def is_place(value: int) -> bool:
    """Whether a single value of an option is a place, if the pick has places: else it is a number."""
    return NONE < value <= FIRST_PLACE


def place(pick: Pick, value: int) -> tuple[int, int]:
    """The zone of a place among the values of a pick, and which of the zone's places it is, from 0."""
    index = FIRST_PLACE - value
    for zone, count in pick.hidden:
        if index < count:
            return zone, index
        index -= count
    message = f"{value} is no place of the pick"
    raise ValueError(message)


def place_at(pick: Pick, zone: int, index: int) -> int:
    """The value that is a place of a zone, the `index`-th from 0."""
    value = FIRST_PLACE
    for number, count in pick.hidden:
        if number == zone and index < count:
            return value - index
        value -= count
    message = f"the pick counts no place {index} of zone {zone}"
    raise ValueError(message)


class Option:
    """An answer: an action or `choose` step, by its number in the program, with its values in order."""

    __slots__ = ("_program", "action", "values")

    def __init__(self, program: Program, action: int, values: tuple[Value, ...]) -> None:
        self._program = program
        self.action = action
        self.values = values

    @property
    def number(self) -> int:
        """The option's number within the game: the same in every position."""
        action = self._program.actions[self.action]
        number = 0
        for pick, value in zip(action.picks, self.values, strict=True):
            number = number * pick.total + _digit(self._program, pick, value)
        return action.number + number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Option) and (self.action, self.values) == (other.action, other.values)

    def __hash__(self) -> int:
        return hash((self.action, self.values))

    def __repr__(self) -> str:
        return f"<Option {self.number}: {self.action} {self.values}>"


def _digit(program: Program, pick: Pick, value: Value) -> int:
    if isinstance(value, tuple):
        return _rank(pick, value)
    if value == NONE:
        return pick.size + pick.places
    if pick.hidden and is_place(value):
        return pick.size + FIRST_PLACE - value
    return (program.faces[value] if pick.alike else value) - pick.first


def _rank(pick: Pick, values: tuple[int, ...]) -> int:
    """The place of a combination among those of its pick: fewer first, then in lexicographic order."""
    assert pick.counts is not None  # noqa: S101 - only then are there several
    size = pick.size + pick.places
    rank = sum(comb(size, k) for k in range(pick.counts[0], len(values)))
    least = 0
    digits = (pick.size + FIRST_PLACE - v if pick.hidden and is_place(v) else v - pick.first for v in values)
    for i, digit in enumerate(sorted(digits)):
        left = len(values) - i - 1
        rank += sum(comb(size - skipped - 1, left) for skipped in range(least, digit))
        least = digit + 1
    return rank


def numbered(program: Program, number: int) -> Option:
    """The action and values that a number stands for. Raises `ValueError` if it stands for none.

    Of what counts as one it is the first: of alike components, of several values in any order. So an option
    on offer with this number may have others of these; where one is to be taken, look for its number.
    """
    for index, action in enumerate(program.actions):
        if action.number <= number < action.number + action.count:
            digits: list[int] = []
            rest = number - action.number
            for pick in reversed(action.picks):
                rest, digit = divmod(rest, pick.total)
                digits.append(digit)
            values = (_valued(program, *both) for both in zip(action.picks, reversed(digits), strict=True))
            return Option(program, index, tuple(values))
    raise ValueError(f"no option has the number {number}")


def offered_at(program: Program, action: int) -> tuple[int, ...]:
    """The sites at which an action can be answered, by their numbers."""
    return tuple(number for number, site in enumerate(program.sites) if action in site.actions)


def _valued(program: Program, pick: Pick, digit: int) -> Value:
    """The value that a digit stands for."""
    if pick.counts is not None:
        return _unranked(pick, digit)
    if digit >= pick.size:
        return FIRST_PLACE - (digit - pick.size) if digit < pick.size + pick.places else NONE
    return program.faces.index(pick.first + digit) if pick.alike else pick.first + digit


def _unranked(pick: Pick, rank: int) -> tuple[int, ...]:
    """The combination at a place among those of a pick."""
    assert pick.counts is not None  # noqa: S101 - only then are there several
    size, count = pick.size + pick.places, pick.counts[0]
    while rank >= comb(size, count):
        rank -= comb(size, count)
        count += 1
    chosen: list[int] = []
    digit = 0
    while len(chosen) < count:
        beyond = comb(size - digit - 1, count - len(chosen) - 1)
        if rank < beyond:
            chosen.append(pick.first + digit if digit < pick.size else FIRST_PLACE - (digit - pick.size))
        else:
            rank -= beyond
        digit += 1
    return tuple(chosen)


@dataclass(frozen=True, eq=False, slots=True)
class Decision:
    """Who decides (the seat, from 0), at which site (its number in the program), between what."""

    player: int
    site: int
    options: tuple[Option, ...]

    def __repr__(self) -> str:
        return f"<Decision of p{self.player + 1} at site {self.site}, {len(self.options)} options>"
