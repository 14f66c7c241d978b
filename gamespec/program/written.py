"""The file format of programs, which consists of lines of text, each a JSON value.

The first line identifies the file. Each further line is a section with its name, and the last line holds the
SHA-256 of everything before it. `docs/reference/compiled-programs.md` describes the sections for authors of
readers in other languages. The content of a section follows from the classes of the program.

The identity of a program is the SHA-256 of the sections alone, with 0 for every place in the author's text.
It depends on the program's meaning, but not on any name, comment or line.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, get_args, get_origin, get_type_hints

from gamespec.program.domain import INT_MIN, SINGLE, Domain
from gamespec.program.forms import KINDS, Malformed, Reading, Writing, form, listed, number, written_fields
from gamespec.program.program import Program
from gamespec.program.verify import check_nesting, verify

__all__ = [
    "FORMAT",
    "MOST_BYTES",
    "VERSION",
    "About",
    "Malformed",
    "Written",
    "program_hash",
    "read",
    "write",
]

FORMAT, VERSION = "gamespec-program", 7

MOST_BYTES = 64 * 2**20
"""Maximum size of a file, in bytes."""

_FIELDS = written_fields(Program)
_TYPES = {
    name: type_ for name, type_ in get_type_hints(Program, include_extras=True).items() if name in _FIELDS
}
_FORMS = {name: form(type_) for name, type_ in _TYPES.items()}
_MEASURES = "measures"
_SECTIONS = ("forms", "domains", "tables", *(name for name in _FIELDS if name != _MEASURES))
"""The names of the sections of every program. The section of measures follows them if there are any."""
_TABLES = frozenset(
    name for name, type_ in _TYPES.items() if get_origin(type_) is tuple and get_args(type_)[0] is not int
)
"""The names of the sections that are lists. Rows of integers are not included, because they are in `tables`.
"""

_MOST = {"players": 31, "variables": 2**20}
"""Maximum values of counts that are not the length of a table. Each player takes one bit of an integer."""


@dataclass(frozen=True)
class About:
    """What a file says about the game from which it was compiled, since a program itself has no names.

    `options` are the chosen values, and `specification` is the digest of the game's files.
    """

    game: str
    options: Mapping[str, int | bool | str]
    specification: str

    def head(self, program: Program, form: str, version: int) -> dict[str, object]:
        """Return what a file of a program says first: its format and version, and which program it is."""
        return {
            "format": form,
            "version": version,
            "game": self.game,
            "players": program.players,
            "options": dict(self.options),
            "specification": self.specification,
            "hash": program_hash(program),
        }


@dataclass(frozen=True)
class Written:
    """The content of a program file. `hash` is the identity of the program."""

    program: Program
    about: About
    hash: str


# --- writing ----------------------------------------------------------------------------------------


def write(program: Program, about: About) -> bytes:
    """Return the program file, in ASCII. Equal programs and descriptions give equal files.

    Raises `Malformed` if expressions are nested deeper than `read` accepts.
    """
    check_nesting(program)
    text = _line(about.head(program, FORMAT, VERSION)) + _sections(program, places=True)
    return text + _line(["end", sha256(text).hexdigest()])


def program_hash(program: Program) -> str:
    """Return the identity of a program in hexadecimal. It depends on the program's meaning alone."""
    return sha256(_sections(program, places=False)).hexdigest()


def _line(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":"), allow_nan=False).encode() + b"\n"


def _sections(program: Program, *, places: bool) -> bytes:
    """Return the lines of a program file between the first and the last."""
    out = Writing(places)
    written: dict[str, Any] = {name: _FORMS[name].write(getattr(program, name), out) for name in _FIELDS}
    written["forms"] = [[class_.__name__, *written_fields(class_)] for class_ in out.forms]
    written["domains"] = [[d.low, d.high, d.optional, d.most] for d in out.domains]
    written["tables"] = list(out.tables)
    names = (*_SECTIONS, _MEASURES) if program.measures else _SECTIONS
    return b"".join(_line([name, written[name]]) for name in names)


# --- reading ----------------------------------------------------------------------------------------


def read(data: bytes) -> Written:
    """Read the program in a file. Raises `Malformed`; see `verify` for the checks that it must pass."""
    if len(data) > MOST_BYTES:
        raise Malformed(f"the file is larger than {MOST_BYTES // 2**20} MiB")
    lines = [line + b"\n" for line in data.splitlines()]  # line ends may have been converted on the way
    head = _head(lines[0] if lines else b"")
    names = (*_SECTIONS, _MEASURES) if len(lines) == len(_SECTIONS) + 3 else _SECTIONS
    if len(lines) != len(names) + 2:
        raise Malformed(f"the file has {len(lines)} lines, not {len(_SECTIONS) + 2}")
    _check_sum(lines)
    sections = dict(_section(*pair) for pair in zip(names, lines[1:-1], strict=True))
    program = _program(sections)
    identity = program_hash(program)
    if head["players"] != program.players:
        raise Malformed(
            f"{head['players']} players, but the program is for {program.players}", "line 1", "players"
        )
    if head["hash"] != identity:
        raise Malformed(f"the hash of the program is {identity}", "line 1", "hash")
    return Written(program, About(head["game"], head["options"], head["specification"]), identity)


