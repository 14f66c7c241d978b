"""Tests for the checks GS405 and GS410, which find hidden information that a game gives away.

Each case consists of the steps of a player's turn in one game, and the message that the checker should give.
"""

from __future__ import annotations

from textwrap import indent
from typing import TYPE_CHECKING

import pytest

from gamespec.lint import course
from gamespec.loader import check

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Told = Callable[..., list[str]]

GAME = """\
language: 1
game: sample
title: Sample
players: {players}
enums: {{era: [old, new]}}
components:
  card:
    attributes: {{rank: 1..4, suit: 1..2, era: era}}
    all: {{rank: 1..4, suit: 1..2, era: era}}
    back: [era]
    start: deck
  coin: {{attributes: {{side: 1..2}}, all: {{side: 1..2}}, start: "purse[1]"}}
zones:
  deck: {{of: card, ordered: true, seen_by: nobody}}
  hand: {{of: card, per: player, ordered: true, seen_by: owner}}
  worn: {{of: card, per: player, seen_by: others}}
  table: {{of: card}}
  purse: {{of: coin, per: 1..2, ordered: true, seen_by: nobody}}
variables:
  die: {{per: player, type: 1..6, seen_by: owner}}
  pot: {{type: 0..9, seen_by: nobody}}
  open: {{type: 0..9}}
  shown: {{per: player, type: 0..9}}
  note: {{per: player, type: 0..9, seen_by: owner}}
  brow: {{per: player, type: 0..9, seen_by: others}}
histories:
  dice: {{of: [die, open], length: 3}}
  hands: {{of: [hand, table], length: 3}}
  boards: {{of: [open, table], length: 3}}
functions:
  above: {{with: {{n: 0..9, m: 0..9}}, is: n > m}}
procedures:
  bid: {{with: {{x: 0..9}}, do: [{{choose: {{n: {{from: 1..6, where: n > x}}}}}}, {{set: {{open: n}}}}]}}
  ask: {{with: {{p: player}}, do: [{{choose: {{n: {{from: 1..6, where: "n > die[p]"}}}}}}, {{run: plain}}]}}
  plain: {{do: [{{offer: [go]}}]}}
  tell: {{with: {{x: 0..9}}, do: [{{set: {{open: x}}}}]}}
  keep: {{with: {{x: 0..9}}, do: [{{set: {{"note[me]": x}}}}]}}
events:
  asked: {{with: {{x: 0..9}}}}
handlers:
  answer: {{event: asked, do: [{{choose: {{n: {{from: 1..6, where: n > x}}}}}}, {{set: {{"shown[me]": n}}}}]}}
actions:
  go: {{do: [{{set: {{"shown[me]": 1}}}}]}}
  than: {{given: {{x: 0..9}}, when: x > 2, do: []}}
  try: {{with: {{n: {{from: 1..6}}}}, do: [{{set: {{open: n}}}}], keeps: "die[left(me)] > open"}}
  own: {{with: {{n: {{from: 1..6}}}}, do: [{{set: {{open: n}}}}], keeps: "die[me] > open"}}
setup:
  - shuffle: deck
  - shuffle: purse[1]
  - move: top(purse[1], 1)
    to: purse[2]
  - for: {{p: players}}
    do: [{{move: "top(deck, 1)", to: "hand[p]"}}, {{move: "top(deck, 1)", to: "worn[p]"}}]
phases:
  play:
    turns: clockwise
    do:
{steps}
limit: {{decisions: 100, then: draw}}
"""


@pytest.fixture
def told(tmp_path: Path) -> Told:
    """Return a function that checks a game whose turns consist of given steps.

    The function returns the messages with the codes GS405 and GS410.
    """

    def run(steps: str, players: str = "2..3") -> list[str]:
        path = tmp_path / "game.yaml"
        path.write_text(GAME.format(steps=indent(steps, "      "), players=players), encoding="utf-8")
        found = check(path).diagnostics
        assert not [d for d in found if d.severity == "error"], found
        return [f"{d.code} {d.message}" for d in found if d.code in {"GS405", "GS410"}]

    return run


