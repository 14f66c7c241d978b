"""From a path to a checked game: the passes, in their order.

    source → document → structure → description → binding → program

Each pass collects diagnostics and the next one works on what is left, as far as that makes sense:
a document that cannot be read ends the run; keys the schema does not know are ignored from there on;
other mistakes of structure end it after the expressions were read. Binding and compiling are done for
the least and the greatest number of players and for the extremes of every option, because bounds and
sizes depend on them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gamespec import model as m
from gamespec import resources
from gamespec.compile import compile_game
from gamespec.diagnostics import Collector, Diagnostic
from gamespec.document import read_document, read_source
from gamespec.expr import types as t
from gamespec.lint import unused
from gamespec.program import Program
from gamespec.read import read_game
from gamespec.resolve import bind
from gamespec.schema import check_structure
from gamespec.source import Source
from gamespec.suggest import did_you_mean
from gamespec.world import World

__all__ = ["Checked", "OptionError", "Spec", "SpecError", "UnknownGame", "check", "find", "games", "load"]


class UnknownGame(LookupError):  # noqa: N818 - what the caller asked for is unknown
    """There is no game of that name and no file at that path."""

    def __init__(self, name: str, hint: str | None) -> None:
        super().__init__(f"there is no game `{name}`" + (f": {hint}" if hint else ""))
        self.name = name
        self.hint = hint


class OptionError(ValueError):
    """An option or number of players that the game does not have; the text is a full sentence."""


class SpecError(ValueError):
    """A specification with mistakes; `diagnostics` says which."""

    def __init__(self, name: str, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(f"`{name}` has mistakes: " + "; ".join(f"{d.span} {d.message}" for d in diagnostics[:3]))
        self.diagnostics = diagnostics


@dataclass(frozen=True, eq=False)
class Spec:
    """A checked game. `program` makes it ready to run."""

    model: m.Game
    path: Path
    hash: str
    _programs: dict[object, Program] = field(default_factory=dict, repr=False)

    @property
    def id(self) -> str:
        """The game's id."""
        return self.model.ident.name

    @property
    def title(self) -> m.Text:
        """The game's title."""
        return self.model.title

    @property
    def about(self) -> m.Text | None:
        """What the author says of it."""
        return self.model.about

    @property
    def players(self) -> range:
        """The numbers of players it can be played by."""
        return self.model.players

    def world(self, players: int | None = None) -> World:
        """What the names mean with default options, for `players` (default: the least number)."""
        return bind(self.model, players or self.players[0], {}, Collector())

    def program(
        self, players: int | None = None, options: Mapping[str, int | bool | str] | None = None
    ) -> Program:
        """The program for a number of players (default: the least) and options.

        Option values may be texts, as on a command line. Raises `OptionError` for an unknown option, a
        value outside its type or a wrong number of players, `SpecError` if these options make the game
        impossible.
        """
        count = self.players[0] if players is None else players
        if count not in self.players:
            raise OptionError(f"`{self.id}` is for {_range_text(self.players)} players, not {count}")
        chosen = self._options(options or {})
        key = (count, tuple(sorted(chosen.items())))
        if key not in self._programs:
            found = Collector()
            program = _compile(self.model, count, chosen, self.hash, found)
            if program is None:
                raise SpecError(self.id, tuple(found))
            self._programs[key] = program
        return self._programs[key]

    def _options(self, given: Mapping[str, int | bool | str]) -> dict[str, int]:
        world = self.world()
        chosen: dict[str, int] = {}
        for name, value in given.items():
            option = world.options.get(name)
            if option is None:
                hint = did_you_mean(name, list(world.options))
                known = ", ".join(f"`{n}`" for n in world.options) or "none"
                raise OptionError(f"`{self.id}` has no option `{name}`; {hint or f'its options: {known}'}")
            chosen[name] = _option_value(name, value, option.type, world)
        return chosen


def _range_text(players: range) -> str:
    return str(players[0]) if len(players) == 1 else f"{players[0]} to {players[-1]}"


def _option_value(
    name: str, value: int | bool | str, type_: t.Bool | t.Int | t.Named, world: World
) -> int:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    match type_:
        case t.Bool() if text in {"true", "false"}:
            return int(text == "true")
        case t.Int(low, high) if text.lstrip("-").isdecimal() and low <= int(text) <= high:
            return int(text)
        case t.Named():
            found = world.find_value(type_, text)
            if found is not None:
                return found
            hint = did_you_mean(text, world.labels[type_.name])
            wanted = ", ".join(f"`{n}`" for n in world.labels[type_.name])
            raise OptionError(f"option `{name}` cannot be `{text}`; {hint or f'it is one of {wanted}'}")
        case _:
            pass
    wanted = "`true` or `false`" if isinstance(type_, t.Bool) else f"in `{t.show(type_)}`"
    raise OptionError(f"option `{name}` cannot be `{text}`; it is {wanted}")