def _value(line: bytes, place: str) -> Any:
    """Parse the JSON value in a line. Raises `Malformed` with `place`."""
    try:
        return json.loads(line.decode(), parse_float=_no_number, parse_constant=_no_number)
    except Malformed as error:
        raise error.within(place) from None
    except UnicodeDecodeError:
        raise Malformed("the line is not UTF-8", place) from None
    except RecursionError:
        raise Malformed("the line nests too deeply", place) from None
    except ValueError as error:  # not JSON, or an integer of thousands of digits
        raise Malformed(f"the line is not JSON: {error}", place) from None


def _no_number(text: str) -> Any:
    raise Malformed(f"`{text[:20]}` is not an integer")


def _head(line: bytes) -> dict[str, Any]:
    """Parse the first line, and refuse a file of another format or version without reading further."""
    try:
        head = _value(line, "line 1")
    except Malformed:
        raise Malformed("this is not a compiled program", "line 1") from None
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise Malformed("this is not a compiled program", "line 1")
    if type(head.get("version")) is not int or head["version"] != VERSION:
        raise Malformed(f"the version is {head.get('version')!r}, but this reads {VERSION}", "line 1")
    types: dict[str, tuple[type, ...]] = {
        "format": (str,), "version": (int,), "game": (str,), "players": (int,), "options": (dict,),
        "specification": (str,), "hash": (str,),
    }  # fmt: skip
    if set(head) != set(types):
        raise Malformed(f"the keys are not {', '.join(types)}", "line 1")
    for key, wanted in types.items():
        if type(head[key]) not in wanted:
            raise Malformed(f"no {wanted[0].__name__}", "line 1", key)
    if any(type(value) not in {int, bool, str} for value in head["options"].values()):
        raise Malformed("a value is not an integer, text, true or false", "line 1", "options")
    return head


def _check_sum(lines: list[bytes]) -> None:
    match _value(lines[-1], f"line {len(lines)}"):
        case ["end", str(said)]:
            if said != sha256(b"".join(lines[:-1])).hexdigest():
                raise Malformed("the file has been changed or damaged: its SHA-256 differs")
        case _:
            raise Malformed("the file does not end with its SHA-256", f"line {len(lines)}")


def _section(name: str, line: bytes) -> tuple[str, Any]:
    match _value(line, name):
        case [str(called), value] if called == name:
            return name, value
        case _:
            raise Malformed("this section is missing here, or has no value", name)


def _program(sections: Mapping[str, Any]) -> Program:
    """Make the program from its sections, and verify it as a whole."""
    known, sections = Reading(), {_MEASURES: [], **sections}
    with _within("forms"):
        known.forms = [_class(row) for row in listed(sections["forms"])]
    with _within("domains"):
        known.domains = [_domain(row) for row in listed(sections["domains"])]
    with _within("tables"):
        known.tables = [tuple(number(n) for n in listed(row)) for row in listed(sections["tables"])]
    for name in _FIELDS:
        with _within(name):
            if name in _MOST:
                known.sizes[name] = number(sections[name], 0, _MOST[name])
            elif name in _TABLES:
                known.sizes[name] = len(listed(sections[name]))
    values: dict[str, Any] = {"functions": _functions(sections["functions"], known)}
    for name in _FIELDS:
        if name not in values:
            with _within(name):
                values[name] = _FORMS[name].read(sections[name], known)
    program = Program(**values)
    verify(program)
    return program


def _class(row: object) -> type[Any]:
    """Return the class that a row of `forms` names, after checking the names of its fields."""
    match row:
        case [str(name), *names] if name in KINDS:
            class_ = KINDS[name]
            if names != list(written_fields(class_)):
                raise Malformed(f"the fields of `{name}` are {', '.join(written_fields(class_))}")
            return class_
        case _:
            raise Malformed(f"`{str(row)[:40]}` is not a kind of expression or instruction")


def _domain(row: object) -> Domain:
    match row:
        case [low, high, bool(optional), most]:
            return Domain(number(low, INT_MIN), number(high), optional, number(most, SINGLE))
        case _:
            raise Malformed(f"`{str(row)[:40]}` is not low, high, optional and most")


def _functions(rows: list[Any], known: Reading) -> tuple[Any, ...]:
    """Read the functions of a program. Each can apply only functions that precede it."""
    made = known.shared["functions"] = []
    inner = form(get_args(_TYPES["functions"])[0])
    for i, row in enumerate(rows):
        with _within("functions"), _within(str(i)):
            function = inner.read(row, known)
            if function.number != i:
                raise Malformed(f"{function.number} is not its number", "number")
            made.append(function)
    return tuple(made)


@contextmanager
def _within(place: str) -> Iterator[None]:
    """Add a place to every `Malformed` that is raised in the body of the `with`."""
    try:
        yield
    except Malformed as error:
        raise error.within(place) from None
