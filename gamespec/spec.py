"""A checked game, and its programs for particular options and numbers of players."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from gamespec.compile import Compiled, compile_game
from gamespec.model import model as m
from gamespec.program import Program
from gamespec.resolve import Requirements, bind
from gamespec.text.diagnostics import Collector, Diagnostic
from gamespec.text.source import Span
from gamespec.text.suggest import did_you_mean, fuller
from gamespec.text.visible import in_one_line
from gamespec.trees import types as t
from gamespec.world.symbols import OptionValue
from gamespec.world.world import World

__all__ = ["MOST_PROGRAMS", "OptionError", "Spec", "SpecError"]


class OptionError(ValueError):
    """Raised for an unknown option or number of players, and for a choice that the game does not allow.

    The message is a full sentence. `place` is the span of the requirement that a choice breaks.
    """

    def __init__(self, text: str, place: Span | None = None) -> None:
        super().__init__(text)
        self.place = place


class SpecError(ValueError):
    """Raised if a specification has mistakes. `diagnostics` lists them."""

    def __init__(self, name: str, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(
            f"`{name}` has mistakes: " + "; ".join(f"{d.span} {d.message}" for d in diagnostics[:3])
        )
        self.diagnostics = diagnostics


MOST_PROGRAMS = 32
"""Maximum number of programs that a game caches for different options and numbers of players."""


@dataclass(frozen=True, eq=False, repr=False)
class Spec:
    """A checked game. `program` compiles it for a choice of options and caches the latest programs."""

    model: m.Game
    path: Path
    hash: str
    name: str
    reach: tuple[Path, ...] = ()
    """Paths outside its own project that the game may read; see `gamespec.documents.reach`."""
    files: tuple[Path, ...] = ()
    """The file of the game, then the files of the overlays that are laid on it."""
    overlays: frozenset[Path] = frozenset()
    """The resolved paths of the overlays that no other overlay extends."""
    laid_over: tuple[str, ...] = ()
    """The ids of these overlays, in the order in which they are laid on one another."""
    _programs: dict[object, Compiled] = field(default_factory=dict, repr=False)

    @property
    def id(self) -> str:
        """The game's id."""
        return self.model.ident.name

    @property
    def called(self) -> str:
        """The game's id, or the ids of all overlays, joined by `+`, if there are any."""
        return "+".join(self.laid_over) or self.id

    @property
    def title(self) -> m.Text:
        """The game's title."""
        return self.model.title

    @property
    def about(self) -> m.Text | None:
        """The author's description of the game."""
        return self.model.about

    @property
    def players(self) -> range:
        """The allowed numbers of players."""
        return self.model.players

    def world(self, players: int | None = None) -> World:
        """Bind the names with default options, for `players` players (by default the minimum)."""
        return bind(self.model, players or self.players[0], {}, Collector())

    def program(
        self, players: int | None = None, options: Mapping[str, int | bool | str] | None = None
    ) -> Program:
        """Return the program that `compiled` returns, without its names."""
        return self.compiled(players, options).program

    def compiled(
        self,
        players: int | None = None,
        options: Mapping[str, int | bool | str] | None = None,
        *,
        checked: bool = False,
    ) -> Compiled:
        """Return the program for a number of players and a choice of options, with its names.

        With `checked`, the program checks the invariants of the game while it runs; one that does not hold is
        a fault (GS517). Games of this program have the same options, by the same numbers, as without, but
        their positions differ, and so does the identity of the program.

        By default, `players` is the minimum. Option values may be texts, as on a command line. Raises
        `OptionError` for an unknown option, a value outside its type, a wrong number of players or a choice
        that the game's `requires` excludes, and `SpecError` if these options make the game impossible.
        """
        count = self.players[0] if players is None else players
        if count not in self.players:
            raise OptionError(f"`{self.id}` is for {_range_text(self.players)} players, not {count}")
        chosen = self.chosen(options) if options else {}
        checked = checked and bool(self.model.invariants)
        key = (count, tuple(sorted(chosen.items())), checked)
        if key not in self._programs:
            self._require(count, chosen)
            found = Collector()
            program = _compile(self.model, count, chosen, self.hash, found, checked=checked)
            if program is None:
                raise SpecError(self.id, tuple(found))
            self._programs[key] = program
            if len(self._programs) > MOST_PROGRAMS:
                del self._programs[next(iter(self._programs))]
        else:
            self._programs[key] = self._programs.pop(key)  # most recently used last
        return self._programs[key]

    def __repr__(self) -> str:
        return f"<Spec {self.id}, {self.hash[:12]}>"

    def _require(self, players: int, chosen: Mapping[str, int]) -> None:
        """Raise `OptionError` if a choice breaks a requirement, unless the choice consists of defaults."""
        usual = {name: option.value for name, option in self._usual.options.items()}
        if not self.model.requires or chosen.items() <= usual.items():
            return  # a requirement the defaults violate this is the author's mistake; compiling reports it
        for required in self._requirements.unmet(players, chosen):
            shown = self._requirements.shown(required, players, chosen)
            says = in_one_line(str(required.says))
            where = required.condition.span
            raise OptionError(f"`{self.id}` cannot be played with {shown}: {says} ({where})", where)

    @cached_property
    def _requirements(self) -> Requirements:
        return Requirements(self.model)

    @cached_property
    def _usual(self) -> World:
        return self.world()

    def chosen(self, given: Mapping[str, int | bool | str]) -> dict[str, int]:
        """Convert the given option values to integers. Raises `OptionError` as `program` does."""
        world = self._usual
        chosen: dict[str, int] = {}
        for name, value in given.items():
            option = world.options.get(name)
            if option is None:
                hint = did_you_mean(name, world.options) or fuller(name, world.options)
                known = ", ".join(f"`{n}`" for n in world.options) or "none"
                raise OptionError(f"`{self.id}` has no option `{name}`; {hint or f'its options: {known}'}")
            chosen[name] = _option_value(name, value, option.type, world)
        return chosen


