"""Tests that a drawing can be made from the one before it and from what a page is sent."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from served import amended, patched

import gamespec
from interpreter import Game
from interpreter.drawn.html import table
from interpreter.play.luck import Draws
from interpreter.scene.scene import scene_of
from interpreter.serve.patches import changed, patch
from interpreter.words import Words

ELEMENTS = st.sampled_from(
    [
        '<g data-ref="z1">',
        "</g>",
        "<li>",
        "</li>",
        "\N{MAHJONG TILE RED DRAGON}",
        "♠",
        "text",
        '<path d="M0"/>',
        '<path class="icon" d="M240,144a56,56,0,0,1-84.81,48h-4.44l8.91,29.7" transform="scale(1)"/>',
        '<path class="icon" d="M240,144a56,56,0,0,1-84.81,48h-4.44l8.91,29.7" transform="scale(2)"/>',
        '<text class="letters" font-size="19.9">\N{MAHJONG TILE RED DRAGON}</text>',
    ]
)
DRAWINGS = st.lists(ELEMENTS, max_size=30).map("".join)


@given(DRAWINGS, DRAWINGS)
def test_any_drawing_from_any_other(before: str, after: str) -> None:
    """A patch gives the later drawing, also where letters take two UTF-16 code units."""
    assert patched(before, json.loads(json.dumps(patch(before, after)))) == after


def test_what_stays_is_not_sent() -> None:
    """If one of a hundred things changes, the patch contains only what is new of this thing."""
    things = [f'<g data-ref="z{number}">stone</g>' for number in range(100)]
    before = "".join(things)
    after = before.replace(things[40], '<g data-ref="z40">king</g>')
    assert [part for part in patch(before, after) if isinstance(part, str)] == ["king</g>"]


def test_what_stands_elsewhere_is_not_sent_again() -> None:
    """A new thing that has a long outline of another one, perhaps often, takes little more than that."""
    outline = "".join(f"L{number},{number * number}" for number in range(100))
    before = f'<g data-ref="z1"><path d="{outline}" transform="scale(1)"></path></g>'
    after = before + before.replace("z1", "z2").replace("scale(1)", "scale(2)") * 3
    sent = patch(before, after)
    assert len(json.dumps(sent)) < len(outline) / 3
    assert patched(before, sent) == after


def test_a_move_on_a_board_is_small() -> None:
    """A move of two stones on a board of 64 cells takes less than a tenth of the drawing."""
    compiled = gamespec.load("breakthrough").compiled()
    words, game, draws = Words(compiled, "en"), Game(compiled.program, 1), Draws(1, "moves")
    before = table(scene_of(words, game, 0))
    for _ in range(10):
        game.apply(game.options[draws.below(len(game.options))])
        after = table(scene_of(words, game, 0))
        assert len(json.dumps(patch(before, after))) < len(after) / 10
        before = after


def test_only_what_changes_of_players_is_sent() -> None:
    """A page is sent all players at first, and then what has changed of each."""
    players: list[dict[str, Any]] = [
        {"name": "Ann", "deciding": True},
        {"name": "Bob", "deciding": False},
        {"name": "Cid"},
    ]
    first: dict[str, Any] = {"kind": "table", "html": "", "players": players}
    assert changed({}, first)["players"] == players
    later = [players[0] | {"deciding": False}, players[1] | {"deciding": True}, players[2]]
    told = json.loads(json.dumps(changed(first, first | {"players": later})["players"]))
    assert told == {"0": {"deciding": False}, "1": {"deciding": True}}
    assert amended(players, told) == later
    assert changed(first, first | {"players": players[:2]})["players"] == players[:2]
