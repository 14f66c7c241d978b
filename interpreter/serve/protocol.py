"""The messages that a page sends to the server, in JSON, with every key and value checked.

Each kind of message is a class below, whose fields are the keys of the message. Any other message is refused
with a reason, since messages may come from anywhere.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Any, TypeAlias, get_args

from gamespec.program.frozen import dataclass
from interpreter.locale import LANGUAGES
from interpreter.serve.beside.colors import PALETTE
from interpreter.serve.change import Way
from interpreter.serve.notices import Notice, Refusal

__all__ = ["LARGEST", "LONGEST_TEXT", "Deed", "Message", "message"]

LARGEST = 64 * 1024
"""Maximum size of a message, in bytes."""
LONGEST_TEXT = 2000
LONGEST_NAME = 40
LONGEST_LINE = 500
LONGEST_CALLED = 30
JOINER = "\N{ZERO WIDTH JOINER}"
"""A character that is not printable, but joins others to an emoji."""
LONGEST_PAUSE = 10_000
"""Maximum time that bots wait for a person, in milliseconds."""
MOST = 2**53 - 1
"""The largest integer that a page can represent exactly."""

_DIGITS = re.compile(r"[0-9]{1,1000}", re.ASCII)
_NAME = re.compile(r"[A-Za-z0-9_-]{1,40}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Hello:
    """A page's first message.

    It gives the last revision that the page has seen, the language chosen on the page, and the language of
    the browser.
    """

    revision: int | None = None
    language: str | None = None
    usual: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """Take the option with the given number. `revision` is that of the table in which the option was offered.

    The number is written in decimal digits, because it may exceed the integers that a page can represent
    exactly. Bots then wait for `pause` milliseconds, so that the answer can be taken back. With `slip`, it
    may be a slip of the finger: an answer that could not be taken back freely is not taken, but asked about.
    """

    revision: int
    number: str
    pause: int | None = None
    slip: bool | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the sender's last answer and all answers that followed it."""


@dataclass(frozen=True, slots=True)
class GoOn:
    """Go on from the position after `at` answers."""

    at: int


@dataclass(frozen=True, slots=True)
class Load:
    """Go on with the saved game of the given name."""

    name: str


@dataclass(frozen=True, slots=True)
class Change:
    """Go on under the changed specification, either from the same `position` or after the same `answers`."""

    way: Way


@dataclass(frozen=True, slots=True)
class Agree:
    """Agree to the proposal with the given number."""

    proposal: int


@dataclass(frozen=True, slots=True)
class Refuse:
    """Refuse the proposal with the given number."""

    proposal: int


@dataclass(frozen=True, slots=True)
class Note:
    """Write a note on the position after a number of answers. If the text is empty, delete the note."""

    decision: int
    text: str


@dataclass(frozen=True, slots=True)
class Why:
    """Ask why something is not on offer, named by the words that the table uses for it."""

    text: str


@dataclass(frozen=True, slots=True)
class Save:
    """Save the game under the given name."""

    name: str


@dataclass(frozen=True, slots=True)
class Look:
    """Show the position after a number of answers, or the current position if no number is given."""

    at: int | None = None


@dataclass(frozen=True, slots=True)
class Take:
    """Take the seat to which the sender's link belongs."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the seat to which the sender's link belongs."""


@dataclass(frozen=True, slots=True)
class Replace:
    """Let somebody else play in a seat (from 1), which is either `human` or a bot given by its name."""

    seat: int
    by: str


@dataclass(frozen=True, slots=True)
class Language:
    """Change the language of the page."""

    language: str


@dataclass(frozen=True, slots=True)
class Again:
    """Play another game, with everybody one seat further on."""


@dataclass(frozen=True, slots=True)
class Say:
    """Say a line to all at the table."""

    line: str


@dataclass(frozen=True, slots=True)
class Call:
    """Give the name of the person in the sender's seat. If it is empty, the person has no name."""

    called: str


@dataclass(frozen=True, slots=True)
class Dye:
    """Choose the colour of the sender's seat. If it is empty, the seat has its usual colour."""

    color: str


@dataclass(frozen=True, slots=True)
class Allow:
    """Allow players to ask a bot for advice, or forbid it."""

    advice: bool


@dataclass(frozen=True, slots=True)
class Advise:
    """Ask what a bot thinks of the options. `revision` is that of the table in which they were offered."""

    revision: int


@dataclass(frozen=True, slots=True)
class Rules:
    """Ask for what the specification says to people."""


@dataclass(frozen=True, slots=True)
class Who:
    """Ask who can see the thing with a ref, in the position that the page shows."""

    ref: str


@dataclass(frozen=True, slots=True)
class Codes:
    """Ask for the QR codes of the links that the sender may give away: the own one, or for the host all."""


Deed: TypeAlias = (
    Answer | Undo | GoOn | Load | Change | Again | Agree | Refuse | Note | Take | Leave | Call | Replace
    | Allow | Dye
)  # fmt: skip
"""A message that may change the table, which all pages are then shown."""

Message: TypeAlias = Hello | Look | Language | Why | Rules | Codes | Who | Say | Save | Advise | Deed

