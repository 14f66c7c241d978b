"""From a path to a checked game: the passes, in their order.

    source → document → structure → description → binding → program

Each pass collects diagnostics and the next one works on what is left. Only a document that cannot be
read ends the run. A value of the wrong shape and an expression that is none stand as `Unread` from
there on, a declaration that lacks what it needs is left out and its name silenced, so that nothing
follows from them. Binding and compiling are done for several choices of options and numbers of players
(`configurations`), because bounds and sizes depend on them.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from gamespec import model as m
from gamespec import resources
from gamespec.blame import Errors, at_the_edits
from gamespec.compile import compile_game
from gamespec.configurations import MOST_THOROUGH, PLAYERS, Choice, covering, every, total
from gamespec.diagnostics import Collector, Diagnostic
from gamespec.document import Mapping as Nodes
from gamespec.document import Node, Room, Scalar, read_document, read_source
from gamespec.expr import types as t
from gamespec.files import MAX_BYTES, is_file, is_folder, read_bytes, real
from gamespec.language import check_language, remind_of_language
from gamespec.lint import LINTS, Subject
from gamespec.nodes import without
from gamespec.program import Program
from gamespec.reach import Reach
from gamespec.read import read_game
from gamespec.resolve import bind
from gamespec.schema import check_structure
from gamespec.source import Source
from gamespec.suggest import did_you_mean, rationed
from gamespec.variant import Overlay, merge
from gamespec.world import OptionValue, World

__all__ = [
    "Checked",
    "OptionError",
    "Spec",
    "SpecError",
    "UnknownGame",
    "check",
    "find",
    "games",
    "load",
    "parted",
    "peek",
    "variants",
]


class UnknownGame(LookupError):
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
        super().__init__(
            f"`{name}` has mistakes: " + "; ".join(f"{d.span} {d.message}" for d in diagnostics[:3])
        )
        self.diagnostics = diagnostics


MOST_PROGRAMS = 32
"""How many programs a game keeps, for different options and numbers of players."""


@dataclass(frozen=True, eq=False, repr=False)
class Spec:
    """A checked game. `program` makes it ready to run, and keeps the programs asked for last."""

    model: m.Game
    path: Path
    hash: str
    name: str
    reach: tuple[Path, ...] = ()
    """What may be read besides what belongs to it; see `gamespec.reach`."""
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
        chosen = self.chosen(options) if options else {}
        key = (count, tuple(sorted(chosen.items())))
        if key not in self._programs:
            found = Collector()
            program = _compile(self.model, count, chosen, self.hash, found)
            if program is None:
                raise SpecError(self.id, tuple(found))
            self._programs[key] = program
            if len(self._programs) > MOST_PROGRAMS:
                del self._programs[next(iter(self._programs))]
        else:
            self._programs[key] = self._programs.pop(key)  # asked for last
        return self._programs[key]

    def __repr__(self) -> str:
        return f"<Spec {self.id}, {self.hash[:12]}>"

    @cached_property
    def _usual(self) -> World:
        return self.world()

    def chosen(self, given: Mapping[str, int | bool | str]) -> dict[str, int]:
        """The values that options are given, as integers. Raises `OptionError` as `program` does."""
        world = self._usual
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


def _readable(option: OptionValue, world: World) -> int | bool | str:
    """An option's value as people write it."""
    match option.type:
        case t.Bool():
            return bool(option.value)
        case t.Int():
            return option.value
        case _:
            return world.value_text(option.type, option.value)


def _option_value(name: str, value: int | str, type_: t.Bool | t.Int | t.Named, world: World) -> int:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    match type_:
        case t.Bool() if text in {"true", "false"}:
            return int(text == "true")
        case t.Int(low, high) if re.fullmatch("-?[0-9]{1,10}", text) and low <= int(text) <= high:
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


def variants(game: str) -> list[str]:
    """The names of a shipped game's variants: `NAME` is loaded as `GAME+NAME`."""
    folder = resources.directory("games") / game / "variants"
    return sorted(p.stem for p in folder.glob("*.yaml"))


