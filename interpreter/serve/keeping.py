"""Keeps a table in a folder. The table is written after each decision, so that it can be resumed.

    game.json    the game, as `interpreter.replay` writes it
    table.json   who sits where, the links, the seed of the bots, the notes, and what people said
    NAME.json, NAME.notes.json    a game saved under a name

Each file is written completely or not at all. Only the owner may read the files (see `private`), because a
game contains its seed, which determines everything hidden, and the links let people in.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from gamespec.system.plain import read_bytes
from gamespec.system.writing import replace_file
from interpreter import replay
from interpreter.answers import Answer
from interpreter.locale import LANGUAGES
from interpreter.play.errors import Fault
from interpreter.serve.chat import Chat, Line
from interpreter.serve.course import Course
from interpreter.serve.notices import Refusal
from interpreter.serve.proposals import Loaded, Note
from interpreter.serve.seats import Chair, Chairs
from interpreter.serve.table import Table
from interpreter.snapshot import CannotGoOn

if TYPE_CHECKING:
    from interpreter.serve.edition import Edition

__all__ = ["BadFolder", "Folder", "Kept", "answers_of", "fits", "private"]

FORMAT = "gamespec-table-1"
MOST_BYTES = 16 * 1024 * 1024
GAME, TABLE = "game", "table"
RESERVED = frozenset({GAME, TABLE})


class BadFolder(ValueError):
    """Raised if a folder holds no table that can be resumed. The message gives the reason."""


class Kept(NamedTuple):
    """The content of a table's folder. `language` is `None` if no language was chosen."""

    game: replay.Saved
    chairs: Chairs
    luck: int
    notes: list[Note]
    chat: Chat
    advice: bool
    language: str | None


class Folder:
    """The folder in which a table and its saved games are kept."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._written: bytes = b""

    def __repr__(self) -> str:
        return f"<Folder {self.path}>"

    def keep(self, table: Table, language: str | None) -> None:
        """Write the current state of the table. Raises OSError if that fails."""
        content = json.dumps(_as_dict(table, language), indent=1).encode()
        if content != self._written:
            replace_file(self.path / f"{TABLE}.json", content, like=FORMAT.encode())
            self._written = content
        table.course.save(self.path / f"{GAME}.json")

    def kept(self) -> Kept | None:
        """Return the table in the folder, or `None` if there is none.

        Raises `BadFolder` if it cannot be resumed, and OSError if it cannot be read.
        """
        game, table = self.path / f"{GAME}.json", self.path / f"{TABLE}.json"
        if not os.path.lexists(game) and not os.path.lexists(table):
            return None
        try:
            saved, record = replay.read(game), json.loads(read_bytes(table, MOST_BYTES).decode())
        except replay.Malformed as error:
            raise BadFolder(str(error)) from None
        except (ValueError, RecursionError) as error:
            raise BadFolder(f"{table}: not JSON: {error}") from None
        try:
            return _read(saved, record)
        except (KeyError, TypeError, ValueError) as error:
            raise BadFolder(f"{table}: not the record of a table: {error}") from None

    def put_aside(self) -> list[Path]:
        """Rename the files of the existing table to unused names, and return their new paths.

        Raises OSError if a file cannot be renamed.
        """
        free = 1
        while any((self.path / f"{name}-{free}.json").exists() for name in RESERVED):
            free += 1
        moved: list[Path] = []
        for name in sorted(RESERVED):
            old, new = self.path / f"{name}.json", self.path / f"{name}-{free}.json"
            if old.exists():
                old.rename(new)
                moved.append(new)
        return moved

    def saves(self) -> list[str]:
        """Return the sorted names of the saved games."""
        with suppress(OSError):
            names = [file.stem for file in self.path.glob("*.json") if not file.stem.endswith(".notes")]
            tables = {name for name in names if name.partition("-")[0] == TABLE}
            return sorted(set(names) - RESERVED - tables)
        return []

    def set_aside(self, table: Table, begins: str) -> str:
        """Save the game before it is replaced, under an unused name that begins with a word. Return the name.

        Raises `Refusal` if the game cannot be saved.
        """
        free, there = 1, set(self.saves())
        while f"{begins}-{free}" in there:
            free += 1
        self.save(table, f"{begins}-{free}")
        return f"{begins}-{free}"

    def save(self, table: Table, name: str) -> None:
        """Save the game and all notes under an unused name. Raises `Refusal` if that is impossible."""
        path = self.path / f"{name}.json"
        if name in RESERVED or name.startswith(f"{TABLE}-") or path.exists():
            raise Refusal("there is a saved game `{name}` already", name=name)
        try:
            table.course.save(path)
            notes = [note._asdict() for note in table.notes]
            content = json.dumps(notes, indent=1, ensure_ascii=False).encode()
            replace_file(self.path / f"{name}.notes.json", content)
        except OSError as error:
            raise Refusal("it can't be saved: {reason}", reason=error.strerror or "?") from None

    def load(self, edition: Edition, name: str) -> Loaded:
        """Load the game saved under `name`. Raises `Refusal` if there is none or if it does not fit.

        The game must fit the edition and its rules.
        """
        try:
            saved = replay.read(self.path / f"{name}.json")
        except OSError:
            raise Refusal("there is no saved game `{name}`", name=name) from None
        except replay.Malformed:
            raise Refusal("`{name}` is not a saved game", name=name) from None
        if not fits(saved, edition):
            raise Refusal("`{name}` is another game, or has other players or options", name=name)
        try:
            course, whole = Course.replayed(edition, saved.seed, answers_of(saved), saved.position)
        except (CannotGoOn, Fault):
            raise Refusal("`{name}` can't go on under these rules", name=name) from None
        if not whole:
            number = len(course.answers) + 1
            raise Refusal("answer {number} of `{name}` does not fit", number=number, name=name)
        same = saved.digest in (None, replay.digest(course.program, course.game.position))
        return Loaded(name, course, same or saved.spec_hash == edition.spec.hash)


@contextmanager
def private() -> Iterator[None]:
    """Give only the owner access to files and folders that are created in the `with` block."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


