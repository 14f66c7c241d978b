"""How bots think, wherever their game is played: at a table, in the terminal, or in a run of many games.

A bot is shown a game of the engine by which it searches, and gives an option. Where the true game is kept by
another engine, or in another process, an `Along` plays its answers after it: the game in which the bot thinks
has then come about as it does in a run of games, and the same luck leads to the same choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from interpreter.bots.names import bot
from interpreter.bots.view import Bot, Luck, View, is_open
from interpreter.play.options import Option
from interpreter.protocol import Engine, Playing

__all__ = ["Along", "Beginning", "Question", "begun", "chosen"]


def begun(engine: Engine, seed: int) -> Playing:
    """A new game in which bots can think: it records unless all is open to everybody. Raises `Fault`."""
    return engine.begin(seed, record=not is_open(engine.program))


def chosen(engine: Engine, game: Playing, who: Bot, luck: Luck) -> Option:
    """The option on offer that a bot takes, which decides in a game. Raises `Fault` and `BotFailed`.

    The bot is shown options as its seat can tell them, with the first of alike components in each.
    """
    decision = game.decision
    assert decision is not None  # noqa: S101 - the bot decides
    told = who.choose(View(engine, game, decision), luck)
    return decision.options[decision.options.index(told)]


class Beginning(Protocol):
    """Where a game began."""

    def engine(self) -> Engine:
        """The engine by which bots think about it."""

    def game(self, engine: Engine) -> Playing:
        """The game before the first answer, in which bots can think. Raises `Fault`."""


class Question(NamedTuple):
    """A bot, by its name and luck, is to answer after these answers: each by its place among the options."""

    answers: tuple[int, ...]
    bot: str
    luck: Luck


class Along:
    """A game played after another one that began in the same way, for bots to think in."""

    def __init__(self, beginning: Beginning) -> None:
        self._beginning = beginning
        self._engine = beginning.engine()
        self._game = beginning.game(self._engine)
        self._answers: list[int] = []
        self._bots: dict[str, Bot] = {}

    def answer(self, question: Question) -> int:
        """What a bot answers, by its place among the options. Raises `Fault`, `BadBot` and `BotFailed`."""
        self._follow(question.answers)
        who = self._bots.get(question.bot) or bot(question.bot)
        self._bots[question.bot] = who
        return self._game.options.index(chosen(self._engine, self._game, who, question.luck))

    def _follow(self, answers: Sequence[int]) -> None:
        """Play to where the game stands after some answers, from the beginning if others had been given."""
        known = len(self._answers)
        if self._answers != list(answers[:known]):
            self._game, self._answers, known = self._beginning.game(self._engine), [], 0
        for number in answers[known:]:
            self._game.play(self._game.options[number])
            self._answers.append(number)
