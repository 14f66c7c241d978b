"""The readers of input of unknown origin, each as a function that reads bytes and checks what comes back.

`bench/inputs.py` searches for inputs that break a reader, and `tests/inputs` keeps some of those that did. A
reader may refuse its input with the exceptions or diagnostics that its documentation names. Any other
exception is a bug. What a reader accepts must be usable: a game can be played, a saved game written again.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

from program_files import resealed
from shipped import loaded

from gamespec import OptionError, Spec, SpecError, formatted
from gamespec.documents.document import Mapping, read_document
from gamespec.loader import check
from gamespec.migrate import migrate
from gamespec.program import written
from gamespec.text.diagnostics import Collector, Diagnostic
from gamespec.text.render import render
from gamespec.text.source import Source
from interpreter import Fault, Game, replay
from interpreter.answers import Answer, Answers
from interpreter.asking import Hidden, seen, value, value_seen
from interpreter.serve.beginning import Wanted, begun
from interpreter.serve.course import Course
from interpreter.serve.edition import Edition
from interpreter.serve.keeping import BadFolder, Folder
from interpreter.serve.room import Room
from interpreter.serve.seats import HOST, HUMAN, WATCH, Chair, Chairs, Viewer
from interpreter.serve.sent import Log, table_for
from interpreter.serve.table import Table
from interpreter.snapshot import CannotGoOn, taken

__all__ = ["ASKED", "READERS", "SAVED", "attempt", "saved_files", "told"]

ROOT = Path(__file__).parents[1]

DECISIONS = 20
"""Number of decisions that are played of an accepted game."""

ASKED = ("sample", "ahead", "plane", "terms")
"""The games of `tests/expr` in which expressions are evaluated."""

SAVED = {name: name for name in ("kuhn-poker", "pig", "tic-tac-toe")} | {
    name: str(ROOT / "tests" / "expr" / name) for name in ASKED
}
"""The games, by id, whose saved games are played back."""

HOSTED = "kuhn-poker"
"""The game at the table that messages reach."""


def told(diagnostics: Iterable[Diagnostic]) -> None:
    """Check that diagnostics have a message and places in their files, and that they can be rendered."""
    every = tuple(diagnostics)
    for d in every:
        for label in (d.label, *d.others):
            assert 0 <= label.span.start <= label.span.end <= len(label.span.source.text), d
        assert d.message, d
    for style in ("full", "json"):
        render(every, style)


def attempt(folder: Path, seed: int) -> None:
    """Check the game in a folder and its diagnostics. If the game is valid, play some of its decisions."""
    checked = check(folder)
    told(checked.diagnostics)
    if checked.spec is None:
        assert any(d.severity == "error" for d in checked.diagnostics)
        return
    chance = random.Random(seed)  # noqa: S311 - reproducible, not secret
    try:
        game = Game(checked.spec.program(), seed)
        for _ in range(DECISIONS):
            if game.over:
                break
            game.apply(chance.choice(game.options))
    except Fault:
        pass


def game(data: bytes) -> None:
    """Read the file of a game, check it, and play some decisions if it is valid."""
    with TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "gamespec.toml").touch()
        (folder / "game.yaml").write_bytes(data)
        attempt(folder, 1)


def layout(data: bytes) -> None:
    """Format a file. Formatting the result again must change nothing."""
    text = data.decode(errors="replace")
    try:
        made = formatted(text, "file.yaml")
    except SpecError as error:
        told(error.diagnostics)
        return
    assert formatted(made, "file.yaml") == made, "formatting the result again changes it"


def migration(data: bytes) -> None:
    """Migrate a file, by itself and as an overlay. Migrating the result again must change nothing."""
    text, beside = data.decode(errors="replace"), _root(ROOT / "tests" / "expr" / "sample" / "game.yaml")
    for others in ((), (beside,)):
        found = Collector()
        migrated = migrate(Source("file.yaml", text), others, found)
        told(found)
        if migrated is not None:
            again = migrate(Source("file.yaml", migrated.text), others, Collector())
            assert again is not None, "the migrated file cannot be read"
            assert again.text == migrated.text, "migrating the result again changes it"


@cache
def _root(path: Path) -> Mapping:
    node = read_document(Source(path.name, path.read_text(encoding="utf-8")), Collector())
    assert isinstance(node, Mapping)
    return node


def expression(data: bytes) -> None:
    """Evaluate an expression in some games, in the true position and from a seat's observation."""
    text = data.decode(errors="replace")
    for each in ASKED:
        playing = _asked(each)
        position, shown = list(playing.position), seen(playing, playing.program, 0)
        for ask in (partial(value, playing), partial(value_seen, playing.program, shown, 0)):
            try:
                ask(text)
            except SpecError as error:
                told(error.diagnostics)
            except (Fault, Hidden):
                pass
        assert playing.position == position, "an expression has no effects"


@cache
def _asked(name: str) -> Game:
    return Game(_spec(SAVED[name]).program(), 1)


def _spec(name: str) -> Spec:
    return loaded(name)


