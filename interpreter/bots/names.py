"""What bots are called, and which parameters they take."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.bots.flat import Flat
from interpreter.bots.greedy import Greedy
from interpreter.bots.mcts import Mcts
from interpreter.bots.own import own
from interpreter.bots.random_bot import Random
from interpreter.bots.refusals import BadBot
from interpreter.bots.view import Bot

__all__ = ["KINDS", "bot"]

MOST = 10_000_000
"""The most playouts of a decision."""


_SEARCHING: dict[str, Callable[[str, int, bool], Bot]] = {"flat": Flat, "mcts": Mcts}

KINDS = {
    "random": "takes each option with the same chance",
    "greedy": "takes the option after which its score is best when its turn is over",
    "flat:N": "tries each option in random games to the end, about N together",
    "mcts:N": "searches a tree of what may follow, with N random games a decision",
    "file.py:function": "answers what a function of yours does",
}
"""The bots by what they are called, each with what it does. After N may follow `:score`."""


def bot(name: str) -> Bot:
    """The bot of a name. Raises `BadBot`."""
    if ".py:" in name:
        return own(name)
    kind, *parameters = name.split(":")
    if name == "random":
        return Random()
    if name == "greedy":
        return Greedy()
    if kind in ("random", "greedy"):
        raise BadBot(f"`{kind}` takes no parameters", f"write `{kind}`")
    if kind not in _SEARCHING:
        raise BadBot(f"no bot is called `{name}`", f"there are {', '.join(f'`{each}`' for each in KINDS)}")
    cure = f"write `{kind}:N` with the number of playouts of a decision, such as `{kind}:400`"
    if not parameters or not (parameters[0].isascii() and parameters[0].isdecimal()):
        raise BadBot(f"`{name}` does not say how many playouts", cure)
    playouts = int(parameters[0])
    if not 1 <= playouts <= MOST:
        raise BadBot(f"`{name}`: there are 1 to {MOST:,} playouts", cure)
    if parameters[1:] not in ([], ["score"]):
        raise BadBot(
            f"`{name}`: what follows the number can be `score` only", f"write `{kind}:{playouts}:score`"
        )
    return _SEARCHING[kind](name, playouts, bool(parameters[1:]))
