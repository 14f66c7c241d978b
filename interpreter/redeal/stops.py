"""Stops: where a game cannot follow a guess, and what it showed the player instead."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence

from gamespec.program.frozen import dataclass
from interpreter.kernels.items import Item
from interpreter.play.events import EventKind
from interpreter.redeal.chapters import SIGHT, Guess
from interpreter.redeal.replayer import End, Listed, Replayer
from interpreter.redeal.scripts import OPEN, SHUFFLE
from interpreter.redeal.turns import Difference, difference, tells_order

__all__ = ["GuessReplay", "Stop"]


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a game cannot follow the script: the number of words `reached`, and the item that begins at `at`.

    There is no `position` after a fault. If the item is an answer, `options` are those on offer. If the game
    `differs` from what the player was shown since it last waited, this is where. Unless this is the last step
    before a shuffle, only differences in the order of moves count.
    """

    reached: int
    at: int
    position: Sequence[int] | None
    options: Sequence[Listed] | None
    differs: Difference | None = None

    def precedes(self, later: Stop) -> bool:
        """Return whether another stop is later in the game, as far as is known."""
        if self.reached != later.reached or self.differs is None or later.differs is None:
            return self.reached < later.reached
        return self.differs.at < later.differs.at

    def only_offers_more(self, before: Stop) -> bool:
        """Return whether a game gets only as far as `before`, and more options are on offer there now."""
        if self.reached > before.reached or self.options is None or before.options is None:
            return False
        return len(self.options) > len(before.options)


class GuessReplay:
    """Replays the script of a guess, which may change."""

    def __init__(self, replay: Replayer, guess: Guess) -> None:
        self._replay, self._guess, self._script, self._shown = replay, guess, guess.script, guess.index.shown
        self._telling: dict[int, bool] = {}
        """For each step, by the sight at which it ends, whether its moves may tell the player an order."""
        ends = guess.stop == len(self._shown)
        self._goal = len(self._script.words) if ends else self._script.end - SHUFFLE
        """More words than this can be read only if the history goes as far as to the shuffle."""

    def followed(self) -> Stop | None:
        """Return where the game cannot follow the script; `None` if it follows all.

        If the guess goes as far as to a shuffle, the player must have been shown the same up to there.
        """
        script, replay = self._script, self._replay
        end = replay.follow(script.words, script.end)
        reached = replay.reached
        if end is End.SAME:
            return None
        if reached > self._goal:
            differs = self._difference(self._guess.stop)
            at = script.end - SHUFFLE
            return None if differs is None else Stop(reached, at, replay.position, None, differs)
        at = script.items[bisect(script.items, max(reached - 1, 0)) - 1]
        if end is End.FAULT:
            return Stop(reached, at, None, None)
        if end is End.WAITS and script.words[at] in {Item.ANSWER, OPEN}:
            return Stop(reached, at, replay.position, replay.listed())
        return Stop(reached, at, replay.position, None, self._order_told(reached))

    def _order_told(self, reached: int) -> Difference | None:
        """Return where the step in which the game stops first differs, if its moves may tell an order."""
        end = self._guess.waits[bisect(self._script.sights, reached - SIGHT)]
        if end not in self._telling:
            self._telling[end] = tells_order(self._guess.index.program, self._shown[self._begin(end) : end])
        differs = self._difference(end) if self._telling[end] else None
        return differs if differs is not None and differs.in_turn else None

    def _difference(self, end: int) -> Difference | None:
        """Return where the step that ends at a sight first shows the player something else."""
        begin, index = self._begin(end), self._guess.index
        return difference(index.program, index.player, self._shown[begin:end], begin, self._replay.told())

    def _begin(self, end: int) -> int:
        """Return the index of the first sight after the game last waited before a sight."""
        while end > 0 and self._shown[end - 1][0] != EventKind.ASKED:
            end -= 1
        return end
