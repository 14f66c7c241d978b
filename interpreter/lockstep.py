"""Compares a game with another program for the same game, by playing random games in both programs.

An author who ports a game can check in this way whether another program has the same rules. Both games are
played side by side in lock step, with explicit chance, and the comparison stops at the first difference.
Where one program asks a player, the other must ask the same player, with the same options. Where chance
occurs in one program, it must occur in the other, with the same outcomes and weights. The results must be the
same. Keys identify corresponding options and outcomes. A key is any comparable and hashable value; by
default, it is the text that people read. `Matched` maps our options, outcomes and results to those of the
other program. The other program is an `Other`, which the user writes.
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
"""A value that identifies an option or an outcome in both programs."""

TOLERANCE = 1e-6
"""The tolerance within which probabilities and results count as equal."""

MOST_SHOWN = 20
"""The greatest number of options or outcomes that the description of a difference lists."""


@dataclass(frozen=True)
class Several:
    """An option that stands for several answers in the other program, given one by one in any order."""

    keys: tuple[Key, ...]


class Other(Protocol):
    """A game of the other program, before its first decision."""

    @property
    def over(self) -> bool:
        """Whether the game is over."""

    @property
    def player(self) -> int:
        """The seat (from 0) that decides next. This also determines the order of simultaneous decisions."""

    @property
    def options(self) -> Collection[Key]:
        """The possible answers of the player who decides."""

    def take(self, key: Key) -> None:
        """Give an answer, and play on to the next decision or chance node."""

    def chances(self, stream: str | None) -> Mapping[Key, float] | None:
        """Return the probability of each outcome of chance, or `None` if the game is not at a chance node.

        `stream` is the stream from which our game draws, or `None` if our game asks a player.
        """

    def bring(self, stream: str, key: Key) -> None:
        """Let chance have the given outcome, and play on to the next decision or chance node."""

    @property
    def result(self) -> Sequence[float]:
        """The result of each seat."""


@dataclass(frozen=True)
class Shown:
    """A game of ours, with the words that describe its parts."""

    game: Game
    words: Words

    @property
    def stream(self) -> str:
        """The stream of the pending chance node, or else the zone that is shuffled or drawn from."""
        assert self.game.chance is not None  # noqa: S101 - the caller has asked
        return self.words.chance(self.game.chance)[0]

    def text(self, option: Option) -> str:
        """Return the text of an option, as people read it."""
        return self.words.option(self.game, option)

    def action(self, option: Option) -> str:
        """Return the name of the action of an option."""
        return self.words.names.actions[option.action].name

    def outcome(self, outcome: int) -> str:
        """Return the text of an outcome of the pending chance node, as people read it."""
        assert self.game.chance is not None  # noqa: S101 - the caller has asked
        return self.words.value(self.words.chance(self.game.chance)[1], outcome)


def scores(result: Result) -> Sequence[float]:
    """Return the score of each player."""
    return result.scores


@dataclass(frozen=True)
class Matched:
    """Maps our options, outcomes of chance and results to those of the other program.

    `rare` selects options that random games seldom reach. Whenever such options are on offer, one of them is
    taken.
    """

    option: Callable[[Shown, Option], Key | Several] = Shown.text
    outcome: Callable[[Shown, int], Key] = Shown.outcome
    result: Callable[[Result], Sequence[float]] = scores
    rare: Callable[[Shown, Option], bool] | None = None


@dataclass(frozen=True)
class Difference:
    """The first difference between two programs.

    `game` is the number of the random game, and `way` describes the steps before the difference. `ours` and
    `theirs` are the values that differ.
    """

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
    """Play random games of ours and of the other program, and return the first difference, or `None`.

    `begin` starts a game of the other program. Each element of `games` is the seed for the choices and draws
    of one game. Our game has explicit chance, which allows both games to receive the same outcomes.
    """
    for seed in games:
        difference = _Pair(compiled, begin(), matched, seed).played()
        if difference is not None:
            return difference
    return None


class _Differ(Exception):
    """A difference between the two programs, with its subject and the values of both programs."""

    def __init__(self, what: str, ours: Iterable[object], theirs: Iterable[object]) -> None:
        super().__init__(what)
        self.what, self.ours, self.theirs = what, tuple(map(str, ours)), tuple(map(str, theirs))


@dataclass
class _Pair:
    """One random game that is played in both programs."""

    compiled: Compiled
    other: Other
    matched: Matched
    seed: int
    way: list[str] = field(default_factory=list)

    def played(self) -> Difference | None:
        """Play the game until it ends or the programs differ, and return the difference, or `None`."""
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
        """Compare the possible outcomes of chance, and let both games have the same outcome."""
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
        """Compare the deciding player and the options, and take the same option in both games."""
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
        """Raise `_Differ` unless both programs have the same options, each exactly once."""
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
