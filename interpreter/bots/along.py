"""Shadow games, in which bots think while the real game is played at a table, in a terminal, or in a run.

A bot sees a game on the engine that its search uses, and returns an option. If the real game belongs to
another engine or process, an `Along` plays a shadow game in which it repeats the answers of the real game.
The shadow game then develops like a game in a run, and the same luck leads to the same choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from interpreter.bots.names import bot
from interpreter.bots.refusals import BadBot
from interpreter.bots.view import Advising, Bot, Luck, View
from interpreter.play.openness import is_open
from interpreter.play.options import Option
from interpreter.protocol import Engine, Playing

__all__ = ["Along", "Beginning", "Question", "begun", "chosen"]


def begun(engine: Engine, seed: int) -> Playing:
    """Begin a game in which bots can think. It keeps a record unless everything is public. Raises `Fault`."""
    return engine.begin(seed, record=not is_open(engine.program))


def chosen(engine: Engine, game: Playing, who: Bot, luck: Luck) -> Option:
    """Return the option that a bot chooses in a game. Raises `Fault` and `BotFailed`.

    The bot sees each option as its seat does, with the first of the components that are alike.
    """
    decision = game.decision
    assert decision is not None  # noqa: S101 - the bot decides
    told = who.choose(View(engine, game, decision), luck)
    return decision.options[decision.options.index(told)]


class Beginning(Protocol):
    """The beginning of a real game, from which shadow games are made."""

    def engine(self) -> Engine:
        """Make the engine with which bots think about the game."""

    def game(self, engine: Engine) -> Playing:
        """Return a game before its first answer, in which bots can think. Raises `Fault`."""


class Question(NamedTuple):
    """A request for a bot's answer to the next decision of a game.

    `answers` are the answers given so far, each as an index among the options. `luck` determines the bot's
    random choices. With `shares`, the question is how much the bot thinks of each option.
    """

    answers: tuple[int, ...]
    bot: str
    luck: Luck
    shares: bool = False


class Along:
    """A shadow game that repeats the answers of a real game with the same beginning."""

    def __init__(self, beginning: Beginning) -> None:
        self._beginning = beginning
        self._engine = beginning.engine()
        self._game = beginning.game(self._engine)
        self._answers: list[int] = []
        self._bots: dict[str, Bot] = {}

    def answer(self, question: Question) -> int:
        """Return a bot's answer as an index among the options. Raises `Fault`, `BadBot` and `BotFailed`."""
        who = self._asked(question)
        return self._game.options.index(chosen(self._engine, self._game, who, question.luck))

    def shares(self, question: Question) -> list[float]:
        """Return how much a bot thinks of each option. Raises `Fault`, `BadBot` and `BotFailed`."""
        who, decision = self._asked(question), self._game.decision
        if not isinstance(who, Advising) or decision is None:
            raise BadBot(f"`{question.bot}` gives no advice", "ask one that searches or has learned")
        return who.shares(View(self._engine, self._game, decision), question.luck)

    def _asked(self, question: Question) -> Bot:
        """Play the answers of a question, and return the bot that it asks."""
        self._follow(question.answers)
        who = self._bots.get(question.bot) or bot(question.bot)
        self._bots[question.bot] = who
        return who

    def _follow(self, answers: Sequence[int]) -> None:
        """Play the given answers. If they do not continue the answers played before, begin the game again."""
        known = len(self._answers)
        if self._answers != list(answers[:known]):
            self._game, self._answers, known = self._beginning.game(self._engine), [], 0
        for number in answers[known:]:
            self._game.play(self._game.options[number])
            self._answers.append(number)
