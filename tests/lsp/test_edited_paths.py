"""Paths in the edits of an overlay are completed by what the game has there."""

from __future__ import annotations

import asyncio
from pathlib import Path

from editor import Editor, editing
from lsprotocol import types as lsp

VARIANT = "variants/mine.yaml"
HEAD = "language: 1\ngame: harvest-mine\ntitle: Mine\nextends: ../game.yaml\nedit:\n"
ROWS = [
    ("  - set:\n      ac", ["actions", "options", "title"]),
    ("  - set:\n      actions.", ["plant", "rest"]),
    ("  - set:\n      actions.re", ["rest"]),
    ("  - set: {actions.plant.", ["label", "with", "do", "when", "told"]),
    ("  - set: {actions.plant.do.", ["1", "2"]),
    ("  - set: {setup.2.do.1.", ["move", "to"]),
    ("  - add: {enums.", ["fruit"]),
    ("  - before: actions.plant.do.", ["1", "2"]),
    ("  - remove: tables.", ["price"]),
    ("  - remove: [end.", ["rich"]),
]
"""What is typed below `edit:`, and some of what it may go on with."""


def test_a_path_goes_on_with_what_the_game_has(harvest: Path) -> None:
    """After each dot the parts of the game are on offer, and under `set` the keys that it may have there.

    The number of a step is shown with the step, and what has no further parts ends the path with a colon.
    """
    (harvest / "variants").mkdir()
    asyncio.run(_completed(harvest))


async def _completed(folder: Path) -> None:
    async with editing(folder) as editor:
        editor.open(VARIANT, f"{HEAD}  - set: {{options.hand_size.default: 2}}\n")
        await editor.mistakes(VARIANT)
        for typed, wanted in ROWS:
            found = await _on_offer(editor, HEAD + typed)
            assert {*wanted} <= found.keys(), typed
            last = typed[max(typed.rfind("."), typed.rfind(" ")) + 1 :]
            edits = [found[name].text_edit for name in wanted]
            assert all(
                isinstance(e, lsp.TextEdit) and e.range.end.character - e.range.start.character == len(last)
                for e in edits
            )
        steps = await _on_offer(editor, f"{HEAD}  - set: {{actions.plant.do.")
        assert steps["2"].detail == "{move: paid, to: heap}"
        parts = await _on_offer(editor, f"{HEAD}  - set: {{actions.plant.")
        assert parts["label"].detail == '"plant {paid} at {where}"'
        for name, text in (("label", "label: "), ("given", "given: "), ("do", "do")):
            edit = parts[name].text_edit
            assert isinstance(edit, lsp.TextEdit)
            assert edit.new_text == text


async def _on_offer(editor: Editor, text: str) -> dict[str, lsp.CompletionItem]:
    editor.type(VARIANT, editor.texts[VARIANT], text)
    asked = lsp.CompletionParams(editor.document(VARIANT), editor.position(VARIANT, len(text)))
    found = await editor.client.text_document_completion_async(asked)
    assert isinstance(found, lsp.CompletionList)
    return {item.label: item for item in found.items}


BETWEEN = """\
language: 1
game: harvest-between
title: Between
extends: ../game.yaml
options: {frost: {type: bool, default: false}}
edit:
  - remove: [actions.rest]
  - set: {actions.plant.label: sow}
"""
ABOVE = "language: 1\ngame: harvest-above\ntitle: Above\nextends: between.yaml\n"


def test_overlays_in_between_count(harvest: Path) -> None:
    """An overlay on an overlay edits what that one left: what it added is on offer, what it removed is not.

    What the upper overlay itself adds or removes is no part of what it is laid on.
    """
    (harvest / "variants").mkdir()
    (harvest / "variants" / "between.yaml").write_text(BETWEEN, encoding="utf-8")
    asyncio.run(_in_between(harvest))


async def _in_between(folder: Path) -> None:
    async with editing(folder) as editor:
        editor.open(VARIANT, f"{ABOVE}edit:\n  - remove: [actions.plant.label]\n")
        await editor.mistakes(VARIANT)
        options = await _on_offer(editor, f"{ABOVE}edit:\n  - set: {{options.")
        assert {"frost", "hand_size"} <= options.keys()
        actions = await _on_offer(editor, f"{ABOVE}edit:\n  - set: {{actions.")
        assert "plant" in actions
        assert "rest" not in actions
        parts = await _on_offer(editor, f"{ABOVE}edit:\n  - set: {{actions.plant.")
        assert parts["label"].detail == "sow"


def test_an_overlay_may_extend_what_its_project_has(harvest: Path) -> None:
    """After `extends:` the project's games and overlays come first, by the paths that `extends` takes.

    The overlay itself is not among them, nor one that extends it.
    """
    (harvest / "variants").mkdir()
    (harvest / "variants" / "between.yaml").write_text(BETWEEN, encoding="utf-8")
    (harvest / "variants" / "circle.yaml").write_text(
        ABOVE.replace("between", "mine").replace("above", "circle"), encoding="utf-8"
    )
    (harvest / VARIANT).write_text(HEAD.partition("edit:")[0], encoding="utf-8")
    asyncio.run(_extended(harvest))


async def _extended(folder: Path) -> None:
    async with editing(folder) as editor:
        editor.open("variants/circle.yaml")
        await editor.mistakes("variants/circle.yaml")
        editor.open(VARIANT)
        await editor.mistakes(VARIANT)
        found = await _on_offer(editor, "language: 1\ngame: harvest-mine\ntitle: Mine\nextends: ")
        assert [*found][:2] == ["between.yaml", "../game.yaml"]
        assert "trapper+young" in found
        assert not {"mine.yaml", "circle.yaml"} & found.keys()
