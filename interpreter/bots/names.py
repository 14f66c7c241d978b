"""Makes bots from their names, which include the parameters."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

from interpreter.bots.flat import Flat
from interpreter.bots.good import GOOD, Good
from interpreter.bots.greedy import Greedy
from interpreter.bots.learned import Learned, learned
from interpreter.bots.mcts import Mcts
from interpreter.bots.own import own
from interpreter.bots.perfect import Perfect
from interpreter.bots.random_bot import Random
from interpreter.bots.refusals import BadBot, UnknownBot
from interpreter.bots.solved import Solved
from interpreter.bots.timed import Timed
from interpreter.bots.view import Bot
from interpreter.learning.policy_file import BadPolicy

__all__ = ["KINDS", "bot", "by_clock", "plays_inside", "within"]

MOST = 10_000_000
"""The greatest number of playouts per decision."""


_PLAIN: dict[str, Callable[[], Bot]] = {
    "random": Random, "greedy": Greedy, GOOD: Good, "equilibrium": Solved, "perfect": Perfect,
}  # fmt: skip
_SEARCHING: dict[str, Callable[[str, int, bool], Bot]] = {"flat": Flat, "mcts": Mcts}
_GUIDED = {"mcts": Mcts}

KINDS = {
    "random": "takes each option with the same chance",
    "greedy": "takes the option after which its score is best when its turn is over",
    GOOD: "plays by a policy that players learn when nobody has learned the game yet",
    "flat:N": "tries each option in random games to the end, about N together",
    "mcts:N": "searches a tree of what may follow, with N random games a decision",
    "learned:FILE": "plays by a policy that `gamespec learn` has written to a file",
    "perfect": "takes the best option; for small games of two sides without secrets and chance",
    "equilibrium": "mixes as in an equilibrium; for small games for two with hidden information",
    "file.py:function": "answers what a function of yours does",
}
"""The names of bots, each with a description. N can be followed by `:score`, and with `mcts` by `:FILE` or
`:good`, a policy that guides the search. Where games need not be reproducible, N can also be a time, such as
`2s`.
"""

_NUMBER = re.compile(r"\d{1,6}(?:\.\d{1,6})?", re.ASCII)
_TIME = re.compile(r"(\d{1,6}(?:\.\d{1,3})?)s", re.ASCII)
LONGEST = 3600
"""The greatest number of seconds per decision."""


def by_clock(name: str) -> bool:
    """Return whether the bot with this name thinks for a given time, so its games are not reproducible."""
    kind, *parameters = name.split(":")
    return kind in _SEARCHING and bool(parameters) and _TIME.fullmatch(parameters[0]) is not None


def plays_inside(names: Sequence[str]) -> bool:
    """Return whether an engine plays all games between the bots with these names by itself.

    They take options at random, or by policies.
    """
    kinds = {name.partition(":")[0] for name in names}
    return kinds <= {"random", "learned", GOOD} and not any(".py:" in name for name in names)


def within(name: str, most: int) -> bool:
    """Return whether the bot with this name never makes more than `most` playouts for a decision.

    For a bot that thinks for a given time, the result is false, because its playouts depend on the machine.
    """
    kind, *parameters = name.split(":")
    return kind not in _SEARCHING or (not by_clock(name) and int(parameters[0]) <= most)


def bot(name: str) -> Bot:
    """Make the bot with this name. Raises `BadBot` if the name or its parameters are invalid."""
    if ".py:" in name:
        return own(name)
    if name.startswith("learned:"):
        return _learned(name)
    kind, *parameters = name.split(":")
    if name in _PLAIN:
        return _PLAIN[name]()
    if kind in _PLAIN:
        raise BadBot(f"`{kind}` takes no parameters", f"write `{kind}`")
    if kind not in _SEARCHING:
        raise UnknownBot(
            f"no bot is called `{name}`", f"there are {', '.join(f'`{each}`' for each in KINDS)}"
        )
    cure = f"write `{kind}:N` with the number of playouts of a decision, such as `{kind}:400`"
    if not parameters or not (by_clock(name) or (parameters[0].isascii() and parameters[0].isdecimal())):
        raise BadBot(f"`{name}` does not say how many playouts", cure)
    make = _made(name, kind, ":".join(parameters[1:]), f"{kind}:{parameters[0]}")
    if by_clock(name):
        return _timed(name, kind, float(parameters[0][:-1]), make)
    playouts = int(parameters[0])
    if not 1 <= playouts <= MOST:
        raise BadBot(f"`{name}`: there are 1 to {MOST:,} playouts", cure)
    return make(playouts)


def _made(name: str, kind: str, last: str, first: str) -> Callable[[int], Bot]:
    """Return what makes a searching bot for a number of playouts.

    `last` is what follows `first`, which ends in a number: `score`, `good`, the file of a policy, or nothing.
    """
    by_score = last == "score"
    if by_score or not last:
        return lambda playouts: _SEARCHING[kind](name, playouts, by_score)
    if kind not in _GUIDED:
        raise BadBot(f"`{name}`: what follows the number can be `score` only", f"write `{first}:score`")
    guide: Learned | Good = Good()
    if last != GOOD:
        cure = f"write `{first}:score`, `{first}:{GOOD}`, or `{first}:FILE` with a file of `gamespec learn`"
        with _policy_of(name, last, cure):
            guide = learned(name, Path(last))
    return lambda playouts: _GUIDED[kind](name, playouts, guide=guide)


def _learned(name: str) -> Bot:
    """Make the bot for `learned:FILE` or `learned:FILE:TEMPERATURE`."""
    path, _, last = name.removeprefix("learned:").rpartition(":")
    temperature = float(last) if path and _NUMBER.fullmatch(last) else None
    if temperature is None:
        path = name.removeprefix("learned:")
    with _policy_of(
        name, path, "`gamespec learn GAME -o FILE` writes a policy, and `learned:FILE` plays by it"
    ):
        return learned(name, Path(path), temperature)


@contextmanager
def _policy_of(name: str, path: str, cure: str) -> Generator[None]:
    """Raise `BadBot` if the policy of a bot cannot be read from a file."""
    try:
        yield
    except OSError as error:
        raise BadBot(f"`{name}`: {path}: {error.strerror}", cure) from None
    except BadPolicy as error:
        raise BadBot(f"`{name}`: {path}: {error}", cure) from None


def _timed(name: str, kind: str, seconds: float, make: Callable[[int], Bot]) -> Bot:
    if not 0 < seconds <= LONGEST:
        raise BadBot(f"`{name}`: a decision takes up to {LONGEST:,} seconds", f"write `{kind}:2s`")
    return Timed(name, seconds, make)
