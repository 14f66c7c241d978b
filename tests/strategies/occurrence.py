"""Find the words of the language that occur in an expression or a game, and hidden information in play."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from gamespec.description.declared import VERBS as READ
from interpreter import Game
from interpreter.play import events as e
from interpreter.play.options import is_place
from strategies import engine
from strategies.sketch import Sketch

__all__ = ["HAPPENS", "HIDES", "OPERATORS", "VERBS", "happened", "hidden_in", "verbs_in", "words_in"]

VERBS = tuple(READ)

OPERATORS = {
    "a + b": r" \+ ",
    "a - b": r"[\w)] - ",
    "-a": r"(?:^|[(,:] ?)-",
    "a * b": r" \* ",
    "a // b": " // ",
    "a % b": " % ",
    "a == b": " == ",
    "a != b": " != ",
    "a < b": " < ",
    "a <= b": " <= ",
    "a > b": " > ",
    "a >= b": " >= ",
    "a < b < c": (
        r" [<>]=? (?:\([^()]*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)[^()]*)*\)|[\w.]+(?:\([^()]*\))?) [<>]=? "
    ),
    "x in s": r"(?<!not) in ",
    "x not in s": " not in ",
    "not a": r"\bnot (?!in\b)",
    "a and b": " and ",
    "a or b": " or ",
    "a if c else b": " if ",
    "a..b": r"\.\.",
    "{a, b}": r"\{",
    "x.column": r"[)x]\d*\.[a-z]",
    "family[key]": r"\[",
    "none": r"\bnone\b(?!\()",
    "me": r"\bme\b",
    "gold.bank": r"\.bank\b",
    "family of zones": r"\b(?:hand|shelf|field)\b(?!\[)",
}
"""Operators and other forms, each with a regular expression that finds it in generated text."""

_PATTERNS = {name: re.compile(pattern) for name, pattern in OPERATORS.items()}
_CALL = re.compile(r"\b([a-z_]\w*)\(")
_HEAD = re.compile(r"\b([a-z]+)\(([a-z]\w*) (in|from|=) ")


def words_in(text: str) -> set[str]:
    """Return the built-ins, quantifiers and operators in an expression. Quantifiers end with `(x in)`."""
    quantified = {f"{m[1]}(x {m[3]})" for m in _HEAD.finditer(text) if m[1] in engine.HEADS}
    rest = _HEAD.sub("(", text)
    called = {name for name in _CALL.findall(rest) if name in engine.BUILTIN_NAMES}
    functions = {"function of the game"} if re.search(r"\brule\d\(", text) else set()
    return quantified | called | functions | {n for n, pattern in _PATTERNS.items() if pattern.search(rest)}


def verbs_in(sketch: Sketch) -> set[str]:
    """Return the verbs of all steps that occur in a game."""
    return set(_verbs(sketch.document()))


def _verbs(data: object) -> Iterator[str]:
    if isinstance(data, Mapping):
        first = next(iter(data), None)
        if first in VERBS and not (first == "for" and "do" not in data):
            yield first
        for value in data.values():
            yield from _verbs(value)
    elif isinstance(data, tuple):
        for value in data:
            yield from _verbs(value)


HIDES = (
    *(f"zone, {how}{order}" for how in ("owner", "others", "nobody") for order in ("", ", ordered")),
    *(f"variable, {how}" for how in ("owner", "others", "nobody")),
    *(f"{verb} seen_by" for verb in ("random", "choose", "offer")),
    "back", "copies", "reveal", "reveal to", "reveal only",
)  # fmt: skip
"""Parts of a game's text that hide something, or show it to some players only."""


def hidden_in(sketch: Sketch) -> set[str]:
    """Return the entries of `HIDES` that occur in a game."""
    document = sketch.document()
    found = set(_hidden_by_steps(document))
    for zone in _declared(document, "zones"):
        found.add(f"zone, {zone.get('seen_by')}{', ordered' if zone.get('ordered') else ''}")
    found |= {f"variable, {variable.get('seen_by')}" for variable in _declared(document, "variables")}
    for kind in _declared(document, "components"):
        rows = kind.get("rows")
        copied = isinstance(rows, tuple) and any(row.get("copies", 1) > 1 for row in rows)
        found |= {"copies"} if copied else set()
        found |= {"back"} if "back" in kind else set()
    return found & set(HIDES)


def _declared(document: Mapping[str, object], section: str) -> Iterator[Mapping[str, object]]:
    declared = document.get(section)
    for each in declared.values() if isinstance(declared, Mapping) else ():
        assert isinstance(each, Mapping)
        yield each


def _hidden_by_steps(data: object) -> Iterator[str]:
    if isinstance(data, Mapping):
        if "seen_by" in data and data["seen_by"] != "everyone":
            yield from (f"{verb} seen_by" for verb in ("random", "choose", "offer") if verb in data)
        if "reveal" in data:
            yield from ("reveal", *(f"reveal {key}" for key in ("to", "only") if key in data))
        for value in data.values():
            yield from _hidden_by_steps(value)
    elif isinstance(data, tuple):
        for value in data:
            yield from _hidden_by_steps(value)


HAPPENS = (
    "a draw hidden from some players", "a drawn component hidden from some players",
    "an answer hidden from some players", "simultaneous answers of several players",
    "a component chosen by its place", "a change of a hidden variable",
    "a move of a component hidden from some players", "a component revealed to some players",
    "an attribute shown", "a back seen after a shuffle",
)  # fmt: skip
"""Events in play that hide something, or show it to some players only."""

_DRAW, _COMPONENT, _ANSWER, _SEVERAL, _PLACE, _VARIABLE, _MOVE, _REVEAL, _ATTRIBUTE, _BACK = HAPPENS


def happened(game: Game) -> set[str]:
    """Return the entries of `HAPPENS` that have occurred in a recorded game."""
    everybody, found = (1 << game.program.players) - 1, set[str]()
    secret = -1
    for event in game.events:
        match event:
            case e.Drew(seen=seen, component=component) if seen != everybody:
                found.add(_COMPONENT if component else _DRAW)
            case e.Decided(who, values=values, told=told):
                places = (part for v in values for part in (v if isinstance(v, tuple) else (v,)))
                found |= {_PLACE} if any(map(is_place, places)) else set()
                hides = told != everybody
                found |= {_ANSWER} if hides else set()
                found |= {_SEVERAL} if hides and secret not in {-1, who} else set()
                secret = who if hides else -1
            case e.Changed() | e.Moved() | e.Revealed() if event.seen != everybody:
                found.add({e.Changed: _VARIABLE, e.Moved: _MOVE, e.Revealed: _REVEAL}[type(event)])
            case e.Shown():
                found.add(_ATTRIBUTE)
            case e.BackSeen():
                found.add(_BACK)
            case _:
                pass
        secret = secret if isinstance(event, e.Asked | e.Drew | e.Decided) else -1
    return found
