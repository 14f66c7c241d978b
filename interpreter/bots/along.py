"""Shadow games, in which bots think wherever the real game is played: at a table, in a terminal, or in a run.

A bot sees a game of the engine by which it searches, and returns an option. If the real game belongs to
another engine or process, an `Along` repeats its answers. The shadow game then develops as in a run of games,
and the same luck leads to the same choice.
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
    """Begin a game in which bots can think: it records unless everything is public. Raises `Fault`."""
    return engine.begin(seed, record=not is_open(engine.program))


def chosen(engine: Engine, game: Playing, who: Bot, luck: Luck) -> Option:
    """Return the option that a bot chooses in a game. Raises `Fault` and `BotFailed`.

    The bot sees options as its seat does, with the first of alike components in each.
    """
    decision = game.decision
    assert decision is not None  # noqa: S101 - the bot decides
    told = who.choose(View(engine, game, decision), luck)
    return decision.options[decision.options.index(told)]


class Beginning(Protocol):
    """The beginning of a game."""

    def engine(self) -> Engine:
        """Make the engine by which bots think about it."""

    def game(self, engine: Engine) -> Playing:
        """Return the game before the first answer, in which bots can think. Raises `Fault`."""


class Question(NamedTuple):
    """A request to a bot, with its luck, after these answers, each an index among the options."""

    answers: tuple[int, ...]
    bot: str
    luck: Luck


class Along:
    """Repeats a game that began in the same way, so that bots can think in it."""

    def __init__(self, beginning: Beginning) -> None:
        self._beginning = beginning
        self._engine = beginning.engine()
        self._game = beginning.game(self._engine)
        self._answers: list[int] = []
        self._bots: dict[str, Bot] = {}

    def answer(self, question: Question) -> int:
        """Return a bot's answer, an index among the options. Raises `Fault`, `BadBot` and `BotFailed`."""
        self._follow(question.answers)
        who = self._bots.get(question.bot) or bot(question.bot)
        self._bots[question.bot] = who
        return self._game.options.index(chosen(self._engine, self._game, who, question.luck))

    def _follow(self, answers: Sequence[int]) -> None:
        """Play up to the given answers, from the beginning if different ones were given before."""
        known = len(self._answers)
        if self._answers != list(answers[:known]):
            self._game, self._answers, known = self._beginning.game(self._engine), [], 0
        for number in answers[known:]:
            self._game.play(self._game.options[number])
            self._answers.append(number)