@dataclass(frozen=True)
class Checked:
    """What a check found: `spec` is there if there are no errors."""

    spec: Spec | None
    diagnostics: tuple[Diagnostic, ...]


def games() -> list[str]:
    """The ids of the games that come with gamespec."""
    folder = resources.directory("games")
    return sorted(p.parent.name for p in folder.glob("*/game.yaml"))


def find(name_or_path: str | Path) -> Path:
    """The file of a game: a shipped game's id, a folder with a `game.yaml`, or a file.

    Raises `UnknownGame`.
    """
    path = Path(name_or_path)
    if path.is_dir() and (path / "game.yaml").is_file():
        return path / "game.yaml"
    if path.is_file():
        return path
    shipped = resources.directory("games") / str(name_or_path) / "game.yaml"
    if path.name == str(name_or_path) and shipped.is_file():
        return shipped
    hint = did_you_mean(str(name_or_path), games())
    raise UnknownGame(str(name_or_path), hint)


def load(name_or_path: str | Path) -> Spec:
    """A checked game. Raises `UnknownGame`, or `SpecError` if it has mistakes."""
    path = find(name_or_path)
    found = Collector()
    game, digest = _describe(path, found)
    if game is None or found.errors:
        raise SpecError(str(path), tuple(found))
    return Spec(game, path, digest)


def check(name_or_path: str | Path) -> Checked:
    """Everything that can be known of a specification before it runs. Raises `UnknownGame`."""
    path = find(name_or_path)
    found = Collector()
    game, digest = _describe(path, found)
    if game is None or found.errors:
        return Checked(None, tuple(found))
    used: set[str] = set()
    diagnostics = dict[tuple[str, object, int, int], Diagnostic]()
    for players, options in _configurations(game):
        one = Collector()
        world = bind(game, players, options, one)
        compile_game(world, {}, digest, one)
        used |= world.used
        _merge(diagnostics, one)
        if one.errors:
            break
    else:
        unused(game, used, found)
    _merge(diagnostics, found)
    every = tuple(sorted(diagnostics.values(), key=lambda d: (d.span.source.name, d.span.start)))
    wrong = any(d.severity == "error" for d in every)
    return Checked(None if wrong else Spec(game, path, digest), every)


def _merge(into: dict[tuple[str, object, int, int], Diagnostic], more: Iterable[Diagnostic]) -> None:
    for d in more:
        into.setdefault((d.code, d.span.source, d.span.start, d.span.end), d)


def _configurations(game: m.Game) -> Iterator[tuple[int, dict[str, int]]]:
    """The extremes: fewest and most players, and each option at each end of its type."""
    for players in dict.fromkeys((game.players[0], game.players[-1])):
        yield players, {}
    world = bind(game, game.players[0], {}, Collector())
    for name, option in world.options.items():
        first, size = t.domain(option.type) or (0, 1)
        values = range(first, first + size) if isinstance(option.type, t.Named) else (first, first + size - 1)
        for value in values:
            if value != option.value:
                yield game.players[0], {name: value}


def _describe(path: Path, found: Collector) -> tuple[m.Game | None, str]:
    """The description in a file, and a digest of everything it is made of."""
    source = read_source(path, found)
    node = read_document(source, found) if source is not None else None
    if source is None or node is None:
        return None, ""
    check_structure(node, "game", found)
    misshapen = any(d.code != "GS120" and d.severity == "error" for d in found)
    if misshapen:
        return None, ""
    game = read_game(node, found, path.parent)
    return game, _digest(source, game.sources if game else {})


def _digest(source: Source, tables: Mapping[str, str]) -> str:
    digest = hashlib.sha256(source.text.encode())
    for name in sorted(tables):
        digest.update(f"\0{name}\0{tables[name]}".encode())
    return digest.hexdigest()


def _compile(
    game: m.Game, players: int, options: Mapping[str, int], digest: str, found: Collector
) -> Program | None:
    world = bind(game, players, options, found)
    if found.errors:
        return None
    readable = {
        n: bool(o.value) if isinstance(o.type, t.Bool) else o.value if isinstance(o.type, t.Int) else world.value_text(o.type, o.value)
        for n, o in world.options.items()
    }  # fmt: skip
    return compile_game(world, readable, digest, found)
