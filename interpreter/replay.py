"""Saved games, which consist of the parameters of the program and the answers that were given.

A saved game is a JSON object. All chance depends on the seed, so the answers by name (see
`interpreter.answers`) suffice to reach the same position again:

    {"format": "gamespec-game-2", "game": "…", "path": "…", "spec_hash": "…", "players": 3,
     "options": {…}, "seed": 7, "answers": [
      {"player": "p1", "site": "phase play: offer", "action": "take", "values": {"tile": "bear_4"}}, …
     ], "digest": "…"}

Three entries are optional. `path` is the path, relative to the file, of a specification that does not come
with gamespec. `digest` is the digest of the final position. `values` may be omitted if there are none. If the
rules of a game were changed while it was being played, it has a `position` at which the answers start, which
is a snapshot (`interpreter.snapshot`). A file is data of unknown origin. Any mistake in it raises `Malformed`
with its place, except in a snapshot, which is converted to a position only when the game is played.

In files of the format `gamespec-game-1`, the answers are the numbers of options. They have a meaning only for
exactly the specification with which they were written.
"""

from __future__ import annotations

import hashlib
import json
import os
import struct
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Never

from gamespec.catalogue import find, find_one, is_path, parted
from gamespec.program.frozen import dataclass
from gamespec.program.tables import Head
from gamespec.system.plain import read_bytes, real
from gamespec.system.resources import directory
from gamespec.system.writing import replace_file
from interpreter.answers import Answer, Answers, Unfit
from interpreter.engine.playout import DefinitionalEngine
from interpreter.named import Named, Single
from interpreter.snapshot import resumed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import gamespec
    from gamespec.compile import Compiled
    from gamespec.program import Program
    from interpreter.play.options import Option
    from interpreter.protocol import Engine, MakeEngine, Playing
    from interpreter.snapshot import Snapshot

__all__ = ["Diverged", "Malformed", "Origin", "Replayed", "Saved", "digest", "play_back", "read", "write"]

FORMAT, NUMBERED = "gamespec-game-2", "gamespec-game-1"
MAX_BYTES = 8 * 1024 * 1024
LONGEST_SHOWN = 40


class Malformed(ValueError):
    """A file is not a saved game. The text of the error says where the mistake is, and what is wrong."""


class Origin(NamedTuple):
    """The name with which a game can be loaded again.

    For a shipped game, `name` suffices and `path` is `None`. For any other game, `name` is its id and `path`
    is the path of its file.
    """

    name: str
    path: str | None

    @classmethod
    def of(cls, spec: gamespec.Spec) -> Origin:
        """Return the origin of the game with this specification."""
        _, overlays = parted(spec.name)
        file = find(spec.name)[0].resolve()
        laid = [str(find_one(each).resolve()) if is_path(each) else each for each in overlays]
        shipped = file.name == "game.yaml" and file.parent.parent == directory("games").resolve()
        if shipped and not any(is_path(each) for each in overlays):
            return cls("+".join([file.parent.name, *overlays]), None)
        return cls(spec.id, "+".join([file.parent.name if shipped else str(file), *laid]))

    def seen_from(self, folder: Path) -> str | None:
        """Return the path with all parts relative to a folder, or `None` if there is no path."""
        if self.path is None:
            return None
        base, overlays = parted(self.path)
        here, parts = real(folder), (base, *overlays)
        return "+".join(os.path.relpath(part, here) if Path(part).is_absolute() else part for part in parts)


@dataclass(frozen=True, slots=True)
class Replayed:
    """A game that was replayed, with the answers that led to its position."""

    game: Playing
    answers: tuple[Answer, ...]


class Diverged(ValueError):
    """The program cannot play a saved game to its end.

    The text of the error names the answer that does not fit, and gives the reason. `replayed` is the game
    before that answer.
    """

    def __init__(self, said: str, why: str, replayed: Replayed) -> None:
        step = len(replayed.answers) + 1
        super().__init__(
            f"answer {step}: {why}" if not said else f"answer {step}, {said}, does not fit: {why}"
        )
        self.step, self.said, self.why, self.replayed = step, said, why, replayed


