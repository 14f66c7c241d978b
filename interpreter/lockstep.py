"""A game in lock-step with another program's: random games played in both, up to the first difference.

Whoever ports a game asks another program whether the rules are the same. Both games are played side by side,
with chance supplied: where one asks a player the other must ask the same one, with the same options; where
chance comes in it must come in there, too, with the same outcomes and shares; and in the end the results must
be the same. What is the same is told by keys. A key is anything that can be compared and hashed, by default
the text that people read: `Matched` says what an option, an outcome and a result of ours is there, and the
other program is an `Other`, which its user writes.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import isclose
from typing import Protocol, TypeAlias

from gamespec.compile import Compiled
from interpreter.engine.game import Game
from interpreter.play.errors import Fault
from interpreter.play.options import Option
from interpreter.play.result import Result
from interpreter.words import Words, diagnose

__all__ = ["Difference", "Key", "Matched", "Other", "Several", "Shown", "lock_step"]

Key: TypeAlias = Hashable
"""What tells an option, or an outcome, in both programs."""

TOLERANCE = 1e-6
"""How far shares of chance, and results, may be apart."""

MOST_SHOWN = 20
"""How many options or outcomes a difference lists."""


@dataclass(frozen=True)
class Several:
    """An option that is several answers there, given one after another, in whatever order."""

    keys: tuple[Key, ...]


class Other(Protocol):
    """A game of another program, at its beginning."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def player(self) -> int:
        """The seat (from 0) that decides next. Decisions that are made at once are made in this order."""

    @property
    def options(self) -> Collection[Key]:
        """What this player can answer."""

    def take(self, key: Key) -> None:
        """Give an answer, and play on to where somebody decides, or chance comes in."""

    def chances(self, stream: str | None) -> Mapping[Key, float] | None:
        """What chance can bring, with its share of 1; `None` if chance does not come in here.

        `stream` is what ours draws from, or `None` where ours asks a player.
        """

    def bring(self, stream: str, key: Key) -> None:
        """Let chance bring something, and play on."""

    @property
    def result(self) -> Sequence[float]:
        """What each seat has in the end."""


@dataclass(frozen=True)
class Shown:
    """A game of ours, and what its parts are called."""

    game: Game
    words: Words

    @property
    def stream(self) -> str:
        """The stream of the chance that is due, or the zone that is shuffled or drawn from."""
        assert self.game.chance is not None  # noqa: S101 - the caller has asked
        return self.words.chance(self.game.chance)[0]

    def text(self, option: Option) -> str:
        """An option as people read it."""
        return self.words.option(self.game, option)

    def action(self, option: Option) -> str:
        """The name of an option's action."""
        return self.words.names.actions[option.action].name

    def outcome(self, outcome: int) -> str:
        """An outcome of the chance that is due as people read it."""
        assert self.game.chance is not None  # noqa: S101 - the caller has asked
        return self.words.value(self.words.chance(self.game.chance)[1], outcome)


def scores(result: Result) -> Sequence[float]:
    """What each player has scored."""
    return result.scores


@dataclass(frozen=True)
class Matched:
    """What an option, an outcome of chance and a result of ours is in the other program.

    `rare` says which options are taken wherever there are some: they lead to what random games seldom show.
    """

    option: Callable[[Shown, Option], Key | Several] = Shown.text
    outcome: Callable[[Shown, int], Key] = Shown.outcome
    result: Callable[[Result], Sequence[float]] = scores
    rare: Callable[[Shown, Option], bool] | None = None


@dataclass(frozen=True)
class Difference:
    """Where two programs differ first: in which game, after which steps, and what each says."""

    game: int
    what: str
    ours: tuple[str, ...]
    theirs: tuple[str, ...]
    way: tuple[str, ...]

    def __str__(self) -> str:
        lines = [f"in game {self.game}, after {len(self.way)} steps: {self.what}"]
        lines += _listed("here:", self.ours) + _listed("there:", self.theirs)
        return "\n".join([*lines, "the way there:", *(f"  {step}" for step in self.way or ("none",))])


def _listed(head: str, said: Sequence[str]) -> list[str]:
    more = [f"and {len(said) - MOST_SHOWN} more"] if len(said) > MOST_SHOWN else []
    return [f"  {head}", *(f"    {each}" for each in [*said[:MOST_SHOWN], *more] or ["nothing"])]


def lock_step(
    compiled: Compiled,
    begin: Callable[[], Other],
    games: Iterable[int] = range(100),
    matched: Matched = Matched(),
) -> Difference | None:
    """Play random games of ours and of the other program; the first difference, or `None`.

    `begin` begins one there. Each of `games` is the seed of what is taken and drawn, and so a game of its
    own. Ours has chance supplied, so that both are brought the same.
    """
    for seed in games:
        difference = _Pair(compiled, begin(), matched, seed).played()
        if difference is not None:
            return difference
    return None


class _Differ(Exception):
    """They differ: what in, what ours says and what theirs."""

    def __init__(self, what: str, ours: Iterable[object], theirs: Iterable[object]) -> None:
        super().__init__(what)
        self.what, self.ours, self.theirs = what, tuple(map(str, ours)), tuple(map(str, theirs))


