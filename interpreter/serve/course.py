"""The course of a game at a table: each position it has been through can be looked at again."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from interpreter import Fault, Game
from interpreter.answers import Answers, Unfit
from interpreter.bots import Luck
from interpreter.play.information import Record
from interpreter.play.luck import Seeds
from interpreter.serve.edition import Edition
from interpreter.sitting import HUMAN, Sitting

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from interpreter import Option
    from interpreter.answers import Answer
    from interpreter.bots import Bot, View
    from interpreter.play.events import Event

__all__ = ["Course", "Thought"]


class Thought(NamedTuple):
    """What a bot is to think about: with whom, by which view and luck."""

    bot: Bot
    view: View
    luck: Luck

    def out(self) -> Option:
        """What the bot answers. May raise Fault and BotFailed."""
        return self.bot.choose(self.view, self.luck)


class _Stop(NamedTuple):
    """Where the game waited: the position, and how many events there had been."""

    position: list[int]
    events: int


class Course(Sitting):
    """A game of an edition, after some answers. Who sits where is no matter of it."""

    def __init__(self, edition: Edition, seed: int, answers: Iterable[Answer] = ()) -> None:
        self._stops: list[_Stop] = []
        made = edition.compiled
        seats = (HUMAN,) * made.program.players
        super().__init__(made, edition.origin, Seeds(seed, 0), seats, "en", answers)

    def __repr__(self) -> str:
        return f"<Course of {self.origin.name}: {len(self.answers)} answers>"

    @classmethod
    def replayed(cls, edition: Edition, seed: int, answers: Sequence[Answer]) -> tuple[Course, bool]:
        """The game after these answers, as far as they fit the edition, and whether all do.

        It stops also before an answer that leads to a fault. Raises Fault if the game can't begin.
        """
        course, known = cls(edition, seed), Answers(edition.compiled)
        for answer in answers:
            try:
                course.take(known.option(course.game, answer))
            except (Unfit, Fault):
                return course, False
        return course, True

    def _played(self) -> Game:
        """The game after the answers so far; on the way it is noted where it waits."""
        game = Game(self.program, self.seeds.game, record=True)
        self._stops = [_of(game)]
        for answer in self.answers:
            game.apply(self._known.option(game, answer))
            self._stops.append(_of(game))
        return game

    def take(self, option: Option) -> None:
        """Answer with an option. May raise Fault and Refused; then the game stays as it was."""
        before = len(self.answers)
        try:
            self._apply(option)
        except Fault:
            del self.answers[before:]
            raise
        self._stops.append(_of(self.game))

    def at(self, number: int) -> Game:
        """The game as it was after so many answers, with what had happened until then."""
        if number == len(self.answers):
            return self.game
        stop = self._stops[number]
        record = Record(self.program, tuple(self.game.events[: stop.events]), whole=True)
        return Game.restore(self.program, stop.position, record=record)

    def back_to(self, number: int) -> None:
        """Take back all answers after so many."""
        self.game = self.at(number)
        del self.answers[number:]
        del self._stops[number + 1 :]

    def happened(self, number: int) -> Sequence[Event]:
        """What an answer, the `number`-th from 1, led to; of 0 what came before the first."""
        first = self._stops[number - 1].events if number else 0
        return self.game.events[first : self._stops[number].events]

    def thought(self, who: Bot, luck: int) -> Thought:
        """What a bot that decides now is to think about."""
        decision = self.game.decision
        assert decision is not None  # noqa: S101 - it decides
        return Thought(who, self._view(decision), Luck(luck, len(self.answers)))


def _of(game: Game) -> _Stop:
    return _Stop(game.position[:], len(game.events))
