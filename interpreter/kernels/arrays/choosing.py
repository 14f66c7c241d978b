"""Options chosen by actions, which are numbers (`interpreter.play.actions`).

`Spelling` finds the actions that choose one option. `Choosing` keeps, for each of many games, which actions
are legal next, and the actions that have been taken of the current choice.
"""

from __future__ import annotations

from gamespec.program import Pick, Program
from gamespec.program.tables import NOWHERE
from interpreter.kernels.chosen import Chosen
from interpreter.kernels.terms import Room, Words, clear
from interpreter.play.actions import Actions

__all__ = ["AT", "BRANCHES", "FOUND", "LAST", "SEVERAL", "SOUGHT", "Choosing", "Spelling"]

SEVERAL = -1
"""Stands for an option's index where an action leaves several options."""

FOUND, BRANCHES, LAST, SOUGHT, AT = range(5)
"""Indexes of the integers that make up the state of `Choosing`.

They are the number of options that agree with the actions taken, the number of legal actions, the last legal
action found, which of the options that agree is sought, counted from 0, and the index of that option.
"""


class Spelling:
    """Finds the actions that choose an option of one action of the game.

    The option's values are in `row`, as `interpreter.kernels.chosen` lays them out. Their digits follow them.
    """

    def __init__(self, program: Program, actions: Actions, number: int, word: Words, room: Room) -> None:
        action, at = program.actions[number], 0
        self.by_pick, self.word, self.number = actions.by_pick, word, action.number
        self.named, self.first = actions.first[number] != NOWHERE, actions.first[number]
        chosen = list[Chosen]()
        for pick in action.picks:
            chosen.append(Chosen(program, pick, at, room))
            at += chosen[-1].size
        self.chosen, self.words = tuple(chosen), at
        self.row = room.words(2 * at)
        self.picks = tuple(
            _Spelled(each, at, starts, ends, self.row, word, by_number=not actions.by_pick)
            for each, starts, ends in zip(chosen, actions.values[number], actions.enough[number], strict=True)
        )

    def digits(self) -> None:
        """Write the digits of all values; no list may offer copies of a component as separate values."""
        for chosen in self.chosen:
            chosen.digits(self.row, self.words)

    def spell(self) -> None:
        """Write the actions that choose the option."""
        if self.by_pick:
            at = 0
            if self.named:
                self.word[0], at = self.first, 1
            for pick in self.picks:
                at = pick.spell(at)
        else:
            number = 0
            for pick in self.picks:
                number = pick.counted(number)
            self.word[0] = self.number + number


class _Spelled:
    """Finds the actions that choose the values of one pick; `first` and `enough` are as in `Actions`."""

    def __init__(  # noqa: PLR0913 - a pick, and where its parts are
        self,
        chosen: Chosen,
        beyond: int,
        first: int,
        enough: int,
        row: Words,
        word: Words,
        *,
        by_number: bool,
    ) -> None:
        self.row, self.word, self.values, self.enough = row, word, first, enough
        self.several, self.at, self.first = chosen.several, chosen.at + beyond, chosen.first + beyond
        self.total, self.most = chosen.pick.total, chosen.pick.counts[1] if chosen.pick.counts else 1
        self.ranks = _Ranks(chosen.pick) if chosen.several and by_number else None

    def spell(self, at: int) -> int:
        """Write the actions from the index `at` of the word on, and return the index after the last one."""
        if not self.several:
            self.word[at] = self.values + self.row[self.at]
            return at + 1
        count = self.row[self.at]
        for i in range(count):
            self.word[at + i] = self.values + self.row[self.first + i]
        if self.enough != NOWHERE and count < self.most:
            self.word[at + count] = self.enough
            count += 1
        return at + count

    def counted(self, number: int) -> int:
        """Return a number whose last digit is that of the pick, and whose other digits are `number`."""
        if self.ranks:
            return number * self.total + self.ranks.rank(self.row, self.at)
        return number * self.total + self.row[self.at]


class _Ranks:
    """Finds the rank of a combination (`gamespec.program.combinations`) of a pick with few combinations."""

    def __init__(self, pick: Pick) -> None:
        combinations = pick.combinations
        self.caps = combinations.caps
        self.ways = tuple(
            tuple(combinations.ways_from(sort, k) for k in range(combinations.most + 1))
            for sort in range(len(self.caps) + 1)
        )
        """The number of ways to take so many values of the sorts from a sort on, by sort and number."""
        before, smaller = 0, list[int]()
        for k in range(combinations.most + 1):
            smaller.append(before)
            before += self.ways[0][k] if k >= combinations.least else 0
        self.smaller = tuple(smaller)
        """For each number of values, how many combinations have fewer."""

    def rank(self, row: Words, at: int) -> int:
        """Return the rank of the combination whose sorts, ascending, follow their number at index `at`."""
        count = row[at]
        rank, sort, used = self.smaller[count], 0, 0
        for i in range(count):
            while sort < row[at + 1 + i]:
                rank += self.after(sort, used + 1, count - i - 1)
                sort += 1
                used = 0
            used += 1
        return rank

    def after(self, sort: int, used: int, count: int) -> int:
        """Return the number of ways to take `count` more values from `sort` on, `used` of which are taken."""
        ways, more = 0, 0
        while more <= count and used + more <= self.caps[sort]:
            ways += self.ways[sort + 1][count - more]
            more += 1
        return ways


class Choosing:
    """The choices in the games of `lanes` lanes. A module does not know their number, which is then 0.

    `word` receives the actions that choose an option.
    """

    def __init__(self, actions: Actions, word: Words, state: Words, room: Room, lanes: int = 0) -> None:
        self.by_pick, self.size, self.most = actions.by_pick, actions.size, actions.most
        self.word, self.state = word, state
        self.masks, self.indexes = room.octets(lanes * self.size), room.words(lanes * self.size)
        """For each lane and action, whether it is legal, and if so, the index of the option, or `SEVERAL`."""
        self.made, self.lengths = room.words(lanes * self.most), room.words(lanes)
        """For each lane, the actions that have been taken of the current choice, and their number."""

    def clear(self, lane: int) -> None:
        """Forget the legal actions of a lane."""
        clear(self.masks, self.size * lane, self.size)
        self.state[FOUND], self.state[BRANCHES] = 0, 0

    def add(self, lane: int, k: int) -> None:
        """Take in the `k`-th option of a lane, whose actions are in `word`, if it agrees with those taken."""
        made = self.lengths[lane] if self.by_pick else 0
        for i in range(made):
            if self.word[i] != self.made[self.most * lane + i]:
                return
        if self.state[FOUND] == self.state[SOUGHT]:
            self.state[AT] = k
        self.state[FOUND] += 1
        at = self.size * lane + self.word[made]
        if self.masks[at] == 0:
            self.masks[at], self.indexes[at] = 1, k
            self.state[BRANCHES] += 1
            self.state[LAST] = self.word[made]
        else:
            self.indexes[at] = SEVERAL

    def forced(self, branches: int) -> bool:
        """Return whether several options agree, and the number of their next actions is 1."""
        return self.by_pick and branches == 1 and self.state[FOUND] > 1

    def narrow(self, lane: int, action: int) -> None:
        """Take an action of a lane that leaves several options."""
        self.made[self.most * lane + self.lengths[lane]] = action
        self.lengths[lane] += 1
