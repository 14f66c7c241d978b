"""Options and their numbers, which represent decisions and answers in all engines.

The deciding player chooses an unknown component by its place, so an option reveals nothing about the
component. Among the values of an option, a number below -1 stands for a place: -2 for the first of the places
that `Pick.hidden` counts, -3 for the second, and so on. The unknown components of an unordered zone are
indistinguishable. If an answer chooses several of them, its places say only how many are chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gamespec.program import Pick, Program
from gamespec.program.domain import NONE
from gamespec.program.frozen import dataclass

__all__ = [
    "FIRST_PLACE",
    "Decision",
    "Option",
    "Value",
    "as_told",
    "in_order",
    "is_place",
    "numbered",
    "offered",
    "offered_at",
    "offers_copies",
    "place",
    "place_at",
]

Value = int | tuple[int, ...]
"""The choice for one name, which is one value or a tuple of several values. Negative numbers below -1 stand
for places, as the docstring of the module explains.
"""

FIRST_PLACE = -2
"""The number that stands for the first place of a pick. Each further place has the next lower number."""


def is_place(value: int) -> bool:
    """Return whether `value`, one of the values of a pick that counts places, stands for a place."""
    return NONE < value <= FIRST_PLACE


def place(pick: Pick, value: int) -> tuple[int, int]:
    """Return the zone and the index in the zone, from 0, of the place that `value` stands for in a pick.

    Raises ValueError if the pick has no such place.
    """
    index = FIRST_PLACE - value
    for zone, count in pick.hidden:
        if index < count:
            return zone, index
        index -= count
    message = f"{value} is no place of the pick"
    raise ValueError(message)


def place_at(pick: Pick, zone: int, index: int) -> int:
    """Return the value that stands for place number `index`, from 0, of `zone` in a pick.

    Raises ValueError if the pick does not count this place.
    """
    value = FIRST_PLACE
    for number, count in pick.hidden:
        if number == zone and index < count:
            return value - index
        value -= count
    message = f"the pick counts no place {index} of zone {zone}"
    raise ValueError(message)


class Option:
    """A possible answer, given by the number of an action or `choose` step, with its values in order.

    The number of the option is computed from `counted`. The tuple `counted` equals `values`, except for
    copies of a component that lie in an order. Nobody can tell which copy lies where. Therefore the copy that
    comes first in the list is numbered as the first copy, the next one as the second copy, and so on.

    Options are equal if their numbers are equal, even if they hold different components that are alike.
    """

    __slots__ = ("_number", "_program", "action", "counted", "values")

    def __init__(
        self,
        program: Program,
        action: int,
        values: tuple[Value, ...],
        counted: tuple[Value, ...] | None = None,
    ) -> None:
        self._program = program
        self.action = action
        self.values = values
        self.counted = values if counted is None else counted
        self._number = -1

    @property
    def program(self) -> Program:
        """The program of the game in which this is an option."""
        return self._program

    @property
    def number(self) -> int:
        """The option's number within the game. The same option has the same number in every position."""
        if self._number < 0:
            action, number = self._program.actions[self.action], 0
            for pick, sorts in zip(action.picks, self.sorts, strict=True):
                digit = sorts[0] if pick.counts is None else pick.combinations.rank(sorts)
                number = number * pick.total + digit
            self._number = action.number + number
        return self._number

    @property
    def sorts(self) -> tuple[tuple[int, ...], ...]:
        """For each pick, the indexes of the chosen values among those that its numbers count, ascending."""
        picks = self._program.actions[self.action].picks
        return tuple(_sorts(self._program, *each) for each in zip(picks, self.counted, strict=True))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Option) and self.number == other.number

    def __hash__(self) -> int:
        return hash(self.number)

    def __repr__(self) -> str:
        return f"<Option {self.number}: {self.action} {self.values}>"


def _sorts(program: Program, pick: Pick, value: Value) -> tuple[int, ...]:
    """Return the indexes, ascending, of what was chosen for a pick."""
    if isinstance(value, tuple):
        return tuple(sorted(_sort(program, pick, one) for one in value))
    return (_sort(program, pick, value),)


def _sort(program: Program, pick: Pick, value: int) -> int:
    """Return the index of `value` among the values of a pick, which its places and then `none` follow."""
    if value == NONE:
        return pick.size + pick.places
    if pick.hidden and is_place(value):
        return pick.size + FIRST_PLACE - value
    return (program.faces[value] if pick.alike else value) - pick.first


def numbered(program: Program, number: int) -> Option:
    """Return the option with the given number. Raises `ValueError` if no option has this number.

    If the number leaves open which of several components that are alike is chosen, or in which order, the
    option has the first possibility. An option on offer that has this number may hold other components; to
    take an option, search the options on offer for the number.
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


def in_order(program: Program, options: Iterable[Option]) -> tuple[Option, ...]:
    """Return the options, sorted by number if their order might reveal which copy of a component is which."""
    return tuple(sorted(options, key=lambda option: option.number) if program.has_copies else options)


def offers_copies(program: Program, pick: Pick) -> bool:
    """Return whether a pick can offer several copies of the same component as separate values."""
    values = range(pick.first, pick.first + pick.size)
    return pick.component and not pick.alike and any(program.alike[c] != c for c in values)


def as_told(program: Program, options: Iterable[Option]) -> tuple[Option, ...]:
    """Return the options as the decider sees them, each with the first of the components that are alike.

    They are sorted by number if the game has copies of components.
    """
    ordered = in_order(program, options)
    return tuple(numbered(program, each.number) for each in ordered) if program.has_copies else ordered


def offered(options: Iterable[Option], option: Option) -> Option | None:
    """Return the element of `options` that equals `option`, or `None` if there is none."""
    return next((each for each in options if each == option), None)


def offered_at(program: Program, action: int) -> tuple[int, ...]:
    """Return the numbers of the sites at which `action`, the number of an action, can be chosen."""
    return tuple(number for number, site in enumerate(program.sites) if action in site.actions)


def _valued(program: Program, pick: Pick, digit: int) -> Value:
    """Return the value of a pick that one digit of an option's number stands for."""
    if pick.counts is not None:
        taken: list[int] = []
        for sort in pick.combinations.combination(digit):
            taken.append(_of_sort(program, pick, sort, taken))
        return tuple(taken)
    return NONE if digit == pick.size + pick.places else _of_sort(program, pick, digit, ())


def _of_sort(program: Program, pick: Pick, sort: int, taken: Sequence[int]) -> int:
    """Return the first value of a pick that has index `sort` and is not in `taken`."""
    if sort >= pick.size:
        return FIRST_PLACE - (sort - pick.size)
    if not pick.alike:
        return pick.first + sort
    face = pick.first + sort
    return next(c for c, other in enumerate(program.faces) if other == face and c not in taken)


@dataclass(frozen=True, eq=False, slots=True)
class Decision:
    """A pending decision, with the seat that decides (from 0), the number of the site, and the options."""

    player: int
    site: int
    options: tuple[Option, ...]

    def __repr__(self) -> str:
        return f"<Decision of p{self.player + 1} at site {self.site}, {len(self.options)} options>"