def find(name_or_path: str | Path) -> tuple[Path, ...]:
    """The files of a game: the first is the game's, or an overlay's; further ones are laid on it.

    A shipped game's id, a folder with a `game.yaml`, or a file; then, after `+`, names of variants beside the
    game. Raises `UnknownGame`.
    """
    name, overlays = parted(str(name_or_path))
    base = _find_one(name)
    return (base, *(_find_variant(base, name, overlay) for overlay in overlays))


def parted(name: str) -> tuple[str, list[str]]:
    """A game's name or path, and the variants after it; a `+` may belong to a path that is there."""
    parts = name.split("+")
    for end in range(len(parts), 1, -1):
        if os.path.lexists(path := "+".join(parts[:end])):
            return path, parts[end:]
    return parts[0], parts[1:]


def _find_one(name: str) -> Path:
    path = Path(name)
    if is_folder(path) and os.path.lexists(path / "game.yaml"):
        return path / "game.yaml"
    if os.path.lexists(path) and not is_folder(path):
        return path
    if path.name == name:
        return _find_one_shipped(name)
    raise UnknownGame(name, did_you_mean(path.name, games()))


def _find_variant(base: Path, name: str, overlay: str) -> Path:
    folder = base.parent / "variants"
    path = folder / f"{overlay}.yaml"
    if path.parent != folder or not is_file(path):
        there = sorted(p.stem for p in folder.glob("*.yaml"))
        hint = did_you_mean(overlay, there) or (
            f"its variants: {', '.join(there)}" if there else "it has no variants"
        )
        raise UnknownGame(f"{name}+{overlay}", hint)
    return path


def load(name_or_path: str | Path, reach: Iterable[str | Path] = ()) -> Spec:
    """A checked game. Raises `UnknownGame`, or `SpecError` if it has mistakes.

    `reach` names files and folders outside of the game's project that it may read; see `gamespec.reach`.

    What only some options or numbers of players bring to light is found by `check`, or when `program` is
    asked for them.
    """
    spec = peek(name_or_path, reach)
    spec.program()
    return spec


def peek(name_or_path: str | Path, reach: Iterable[str | Path] = ()) -> Spec:
    """A game as it is described, its names not yet bound; for those who only want to tell of it.

    Raises `UnknownGame`, or `SpecError` if it cannot be read.
    """
    files = find(name_or_path)
    found = Collector()
    within = _reach(name_or_path, reach)
    reading = _describe(files, within, found)
    if reading is None or found.errors:
        raise SpecError(str(name_or_path), tuple(found))
    return Spec(reading.game, reading.path, reading.digest, str(name_or_path), within.named)


