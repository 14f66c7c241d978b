"""What the server answers while texts change: types within the line, and cures of a whole file."""

from __future__ import annotations

import asyncio
from pathlib import Path

from editor import editing
from lsprotocol import types as lsp

GAME = "game.yaml"
WHOLE = lsp.Range(lsp.Position(0, 0), lsp.Position(999, 0))


def test_types_stay_where_names_are_declared(harvest: Path) -> None:
    """While the YAML has a mistake, types are shown where they were, and at no use of a name."""
    assert asyncio.run(_hints(harvest, "")) == asyncio.run(_hints(harvest, "  rest"))


async def _hints(folder: Path, typed: str) -> list[str]:
    async with editing(folder) as editor:
        editor.open(GAME)
        await editor.mistakes(GAME)
        editor.type(GAME, "setup:\n", f"{typed}\nsetup:\n")
        await editor.mistakes(GAME, code="GS101" if typed else "")
        asked = lsp.InlayHintParams(editor.document(GAME), WHOLE)
        found = await editor.client.text_document_inlay_hint_async(asked)
        lines = editor.texts[GAME].split("\n")
        return [f"{lines[h.position.line][: h.position.character]}{h.label}" for h in found or ()]


def test_all_are_cured_that_have_one_cure(harvest: Path) -> None:
    """*Fix all* takes the only cure of a mistake, and leaves one that has several to the author."""
    text = asyncio.run(_fixed(harvest))
    assert 'from: "hand[me]"' in text
    assert "until: fre() == 0" in text


async def _fixed(folder: Path) -> str:
    async with editing(folder) as editor:
        editor.open(GAME)
        editor.type(GAME, "  free: {is:", "  fred: {is: 1}\n  free: {is:")
        editor.type(GAME, "until: free()", "until: fre()")
        editor.type(GAME, 'from: "hand[me]"', 'from: "hnad[me]"')
        await editor.mistakes(GAME)
        context = lsp.CodeActionContext([], only=[lsp.CodeActionKind.SourceFixAll])
        asked = lsp.CodeActionParams(editor.document(GAME), WHOLE, context)
        (action,) = await editor.client.text_document_code_action_async(asked) or ()
        assert isinstance(action, lsp.CodeAction)
        assert action.edit is not None
        editor.apply(action.edit)
        return editor.texts[GAME]


SCENARIOS = """language: 1
scenarios:
  - id: H-1
    title: Money is kept
    heading: Planting
    players: 2
    phase: play
    then: ["coin[seat(1)] == 5"]
"""


def test_scenarios_are_checked_against_the_game_in_the_editor(harvest: Path) -> None:
    """Names in scenarios are those of the open game, and both are checked when either is edited."""
    before, now = asyncio.run(_of_scenarios(harvest))
    assert before == ["there is no phase `plya`"]
    assert now == ["there is no phase `play`"]


async def _of_scenarios(folder: Path) -> tuple[list[str], list[str]]:
    file = "scenarios/harvest.yaml"
    (folder / "scenarios").mkdir()
    (folder / file).write_text(SCENARIOS, encoding="utf-8")
    async with editing(folder) as editor:
        editor.open(GAME)
        editor.open(file)
        editor.type(file, "phase: play", "phase: plya")
        before = await editor.mistakes(file, code="GS201")
        editor.type(file, "phase: plya", "phase: play")
        await editor.without(file, "GS201")
        editor.type(GAME, "  play:", "  harvest:")
        now = await editor.mistakes(file, code="GS201")
        return [d.message.split("\n")[0] for d in before], [d.message.split("\n")[0] for d in now]
