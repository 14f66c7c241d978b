"""Tests for the identity of a program, which depends on the meaning of a game and not on its wording."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import gamespec
from gamespec.program.written import program_hash

if TYPE_CHECKING:
    from pathlib import Path

GAME = """\
language: 1
game: market
title: {en: Market, de: Markt}
about: Buy low.
players: 2..3
options:
  goal: {type: 3..9, default: 5, label: {en: The goal, de: Das Ziel}}
enums: {colour: [red, blue]}
components:
  ware: {attributes: {colour: colour, price: 1..3}, all: {colour: colour, price: 1..3}, start: sack}
zones:
  sack: {of: ware, ordered: true, seen_by: nobody}
  stall: {of: ware, per: player}
variables:
  coins: {type: 0..20, per: player, start: 9}
  rounds: {type: 0..50}
functions:
  dear: {with: {w: ware}, is: w.price >= 2}
  never_called: {with: {w: ware}, is: w.price >= 3}
procedures:
  restock: {with: {who: player}, do: [{move: "top(sack, 1)", to: "stall[who]"}]}
  never_run: {do: [{set: {rounds: 7}}]}
actions:
  buy:
    label: {en: "buy {w}", de: "kaufe {w}"}
    with: {w: {from: "stall[me]", where: "dear(w) and w.price <= coins[me]"}}
    do:
      - set: {"coins[me]": "coins[me] - w.price"}
      - move: w
        to: sack
  pass:
    do: [{set: {rounds: rounds + 1}}]
setup:
  - shuffle: sack
  - for: {p: players}
    do: [{run: restock, with: {who: p}}]
phases:
  trade:
    turns: clockwise
    do:
      - random: {luck: {from: 1..6}}
      - set: {rounds: "rounds + (1 if luck == 6 else 0)"}
      - offer: [buy, pass]
        prompt: {en: Your turn, de: Du bist dran}
      - {check: end}
end:
  enough: {when: rounds >= goal, draw: true}
limit: {decisions: 99, then: draw}
"""


def identity(place: Path, *edits: tuple[str, str]) -> str:
    """Return the identity of the game after some edits, each of which replaces one text by another.

    A text is replaced wherever it occurs.
    """
    text = GAME
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new)
    (place / "game.yaml").write_text(text, encoding="utf-8")
    return program_hash(gamespec.load(place).program())


SAME = {
    "a comment": [("zones:\n", "# where wares lie\nzones:  # two of them\n\n")],
    "white space": [("dear(w) and w.price <= coins[me]", "dear( w )   and w.price<=coins[ me ]")],
    "parentheses": [("w.price >= 2", "((w.price) >= (2))")],
    "a title": [("en: Market", "en: Fair"), ("about: Buy low.", "about: Sell high.")],
    "a label": [("buy {w}", "take {w} home"), ("The goal", "Rounds")],
    "a prompt": [("en: Your turn", "en: What now?")],
    "a label less": [('    label: {en: "buy {w}", de: "kaufe {w}"}\n', "")],
    "keys of a declaration": [
        ("{type: 0..20, per: player, start: 9}", "{start: 9, per: player, type: 0..20}"),
        ("{of: ware, ordered: true, seen_by: nobody}", "{seen_by: nobody, of: ware, ordered: true}"),
        ("{type: 3..9, default: 5, label: ", "{default: 5, type: 3..9, label: "),
        ("{when: rounds >= goal, draw: true}", "{draw: true, when: rounds >= goal}"),
    ],
    "keys of a step": [("      - move: w\n        to: sack\n", "      - to: sack\n        move: w\n")],
    "sections": [
        ("enums: {colour: [red, blue]}\n", ""),
        ("zones:\n", "enums: {colour: [red, blue]}\nzones:\n"),
    ],
    "the name of a variable": [("coins", "money")],
    "the name of a local": [("{p: players}", "{q: players}"), ("{who: p}", "{who: q}")],
    "the name of an action": [("buy", "purchase")],
    "the name of an option": [("goal", "target")],
    "the name of a function": [("dear", "costly")],
    "the name of a zone that nobody shuffles": [("stall", "booth")],
    "the names of the end and of the phase": [("enough", "over_now"), ("  trade:", "  haggle:")],
    "a function that nobody calls": [("w.price >= 3", "w.price >= 1")],
    "a procedure that nobody runs": [("set: {rounds: 7}", "set: {rounds: 8}")],
    "neither of them": [
        ("  never_called: {with: {w: ware}, is: w.price >= 3}\n", ""),
        ("  never_run: {do: [{set: {rounds: 7}}]}\n", ""),
    ],
}


@pytest.mark.parametrize("edits", SAME.values(), ids=SAME.keys())
def test_what_has_no_meaning_changes_nothing(edits: list[tuple[str, str]], tmp_path: Path) -> None:
    """Changing comments, texts, names or the order of keys in a declaration leaves the identity unchanged."""
    assert identity(tmp_path, *edits) == identity(tmp_path)


OTHER = {
    "the order of two variables": [
        ("  coins: {type: 0..20, per: player, start: 9}\n  rounds: {type: 0..50}\n",
         "  rounds: {type: 0..50}\n  coins: {type: 0..20, per: player, start: 9}\n"),
    ],
    "the order of two values": [("[red, blue]}\n", "[red, blue, green]}\n")],
    "a number": [("w.price >= 2", "w.price >= 3")],
    "a bound": [("rounds: {type: 0..50}", "rounds: {type: 0..51}")],
    "a beginning": [("start: 9", "start: 8")],
    "who sees": [("seen_by: nobody", "seen_by: everyone")],
    "a default": [("default: 5", "default: 6")],
    "the order of two options of a step": [("[buy, pass]", "[pass, buy]")],
    "a limit": [("decisions: 99", "decisions: 98")],
    "the name of a zone that is shuffled": [("sack", "bag")],
    "the name of what is drawn": [("luck", "eyes")],
}  # fmt: skip


@pytest.mark.parametrize("edits", OTHER.values(), ids=OTHER.keys())
def test_what_has_meaning_changes_it(edits: list[tuple[str, str]], tmp_path: Path) -> None:
    """Changing rules, the order of declarations or the names of random streams changes the identity."""
    assert identity(tmp_path, *edits) != identity(tmp_path)


def test_players_and_options_change_it(tmp_path: Path) -> None:
    """Each number of players has a program of its own, and so has each choice of options with an effect."""
    identity(tmp_path)
    spec = gamespec.load(tmp_path)
    programs = [spec.program(players, {"goal": goal}) for players in (2, 3) for goal in (3, 4)]
    assert len({program_hash(program) for program in programs}) == len(programs)
    assert program_hash(spec.program(2, {"goal": 5})) == program_hash(spec.program())