def _range_text(players: range) -> str:
    return str(players[0]) if len(players) == 1 else f"{players[0]} to {players[-1]}"


def _readable(option: OptionValue, world: World) -> int | bool | str:
    """Return an option's value in the form in which people write it."""
    match option.type:
        case t.Bool():
            return bool(option.value)
        case t.Int():
            return option.value
        case _:
            return world.values.text(option.type, option.value)


def _option_value(name: str, value: int | str, type_: t.Bool | t.Int | t.Named, world: World) -> int:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    match type_:
        case t.Bool() if text in {"true", "false"}:
            return int(text == "true")
        case t.Int(low, high) if re.fullmatch("-?[0-9]{1,10}", text) and low <= int(text) <= high:
            return int(text)
        case t.Named():
            found = world.values.find(type_, text)
            if found is not None:
                return found
            hint = did_you_mean(text, world.values.labels[type_.name])
            wanted = ", ".join(f"`{n}`" for n in world.values.labels[type_.name])
            raise OptionError(f"option `{name}` cannot be `{text}`; {hint or f'it is one of {wanted}'}")
        case _:
            pass
    wanted = "`true` or `false`" if isinstance(type_, t.Bool) else f"in `{t.show(type_)}`"
    raise OptionError(f"option `{name}` cannot be `{text}`; it is {wanted}")


def _compile(  # noqa: PLR0913 - what a program is made of
    game: m.Game,
    players: int,
    options: Mapping[str, int],
    digest: str,
    found: Collector,
    *,
    checked: bool,
) -> Compiled | None:
    world = bind(game, players, options, found)
    if found.errors:
        return None
    readable = {name: _readable(option, world) for name, option in world.options.items()}
    return compile_game(world, readable, digest, found, checked=checked)