def check(
    name_or_path: str | Path,
    reach: Iterable[str | Path] = (),
    *,
    thorough: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Checked:
    """Everything that can be known of a specification before it runs. Raises `UnknownGame`.

    `reach` is as for `load`. `thorough` tries all combinations of options and numbers of players up to a
    bound, instead of a covering array; `progress` is told how many of how many have been tried.
    """
    with rationed():
        return _check(name_or_path, reach, thorough, progress)


def _check(
    name_or_path: str | Path,
    reach: Iterable[str | Path],
    thorough: bool,  # noqa: FBT001 - as its caller names it
    progress: Callable[[int, int], None] | None,
) -> Checked:
    files = find(name_or_path)
    found = Collector()
    within = _reach(name_or_path, reach)
    reading = _describe(files, within, found)
    if reading is None:
        return Checked(None, tuple(found))
    game = reading.game
    trials = _Trials(game, reading.digest)
    trials.default()
    if not found.errors and not trials.wrong:
        trials.others(thorough=thorough, progress=progress)
    if not found.errors and not trials.wrong:
        subject = Subject(game, trials.used, trials.program, found)
        for lint in LINTS:
            lint(subject)
        for document in reading.documents:
            remind_of_language(document.node, found)
    said = [*found, *trials.diagnostics.values()]
    if reading.overlays and any(d.severity == "error" for d in said):
        said = at_the_edits(said, reading.overlays, lambda edit: _errors_without(reading, trials, edit))
    every_one = tuple(sorted(said, key=lambda d: (d.code == "GS116", d.span.source.name, d.span.start)))
    wrong = any(d.severity == "error" for d in every_one)
    spec = None if wrong else Spec(game, reading.path, reading.digest, str(name_or_path), within.named)
    return Checked(spec, every_one)


MOST_PARTS_CHECKED = 45_000
"""After how many parts no further choice of players and options is tried, but by a thorough check."""


_Key = tuple[str, object, int, int]


@dataclass(eq=False)
class _Trials:
    """A game checked for one choice of options after another; what was found, each fault once."""

    game: m.Game
    digest: str
    diagnostics: dict[_Key, Diagnostic] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    reduced: int = 0
    left: int = MOST_PARTS_CHECKED
    last: Choice = field(default_factory=dict)
    program: Program | None = None

    @property
    def wrong(self) -> bool:
        """Whether there is an error."""
        return any(d.severity == "error" for d in self.diagnostics.values())

    def default(self) -> None:
        """Check the game as it is played by the fewest players if nobody sets an option."""
        self._add(self._found({PLAYERS: self.game.players[0]}))

    def others(self, *, thorough: bool, progress: Callable[[int, int], None] | None) -> None:
        """Check the combinations of options and numbers of players that there are to check."""
        factors = self._factors(thorough=thorough)
        rows = every(factors) if thorough else covering(factors)
        most = min(total(factors), MOST_THOROUGH)
        defaults = next(rows)
        for number, row in enumerate(rows, 2):
            if self.left <= 0 and not thorough:
                return
            found = self._found(row)
            fresh = {key for key, d in found.items() if d.severity == "error" and key not in self.diagnostics}
            shown = row
            if fresh and self.reduced < MOST_REDUCED:
                self.reduced += 1
                shown, found = self._reduced(row, found, fresh, defaults)
            if found:
                note = self._with(shown, defaults)
                self._add({k: replace(d, notes=(*d.notes, note)) for k, d in found.items()})
            if progress is not None:
                progress(number, most)

    def _found(self, row: Mapping[str, int]) -> dict[_Key, Diagnostic]:
        one = Collector()
        self.last = self.last if self.wrong else dict(row)  # the choice of the first error
        options = {name: value for name, value in row.items() if name != PLAYERS}
        world = bind(self.game, row[PLAYERS], options, one)
        program = compile_game(world, {}, self.digest, one)
        self.program = self.program or program
        self.used |= world.used
        self.left -= world.effort.used_up
        found: dict[_Key, Diagnostic] = {}
        for d in one:
            found.setdefault((d.code, d.span.source, d.span.start, d.span.end), d)
        return found

    def _add(self, found: Mapping[_Key, Diagnostic]) -> None:
        for key, d in found.items():
            self.diagnostics.setdefault(key, d)

    def _reduced(
        self, row: Choice, found: dict[_Key, Diagnostic], fresh: AbstractSet[_Key], defaults: Choice
    ) -> tuple[Choice, dict[_Key, Diagnostic]]:
        """A choice with as many defaults as possible that still has some of these faults."""
        for name, value in defaults.items():
            if row[name] != value and self.left > 0:
                fewer = {**row, name: value}
                again = self._found(fewer)
                if fresh & again.keys():
                    row, found = fewer, again
        return row, found

    def _with(self, row: Choice, defaults: Choice) -> str:
        """For which options and number of players a fault shows."""
        world = bind(self.game, row[PLAYERS], {}, Collector())
        parts = [f"{row[PLAYERS]} players"] if row[PLAYERS] != defaults[PLAYERS] else []
        parts += [
            f"{name}={world.value_text(option.type, row[name])}"
            for name, option in world.options.items()
            if row[name] != defaults[name]
        ]
        return f"with {', '.join(parts)}"

    def _factors(self, *, thorough: bool) -> dict[str, tuple[int, ...]]:
        """What is tried of each option, its default first."""
        least, most = self.game.players[0], self.game.players[-1]
        players = tuple(self.game.players) if thorough else tuple(dict.fromkeys((least, most)))
        factors = {PLAYERS: players}
        world = bind(self.game, least, {}, Collector())
        for name, option in world.options.items():
            first, size = t.domain(option.type) or (0, 1)
            all_of_it = isinstance(option.type, t.Named) or (thorough and size <= MOST_VALUES)
            values = range(first, first + size) if all_of_it else (first, first + size - 1)
            factors[name] = tuple(dict.fromkeys((option.value, *values)))
        return factors


MOST_REDUCED = 8
"""Of how many faults the fewest options are sought that bring them to light."""

MOST_VALUES = 16
"""Up to how many values of a number a thorough check tries all."""


@dataclass(frozen=True, eq=False)
class _Reading:
    """What was read: the description, the file it begins with, a digest of all of it, its documents."""

    game: m.Game
    path: Path
    digest: str
    documents: list[_Document]
    overlays: list[Overlay]
    reach: Reach


def _reach(name: str | Path, further: Iterable[str | Path]) -> Reach:
    """The reach of who loads a game of that name or path."""
    return Reach.of(parted(str(name))[0], *further)


def _describe(files: tuple[Path, ...], reach: Reach, found: Collector) -> _Reading | None:
    """The description that files and the games they extend amount to."""
    documents = _documents(files, reach, found)
    if documents is None or not isinstance(documents[0].node, Nodes):
        return None
    overlays = _overlays(documents)
    game = _merged(documents, overlays, reach, found)
    texts = [d.source.text for d in documents]
    last = documents[-1].path if len(files) == 1 else files[0]
    return _Reading(game, last, _digest(texts, game.sources), documents, overlays, reach)


def _merged(
    documents: list[_Document],
    overlays: list[Overlay],
    reach: Reach,
    found: Collector,
    left_out: Scalar | None = None,
) -> m.Game:
    """The description that documents amount to, perhaps without one edit of the overlays."""
    base = documents[0].node
    assert isinstance(base, Nodes)  # noqa: S101 - asked by the callers
    node: Node = merge(base, overlays, found, left_out)
    if overlays:
        node = _sound(node, "game", found)
    return read_game(node, found, {d.source: d.path.parent for d in documents}, reach)


def _errors_without(reading: _Reading, trials: _Trials, edit: Scalar) -> Errors | None:
    """What errors a game has, for the last choice of options, if an edit of its overlays is left out.

    `None` if too much has been tried already.
    """
    if trials.left <= 0:
        return None
    found, row = Collector(), trials.last
    game = _merged(reading.documents, reading.overlays, reading.reach, found, edit)
    options = {name: value for name, value in row.items() if name != PLAYERS}
    players = row[PLAYERS] if row[PLAYERS] in game.players else game.players[0]
    world = bind(game, players, options, found)
    compile_game(world, {}, reading.digest, found)
    trials.left -= world.effort.used_up
    errors = (d for d in found if d.severity == "error")
    return frozenset((d.code, d.span.source.name, d.span.start, d.span.end) for d in errors)


def _sound(node: Node, schema: str, found: Collector) -> Node:
    """A document with what is misshapen in it reported, and taken out."""
    spoilt: set[tuple[str | int, ...]] = set()
    check_structure(node, schema, found, spoilt)
    return without(node, spoilt)


@dataclass(frozen=True, eq=False)
class _Document:
    """A file that was read, and the overlays it extends."""

    path: Path
    source: Source
    node: Node
    extends: tuple[_Document, ...] = ()
    overlay: bool = False


def read_overlays(
    files: tuple[Path, ...], found: Collector, reach: tuple[Path, ...] = ()
) -> tuple[Nodes, list[Overlay]] | None:
    """The document of a game and the overlays that files lay on it; `None` after reporting why not."""
    documents = _documents(files, Reach((*reach, *map(real, files))), found)
    if documents is None or not isinstance(documents[0].node, Nodes):
        return None
    return documents[0].node, _overlays(documents)


def _overlays(documents: list[_Document]) -> list[Overlay]:
    made: dict[Path, Overlay] = {}
    for document in documents[1:]:
        if isinstance(document.node, Nodes):
            under = tuple(made[real(d.path)] for d in document.extends if real(d.path) in made)
            made[real(document.path)] = Overlay(document.path.stem, document.node, under)
    return list(made.values())


def _documents(files: tuple[Path, ...], reach: Reach, found: Collector) -> list[_Document] | None:
    """The base first, then the overlays in the order in which they are laid on it."""
    documents: list[_Document] = []
    reading = _Files(found)
    for path in files:
        chain = _chain(path, reach, reading) if reach.check(path, path.parent, None, found) else None
        if chain is None:
            return None
        known = {real(d.path) for d in documents}
        if documents and real(chain[0].path) not in known:
            extended = chain[-1].node
            said = extended.get("extends") if isinstance(extended, Nodes) else None
            found.report(
                "GS212",
                f"`{path.stem}` does not extend `{documents[0].path.parent.name}`",
                said.span if said is not None else extended.span,
            )
            return None
        documents += [
            replace(d, extends=tuple(chain[1:i])) for i, d in enumerate(chain) if real(d.path) not in known
        ]
    return documents


MOST_OVERLAYS = 32
"""How many files a game may be laid together from, one on the other."""


@dataclass(eq=False)
class _Files:
    """The files of one game while they are read, each once, and the room they share."""

    found: Collector
    room: Room = field(default_factory=Room)
    read: dict[Path, _Document] = field(default_factory=dict)

    def document(self, path: Path) -> _Document | None:
        """A file's document, its structure checked; `None` after reporting why there is none."""
        place = real(path)
        if place not in self.read:
            source = read_source(path, self.found)
            node = read_document(source, self.found, self.room) if source is not None else None
            if source is None or node is None or not check_language(node, self.found):
                return None
            extends = node.get("extends") if isinstance(node, Nodes) else None
            node = _sound(node, "game" if extends is None else "variant", self.found)
            self.read[place] = _Document(path, source, node, overlay=extends is not None)
        return self.read[place]


def _chain(path: Path, reach: Reach, files: _Files) -> list[_Document] | None:
    """A file and what it extends, the base first."""
    chain: list[_Document] = []
    found = files.found
    while True:
        document = files.document(path)
        if document is None:
            return None
        node = document.node
        extends = node.get("extends") if isinstance(node, Nodes) else None
        chain.insert(0, document)
        if not document.overlay:
            return chain
        if not isinstance(extends, Scalar) or extends.unread:
            return None
        following = _extended(path, extends, reach, found)
        if following is None:
            return None
        if len(chain) == MOST_OVERLAYS:
            found.report("GS115", f"more than {MOST_OVERLAYS} files extend one another", extends.span)
            return None
        if any(real(following) == real(d.path) for d in chain):
            found.report("GS204", "these files extend each other", extends.span)
            return None
        path = following


def _extended(path: Path, extends: Scalar, reach: Reach, found: Collector) -> Path | None:
    """The file of the game an overlay extends, if the overlay may have it read."""
    folder, name = path.parent, extends.text
    beside = folder / name
    own = folder.parent / "game.yaml"
    written = "/" in name or name in {".", ".."}
    if (written or is_file(beside)) and not reach.check(beside, folder, extends, found):
        return None
    try:
        if written or is_file(beside):
            there = _find_one(str(beside))
        elif folder.name == "variants" and reach.covers(own, folder) and _is_called(own, name):
            there = own
        else:
            there = _find_one_shipped(name)
    except UnknownGame as unknown:
        found.report("GS201", f"there is no game `{name}`", extends.span, help=unknown.hint)
        return None
    return there if reach.check(there, folder, extends, found) else None


def _is_called(path: Path, name: str) -> bool:
    """Whether a file is the game of that id, or lies in a folder called so."""
    if not is_file(path):
        return False
    if path.parent.name == name:
        return True
    try:
        text = read_bytes(path, MAX_BYTES).decode(errors="replace")
    except OSError:
        return False
    return re.search(rf"^game:\s*{re.escape(name)}\s*(#.*)?$", text, re.MULTILINE) is not None


def _find_one_shipped(name: str) -> Path:
    shipped = resources.directory("games") / name / "game.yaml"
    if not is_file(shipped):
        raise UnknownGame(name, did_you_mean(name, games()))
    return shipped


def _digest(texts: list[str], tables: Mapping[str, str]) -> str:
    digest = hashlib.sha256("\0".join(texts).encode())
    for name, text in tables.items():
        digest.update(f"\0{Path(name).name}\0{text}".encode())
    return digest.hexdigest()


def _compile(
    game: m.Game, players: int, options: Mapping[str, int], digest: str, found: Collector
) -> Program | None:
    world = bind(game, players, options, found)
    if found.errors:
        return None
    readable = {name: _readable(option, world) for name, option in world.options.items()}
    return compile_game(world, readable, digest, found)
