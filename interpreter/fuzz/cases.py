"""The games to play: combinations of options and numbers of players, of a covering array and at random."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from gamespec.compile import Compiled
from gamespec.configurations import PLAYERS
from gamespec.spec import OptionError, Spec
from gamespec.trees import types as t
from gamespec.trials import Trials
from interpreter.play.luck import Draws

__all__ = ["Case", "Cases"]

TRIES = 20
"""Number of random choices of options that are tried for one case."""


@dataclass(frozen=True, eq=False)
class Case:
    """A game for a number of players and a choice of options; `options` are those without their defaults.

    `compiled` checks the game's invariants while it runs.
    """

    spec: Spec
    compiled: Compiled
    options: Mapping[str, int | bool | str]

    @property
    def players(self) -> int:
        """The number of players."""
        return self.compiled.program.players

    @property
    def weight(self) -> tuple[int, int]:
        """How far the case is from the plainest: its players, and its options without their defaults."""
        return self.players, len(self.options)

    def plainer(self) -> Iterator[Case]:
        """Yield the cases with fewer players, and those in which one option has its default."""
        fewer = ((players, self.options) for players in self.spec.players if players < self.players)
        usual = (
            (self.players, {n: value for n, value in self.options.items() if n != name})
            for name in self.options
        )
        for players, options in chain(fewer, usual):
            case = _case(self.spec, players, options, checked=self.compiled.names.checked)
            if case is not None:
                yield case


class Cases:
    """The cases of a game: those of a covering array, the plainest first, and others at random.

    A number of players or a value of an option that is given is the same in all of them. Raises `OptionError`
    if the game does not allow these. If they are not `checked`, the programs check no invariants.
    """

    def __init__(
        self, spec: Spec, players: int | None, options: Mapping[str, str], *, checked: bool = True
    ) -> None:
        self._spec, self._checked = spec, checked
        self._given = spec.chosen(options) | ({} if players is None else {PLAYERS: players})
        self._world = spec.compiled(players, options).world
        self._plainest = {PLAYERS: players or spec.players[0]} | self._given
        self._seen = set[tuple[object, ...]]()

    def __iter__(self) -> Iterator[Case]:
        """Yield the cases of the covering array. The first has the defaults and the fewest players."""
        for choice in (self._plainest, *Trials(self._spec.model).choices(self._given)):
            case = self._new(choice)
            if case is not None:
                yield case

    def other(self, draws: Draws) -> Case | None:
        """Return a case that is new, at random; `None` if none is found.

        Of each option that is not given, half of the cases have the default.
        """
        for _ in range(TRIES):
            choice = {PLAYERS: self._spec.players[draws.below(len(self._spec.players))]}
            for name, option in self._world.options.items():
                if draws.below(2):
                    choice[name] = _drawn(option.type, draws)
            case = self._new(choice | self._given)
            if case is not None:
                return case
        return None

    def _new(self, choice: Mapping[str, int]) -> Case | None:
        """Return the case for a number of players and some options, unless it is known or not allowed."""
        options = self._world.options.items()
        texts = {n: self._world.values.text(option.type, choice[n]) for n, option in options if n in choice}
        case = _case(self._spec, choice[PLAYERS], texts, checked=self._checked)
        key = None if case is None else (case.players, *case.compiled.names.options.values())
        if key is None or key in self._seen:
            return None
        self._seen.add(key)
        return case


def _drawn(type_: t.Bool | t.Int | t.Named, draws: Draws) -> int:
    """Return a value of an option's type, chosen uniformly."""
    match type_:
        case t.Int(low, high):
            return low + draws.below(high - low + 1)
        case t.Named(_, _, first, size):
            return first + draws.below(size)
        case _:
            return draws.below(2)


def _case(spec: Spec, players: int, options: Mapping[str, int | bool | str], *, checked: bool) -> Case | None:
    """Return a case, or `None` if the game does not allow these values together."""
    try:
        made = spec.compiled(players, options, checked=checked)
    except OptionError:
        return None
    usual, shown = spec.world(players).options, made.world.options
    unusual = {
        name: value for name, value in made.names.options.items() if shown[name].value != usual[name].value
    }
    return Case(spec, made, unusual)
