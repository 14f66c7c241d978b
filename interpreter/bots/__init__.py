"""Bots: each answers from its seat's knowledge, a random seed, and the rules, for any game.

`bot("mcts:400")` makes a bot from its name. No bot has game-specific parameters, and none sees more than a
`View`.
"""

from interpreter.bots.names import KINDS, bot, by_clock, within
from interpreter.bots.random_bot import Random
from interpreter.bots.refusals import BadBot, BotFailed
from interpreter.bots.view import Bot, Luck, View, is_open

__all__ = [
    "KINDS",
    "BadBot",
    "Bot",
    "BotFailed",
    "Luck",
    "Random",
    "View",
    "bot",
    "by_clock",
    "is_open",
    "within",
]
