"""Tests that a small board at another player's seat is shown large, and that it is pressed there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

    Open = Callable[..., Page]
    Serve = Callable[..., Any]

GAME = """\
language: 1
game: fleets
title: Fleets
players: 2
components:
  boat:
    attributes: {at: 1..9}
    per: player
    rows: [{id: left, at: 1}, {id: right, at: 9}]
    start: "afloat[owner, cell(sea, at, 2)]"
spaces:
  sea: {grid: [9, 3]}
zones:
  afloat: {of: boat, per: [player, sea]}
variables:
  hits: {type: 0..9}
actions:
  shoot: {with: {spot: {from: sea, where: "not empty(afloat[left(me), spot])"}},
          do: [{set: {hits: hits + 1}}, {move: "afloat[left(me), spot]", to: "afloat[me, cell(sea, 5, 1)]"}]}
  wait: {do: []}
phases:
  play:
    turns: clockwise
    do: [{if: hits > 0, then: [{offer: [wait], ask: always}], else: [{offer: [shoot]}]}]
limit: {decisions: 9, then: draw}
"""
GLASS = ".magnified:not([hidden])"


@pytest.fixture
def table(tmp_path: Path, serve: Serve, open_page: Open) -> Page:
    """Return a page at which the first player has to shoot at the second player's board."""
    path = tmp_path / "fleets.yaml"
    path.write_text(GAME, encoding="utf-8")
    page: Page = open_page(serve(path, ("human", "human")).links["p1"])
    page.wait_for_selector("#asked.yours")
    return page


def test_it_opens_by_itself_and_is_pressed(table: Page) -> None:
    """All that can be chosen lies on the other's small board. A press on it in the picture is the answer."""
    table.wait_for_selector(GLASS)
    assert table.locator(f"{GLASS} .cell.lit").count() == table.locator(".seat .board .cell.lit").count() > 0
    table.locator(f"{GLASS} .cell.lit").first.click()
    table.wait_for_selector("#asked:not(.yours)")
    table.wait_for_selector(".magnified", state="hidden")


def test_it_is_closed_and_opened(table: Page) -> None:
    """Escape and a press elsewhere close it, and a press on the small board opens it again."""
    table.wait_for_selector(GLASS)
    table.keyboard.press("Escape")
    table.wait_for_selector(".magnified", state="hidden")
    table.locator(".seat .board figcaption").click()
    table.wait_for_selector(GLASS)
    table.locator("#prompt").click(position={"x": 2, "y": 2})
    table.wait_for_selector(".magnified", state="hidden")
