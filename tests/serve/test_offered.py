"""Tests that a page can tell all options from what it is sent of them, and that it is told each only once."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from served import Offers

import gamespec
from interpreter.engine.game import Game
from interpreter.play.luck import Draws
from interpreter.scene.asked import asked_of
from interpreter.serve import offered
from interpreter.serve.offered import Offered, as_json
from interpreter.words import Words

if TYPE_CHECKING:
    from collections.abc import Iterator

ASKED: dict[str, Any] = {"seat": 0, "prompt": "?", "actions": False, "steps": ["from", "cards"]}


def decisions(name: str, count: int) -> Iterator[dict[str, Any]]:
    """Yield the decisions of the first player in a random game."""
    compiled = gamespec.load(name).compiled()
    words, game, draws = Words(compiled, "en"), Game(compiled.program, 1), Draws(1, "moves")
    while count and not game.over:
        asked = asked_of(words, game)
        if game.decision is not None and game.decision.player == 0 and asked is not None:
            yield as_json(asked, game.decision)
            count -= 1
        game.apply(game.options[draws.below(len(game.options))])


def moves(*labels: str) -> dict[str, Any]:
    """Return a decision with an option for each label, which names a thing with that name."""
    members = [{"text": label, "refs": [f"z{label}", "p0"]} for label in labels]
    choices = [
        {"number": label, "label": f"move {label}", "action": 0, "said": [said(0, at)]}
        for at, label in enumerate(labels)
    ]
    return ASKED | {"members": members, "choices": choices}


def said(step: int, *members: int, several: bool = False) -> dict[str, Any]:
    """Return what an option says in a step."""
    return {"step": step, "members": [*members], "several": several}


@pytest.mark.parametrize("name", gamespec.games())
def test_a_page_can_tell_all_options(name: str) -> None:
    """Whatever has been on offer before, a page reads from each message what is on offer now."""
    page, told = Offers(), Offered()
    for asked in decisions(name, 12):
        assert page.read(json.loads(json.dumps(told.told(asked)))) == asked
    assert told.told(None) is None


def test_what_is_known_is_not_sent_again() -> None:
    """Options that come back are named by their places, next to each other in one span."""
    told = Offered()
    told.told(moves("1", "2", "3", "4"))
    sent = told.told(moves("1", "3", "4", "5"))
    assert sent is not None
    # The page knows four options, their four things, and their only form.
    assert (sent["members"], sent["forms"]) == ([4, ["5", "z5 p0"]], [1])
    assert sent["choices"] == [4, [5, 0, 4]]
    assert sent["offered"] == [0, 1, 1, 3]


def test_labels_with_several_things_and_numbers() -> None:
    """A label has gaps for what it names, in any order, and for numbers; long numbers stay texts."""
    members: list[dict[str, Any]] = [{"text": each, "refs": []} for each in ("a1", "♠7", "♣3")]
    members.append({"text": "90°", "refs": [], "shows": ["z1.c2", 1]})
    rows = [("♠7, ♣3 from a1 for 007 and 12", 2**60, [1, 2]), ("♣3 from a1", 3, [2]), ("nothing", 4, [])]
    choices = [
        {
            "number": str(number),
            "label": label,
            "action": 1,
            "said": [said(0, 0), said(1, *cards, several=True), said(2, 3)],
        }
        for label, number, cards in rows
    ]
    asked = ASKED | {"members": members, "choices": choices}
    sent = json.loads(json.dumps(Offered().told(asked)))
    assert Offers().read(sent) == asked
    assert sent["choices"][1][0] == str(2**60)


def test_what_is_to_be_confirmed() -> None:
    """A decision says which actions people are asked to confirm, and not what it was once."""
    page, told = Offers(), Offered()
    first = moves("1", "2")
    for choice in first["choices"]:
        choice["confirm"] = True
    for asked in (first, moves("1", "2")):
        assert page.read(json.loads(json.dumps(told.told(asked)))) == asked


def test_not_everything_is_kept_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that has been told too much is told all anew."""
    monkeypatch.setattr(offered, "MOST", 8)
    page, told = Offers(), Offered()
    for labels in ("1234", "1235", "6789", "1", "1"):
        assert page.read(json.loads(json.dumps(told.told(moves(*labels))))) == moves(*labels)
    assert len(page.choices) <= 8
