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
