"""Tests for what people need while they sit at the table, apart from the game itself."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

    Open = Callable[..., Page]
    Serve = Callable[..., Any]

TURN = "#asked.yours:not([aria-busy=true])"
HOSTILE = "<img src=x onerror=\"document.body.dataset.harmed='1'\">"


def accessible(page: Page, part: str) -> None:
    """Fail if axe finds a violation in a part of the page, given by its selector."""
    found = Axe().run(page, context=part)
    assert not found.response["violations"], found.generate_report()


@pytest.mark.long("browser")
@pytest.mark.long("browser")
def test_rules_beside_the_table(serve: Serve, open_page: Open, tmp_path: Path) -> None:
    """The rules come when their part of the drawer is opened, in the page's language, as plain text."""
    rules = (
        "language: 1\ngame: ruled\ntitle: {en: Ruled, de: Geregelt}\nplayers: 2\n"
        f"about: {json.dumps(HOSTILE)}\nactions: {{wait: {{}}}}\n"
        "phases: {main: {turns: clockwise, do: [{offer: [wait]}]}}\nlimit: {decisions: 3, then: draw}\n"
        "rulings: {one: {heading: Waiting, says: {en: Waiting is all., de: Warten ist alles.}}}\n"
    )
    (tmp_path / "game.yaml").write_text(rules, encoding="utf-8")
    page = open_page(serve(tmp_path / "game.yaml").links["p1"])
    assert page.inner_text("#rules") == ""
    page.click("#rules-h")
    page.wait_for_selector("#rules h3:has-text('Ruled')")
    page.click("#rules summary:has-text('rulings')")
    assert page.inner_text("#rules li") == "Waiting is all."
    assert HOSTILE in page.inner_text("#rules")
    page.select_option("#language", "de")
    page.wait_for_selector("#rules h3:has-text('Geregelt')")
    page.wait_for_selector("#rules li >> text=Warten ist alles.", state="attached")
    assert page.get_attribute("body", "data-harmed") is None
    accessible(page, "#beside")
