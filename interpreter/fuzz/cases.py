"""The games to play: combinations of options and numbers of players that a covering array chooses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gamespec.compile import Compiled
from gamespec.configurations import PLAYERS
from gamespec.spec import OptionError, Spec, SpecError
from gamespec.trials import Trials

__all__ = ["Case", "cases"]


@dataclass(frozen=True, eq=False)
class Case:
    """A game for a number of players and a choice of options; `options` are those without their defaults.

    `compiled` checks the game's invariants while it runs.
    """

    compiled: Compiled
    options: Mapping[str, int | bool | str]

    @property
    def players(self) -> int:
        """The number of players."""
        return self.compiled.program.players


def cases(spec: Spec, players: int | None, options: Mapping[str, str]) -> Iterator[Case]:
    """Yield the cases of a game, the plainest first: the defaults with the fewest players.

    A number of players or a value of an option that is given is the same in all of them. Raises `OptionError`
    if the game does not allow these.
    """
    given = spec.chosen(options) | ({} if players is None else {PLAYERS: players})
    usual = spec.compiled(players, options)
    yield Case(spec.compiled(players, options, checked=True), _unusual(spec, usual))
    world = usual.world
    seen = {(usual.program.players, *usual.names.options.values())}
    for choice in Trials(spec.model).choices(given):
        texts = {name: world.values.text(option.type, choice[name]) for name, option in world.options.items()}
        try:
            made = spec.compiled(choice[PLAYERS], texts, checked=True)
        except (OptionError, SpecError):  # values that are given may exclude others
            continue
        key = (made.program.players, *made.names.options.values())
        if key not in seen:
            seen.add(key)
            yield Case(made, _unusual(spec, made))


def _unusual(spec: Spec, made: Compiled) -> dict[str, int | bool | str]:
    """Return the options of a game that do not have their defaults."""
    usual = spec.world(made.program.players).options
    shown = made.world.options
    return {
        name: value for name, value in made.names.options.items() if shown[name].value != usual[name].value
    }
