"""The actions of a learning program: numbers from 0 to a fixed maximum, which choose among options.

There are two forms. *By number*, an action is the number of an option. *By pick*, an option is chosen by
several actions, one after another: one for the action of the game, and then one for each value that it asks
for. If several values are chosen together, there is one action for each of them, in the order of the numbers,
and then one that ends the choice, unless there are as many as possible. So games whose options have millions
of numbers need few actions.

By pick, an action that does not narrow the choice is not asked for.
"""

from __future__ import annotations

from collections.abc import Sequence

from gamespec.program import Action, Program
from gamespec.program.tables import NOWHERE
from interpreter.play.options import Option

__all__ = ["MOST_NUMBERS", "Actions", "Choice"]

MOST_NUMBERS = 1 << 13
"""Maximum number of options' numbers up to which actions are numbers of options by default."""


class Actions:
    """The actions with which the options of one program are chosen.

    By default, the form is by number if there are at most `MOST_NUMBERS` numbers.
    """

    def __init__(self, program: Program, *, by_pick: bool | None = None) -> None:
        self.program = program
        numbers = max((action.number + action.count for action in program.actions), default=0)
        self.by_pick = numbers > MOST_NUMBERS if by_pick is None else bool(by_pick)
        named = len(program.actions) > 1 or not all(map(_asks, program.actions))
        end = len(program.actions) if named else 0
        self.first = tuple(number if named else NOWHERE for number, _ in enumerate(program.actions))
        """By pick, the number that stands for each action of the game. It is `NOWHERE` if there is only one,
        which asks for values.
        """
        values, enough, repeats = list[tuple[int, ...]](), list[tuple[int, ...]](), [1] * end
        for action in program.actions:
            starts, ends = list[int](), list[int]()
            for pick in action.picks:
                starts.append(end)
                end += pick.size + pick.places + (pick.optional and pick.counts is None)
                some = pick.counts is not None and pick.counts[0] < pick.counts[1]
                ends.append(end if some else NOWHERE)
                end += some
                repeats += pick.copies[: pick.size]
                repeats += [1] * (end - len(repeats))
            values.append(tuple(starts))
            enough.append(tuple(ends))
        self.values, self.enough = tuple(values), tuple(enough)
        """By pick, for each pick of each action, the number of its first value, and the number that ends a
        choice of several values, or `NOWHERE` if their number is fixed.
        """
        self.size = end if self.by_pick else numbers
        """The number of actions."""
        self.repeats = tuple(repeats)
        """By pick, how often each action can be taken in one choice, which is more than once for copies."""

    @property
    def most(self) -> int:
        """The maximum number of actions that choose one option."""
        if not self.by_pick:
            return 1
        picks = (
            [pick.counts[1] if pick.counts else 1 for pick in action.picks] for action in self.program.actions
        )
        return max((sum(many) for many in picks), default=0) + 1

    def spelled(self, option: Option) -> tuple[int, ...]:
        """Return the actions that choose an option, in order."""
        if not self.by_pick:
            return (option.number,)
        found = [number for number in (self.first[option.action],) if number != NOWHERE]
        picks = self.program.actions[option.action].picks
        for i, (pick, sorts) in enumerate(zip(picks, option.sorts, strict=True)):
            found += [self.values[option.action][i] + sort for sort in sorts]
            enough = self.enough[option.action][i]
            if pick.counts is not None and enough != NOWHERE and len(sorts) < pick.counts[1]:
                found.append(enough)
        return tuple(found)

    def __repr__(self) -> str:
        return f"<{self.size} Actions, by {'pick' if self.by_pick else 'number'}>"


def _asks(action: Action) -> bool:
    """Return whether an action always asks for a value."""
    return any(pick.counts is None or pick.counts[1] > 0 for pick in action.picks)


class Choice:
    """The choice of one of a decision's options, action by action."""

    def __init__(self, actions: Actions, options: Sequence[Option]) -> None:
        self._left = [(actions.spelled(option), k) for k, option in enumerate(options)]
        self.made: tuple[int, ...] = ()
        """The actions that have been taken so far, and those that did not narrow the choice."""
        self._skip()

    @property
    def legal(self) -> tuple[int, ...]:
        """The actions that can be taken next, ascending; none if there are no options."""
        at = len(self.made)
        return tuple(sorted({spelled[at] for spelled, _ in self._left}))

    def take(self, action: int) -> int | None:
        """Take an action. Return the index of the option that is chosen now, or `None` if more remain.

        Raises `ValueError` if the action is not legal.
        """
        at = len(self.made)
        left = [each for each in self._left if each[0][at] == action]
        if not left:
            message = f"{action} is not one of the legal actions, {list(self.legal)}"
            raise ValueError(message)
        if len(left) == 1:
            return left[0][1]
        self._left, self.made = left, (*self.made, action)
        self._skip()
        return None

    def _skip(self) -> None:
        """Go on as long as several options remain, all of which have the same next action."""
        while len(self._left) > 1 and len(legal := self.legal) == 1:
            self.made += legal