def saved(data: bytes) -> None:
    """Read a saved game, and play it back if it is of a known game. It can then be written and read again."""
    with TemporaryDirectory() as place:
        file = Path(place) / "game.json"
        file.write_bytes(data)
        try:
            kept = replay.read(file)
            if kept.game not in SAVED:
                return
            compiled = _spec(SAVED[kept.game]).compiled(kept.players, kept.options)
            played = replay.play_back(compiled, kept.seed, kept.answers, position=kept.position)
        except (replay.Malformed, OptionError, SpecError, replay.Diverged, Fault, CannotGoOn):
            return
        played.game.check()
        file.unlink()
        names = compiled.names
        again = replay.Saved(
            kept.game, names.spec_hash, kept.players, kept.options, kept.seed, played.answers,
            position=kept.position,
        )  # fmt: skip
        replay.write(file, again)
        assert replay.read(file) == again, "the saved game cannot be written and read again"


@cache
def _edition() -> Edition:
    spec = _spec(HOSTED)
    return Edition(spec, spec.compiled())


def kept_table(data: bytes) -> None:
    """Resume a table from a folder whose `table.json` holds the data, and show it to everybody."""
    edition = _edition()
    with TemporaryDirectory() as place:
        folder = Path(place)
        Course(edition, 5).save(folder / "game.json")
        (folder / "table.json").write_bytes(data)
        try:
            resumed = begun(edition, Folder(folder), Wanted((HUMAN,) * edition.players))
        except BadFolder:
            return
        table, language = resumed.table, resumed.language
        table.chairs.viewer("seat", "a stranger's")
        table.thought()
        for viewer in _viewers(edition):
            shown = table_for(table, Log(viewer, language or "en"), None, set())
            json.dumps(shown, ensure_ascii=False).encode()
        Folder(folder).keep(table, language)
        assert Folder(folder).kept() is not None, "what is written cannot be read"


def _viewers(edition: Edition) -> list[Viewer]:
    return [HOST, *(Viewer("seat", seat) for seat in range(edition.players)), WATCH]


def program(data: bytes) -> None:
    """Read a program file, also with its checksums mended. What is accepted can be written again."""
    for file in (data, _mended(data)):
        if file is None:
            continue
        try:
            read = written.read(file)
        except written.Malformed as error:
            if "\n" in str(error):
                raise AssertionError("the message has more than one line") from error
            continue
        again = written.write(read.program, read.about)
        rewritten = written.read(again)
        assert written.write(rewritten.program, rewritten.about) == again, "reading and writing change it"


def _mended(data: bytes) -> bytes | None:
    """Return a program file with valid checksums, or `None` if its lines are not JSON."""
    try:
        lines = [json.loads(line) for line in data.splitlines()]
        return resealed(lines) if len(lines) > 1 and isinstance(lines[0], dict) else None
    except (ValueError, RecursionError):
        return None


def messages(data: bytes) -> None:
    """Send each line to a table as a message, from its viewers in turn, and show each sender the table."""
    asyncio.run(_heard(data.decode(errors="surrogateescape").split("\n")))


async def _heard(lines: list[str]) -> None:
    edition = _edition()
    chairs = Chairs([Chair(HUMAN) for _ in range(edition.players)])
    room = Room(Table(edition, Course(edition, 5), chairs), None, None, tell=lambda _: None)
    pages = [page for viewer in _viewers(edition) if (page := room.enter(viewer)) is not None]
    for page in pages:
        await room.hear(page, '{"kind": "hello"}')
    for number, line in enumerate(lines):
        page = pages[number % len(pages)]
        await room.hear(page, line)
        for each in pages if number == len(lines) - 1 else (page,):
            replies, _ = await each.to_send() if each.called.is_set() else ([], False)
            json.dumps([*replies, room.shown_to(each)], ensure_ascii=False).encode()
    await room.close()


def saved_files() -> list[bytes]:
    """Return saved games, from their beginning and from a position in the middle, of each game in `SAVED`."""
    found: list[bytes] = []
    for name, path in SAVED.items():
        compiled, luck = _spec(path).compiled(), random.Random(1)  # noqa: S311 - as above
        for position in (False, True):
            playing, known = Game(compiled.program, 1), Answers(compiled)
            answers, snapshot = list[Answer](), None
            for number in range(6):
                decision = playing.decision
                if decision is None:
                    break
                if position and number == 2:
                    snapshot, answers = taken(compiled, list(playing.position)), list[Answer]()
                option = luck.choice(decision.options)
                answers.append(known.of(decision, option))
                try:
                    playing.apply(option)
                except Fault:
                    break
            made = replay.Saved(
                name, compiled.names.spec_hash, compiled.program.players, dict(compiled.names.options), 1,
                tuple(answers), position=snapshot,
            )  # fmt: skip
            with TemporaryDirectory() as place:
                replay.write(Path(place) / "game.json", made)
                found.append((Path(place) / "game.json").read_bytes())
    return found


READERS: dict[str, Callable[[bytes], None]] = {
    "game": game,
    "expression": expression,
    "migration": migration,
    "layout": layout,
    "saved": saved,
    "table": kept_table,
    "program": program,
    "messages": messages,
}
"""The readers by the name of their folder in `tests/inputs`."""
