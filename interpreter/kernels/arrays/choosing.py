"""Options chosen by actions, which are numbers (`interpreter.play.actions`).

`Spelling` finds the actions that choose one option, and `Combining` those that are legal for the combinations
of a list. `Choosing` keeps, for each of many games, which actions
are legal next, and the actions that have been taken of the current choice.
"""

from __future__ import annotations

from gamespec.program import Pick, Program
from gamespec.program.tables import NOWHERE
from interpreter.kernels.chosen import Chosen
from interpreter.kernels.combinations import Combinations
from interpreter.kernels.sorting import ascending
from interpreter.kernels.terms import Room, Words, clear
from interpreter.play.actions import Actions
from interpreter.play.options import offers_copies

__all__ = [
    "AT",
    "BRANCHES",
    "FOUND",
    "LAST",
    "SOUGHT",
    "Choosing",
    "Combining",
    "Spelling",
    "check_spelled",
]

SEVERAL = -1
"""Stands for an option's index where an action leaves several options."""

FOUND, BRANCHES, LAST, SOUGHT, AT = range(5)
"""Indexes of the integers that make up the state of `Choosing`.

They are the number of options that agree with the actions taken, the number of legal actions, the last legal
action found, which of the options that agree is sought, counted from 0, and the index of that option.
"""


def check_spelled(program: Program) -> None:
    """Raise `ValueError` unless the actions that choose an option follow from its values, in every position.

    They do not if a list that may offer copies as separate values follows an unseen choice, because the list
    may depend on the component that is meant.
    """
    for number, action in enumerate(program.actions):
        hidden = [bool(pick.hidden) for pick in action.picks]
        copies = [offers_copies(program, pick) for pick in action.picks]
        if any(later and any(hidden[:i]) for i, later in enumerate(copies)):
            message = (
                f"action {number} asks for a component that the player cannot see, and then for one of which "
                "there are copies; lanes cannot number such options"
            )
            raise ValueError(message)


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
            ends, sorts = actions.enough[number][i], room.words(pick.counts[1] if pick.counts else 0)
            ranks = _Ranks(pick, sorts) if pick.counts and not actions.by_pick else None
            picks.append(_Spelled(chosen, actions.values[number][i], ends, word, sorts, ranks))
            at += chosen.size
        self.picks, self.chosen = tuple(picks), tuple(pick.chosen for pick in picks)

    def spell(self, row: Words) -> int:
        """Write the actions that choose the option whose values are in `row`, and return their number."""
        at = 0
        if self.by_pick:
            if self.named:
                self.word[0], at = self.first, 1
            for pick in self.picks:
                at = pick.spell(row, at)
        else:
            number = 0
            for pick in self.picks:
                number = pick.counted(row, number)
            self.word[0], at = self.number + number, 1
        return at


class _Spelled:
    """Finds the actions that choose the values of one pick; `first` and `enough` are as in `Actions`."""

    def __init__(  # noqa: PLR0913 - a pick, and its arrays
        self, chosen: Chosen, first: int, enough: int, word: Words, sorts: Words, ranks: _Ranks | None
    ) -> None:
        self.chosen, self.word, self.first, self.enough = chosen, word, first, enough
        self.sorts, self.ranks, self.total = sorts, ranks, chosen.pick.total
        self.most = chosen.pick.counts[1] if chosen.pick.counts else 1

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
        self.offer(lane, self.word[made], k, 1)

    def offer(self, lane: int, action: int, k: int, options: int) -> None:
        """Take in that an action leaves `options` options, which follow one another from the `k`-th on."""
        sought = self.state[SOUGHT] - self.state[FOUND]
        if sought >= 0 and sought < options:
            self.state[AT] = k + sought
        self.state[FOUND] += options
        at = self.size * lane + action
        if self.masks[at] == 0:
            self.masks[at], self.indexes[at] = 1, k if options == 1 else SEVERAL
            self.state[BRANCHES] += 1
            self.state[LAST] = action
        else:
            self.indexes[at] = SEVERAL

    def forced(self, branches: int) -> bool:
        """Return whether several options agree, and the number of their next actions is 1."""
        return self.by_pick and branches == 1 and self.state[FOUND] > 1

    def narrow(self, lane: int, action: int) -> None:
        """Take an action of a lane that leaves several options."""
        self.made[self.most * lane + self.lengths[lane]] = action
        self.lengths[lane] += 1


class Combining:
    """Finds the legal actions by pick where the options are the combinations of one list, which is ascending.

    The combinations have been counted (`interpreter.kernels.combinations`), and are not listed.
    """

    def __init__(self, spelling: Spelling, combinations: Combinations, choosing: Choosing) -> None:
        self.spelling, (pick,) = spelling, spelling.picks
        self.named, self.action = spelling.named, spelling.first
        self.first, self.enough, self.least = pick.first, pick.enough, pick.chosen.pick.first
        self.own, self.choosing = combinations, choosing

    def ascends(self, count: int) -> bool:
        """Return whether the list has values in ascending order; `count` is the number of combinations."""
        if count > 0:
            for i in range(1, self.own.size[0]):
                if self.own.members[i] < self.own.members[i - 1]:
                    return False
        return True

    def add(self, lane: int, k: int, count: int) -> None:
        """Take in the options of a lane, which are `count` combinations from the `k`-th option on."""
        made, begin = self.choosing.lengths[lane], self.choosing.most * lane
        if count > 0:
            if not self.named:
                self.of_each_size(lane, k, begin, made)
            elif made == 0:
                self.choosing.offer(lane, self.action, k, count)
            elif self.choosing.made[begin] == self.action:
                self.of_each_size(lane, k, begin + 1, made - 1)

    def of_each_size(self, lane: int, k: int, at: int, taken: int) -> None:
        """Take in the combinations that begin with `taken` values, whose actions are at the index `at`."""
        for size in range(self.own.low, self.own.high + 1):
            if self.own.some[size] > 0:
                if size >= taken:
                    self.of_size(lane, k, size, at, taken)
                k += self.own.some[size]

    def of_size(self, lane: int, k: int, size: int, at: int, taken: int) -> None:
        """Take in the combinations of `size` values, the first of which is the `k`-th option."""
        last, i = self.own.size[0] - 1, 0
        for n in range(taken):
            while self.first + self.own.members[i] - self.least != self.choosing.made[at + n]:
                k += self.own.choose[last - i][size - n - 1]
                i += 1
            i += 1
        if size == taken:
            self.choosing.offer(lane, self.enough, k, 1)
        else:
            while i <= last:
                options = self.own.choose[last - i][size - taken - 1]
                if options > 0:
                    self.choosing.offer(lane, self.first + self.own.members[i] - self.least, k, options)
                k += options
                i += 1
