"""Tests for boards and backs on paper: what they show, and that sheets fit together."""

from __future__ import annotations

import pytest

from interpreter.drawn.sheets.album import Album, Laid
from interpreter.drawn.sheets.boards import EDGE, OVERLAP, pages_of_board, plan_of
from interpreter.drawn.sheets.discs import discs
from interpreter.drawn.sheets.faces import with_bleed
from interpreter.drawn.sheets.sheets import Wanted, sheets_of
from interpreter.drawn.sheets.typeset import FAMILY, families
from interpreter.drawn.sizes import (
    APART,
    CARDS,
    COIN,
    COUNTER,
    DISC,
    FIGURE,
    PAPERS,
    SQUARE,
    Paper,
    Size,
)
from interpreter.scene.contents import purse

FIELDS = [(8.8, 8.8), (17.0, 10.6), (3.2, 3.2), (14.0, 7.5)]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("fields", FIELDS)
@pytest.mark.parametrize("size", [SQUARE, DISC, COUNTER])
def test_the_parts_of_a_board_cover_it(paper: Paper, fields: tuple[float, float], size: Size) -> None:
    """Neighbouring sheets overlap by 10 mm, all lie within the margin, and fields hold what lies on them."""
    plan = plan_of(fields, {size}, "full", paper)
    parts = [*plan.parts()]
    assert len(parts) == plan.count
    assert max(part.left + part.width for part in parts) == pytest.approx(plan.width)
    assert max(part.top + part.height for part in parts) == pytest.approx(plan.height)
    for part in parts:
        assert part.width <= plan.sheet[0] - 2 * EDGE + 1e-6
        assert part.height <= plan.sheet[1] - 2 * EDGE + 1e-6
        beside = [each for each in parts if (each.row, each.column) == (part.row, part.column + 1)]
        assert all(each.left == pytest.approx(part.left + part.width - OVERLAP) for each in beside)
    assert plan.width / fields[0] >= size.width - 1e-6


@pytest.mark.parametrize("fields", FIELDS)
def test_a_board_can_be_shrunk_to_a_page(fields: tuple[float, float]) -> None:
    """It keeps its shape."""
    plan = plan_of(fields, {SQUARE}, "page", "a4")
    assert plan.count == 1
    assert plan.width / plan.height == pytest.approx(fields[0] / fields[1])
    ((_, page),) = pages_of_board(plan, 0, "", "")
    (box,) = page.boxes
    assert box.x >= EDGE - 1e-6
    assert box.y + box.height <= page.height - EDGE + 1e-6


def cards(count: int) -> Album:
    """Return an album of cards with backs."""
    return Album([Laid("card", CARDS["poker"], 0, 1)] * count, [], [("<svg/>", ""), ("<svg/>", "")])


def test_backs_turned_along_the_short_edge() -> None:
    """Turned along its short edge, a sheet shows its back upside down, so the whole page is turned."""
    wanted = {edge: sheets_of(cards(5), Wanted(backs=edge)) for edge in ("long-edge", "short-edge", "none")}
    assert [sheet.side for sheet in wanted["long-edge"]] == ["front", "back"]
    assert [sheet.page.turned for sheet in wanted["long-edge"]] == [False, False]
    assert [sheet.page.turned for sheet in wanted["short-edge"]] == [False, True]
    assert wanted["long-edge"][1].page.boxes == wanted["short-edge"][1].page.boxes
    assert len(wanted["none"]) == 1


def test_a_bleed_reaches_beyond_the_cut() -> None:
    """Pictures grow by the bleed on each side, in place, and do not touch; 3 mm of 60 are 5 units of 100."""
    (front, _) = sheets_of(cards(2), Wanted(bleed=3))
    one, other = front.page.boxes
    assert (one.width, one.height) == (63 + 6, 88 + 6)
    assert other.x == pytest.approx(one.x + one.width)
    assert {line.kind for line in front.page.lines} == {"mark"}
    seen = with_bleed('<svg viewBox="0 0 100 140.000">', Size(60, 84), 3)
    assert seen == '<svg viewBox="-5.000 -5.000 110.000 150.000">'


def test_discs_of_all_sizes_share_a_sheet() -> None:
    """No two discs touch, the largest come first, and none lies in the margin."""
    laid = (
        [Laid("coin", COIN, 0, None)] * 12 + [Laid("disc", DISC, 0, None)] * 9 + [Laid("c", COUNTER, 0, None)]
    )
    ((here, boxes),) = discs(laid, *PAPERS["a4"])
    assert [each.size.width for each in here] == [25.0] * 9 + [20.0] * 12 + [16.0]
    middles = [(box.x + box.width / 2, box.y + box.width / 2, box.width / 2) for box in boxes]
    for index, (x, y, radius) in enumerate(middles):
        assert x - radius >= 5
        assert x + radius <= 205 + 1e-9
        for other_x, other_y, other in middles[:index]:
            far = ((x - other_x) ** 2 + (y - other_y) ** 2) ** 0.5
            assert far >= radius + other + APART - 1e-6


def test_figures_are_folded_between_their_pictures() -> None:
    """Both pictures of a figure have their heads at the fold in the middle, and their feet at the others."""
    album = Album([Laid("pawn", FIGURE, 0, None)], [], [("<svg/>", "")])
    (sheet,) = sheets_of(album, Wanted())
    upper, lower = sheet.page.boxes
    folds = sorted(line.y for line in sheet.page.lines if line.kind == "fold")
    assert (upper.turned, lower.turned) == (True, False)
    assert folds[0] <= upper.y
    assert upper.y + upper.height <= folds[1] <= lower.y
    assert lower.y + lower.height <= folds[2]
    assert folds[1] - folds[0] == pytest.approx(folds[2] - folds[1])


@pytest.mark.parametrize(
    ("supply", "holders", "tokens"),
    [
        (0, 2, {}),
        (24, 3, {1: 24}),
        # 4 ones and 4 tens, a five and a fifty for each of 2 and for the bank: 12 + 15 + 120 + 150 = 297,
        # and two hundreds make up the other 196
        (493, 2, {1: 12, 5: 3, 10: 12, 50: 3, 100: 2}),
        (200, 2, {1: 12, 5: 3, 10: 12, 50: 2}),  # 12 + 15 + 120 = 147, and two fifties for the other 53
    ],
)
def test_tokens_of_a_resource(supply: int, holders: int, tokens: dict[int, int]) -> None:
    """The tokens are worth the supply at least, and every holder can have any amount."""
    assert purse(supply, holders) == tokens
    assert sum(worth * count for worth, count in tokens.items()) >= supply


def test_the_fonts_are_ours() -> None:
    """The font that is shipped can be read, and no font of the machine is used."""
    inside = {"Libertinus Serif", "New Computer Modern", "New Computer Modern Math", "DejaVu Sans Mono"}
    assert set(families()) == inside | {FAMILY}
