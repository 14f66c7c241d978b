"""The games to play: combinations of options and numbers of players that a covering array chooses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from gamespec.compile import Compiled
from gamespec.configurations import PLAYERS
from gamespec.spec import OptionError, Spec
from gamespec.trials import Trials

__all__ = ["Case", "cases"]


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


def cases(
    spec: Spec, players: int | None, options: Mapping[str, str], *, checked: bool = True
) -> Iterator[Case]:
    """Yield the cases of a game, the plainest first: the defaults with the fewest players.

    A number of players or a value of an option that is given is the same in all of them. Raises `OptionError`
    if the game does not allow these. Without `checked`, the programs check no invariants.
    """
    given = spec.chosen(options) | ({} if players is None else {PLAYERS: players})
    world = spec.compiled(players, options).world
    seen = set[tuple[object, ...]]()
    for choice in ({PLAYERS: players or spec.players[0]} | given, *Trials(spec.model).choices(given)):
        texts = {
            name: world.values.text(option.type, choice[name])
            for name, option in world.options.items()
            if name in choice
        }
        case = _case(spec, choice[PLAYERS], texts, checked=checked)
        key = None if case is None else (case.players, *case.compiled.names.options.values())
        if case is not None and key is not None and key not in seen:
            seen.add(key)
            yield case


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