def ask(what: str) -> str:
    """Return a step in which the player on turn chooses a number for which the condition `what` holds."""
    return f'- choose: {{n: {{from: 1..6, where: "{what}"}}}}\n'


DRAWN = "- random: {k: {from: 1..6}}\n"

TELLS = "GS410 this condition reveals what `{}` hides from the player who decides"
BEING_ASKED = "GS410 being asked reveals what `{}` hides from the player who decides"
CHOSEN = "GS410 the list of options reveals what `{}` hides from the player who decides"
UNTOLD = "GS410 this condition reveals `{}`, which is hidden from the player who decides"

CASES = {
    # Locals that earlier steps have set.
    "a local": ('- let: {x: "die[left(me)]"}\n' + ask("n > x"), TELLS.format("die")),
    "a local of a local": ('- let: {x: "die[left(me)]", y: x + 1}\n' + ask("n > y"), TELLS.format("die")),
    "through a function": ('- let: {x: "die[left(me)]"}\n' + ask("above(n, x)"), TELLS.format("die")),
    "the own": ('- let: {x: "die[me]"}\n' + ask("n > x"), None),
    "a situation with a hidden variable": (ask("n > occurred(dice)"), TELLS.format("die")),
    "a situation with hidden cards": (ask("n > occurred(hands)"), TELLS.format("hand")),
    "a situation in the open": (ask("n > occurred(boards)"), None),
    "an open one": ("- let: {x: open}\n" + ask("n > x"), None),
    "shown since": ('- let: {x: "die[left(me)]"}\n- set: {open: x}\n' + ask("n > x"), None),
    "shown to me since": ('- let: {x: "die[left(me)]"}\n- set: {"note[me]": x}\n' + ask("n > x"), None),
    "shown to another": (
        '- let: {x: "die[left(me)]"}\n- set: {"note[left(me)]": x}\n' + ask("n > x"),
        TELLS.format("die"),
    ),
    "shown by a procedure": (
        '- let: {x: "die[left(me)]"}\n- {run: tell, with: {x: x}}\n' + ask("n > x"),
        None,
    ),
    "not shown by a procedure": (
        '- let: {x: "die[left(me)]"}\n- {run: keep, with: {x: 1}}\n' + ask("n > x"),
        TELLS.format("die"),
    ),
    "on one way only": (
        "- let: {x: open}\n- if: open > 2\n  then:\n    - let: {y: pot}\n    - " + ask("n > y")[2:],
        TELLS.format("pot"),
    ),
    "in a prompt": (
        '- let: {x: "die[left(me)]"}\n- choose: {n: {from: 1..6}}\n  prompt: "more than {x}?"\n',
        "GS410 this prompt reveals what `die` hides from the player who decides",
    ),
    "in a label": (
        '- let: {x: "die[left(me)]"}\n- choose: {n: {from: 1..6}}\n  label: "{n} to {x}"\n',
        "GS410 this label reveals what `die` hides from the player who decides",
    ),
    "in what can be chosen": (
        "- let: {x: pot}\n- choose: {n: {from: 0..x}}\n",
        "GS410 the list of options reveals what `pot` hides from the player who decides",
    ),
    # What components reveal.
    "a card unseen": ("- let: {c: the(top(deck))}\n" + ask("n > c.rank"), TELLS.format("deck")),
    "a card laid open": (
        "- let: {c: the(top(deck))}\n- {move: c, to: table}\n" + ask("n > c.rank"),
        None,
    ),
    "a card that comes to me": (
        '- let: {c: the(top(deck))}\n- {move: c, to: "hand[me]"}\n' + ask("n > c.rank"),
        None,
    ),
    "a card that goes to another": (
        '- let: {c: the(top(deck))}\n- {move: c, to: "hand[left(me)]"}\n' + ask("n > c.rank"),
        TELLS.format("deck"),
    ),
    "a card worn by me": (
        '- let: {c: the(top(deck))}\n- {move: c, to: "worn[me]"}\n' + ask("n > c.rank"),
        TELLS.format("deck"),
    ),
    "the rest of a deck": (ask("any(c in rest(deck, 1): c.rank == n)"), TELLS.format("deck")),
    "how many are left": (ask("n > size(rest(deck, 1))"), None),
    "where a card lies": (ask("n > default(place(deck, card_1_2_old), 9)"), TELLS.format("deck")),
    "where a card lies that was chosen there": (
        '- choose: {c: {from: deck, where: "place(deck, c) == 2"}}\n',
        None,
    ),
    "its back": ("- let: {c: the(top(deck))}\n" + ask("n > 2 or c.era == old"), None),
    "what hints show": (
        '- {reveal: "worn[me]", only: rank, to: me}\n' + ask("any(c in worn[me]: c.rank == n)"),
        None,
    ),
    "what hints don't show": (
        '- {reveal: "worn[me]", only: rank, to: me}\n' + ask("any(c in worn[me]: c.suit == n)"),
        TELLS.format("worn"),
    ),
    "all that is hidden together": (ask("any(i in 1..2: any(c in purse[i]: c.side == n))"), None),
    "a part of it": (ask("any(c in purse[1]: c.side == n)"), TELLS.format("purse")),
    "in its order": (ask("any(i in 1..2: any(c in top(purse[i], 1): c.side == n))"), TELLS.format("purse")),
    "while others are hidden elsewhere": (ask("any(c in deck: c.rank == n)"), TELLS.format("deck")),
    # Values that chance has drawn or a player has chosen.
    "drawn for another": (DRAWN + "  seen_by: left(me)\n" + ask("n > k"), UNTOLD.format("k")),
    "drawn for nobody": (DRAWN + "  seen_by: nobody\n" + ask("n > k"), UNTOLD.format("k")),
    "drawn for me": ("- random: {k: {from: 1..6}}\n  seen_by: me\n" + ask("n > k"), None),
    "drawn for both": ('- random: {k: {from: 1..6}}\n  seen_by: "{me, left(me)}"\n' + ask("n > k"), None),
    "drawn in the open": ("- random: {k: {from: 1..6}}\n" + ask("n > k"), None),
    "chosen by another": (
        "- choose: {k: {from: 1..6}}\n  by: left(me)\n  seen_by: nobody\n" + ask("n > k"),
        UNTOLD.format("k"),
    ),
    "chosen by another in the open": ("- choose: {k: {from: 1..6}}\n  by: left(me)\n" + ask("n > k"), None),
    "chosen by another before me": (
        "- choose: {k: {from: 1..6}}\n  by: seat(1)\n  seen_by: right(me)\n"
        + (ask("n > k") + "  by: seat(2)\n"),
        None,
    ),
    "chosen by me": ("- choose: {k: {from: 1..6}}\n  seen_by: nobody\n" + ask("n > k"), None),
    # Which player makes the decision.
    "another decides, on the own": (
        '- let: {x: "die[left(me)]"}\n- choose: {n: {from: 1..6, where: n > x}}\n  by: left(me)\n',
        None,
    ),
    "another decides, on mine": (
        '- let: {x: "die[me]"}\n- choose: {n: {from: 1..6, where: n > x}}\n  by: left(me)\n',
        TELLS.format("die"),
    ),
    "each in turn": ("- for: {p: players}\n  do:\n    - " + ask("n > die[p]")[2:], TELLS.format("die")),
    "each but me": (
        "- for: {p: players}\n  do:\n    - if: p != me\n      then:\n        - " + ask("n > die[p]")[2:],
        TELLS.format("die"),
    ),
    "each their own": (
        '- for: {p: players}\n  do:\n    - choose: {n: {from: 1..6, where: "n > die[p]"}}\n      by: p\n',
        None,
    ),
    "each of the left one": (
        "- for: {p: players}\n  do:\n    - " + ask("n > die[left(p)]")[2:] + "      by: p\n",
        TELLS.format("die"),
    ),
    # Procedures, handlers and actions with arguments.
    "an argument": ('- {run: bid, with: {x: "die[left(me)]"}}\n', TELLS.format("die")),
    "an argument that is one's own": ('- {run: bid, with: {x: "die[me]"}}\n', None),
    "as another, the own": ('- {run: bid, with: {x: "die[left(me)]"}, as: left(me)}\n', None),
    "as another, mine": ('- {run: bid, with: {x: "die[me]"}, as: left(me)}\n', TELLS.format("die")),
    "a player as an argument": ("- {run: ask, with: {p: left(me)}}\n", TELLS.format("die")),
    "oneself as an argument": ("- {run: ask, with: {p: me}}\n", None),
    "each themselves": ("- for: {p: players}\n  do: [{run: ask, with: {p: p}, as: p}]\n", None),
    "to a handler": ('- {announce: asked, with: {x: "die[left(me)]"}}\n', TELLS.format("die")),
    "given to an action": ('- offer: [{than: {x: "die[left(me)]"}}]\n  otherwise: []\n', TELLS.format("die")),
    "given to another's action": (
        '- offer: [{than: {x: "die[left(me)]"}}]\n  by: left(me)\n  otherwise: []\n',
        None,
    ),
    "mine, given to another's action": (
        '- offer: [{than: {x: "die[me]"}}]\n  by: left(me)\n  otherwise: []\n',
        TELLS.format("die"),
    ),
    "kept": ("- offer: [try]\n  otherwise: []\n", TELLS.format("die")),
    "kept, the own": ("- offer: [own]\n  otherwise: []\n", None),
    # Conditions under which a decision is made at all.
    "if": ('- if: "die[left(me)] > 2"\n  then: [{offer: [go]}]\n', BEING_ASKED.format("die")),
    "else": (
        '- if: "die[left(me)] > 2"\n  then: []\n  else: [{offer: [go]}]\n',
        BEING_ASKED.format("die"),
    ),
    "if of a local": (
        '- let: {x: "die[left(me)]"}\n- if: x > 2\n  then: [{offer: [go]}]\n',
        BEING_ASKED.format("die"),
    ),
    "if of what was drawn": (
        "- random: {k: {from: 1..6}}\n  seen_by: nobody\n- if: k > 2\n  then: [{offer: [go]}]\n",
        "GS410 being asked reveals `k`, which is hidden from the player who decides",
    ),
    "if of the own": ('- if: "die[me] > 2"\n  then: [{offer: [go]}]\n', None),
    "if, and another is asked": (
        '- if: "die[me] > 2"\n  then: [{offer: [go], by: left(me)}]\n',
        BEING_ASKED.format("die"),
    ),
    "if, after which it goes on": (
        '- if: "die[left(me)] > 2"\n  then: [{set: {pot: 1}}]\n- offer: [go]\n',
        None,
    ),
    "if, with a stop": (
        '- if: "die[left(me)] > 2"\n  then: [{stop: turn}]\n- offer: [go]\n',
        BEING_ASKED.format("die"),
    ),
    "if, shown by what follows": (
        '- if: "die[left(me)] > 2"\n  then: [{set: {open: 1}}, {offer: [go]}]\n',
        None,
    ),
    "if, with something hidden before": (
        '- if: "die[left(me)] > 2"\n  then: [{set: {pot: 1}}, {offer: [go]}]\n',
        BEING_ASKED.format("die"),
    ),
    "while": ("- while: pot > 2\n  do: [{offer: [go]}]\n", BEING_ASKED.format("pot")),
    "who is asked": (
        '- choose: {n: {from: 1..3}}\n  by: "left(me) if pot > 1 else me"\n',
        "GS410 who is asked reveals what `pot` hides from the player who decides",
    ),
    "who is asked, by what is open": (
        '- choose: {n: {from: 1..3}}\n  by: "left(me) if open > 1 else me"\n',
        None,
    ),
    "components by name": (
        '- choose: {c: {from: "{card.card_1_2_old, card.card_1_2_new}"}}\n', CHOSEN.format("deck"),
    ),
    "components by what is printed": (
        '- choose: {c: {from: "filter(d in card: d.rank == 3)"}}\n', CHOSEN.format("deck"),
    ),
    "all components of a kind": ("- choose: {c: {from: card}}\n", None),
    "those of a kind by what is printed": (
        "- choose: {c: {from: card, where: c.rank == 3}}\n", TELLS.format("deck"),
    ),
    "those of a kind by their back": ("- choose: {c: {from: card, where: c.era == old}}\n", None),
    "how often": ("- for: {i: 1..pot}\n  do: [{offer: [go]}]\n", BEING_ASKED.format("pot")),
    "as many as lie there": ('- for: {c: "hand[left(me)]"}\n  do: [{offer: [go]}]\n', None),
    "if, around a procedure": (
        '- if: "die[left(me)] > 2"\n  then: [{run: plain}]\n',
        BEING_ASKED.format("die"),
    ),
    "if, around its own procedure": (
        '- if: "die[left(me)] > 2"\n  then: [{run: plain, as: left(me)}]\n',
        None,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("steps", "says"), CASES.values(), ids=CASES)
def test_what_a_decision_tells(told: Told, steps: str, says: str | None) -> None:
    """GS410 names exactly what is hidden from the deciding player but follows from the decision."""
    assert told(steps) == ([] if says is None else [says])


OPEN = "GS405 `note` hides what was drawn in the open"
EYES = "GS405 `{}` hides what was drawn before others' eyes"

OPENLY = {
    "directly": (DRAWN + '- set: {"note[me]": k}\n', OPEN),
    "by a local": (DRAWN + '- let: {x: k}\n- set: {"note[me]": x}\n', OPEN),
    "by an argument": (DRAWN + "- {run: keep, with: {x: k}}\n", OPEN),
    "by an argument that is hidden elsewhere": (
        DRAWN + '- {run: keep, with: {x: k}}\n- {run: keep, with: {x: "die[me]"}}\n',
        None,
    ),
    "worked out": (DRAWN + '- set: {"note[me]": "min(k + open, 9)"}\n', OPEN),
    "worked out of what is hidden": (DRAWN + '- set: {"note[me]": "min(k + die[me], 9)"}\n', None),
    "worked out of nothing that was drawn": ('- set: {"note[me]": open}\n', None),
    "told to the one": (DRAWN + '  seen_by: me\n- set: {"note[me]": k}\n', None),
    "told to another": (DRAWN + '  seen_by: left(me)\n- set: {"note[me]": k}\n', EYES.format("note")),
    "told to the one and another": (DRAWN + '  seen_by: "{me, left(me)}"\n- set: {"note[me]": k}\n', None),
    "told to who may see it": (
        DRAWN + '  seen_by: "{left(me), right(me)}"\n- set: {"brow[me]": k}\n',
        None,
    ),
    "told to the wrong one": (DRAWN + '  seen_by: me\n- set: {"brow[me]": k}\n', EYES.format("brow")),
    "told to somebody of nobody's": (DRAWN + "  seen_by: me\n- set: {pot: k}\n", EYES.format("pot")),
    "chosen and told to another as well": (
        '- choose: {k: {from: 1..6}}\n  seen_by: "{me, left(me)}"\n- set: {"note[me]": k}\n',
        None,
    ),
}


@pytest.mark.parametrize(("steps", "says"), OPENLY.values(), ids=OPENLY)
def test_what_a_hidden_variable_is_filled_with(told: Told, steps: str, says: str | None) -> None:
    """GS405 names a hidden variable whose value was drawn in the open or in front of the wrong players."""
    assert told(steps) == ([] if says is None else [says])


@pytest.mark.parametrize("value", ["x + x", "x - x + 1"])
def test_long_chains_of_locals_are_followed_in_little_time(told: Told, value: str) -> None:
    """A long chain of locals is followed quickly, because each local is examined only once."""
    lets = "".join(f"- let: {{x{i + 1}: {value.replace('x', f'x{i}')}}}\n" for i in range(25))
    steps = "- random: {x0: {from: 0..1}}\n" + lets + '- set: {"note[me]": "min(9, x25)"}\n'
    assert told(steps + "- let: {z: pot}\n" + ask("n > z or x25 > 3")) == [OPEN, TELLS.format("pot")]


def test_long_games_are_followed_in_part_only(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a part of a game has too many instructions to follow, each decision is examined by itself."""
    monkeypatch.setattr(course, "MOST_INSTRUCTIONS", 100)
    before = '- let: {x: "die[left(me)]"}\n'
    many = "- set: {pot: 1}\n" * 100
    assert told(before + ask("n > x")) == [TELLS.format("die")]
    assert told(many + before + ask("n > x")) == []
    assert told(many + before + ask("n > x or n > die[left(me)]")) == [TELLS.format("die")]