@dataclass(frozen=True, slots=True)
class Saved:
    """A saved game, as described in this module. In a file of the older format, the answers are numbers."""

    game: str
    spec_hash: str
    players: int
    options: dict[str, str | int | bool]
    seed: int
    answers: tuple[Answer | int, ...]
    path: str | None = None
    digest: str | None = None
    position: Snapshot | None = None

    @property
    def numbered(self) -> bool:
        """Whether any answer is given as the number of an option."""
        return any(isinstance(answer, int) for answer in self.answers)


def digest(program: Program, position: Sequence[int]) -> str:
    """Return the digest of a position, which is a hash of its integers as 32-bit little-endian words.

    The current instruction and the locals are excluded, because they depend on how steps were compiled.
    """
    kept = list(position[: program.layout.frames])
    kept[Head.PC] = 0
    return hashlib.sha256(struct.pack(f"<{len(kept)}i", *kept)).hexdigest()[:32]


def play_back(  # noqa: PLR0913 - what is played, from where on, and by what
    compiled: Compiled,
    seed: int,
    answers: Iterable[Answer | int],
    *,
    record: bool = False,
    engine: MakeEngine = DefinitionalEngine,
    position: Snapshot | None = None,
) -> Replayed:
    """Play a game with the given answers, which may be the numbers of options.

    If a `position` is given, the game starts there. Raises Diverged if an answer is not on offer when it is
    due, Fault if the game stops at a fault, and CannotGoOn if the program has no such position.
    """
    game, known = _begun(engine(compiled.program), compiled, seed, position, record=record), Answers(compiled)
    given: list[Answer] = []
    for answer in answers:
        try:
            option = _numbered(game, answer) if isinstance(answer, int) else known.option(game, answer)
        except Unfit as unfit:
            said = "" if isinstance(answer, int) else f"`{answer}` of {answer.player}"
            raise Diverged(said, str(unfit), Replayed(game, tuple(given))) from None
        decision = game.decision
        assert decision is not None  # noqa: S101 - it has this option
        given.append(known.of(decision, option))
        game.apply(option)
    return Replayed(game, tuple(given))


def _begun(
    engine: Engine, compiled: Compiled, seed: int, position: Snapshot | None, *, record: bool
) -> Playing:
    if position is None:
        return engine.begin(seed, record=record)
    game = resumed(compiled, position, seed)
    return engine.restore(game.position, record=game.record or False if record else False)


def _numbered(game: Playing, number: int) -> Option:
    """Return the option on offer that has this number. Raises `Unfit` if there is none."""
    decision = game.decision
    if decision is None:
        raise Unfit("the game is over before it")
    option = next((option for option in decision.options if option.number == number), None)
    if option is None:
        others = f"seat {decision.player + 1} has {len(decision.options)} others"
        raise Unfit(f"option {number} is not on offer; {others}")
    return option


def write(path: Path, saved: Saved) -> None:
    """Write a saved game to a file with `replace_file`. Its answers must be by name. Raises OSError."""
    assert not saved.numbered  # noqa: S101 - numbers of an older file are played back first
    record = {"format": FORMAT} | {name: value for name, value in asdict(saved).items() if value is not None}
    lines = [json.dumps(_as_dict(answer)) for answer in saved.answers if isinstance(answer, Answer)]
    listed = ",\n".join(f"  {line}" for line in lines)
    parts = {name: json.dumps(value) for name, value in record.items()}
    parts["answers"] = f"[\n{listed}\n ]" if lines else "[]"
    text = ",\n".join(f' "{name}": {part}' for name, part in parts.items())
    replace_file(path, f"{{\n{text}\n}}\n".encode(), like=b'"gamespec-game-')


