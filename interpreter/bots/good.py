"""The bot `good`: it plays by a policy for the program at hand, which players learn if there is none yet.

The policy comes with gamespec, or is kept in the user's cache. Otherwise players learn it, before any game is
played (`prepared`), and it is kept in the cache. There it belongs to the program, which has the same identity
whatever its author measures.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter

from gamespec.compile import named
from gamespec.program import Program
from gamespec.system.user_cache import folder
from interpreter.bots.learned import Learned
from interpreter.bots.refusals import BotFailed
from interpreter.bots.view import Luck, View
from interpreter.engines import best
from interpreter.kernels.arrays.choosing import check_spelled
from interpreter.learning.kept import Kept, cached, keep, shipped
from interpreter.learning.training import LearnsGames, Training
from interpreter.play.openness import is_open
from interpreter.play.options import Option
from interpreter.protocol import LearningEngine

__all__ = [
    "GOOD",
    "SECONDS",
    "CannotLearn",
    "Good",
    "good_among",
    "known",
    "learning_engine",
    "learning_note",
    "prepared",
]

GOOD = "good"
"""The name of the bot."""

_FOLLOWS_IT = re.compile(rf"(?:mcts:[^:]*:)?{GOOD}")
"""The names of bots that follow its policy."""

SECONDS = 30.0
"""How long players learn a game that nobody has learned yet."""


class CannotLearn(Exception):
    """Players cannot learn a program, or not here."""


class _Policy:
    """The type of the key under which the policy of a program is cached in memory."""


_POLICY = _Policy()


@dataclass(slots=True, eq=False)
class Good:
    """Plays by the policy for the program, at the temperature of the policy."""

    name: str = GOOD
    _ready: tuple[Program, Learned] | None = field(default=None, init=False)

    def choose(self, view: View, luck: Luck) -> Option:
        """Return the option. Raises `BotFailed` if nobody has learned the program."""
        return self.learned(view.program).choose(view, luck)

    def shares(self, view: View, luck: Luck) -> list[float]:
        """Return how often the policy takes each option. Raises `BotFailed` as `choose` does."""
        return self.learned(view.program).shares(view, luck)

    def learned(self, program: Program) -> Learned:
        """Return the bot with the policy for a program. Raises `BotFailed` if nobody has learned it."""
        if self._ready is None or self._ready[0] is not program:
            found = known(program)
            if found is None:
                why = "nobody has learned this game yet, or the cache is disabled"
                cure = "`gamespec learn GAME -o FILE` writes a policy, and `learned:FILE` plays by it"
                raise BotFailed(f"`{GOOD}` has no policy here: {why}; {cure}")
            self._ready = program, Learned(GOOD, found.policy, found.policy.temperature)
        return self._ready[1]


def known(program: Program) -> Kept | None:
    """Return the policy for a program, or `None` if nobody has learned it."""
    compiled = named(program)
    plain = program if compiled is None else compiled.unmeasured
    found = plain.made_of.get(_POLICY)
    if found is None:
        found = None if compiled is None else shipped(plain, compiled.names.game)
        found = found or cached(plain)
        if found is not None:
            plain.made_of[_POLICY] = found
    assert found is None or isinstance(found, Kept)  # noqa: S101 - it is ours
    return found


def good_among(names: Sequence[str]) -> bool:
    """Return whether one of the bots with these names follows the policy of `good`."""
    return any(_FOLLOWS_IT.fullmatch(name) for name in names)


def prepared(
    program: Program, names: Sequence[str], begun: Callable[[str], Callable[[float, int], None]]
) -> Kept | None:
    """Return the policy by which `good` plays a program, or `None` if none of the `names` needs it.

    If nobody has learned the program yet, players learn it now, for `SECONDS`. Then `begun` is called with
    the name of the game, and what it returns is called from time to time with the seconds and the games so
    far. Raises `CannotLearn`.
    """
    if not good_among(names):
        return None
    return known(program) or _learned(program, begun)


def learning_note(game: str) -> str:
    """Say why players learn a game now, how long, what becomes of the policy, and how to do without."""
    kept = (
        "once, as the cache keeps the policy" if folder() is not None else "each time, as there is no cache"
    )
    return (
        f"nobody has learned {game} yet under these rules; players learn it now, for {SECONDS:g} s, {kept}; "
        "where only numbers change, `learned:FILE` plays by an earlier policy"
    )


def _learned(program: Program, begun: Callable[[str], Callable[[float, int], None]]) -> Kept:
    """Let players learn a program, and keep the policy."""
    compiled = named(program)
    plain, names = (program, None) if compiled is None else (compiled.unmeasured, compiled.names)
    training = Training(plain, learning_engine(plain))
    tell, start = begun("this game" if names is None else names.game), perf_counter()
    while (spent := perf_counter() - start) < SECONDS or not training.games:
        training.learn()
        tell(spent, training.games)
    policy = (
        training.policy("", {}, spent) if names is None else training.policy(names.game, names.options, spent)
    )
    keep(policy)
    found = Kept(policy, "made just now")
    plain.made_of[_POLICY] = found
    return found


def learning_engine(program: Program) -> LearnsGames:
    """Return the engine in which players learn. Raises `CannotLearn` if the program does not allow it."""
    if not is_open(program):
        try:
            check_spelled(program)
        except ValueError as error:
            raise CannotLearn(f"players cannot learn this game: {error}") from None
    make, why = best(program, 1, steps=False)
    engine = make(program)
    if not isinstance(engine, LearningEngine):
        raise CannotLearn(f"players learn in the compiled engine only: {why}")
    return engine
