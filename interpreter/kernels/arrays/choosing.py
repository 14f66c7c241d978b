"""Options chosen by actions, which are numbers (`interpreter.play.actions`).

`Spelling` finds the actions that choose one option. `Choosing` keeps, for each of many games, which actions
are legal next, and the actions that have been taken of the current choice.
"""

from __future__ import annotations

from gamespec.program import Pick, Program
from gamespec.program.tables import NOWHERE
from interpreter.kernels.chosen import Chosen
from interpreter.kernels.sorting import ascending
from interpreter.kernels.terms import Room, Words, clear
from interpreter.play.actions import MOST_NUMBERS, Actions

__all__ = ["AT", "BRANCHES", "FOUND", "LAST", "SEVERAL", "SOUGHT", "Choosing", "Spelling"]

SEVERAL = -1
"""Stands for an option's index where an action leaves several options."""

FOUND, BRANCHES, LAST, SOUGHT, AT = range(5)
"""Indexes of the integers that make up the state of `Choosing`.

They are the number of options that agree with the actions taken, the number of legal actions, the last legal
action found, which of the options that agree is sought, counted from 0, and the index of that option.
"""


class Spelling:
    """Finds the actions that choose an option of one action of the game, and writes them to `word`.

    The values of an option are laid out as in `interpreter.kernels.chosen`. If a list may offer copies of a
    component as separate values, its copies have been counted (`Chosen.copies`).
    """

    def __init__(self, program: Program, actions: Actions, number: int, word: Words, room: Room) -> None:
        action, at = program.actions[number], 0
        self.by_pick, self.word, self.number = actions.by_pick, word, action.number
        self.named, self.first = actions.first[number] != NOWHERE, actions.first[number]
        picks = list[_Spelled]()
        for i, pick in enumerate(action.picks):
            chosen = Chosen(program, pick, at, room)
            picks.append(_Spelled(chosen, actions.values[number][i], actions.enough[number][i], word, room))
            at += chosen.size
        self.picks, self.chosen = tuple(picks), tuple(pick.chosen for pick in picks)

    def spell(self, row: Words) -> None:
        """Write the actions that choose the option whose values are in `row`."""
        if self.by_pick:
            at = 0
            if self.named:
                self.word[0], at = self.first, 1
            for pick in self.picks:
                at = pick.spell(row, at)
        else:
            number = 0
            for pick in self.picks:
                number = pick.counted(row, number)
            self.word[0] = self.number + number


class _Spelled:
    """Finds the actions that choose the values of one pick; `first` and `enough` are as in `Actions`."""

    def __init__(self, chosen: Chosen, first: int, enough: int, word: Words, room: Room) -> None:
        self.chosen, self.word, self.first, self.enough = chosen, word, first, enough
        pick = chosen.pick
        self.total, self.most = pick.total, pick.counts[1] if pick.counts else 1
        self.sorts = room.words(self.most if pick.counts else 0)
        self.ranks = _Ranks(pick, self.sorts) if pick.counts and pick.total <= MOST_NUMBERS else None

    def spell(self, row: Words, at: int) -> int:
        """Write the actions from the index `at` of the word on, and return the index after the last one."""
        if not self.chosen.several:
            sort = self.chosen.digit(row[self.chosen.at])
            self.word[at] = self.first + sort
            return at + 1
        count = self.sort(row)
        for i in range(count):
            self.word[at + i] = self.first + self.sorts[i]
        if self.enough != NOWHERE and count < self.most:
            self.word[at + count] = self.enough
            count += 1
        return at + count

    def counted(self, row: Words, number: int) -> int:
        """Return a number whose last digit is that of the pick, and whose other digits are `number`."""
        if self.ranks:
            count = self.sort(row)
            return number * self.total + self.ranks.rank(count)
        sort = self.chosen.digit(row[self.chosen.at])
        return number * self.total + sort

    def sort(self, row: Words) -> int:
        """Write the indexes of several values to `sorts`, ascending, and return their number."""
        count = row[self.chosen.at]
        for i in range(count):
            sort = self.chosen.digit(row[self.chosen.first + i])
            self.sorts[i] = sort
        ascending(self.sorts, 0, count)
        return count


class _Ranks:
    """Finds the rank of a combination (`gamespec.program.combinations`) of a pick with few combinations."""

    def __init__(self, pick: Pick, sorts: Words) -> None:
        self.sorts, combinations = sorts, pick.combinations
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

    def rank(self, count: int) -> int:
        """Return the rank of the combination of the first `count` of `sorts`, which are ascending."""
        rank, sort, used = self.smaller[count], 0, 0
        for i in range(count):
            while sort < self.sorts[i]:
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