def _as_dict(answer: Answer) -> dict[str, object]:
    said: dict[str, object] = {"player": answer.player, "site": answer.site, "action": answer.action}
    return said | ({"values": dict(answer.values)} if answer.values else {})


def read(path: Path) -> Saved:
    """Read a saved game from a file. Raises OSError, and Malformed with the place of a mistake."""
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
    """The fields of a saved game's JSON object.

    Each method reads one field, or raises Malformed with the field's place.
    """

    KNOWN = frozenset({"format", *Saved.__dataclass_fields__})

    def __init__(self, path: Path, record: object) -> None:
        self.path = path
        if not isinstance(record, dict):
            _fail(path, "a saved game is an object `{…}`")
        self.record: dict[str, object] = record
        if self.record.get("format") not in (FORMAT, NUMBERED):
            _fail(path, f"`format` is not `{FORMAT}`")
        if unknown := sorted(self.record.keys() - self.KNOWN):
            _fail(path, f"unknown key `{unknown[0]}`")

    def saved(self) -> Saved:
        """Read all fields, and return the saved game."""
        return Saved(
            game=self._text("game"),
            spec_hash=self._text("spec_hash"),
            players=self._number("players", self._value("players"), range(1, 2**31)),
            options=self._options(),
            seed=self._number("seed", self._value("seed"), range(2**64)),
            answers=self._answers(),
            path=self._text("path") if "path" in self.record else None,
            digest=self._text("digest") if "digest" in self.record else None,
            position=self._object("position") if "position" in self.record else None,
        )

    def _value(self, name: str) -> object:
        if name not in self.record:
            _fail(self.path, f"`{name}` is missing")
        return self.record[name]

    def _text(self, name: str) -> str:
        value = self._value(name)
        return value if isinstance(value, str) else self._wrong(name, value, "a text")

    def _object(self, name: str) -> dict[str, Any]:
        value = self._value(name)
        return value if isinstance(value, dict) else self._wrong(name, value, "an object")

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

    def _answers(self) -> tuple[Answer | int, ...]:
        answers = self._value("answers")
        if not isinstance(answers, list):
            self._wrong("answers", answers, "a list")
        if self.record["format"] == NUMBERED:
            numbers = range(2**31)
            return tuple(self._number(f"answers[{at}]", value, numbers) for at, value in enumerate(answers))
        return tuple(self._answer(f"answers[{at}]", value) for at, value in enumerate(answers))

    def _answer(self, place: str, value: object) -> Answer:
        if not isinstance(value, dict):
            self._wrong(place, value, "an object")
        if unknown := sorted(value.keys() - Answer.__dataclass_fields__):
            _fail(self.path, f"`{place}` has the unknown key `{unknown[0]}`")
        texts: dict[str, str] = {}
        for name in ("player", "site", "action"):
            if name not in value:
                _fail(self.path, f"`{place}.{name}` is missing")
            text = value[name]
            texts[name] = text if isinstance(text, str) else self._wrong(f"{place}.{name}", text, "a text")
        values = value.get("values", {})
        if not isinstance(values, dict):
            self._wrong(f"{place}.values", values, "an object")
        return Answer(**texts, values={k: self._named(f"{place}.values.{k}", v) for k, v in values.items()})

    def _named(self, place: str, value: object) -> Named:
        if isinstance(value, list):
            return tuple(self._single(f"{place}[{at}]", one) for at, one in enumerate(value))
        return self._single(place, value)

    def _single(self, place: str, value: object) -> Single:
        if value is None or isinstance(value, str | int):  # a bool is an int
            return value
        return self._wrong(place, value, "a text, a whole number, a truth value or null")

    def _wrong(self, place: str, value: object, what: str) -> Never:
        shown = json.dumps(value)
        shown = shown if len(shown) <= LONGEST_SHOWN else f"{shown[: LONGEST_SHOWN - 3]}..."
        _fail(self.path, f"`{place}` is {shown}, not {what}")
