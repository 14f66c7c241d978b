"""Fifty usual mistakes are told at their place while one types, and most are cured by one key."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from editor import Editor, editing
from lsprotocol import types as lsp
from mistakes import MISTAKES, Mistake

import gamespec
from gamespec.text.diagnostics import Diagnostic

GAME = "game.yaml"
LEAST_CURED = 40


def test_there_are_fifty_in_all_four_kinds() -> None:
    """The table has fifty rows, and codes of each of the four hundreds."""
    assert len({m.name for m in MISTAKES}) == len(MISTAKES) == 50
    assert {m.code[:3] for m in MISTAKES} == {"GS1", "GS2", "GS3", "GS4"}
    assert sum(m.cured is not None for m in MISTAKES) >= LEAST_CURED


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda m: m.name)
def test_a_mistake_has_its_place_and_its_cure(mistake: Mistake, harvest: Path) -> None:
    """The check tells a mistake at the place, and its first cure leaves nothing to report."""
    sound = (harvest / GAME).read_text(encoding="utf-8")
    path = harvest / GAME
    wrong = sound.replace(mistake.before, mistake.typed, 1)
    assert wrong != sound
    found = gamespec.analyse(path, texts={path: wrong}).diagnostics
    (said,) = [d for d in found if d.code == mistake.code and d.span.text == mistake.at]
    if mistake.cured is None:
        assert not said.cures
        return
    cured = applied(wrong, said)
    assert cured == sound.replace(mistake.before, mistake.cured, 1)
    assert not gamespec.analyse(path, texts={path: cured}).diagnostics


def applied(text: str, said: Diagnostic) -> str:
    """Return a text after the first cure."""
    for edit in sorted(said.cures[0].edits, key=lambda e: e.span.start, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


def test_an_editor_is_told_of_all_and_cures_them(harvest: Path) -> None:
    """A server tells each mistake while it is typed, and one key cures those that have a cure."""
    cured = asyncio.run(_all_typed(harvest))
    assert cured == sum(m.cured is not None for m in MISTAKES)


async def _all_typed(folder: Path) -> int:
    cured = 0
    async with editing(folder) as editor:
        editor.open(GAME)
        assert not await editor.mistakes(GAME)
        sound = editor.texts[GAME]
        for mistake in MISTAKES:
            editor.type(GAME, mistake.before, mistake.typed)
            found = await editor.mistakes(GAME, code=mistake.code)
            (said,) = [
                d for d in found if d.code == mistake.code and editor.text(GAME, d.range) == mistake.at
            ]
            cured += await _is_cured(editor, said, sound.replace(mistake.before, mistake.cured or "", 1))
            editor.type(GAME, editor.texts[GAME], sound)
            assert not await editor.mistakes(GAME)
    return cured


async def _is_cured(editor: Editor, said: lsp.Diagnostic, expected: str) -> bool:
    asked = lsp.CodeActionParams(editor.document(GAME), said.range, lsp.CodeActionContext([said]))
    actions = await editor.client.text_document_code_action_async(asked) or []
    own = [a for a in actions if isinstance(a, lsp.CodeAction) and a.diagnostics[0].code == said.code]
    if not own:
        return False
    assert own[0].is_preferred
    editor.apply(own[0].edit)
    return editor.texts[GAME] == expected
