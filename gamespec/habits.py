"""Idioms from other languages, and what to write here instead."""

from __future__ import annotations

import re

__all__ = ["ADDING", "ELSE_IF", "KEYS", "NAMESAKES", "RANGE", "SYNONYMS", "VALUES", "VERBS", "assigned"]

SYNONYMS = {
    "call": "run",
    "discard": "move",
    "emit": "announce",
    "execute": "run",
    "fire": "announce",
    "flip": "reveal",
    "give": "move",
    "invoke": "run",
    "mix": "shuffle",
    "pay": "transfer",
    "place": "move",
    "play": "move",
    "put": "move",
    "show": "reveal",
    "take": "move",
    "trigger": "announce",
}
"""Verbs that authors expect, and those that mean the same here."""

ADDING = {
    "add": "+",
    "decrease": "-",
    "decrement": "-",
    "increase": "+",
    "increment": "+",
    "subtract": "-",
}
"""Verbs of other languages that change a variable by a number, and the operators that do so here."""

VERBS = {
    "break": "`stop: loop` leaves the innermost loop",
    "deal": "`move` moves components; `for: {p: players}` does it for each player",
    "finish": "`check: end` ends the game if a condition of `end` holds, `stop: turn` only the turn",
    "foreach": "`for: {x: LIST}` runs steps for each member of a list",
    "loop": "`while` runs steps as long as a condition holds, `for` for each member of a list",
    "match": "`case` runs one of several lists of steps",
    "pass": "`stop: turn` ends the turn; a list without steps is `[]`",
    "repeat": "`for: {i: 1..3}` runs steps three times, `while` as long as a condition holds",
    "return": "`stop: turn` ends the turn; a function gives its value under `is`",
    "roll": "`random: {x: {from: 1..6}}` rolls a die",
    "skip": "`stop: turn` ends the turn; a list without steps is `[]`",
    "switch": "`case` runs one of several lists of steps",
    "unless": "`if: not (CONDITION)` runs steps if the condition does not hold",
    "until": "`while: not (CONDITION)` runs steps until the condition holds",
}
"""Verbs of other languages, and the steps that correspond to them."""

NAMESAKES = {
    "draw": '`draw` draws a board as text; `move: "top(deck, 1)"` with `to: …` takes the top card',
}
"""Verbs that mean something else in other games, and what to write for that."""

KEYS = {
    "by": ("turns",),
    "condition": ("when", "where", "if"),
    "conditions": ("when",),
    "default": ("start",),
    "direction": ("turns",),
    "description": ("about", "says"),
    "do": ("then",),
    "effect": ("do",),
    "effects": ("do",),
    "hidden_from": ("seen_by",),
    "initial": ("start",),
    "into": ("to",),
    "max": ("capacity", "most"),
    "name": ("title", "label"),
    "on": ("when",),
    "order": ("turns",),
    "owner": ("per",),
    "parameters": ("with",),
    "range": ("type",),
    "steps": ("do",),
    "turn_order": ("turns",),
    "visible": ("seen_by",),
    "visible_to": ("seen_by",),
}
"""Keys that authors expect, and those that mean the same here. The first that its place allows counts."""

VALUES = {
    "all": "everyone",
    "anticlockwise": "counterclockwise",
    "hidden": "nobody",
    "left": "clockwise",
    "me": "owner",
    "next": "clockwise",
    "none": "nobody",
    "opponents": "others",
    "player": "owner",
    "previous": "counterclockwise",
    "private": "owner",
    "public": "everyone",
    "right": "counterclockwise",
    "secret": "nobody",
    "self": "owner",
}
"""Values that authors expect, and those that mean the same here."""

ELSE_IF = frozenset({"elif", "elseif", "elsif", "else_if", "else if"})
"""Keys of other languages for a condition that is tested if the one before it does not hold."""

RANGE = r"\.\.\.|…|\s*[\u2013\u2014]\s*|\s+(?:to|through|bis)\s+"
"""What stands between the ends of a range elsewhere, as a regular expression."""

_STEP = re.compile(r"\s*([a-z]\w*(?:\[[^=]*\])?)\s*(\+\+|--)\s*")
_ASSIGNMENT = re.compile(r"\s*([a-z]\w*(?:\[[^=]*\])?)\s*([-+*]|//|%)?:?=(?!=)\s*(\S.*?)\s*", re.DOTALL)


def assigned(text: str) -> str | None:
    """Return an assignment, such as `x = VALUE`, `x += VALUE`, `x++` or `x in LIST`, rewritten as a mapping.

    Returns `None` if `text` is not an assignment.
    """
    if member := re.fullmatch(r"\s*([a-z]\w*)\s+in\s+([\w.]+(?:\(\w*\))?)\s*", text):
        return f"{{{member[1]}: {member[2]}}}"
    step = _STEP.fullmatch(text)
    found = _ASSIGNMENT.fullmatch(f"{step[1]} {step[2][0]}= 1" if step else text)
    if found is None:
        return None
    name, operator, value = found.groups()
    if operator:
        value = f"{name} {operator} ({value})" if re.search(r"\W", value) else f"{name} {operator} {value}"
    name, value = (f'"{part}"' if re.search(r"[\[\]{},]|: ", part) else part for part in (name, value))
    return f"{{{name}: {value}}}"
