"""Saved games: what was asked of a program, and the answers that were given.

A saved game is a JSON object. Since all chance derives from the seed, the numbers of the options
taken are all that is needed to come to the same position again:

    {"format": "gamespec-game-1", "game": "…", "path": "…", "spec_hash": "…", "players": 3,
     "options": {…}, "seed": 7, "answers": [4, 17, …], "digest": "…"}

`path` (of a specification that doesn't come with gamespec, as seen from the file) and `digest` (of
the final position) may be left out. A file is read as data of unknown origin: whatever is wrong with
it is a `Malformed` that says where.
"""

from __future__ import annotations

import hashlib
import json
import struct
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Never

from gamespec.files import read_bytes, replace_file
from interpreter.engine.game import Game

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from gamespec.program import Program

__all__ = ["Diverged", "Malformed", "Saved", "digest", "play_back", "read", "write"]

FORMAT = "gamespec-game-1"
MAX_BYTES = 8 * 1024 * 1024
LONGEST_SHOWN = 40


class Malformed(ValueError):
    """A file that is not a saved game; the text says where and why."""


class Diverged(ValueError):
    """A saved game that this program does not play; the text says at which answer and why."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A saved game, see above."""

    game: str
    spec_hash: str
    players: int
    options: dict[str, str | int | bool]
    seed: int
    answers: tuple[int, ...]
    path: str | None = None
    digest: str | None = None


def digest(game: Game) -> str:
    """The digest of a position: of its integers, as 32 bits each, the lowest byte first."""
    position = game.position
    return hashlib.sha256(struct.pack(f"<{len(position)}i", *position)).hexdigest()[:32]


def play_back(program: Program, seed: int, answers: Iterable[int], *, record: bool = False) -> Game:
    """The game after these answers (numbers of options).

    Raises Diverged if one of them is not on offer when its turn comes, and Fault if the game comes
    to a stop.
    """
    game = Game(program, seed, record=record)
    for step, number in enumerate(answers, 1):
        decision = game.decision
        if decision is None:
            message = f"answer {step}: the game is over before it"
            raise Diverged(message)
        option = next((option for option in decision.options if option.number == number), None)
        if option is None:
            message = (
                f"answer {step}: option {number} is not on offer; "
                f"seat {decision.player + 1} has {len(decision.options)} others"
            )
            raise Diverged(message)
        game.apply(option)
    return game


def write(path: Path, saved: Saved) -> None:
    """Write a saved game, as `replace_file` does. Raises OSError."""
    record = {"format": FORMAT} | {name: value for name, value in asdict(saved).items() if value is not None}
    replace_file(path, f"{json.dumps(record)}\n".encode())


def read(path: Path) -> Saved:
    """The game saved in a file. Raises OSError, and Malformed with the place of what is wrong."""
    content = read_bytes(path, MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        _fail(path, f"longer than {MAX_BYTES:,} bytes")
    try:
        record = json.loads(
            content.decode("utf-8"), object_pairs_hook=_without_duplicates, parse_constant=_no_constant
        )
    except UnicodeDecodeError as error:
        _fail(path, f"not a text in UTF-8 (byte {error.start + 1})")
    except json.JSONDecodeError as error:
        message = f"{path}:{error.lineno}:{error.colno}: not JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        raise Malformed(message) from None
    except RecursionError:
        _fail(path, "nested too deep")
    except ValueError as error:
        _fail(path, str(error))
    return _Fields(path, record).saved()


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        keys = [key for key, _ in pairs]
        message = f"key `{next(key for key in keys if keys.count(key) > 1)}` occurs twice"
        raise ValueError(message)
    return record


def _no_constant(name: str) -> Never:
    message = f"`{name}` is not a number"
    raise ValueError(message)


def _fail(path: Path, message: str) -> Never:
    message = f"{path}: {message}"
    raise Malformed(message)


class _Fields:
    """The fields of a record; each method reads one, or fails with its place."""

    KNOWN = frozenset({"format", *Saved.__dataclass_fields__})

    def __init__(self, path: Path, record: object) -> None:
        self.path = path
        if not isinstance(record, dict):
            _fail(path, "a saved game is an object `{…}`")
        self.record: dict[str, object] = record
        if self.record.get("format") != FORMAT:
            _fail(path, f"`format` is not `{FORMAT}`")
        if unknown := sorted(self.record.keys() - self.KNOWN):
            _fail(path, f"unknown key `{unknown[0]}`")

    def saved(self) -> Saved:
        """All fields together."""
        return Saved(
            game=self._text("game"),
            spec_hash=self._text("spec_hash"),
            players=self._number("players", self._value("players"), range(1, 2**31)),
            options=self._options(),
            seed=self._number("seed", self._value("seed"), range(2**64)),
            answers=self._answers(),
            path=self._text("path") if "path" in self.record else None,
            digest=self._text("digest") if "digest" in self.record else None,
        )

    def _value(self, name: str) -> object:
        if name not in self.record:
            _fail(self.path, f"`{name}` is missing")
        return self.record[name]

    def _text(self, name: str) -> str:
        value = self._value(name)
        return value if isinstance(value, str) else self._wrong(name, value, "a text")

    def _number(self, place: str, value: object, within: range) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and value in within:
            return value
        return self._wrong(place, value, f"a number from {within[0]} to {within[-1]}")

    def _options(self) -> dict[str, str | int | bool]:
        options = self._value("options")
        if not isinstance(options, dict):
            self._wrong("options", options, "an object")
        for name, value in options.items():
            if not isinstance(value, str | int):  # a bool is an int
                self._wrong(f"options.{name}", value, "a text, a whole number or a truth value")
        return options

    def _answers(self) -> tuple[int, ...]:
        answers = self._value("answers")
        if not isinstance(answers, list):
            self._wrong("answers", answers, "a list")
        numbers = range(2**31)
        return tuple(self._number(f"answers[{at}]", value, numbers) for at, value in enumerate(answers))

    def _wrong(self, place: str, value: object, what: str) -> Never:
        shown = json.dumps(value)
        shown = shown if len(shown) <= LONGEST_SHOWN else f"{shown[: LONGEST_SHOWN - 3]}..."
        _fail(self.path, f"`{place}` is {shown}, not {what}")