@dataclass
class _Pair:
    """One game in both programs."""

    compiled: Compiled
    other: Other
    matched: Matched
    seed: int
    way: list[str] = field(default_factory=list)

    def played(self) -> Difference | None:
        """Play it to its end; the first difference, if there is one."""
        try:
            self._play(random.Random(self.seed))  # noqa: S311 - not for secrets
        except _Differ as differ:
            return Difference(self.seed, differ.what, differ.ours, differ.theirs, tuple(self.way))
        except Fault as fault:
            said = diagnose(fault, self.compiled.names)
            what = f"ours comes to a stop at {said.span}"
            return Difference(self.seed, what, (f"{said.code}: {said.message}",), (), tuple(self.way))
        return None

    def _play(self, draws: random.Random) -> None:
        shown = Shown(Game(self.compiled.program, explicit=True), Words(self.compiled))
        while not shown.game.over:
            if self.other.over:
                raise _Differ("it is over there, and goes on here", ["it goes on"], ["it is over"])
            (self._draw if shown.game.chance is not None else self._decide)(shown, draws)
        if not self.other.over:
            raise _Differ("it is over here, and goes on there", ["it is over"], ["it goes on"])
        assert shown.game.result is not None  # noqa: S101 - it is over
        ours, theirs = self.matched.result(shown.game.result), self.other.result
        if len(ours) != len(theirs) or not all(map(_alike, ours, theirs)):
            raise _Differ("the results differ", [list(ours)], [list(theirs)])

    def _draw(self, shown: Shown, draws: random.Random) -> None:
        """Let chance bring the same to both, after comparing what it can bring."""
        game, stream = shown.game, shown.stream
        chance, there = game.chance, self.other.chances(stream)
        assert chance is not None  # noqa: S101 - who calls has asked
        if there is None:
            raise _Differ(f"chance comes in here only: `{stream}`", [stream], ["no chance"])
        ours: dict[Key, float] = {}
        for outcome, share in zip(chance.outcomes, chance.shares, strict=True):
            key = self.matched.outcome(shown, outcome)
            ours[key] = ours.get(key, 0) + share / chance.total
        apart = [key for key in {**ours, **there} if not _alike(ours.get(key, 0), there.get(key, 0))]
        if apart:
            raise _Differ(f"chance differs: `{stream}`", _shares(ours, apart), _shares(there, apart))
        outcome = draws.choice(chance.outcomes)
        self.way.append(f"{stream}: {shown.outcome(outcome)}")
        self.other.bring(stream, self.matched.outcome(shown, outcome))
        game.settle(outcome)

    def _decide(self, shown: Shown, draws: random.Random) -> None:
        """Take the same option in both, after comparing who decides between what."""
        game, other = shown.game, self.other
        if other.chances(None) is not None:
            raise _Differ("chance comes in there only", [f"p{game.player + 1} decides"], ["chance"])
        if game.player != other.player:
            raise _Differ("another player decides", [f"p{game.player + 1}"], [f"p{other.player + 1}"])
        keys = {option: self.matched.option(shown, option) for option in game.options}
        self._compare(shown, keys)
        rare = [o for o in keys if self.matched.rare is not None and self.matched.rare(shown, o)]
        chosen = draws.choice(rare or game.options)
        self.way.append(f"p{game.player + 1}: {shown.text(chosen)}")
        for key in _answers(keys[chosen]):
            other.take(key)
        game.apply(chosen)

    def _compare(self, shown: Shown, keys: Mapping[Option, Key | Several]) -> None:
        """Raise `_Differ` unless the options are the same, each once."""
        texts: dict[object, list[str]] = {}
        for option, key in keys.items():
            told = frozenset(key.keys) if isinstance(key, Several) else key
            texts.setdefault(told, []).append(shown.text(option))
        several = next((each for each in texts.values() if len(each) > 1), None)
        if several is not None:
            raise _Differ("options that differ here are one there", several, ["one option"])
        there = list(self.other.options)
        sizes = {len(key.keys) for key in keys.values() if isinstance(key, Several)}
        theirs: set[object] = set(there)
        if sizes:
            theirs = {frozenset(some) for size in sizes for some in combinations(there, size)}
        if texts.keys() != theirs:
            more = [f"{text}, which is {_text(key)}" for key, (text,) in texts.items() if key not in theirs]
            raise _Differ("the options differ", more, [_text(key) for key in theirs if key not in texts])


def _answers(key: Key | Several) -> Iterator[Key]:
    yield from key.keys if isinstance(key, Several) else (key,)


def _alike(one: float, other: float) -> bool:
    return isclose(one, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE)


def _shares(shares: Mapping[Key, float], keys: Iterable[Key]) -> list[str]:
    return [f"{_text(key)}: {shares.get(key, 0):.6g}" for key in keys]


def _text(key: object) -> str:
    return " and ".join(sorted(map(str, key))) if isinstance(key, frozenset) else repr(key)