def fits(saved: replay.Saved, edition: Edition) -> bool:
    """Return whether a saved game and an edition agree in id, number of players and options.

    An option that only the saved game has does not matter. An option that only the edition has must have its
    default value.
    """
    if saved.game != edition.origin.name or saved.players != edition.players or saved.numbered:
        return False
    now, usual = edition.compiled.names.options, edition.spec.compiled(edition.players).names.options
    return all(value == saved.options.get(name, usual[name]) for name, value in now.items())


def answers_of(saved: replay.Saved) -> list[Answer]:
    """Return the answers of a saved game, restricted to those that are given by name."""
    return [answer for answer in saved.answers if isinstance(answer, Answer)]


def _as_dict(table: Table, language: str | None) -> dict[str, Any]:
    chairs = table.chairs
    return {
        "format": FORMAT,
        "language": language,
        "luck": table.luck,
        "seats": [
            {
                "by": each.by,
                "token": each.token,
                "taken": each.taken,
                "called": each.called,
                "color": each.color,
            }
            for each in chairs.seats
        ],
        "watch": chairs.watch,
        "host": chairs.host,
        "moved": chairs.moved,
        "advice": table.advice,
        "notes": [note._asdict() for note in table.notes],
        "chat": [line._asdict() for line in table.chat.lines],
    }


def _read(saved: replay.Saved, record: dict[str, Any]) -> Kept:
    """Convert the JSON record of a table. Raises KeyError, TypeError or ValueError if it is malformed."""
    if record["format"] != FORMAT:
        raise ValueError(f"`format` is not `{FORMAT}`")
    seats = [
        Chair(
            _a(str, each["by"]),
            _a(str, each["token"]),
            _a(bool, each["taken"]),
            _a(str, each.get("called", "")),
            _a(str, each.get("color", "")),
        )
        for each in record["seats"]
    ]
    if len(seats) != saved.players:
        raise ValueError(f"it has {len(seats)} seats, the game {saved.players}")
    moved = _a(int, record.get("moved", 0))
    chairs = Chairs(seats, _a(str, record["watch"]), _a(str, record["host"]), moved)
    notes = [Note(_a(int, n["decision"]), _a(str, n["by"]), _a(str, n["text"])) for n in record["notes"]]
    chat = Chat()
    for line in record.get("chat", []):
        chat.say(Line(_a(str, line["by"]), _a(str, line["called"]), _a(str, line["text"])))
    advice = _a(bool, record.get("advice", False))
    return Kept(saved, chairs, _a(int, record["luck"]), notes, chat, advice, _language(record["language"]))


def _language(value: object) -> str | None:
    """Return `value` if it is one of the supported languages or `None`, and raise ValueError otherwise."""
    if value is not None and value not in LANGUAGES:
        raise ValueError(f"{value!r:.40} is not a language")
    return None if value is None else str(value)


def _a(kind: type[Any], value: object) -> Any:
    """Return `value` if it is of a kind.

    Raises TypeError otherwise, and ValueError for a text that cannot be encoded.
    """
    if not isinstance(value, kind):
        raise TypeError(f"{value!r:.40} is no {kind.__name__}")
    if isinstance(value, str) and any("\ud800" <= c <= "\udfff" for c in value):
        raise ValueError(f"{value!r:.40} contains an unpaired surrogate")  # it could not be sent to a page
    return value
