"""Bots that can play any game, using only the rules, what their seat knows, and a random seed.

`bot("mcts:400")` makes a bot from its name. No bot has parameters for a particular game, and no bot sees more
than a `View`.
"""

from interpreter.bots.names import KINDS, bot, by_clock, plays_inside, within
from interpreter.bots.random_bot import Random
from interpreter.bots.refusals import BadBot, BotFailed, UnknownBot
from interpreter.bots.view import Bot, Luck, View
from interpreter.play.openness import is_open

__all__ = [
    "KINDS",
    "BadBot",
    "Bot",
    "BotFailed",
    "Luck",
    "Random",
    "UnknownBot",
    "View",
    "bot",
    "by_clock",
    "is_open",
    "plays_inside",
    "within",
]
