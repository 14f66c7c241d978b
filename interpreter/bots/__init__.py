"""Players that try: each answers by what its seat knows, a seed of luck, and the rules of any game.

`bot("mcts:400")` makes one from its name. None has parameters of a game, and none sees more than a `View`.
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
