"""Mistakes typed into sound games: each has one message, at its place, and its first cure leaves no error.

The rows are slips of people who come from Python, JavaScript or the prose of rulebooks.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import gamespec
from gamespec.text.diagnostics import Diagnostic

ROOT = Path(__file__).parents[2]
SQUIRRELS = ROOT / "tests" / "games" / "squirrels" / "game.yaml"
BYWAY = ROOT / "tests" / "games" / "byway" / "game.yaml"
PIG = ROOT / "games" / "pig" / "game.yaml"

HIDE = "    do:\n      - {move: n, to: nest}\n      - set: {best: n}\n"

ELIF = (
    "    do:\n      - if: best == none\n        then: [{move: n, to: nest}]\n        elif: best == n\n"
    "        then:\n          - {move: n, to: nest}\n        elif: best != n\n        then: []\n"
    "        else: []\n      - set: {best: n}\n"
)

TYPED = [
    # keys: one message, although much depends on them
    (SQUIRRELS, "    attributes: {tree: tree, weight", "    attribute: {tree: tree, weight", "attribute"),
    (SQUIRRELS, "    rows:", "    row:", "row"),
    (BYWAY, "    turns: clockwise", "    turn: clockwise", "turn"),
    (SQUIRRELS, "players: 3", "spieler: 3", "spieler"),
    (SQUIRRELS, "title: Squirrels", "name: Squirrels", "name"),
    (SQUIRRELS, "    do: [{reveal: lot}]", "    effect: [{reveal: lot}]", "effect"),
    (SQUIRRELS, "{of: nut, seen_by: nobody}", "{cards: nut, seen_by: nobody}", "cards"),
    (SQUIRRELS, "{of: nut, seen_by: nobody}", "{of: nut, visible_to: nobody}", "visible_to"),
    (SQUIRRELS, "{move: lot, to: eaten}", "{move: lot, into: eaten}", "into"),
    (BYWAY, "home: {when:", "home: {if:", "if"),
    (SQUIRRELS, "  ground: {of: leaf}", "  Ground: {of: leaf}", "Ground"),
    # values
    (SQUIRRELS, "{of: nut, seen_by: nobody}", "nut", "nut"),
    (SQUIRRELS, "tree: [hazel, beech, oak]", "tree: hazel, beech, oak", "hazel, beech, oak"),
    (SQUIRRELS, "seen_by: nobody", "seen_by: none", "none"),
    (SQUIRRELS, "ordered: true", "ordered: yes", "yes"),
    (SQUIRRELS, "then: rank", "then: ranking", "ranking"),
    (SQUIRRELS, "for: {p: players}", "for: p in players", "p in players"),
    (PIG, "players: 2..10", "players: 2-10", "2-10"),
    (PIG, "players: 2..10", "players: [2, 10]", "[2, 10]"),
    (SQUIRRELS, "weight: 1..3}\n    rows", "weight: 1-3}\n    rows", "1-3"),
    (SQUIRRELS, "type: 0..999", "type:0..999", "type:0..999"),
    (BYWAY, "n: {from: 1..2}", "n: 1..2", "1..2"),
    (SQUIRRELS, "tree: [hazel, beech, oak]", "tree: {hazel, beech, oak}", "{hazel, beech, oak}"),
    (SQUIRRELS, "  nut:\n", "  nut:\n    name: {one: nut, other: nuts}\n", "one"),
    (SQUIRRELS, "  nut:\n", "  nut:\n    name:\n      one: nut\n      other: nuts\n", "one"),
    (SQUIRRELS, "  nut:\n", "  nut:\n    label: {one: nut, other: nuts}\n", "one"),
    (SQUIRRELS, '{n: {from: "cheek[me]"}}', '{n: "cheek[me]"}', '"cheek[me]"'),
    (SQUIRRELS, 'with: {n: {from: "cheek[me]"}}', "with:\n      n: cheek[me]", "cheek[me]"),
    (SQUIRRELS, '{"fed[me]": "fed[me] + 9"}', '{"fed[me]": "+9"}', "+"),
    (SQUIRRELS, "- {move: n, to: nest}", "- {discard: n, to: nest}", "discard"),
    (PIG, "offer: [roll, hold]", "offer: [roll, hold, pass]", "pass"),
    (BYWAY, "turns: clockwise", "turns: {by: next}", "{by: next}"),
    (BYWAY, '{"stuck[me]": false}', '{"stuck[me]": no}', "no"),
    # indentation and dashes
    (SQUIRRELS, HIDE, "    do:\n      move: n\n      to: nest\n      set: {best: n}\n", "do"),
    (
        SQUIRRELS,
        HIDE,
        "    do:\n      set: {best: n}\n      set: {best: n}\n      move: n\n      to: nest\n",
        "do",
    ),
    (SQUIRRELS, HIDE, "    do: {move: n, to: nest, set: {best: n}}\n", "{move: n, to: nest, set: {best: n}}"),
    (SQUIRRELS, "  ground: {of: leaf}", "  - ground: {of: leaf}", "-"),
    (SQUIRRELS, "\nsetup:", "\n setup:", "setup"),
    (PIG, "        then: [{stop", "          then: [{stop", "then"),
    # what a declaration is per: one message, although each use of a member follows from it
    (SQUIRRELS, "paw: {of: leaf, per: player, seen_by: owner}", "paw: {of: leaf, seen_by: owner}", "paw"),
    (SQUIRRELS, "paw: {of: leaf, per: player, seen_by: owner}", "paw: {of: leaf}", "paw"),
    (SQUIRRELS, "fed: {per: player, type: 0..999}", "fed: {type: 0..999}", "fed"),
    # a condition after another one, whose `then` would be there twice
    (
        SQUIRRELS,
        HIDE,
        ELIF,
        "elif",
    ),
    (
        SQUIRRELS,
        HIDE,
        "    do: [{if: best == none, then: [{move: n, to: nest}], elif: best == n, then: [], else: []}]\n",
        "elif",
    ),
    # names and types
    (SQUIRRELS, "score: fed[player]", "score: fed[me]", "me"),
    (SQUIRRELS, "score: fed[player]", "score: fed", "fed"),
    (SQUIRRELS, "score: fed[player]", "score: fed(player)", "fed(player)"),
    (SQUIRRELS, "score: fed[player]", "score: player.fed", "fed"),
    (SQUIRRELS, 'to: "paw[me]"', 'to: "paw[p]"', "p"),
    (SQUIRRELS, 'to: "paw[me]"', "to: paw", "paw"),
    (SQUIRRELS, 'until: "size(heap) < 2"', "until: heap < 2", "heap < 2"),
    (SQUIRRELS, 'until: "size(heap) < 2"', "until: len(heap) < 2", "len"),
    (SQUIRRELS, 'until: "size(heap) < 2"', "until: heap.count < 2", "count"),
    (SQUIRRELS, 'until: "size(heap) < 2"', "until: heap is empty", "heap is empty"),
    (BYWAY, "empty(ways())", "empty(ways)", "ways"),
    (BYWAY, '{"at[me]": to}', "{at[me]: to}", "at[me]"),
    (BYWAY, '{"at[me]": to}', "{at: to}", "at"),
    (BYWAY, '{"stuck[me]": false}', "stuck[me] = false", "stuck[me] = false"),
]


ALIKE = [
    # locals that are called, and a built-in that is not
    (
        "let: {kin: left(me)}\n      - {move: n, to: 'cheek[kin(me)]'}",
        "kin(me)",
        "`kin` is a `player`, not a function",
    ),
    (
        "let: {lot: 'cheek[me]'}\n      - set: {best: lot(1)}",
        "lot(1)",
        "`lot` is a `list of nut`, not a function",
    ),
    ("{move: n, to: 'cheek[left]'}", "left", "`left` is a built-in function"),
]


@pytest.mark.parametrize(("steps", "at", "message"), ALIKE)
def test_calls(steps: str, at: str, message: str) -> None:
    """What is called says what it is, and a built-in without arguments is known as one; there is a cure."""
    sound = SQUIRRELS.read_text(encoding="utf-8")
    text = sound.replace("- {move: n, to: nest}\n      - set: {best: n}", f"- {steps}", 1)
    (told,) = errors(SQUIRRELS, text)
    assert (told.span.text, told.message) == (at, message)
    assert len(told.cures) == 1


def test_a_built_in_with_a_namesake() -> None:
    """A wrong call of a built-in says where a local of that name is, and that a call never means it."""
    steps = "- let: {top: left(me)}\n      - set: {best: top(3)}"
    text = SQUIRRELS.read_text(encoding="utf-8").replace("- {move: n, to: nest}", steps, 1)
    (told,) = errors(SQUIRRELS, text)
    assert [(remark.span.text, remark.text) for remark in told.others] == [("top", "another `top`")]
    assert told.notes == ("`top(…)` is the built-in; the `top` declared here has no parentheses",)


def errors(path: Path, text: str) -> list[Diagnostic]:
    """Return the errors of a game with another text."""
    return [d for d in gamespec.analyse(path, texts={path: text}).diagnostics if d.severity == "error"]


@pytest.mark.parametrize(("path", "before", "typed", "at"), TYPED, ids=lambda x: str(x)[-24:])
def test_one_message_one_cure(path: Path, before: str, typed: str, at: str) -> None:
    """Nothing but the mistake is told, at what was typed; after the first cure there are no errors."""
    sound = path.read_text(encoding="utf-8")
    wrong = sound.replace(before, typed, 1)
    assert wrong != sound
    (told,) = errors(path, wrong)
    assert told.span.text == at
    start = sound.index(before)
    assert start <= told.span.start <= told.span.end <= start + len(typed)
    cured = wrong
    for edit in sorted(told.cures[0].edits, key=lambda e: e.span.start, reverse=True):
        cured = cured[: edit.span.start] + edit.text + cured[edit.span.end :]
    assert not errors(path, cured)