KINDS: dict[str, Callable[..., Message]] = {
    "hello": Hello, "answer": Answer, "undo": Undo, "go_on": GoOn, "load": Load, "change": Change,
    "agree": Agree, "refuse": Refuse, "note": Note, "why": Why, "save": Save, "look": Look, "take": Take,
    "leave": Leave, "replace": Replace, "language": Language,
    "rules": Rules, "codes": Codes, "who": Who, "again": Again, "say": Say, "call": Call,
    "allow": Allow, "dye": Dye, "advise": Advise,
}  # fmt: skip

_CLASSES: dict[str, type[Any]] = {kind: made for kind, made in KINDS.items() if isinstance(made, type)}


def message(text: str) -> Message:
    """Parse a message. Raises `Refusal` if it is malformed."""
    if len(text) > LARGEST or len(text.encode(errors="replace")) > LARGEST:
        raise Refusal("the message is longer than {most} bytes", most=LARGEST)
    record = _parsed(text)
    if not isinstance(record, dict) or not isinstance(record.get("kind"), str):
        raise Refusal("a message must be an object with a `kind`")
    kind = record.pop("kind")
    if kind not in KINDS:
        raise Refusal("there is no message of the kind {kind}", kind=_shown(kind))
    known = {field.name: field for field in fields(_CLASSES[kind])}
    if unknown := [key for key in record if key not in known]:
        raise Refusal("the key {key} is unknown", key=_shown(unknown[0]))
    for name, field in known.items():
        if name not in record and field.default is MISSING:
            raise Refusal("`{key}` is missing", key=name)
    optional = {name for name, field in known.items() if field.default is None}
    checked = {
        name: None if value is None and name in optional else _CHECKS[name](name, value)
        for name, value in record.items()
    }
    return KINDS[kind](**checked)


def _parsed(text: str) -> object:
    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in pairs]
        twice = next((key for number, key in enumerate(keys) if key in keys[:number]), None)
        if twice is not None:
            raise Refusal("the key {key} occurs twice", key=_shown(twice))
        return dict(pairs)

    try:
        return json.loads(text, object_pairs_hook=unique)
    except ValueError:
        raise Refusal("not JSON") from None
    except RecursionError:
        raise Refusal("the message is nested too deeply") from None


def _shown(value: str) -> str:
    """Return a received text for display, in backticks, escaped and shortened."""
    shown = json.dumps(value)
    return f"`{shown[1:-1] if len(shown) <= LONGEST_NAME else shown[1:LONGEST_NAME] + '…'}`"


def _wrong(key: str, what: Notice) -> Refusal:
    return Refusal("`{key}` must be {what}", key=key, what=what)


def _number(first: int, last: int) -> Callable[[str, object], int]:
    def check(key: str, value: object) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and first <= value <= last:
            return value
        raise _wrong(key, Notice("a whole number from {first} to {last}", first=first, last=last))

    return check


def _text(key: str, value: object) -> str:
    if isinstance(value, str) and len(value) <= LONGEST_TEXT and value.isprintable():
        return value
    raise _wrong(key, Notice("a text of at most {most} characters", most=LONGEST_TEXT))


def _truth(key: str, value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise _wrong(key, Notice("`true` or `false`"))


def _note(key: str, value: object) -> str:
    if isinstance(value, str):
        _text(key, value.replace("\n", " "))
        return value.strip()
    return _text(key, value)


def _line(first: int, last: int) -> Callable[[str, object], str]:
    """Return a check of texts in one line, which are stripped and then have `first` to `last` characters."""

    def check(key: str, value: object) -> str:
        text = value.strip() if isinstance(value, str) else ""
        if isinstance(value, str) and text.replace(JOINER, "").isprintable() and first <= len(text) <= last:
            return text
        raise _wrong(key, Notice("a line of {first} to {last} characters", first=first, last=last))

    return check


def _name(key: str, value: object) -> str:
    if isinstance(value, str) and _NAME.fullmatch(value):
        return value
    raise _wrong(key, Notice("letters, digits, `-` and `_`, at most {most}", most=LONGEST_NAME))


def _digits(key: str, value: object) -> str:
    if isinstance(value, str) and _DIGITS.fullmatch(value):
        return value
    raise _wrong(key, Notice("a number in digits, as a text"))


def _one_of(*names: str) -> Callable[[str, object], str]:
    def check(key: str, value: object) -> str:
        if isinstance(value, str) and value in names:
            return value
        raise _wrong(key, Notice("one of {names}", names=", ".join(f"`{name}`" for name in names)))

    return check


_CHECKS: dict[str, Callable[[str, object], object]] = {
    "revision": _number(0, MOST), "number": _digits, "at": _number(0, MOST),
    "decision": _number(0, MOST), "proposal": _number(0, MOST), "seat": _number(1, 1000),
    "called": _line(0, LONGEST_CALLED), "line": _line(1, LONGEST_LINE),
    "ref": _line(1, LONGEST_NAME), "color": _one_of("", *PALETTE), "pause": _number(0, LONGEST_PAUSE),
    "advice": _truth, "slip": _truth, "text": _note, "by": _text, "name": _name,
    "language": _one_of(*LANGUAGES), "usual": _one_of(*LANGUAGES), "way": _one_of(*get_args(Way)),
}  # fmt: skip
"""Maps each key to the function that checks its values."""
