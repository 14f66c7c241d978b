"""Texts and files of any kind: the server answers, goes on, and says nothing of texts that are gone."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Coroutine
from pathlib import Path

import pytest
from editor import PATIENCE, Editor, editing
from lsprotocol import types as lsp

GAME, OVERLAY = "game.yaml", "variants/fast.yaml"
FAST = """\
language: 1
game: fast
title: Fast
extends: ../game.yaml
edit:
  - set: {end.rich.when: "coin[seat(1)] >= 9"}
"""
WRONG = ('from: "hand[me]"', 'from: "hnad[me]"')
pytestmark = pytest.mark.long("processes")

Play = Callable[[Editor], Coroutine[None, None, None]]


def run(folder: Path, play: Play) -> None:
    """Run a session in a folder. The server must still answer at its end."""

    async def session() -> None:
        async with editing(folder) as editor:
            await play(editor)
            editor.open("last/game.yaml", "language: 1\ngame: last\n")
            await tells(editor, "last/game.yaml", "GS121")

    asyncio.run(session())


async def tells(editor: Editor, name: str, *wanted: str) -> None:
    """Wait until the server says that a file has mistakes with some codes, and no others."""
    found: set[str] | None = None
    async with asyncio.timeout(PATIENCE):
        while found != set(wanted):
            said = await editor.told.get()
            if said.uri == editor.uri(name):
                found = {str(d.code) for d in said.diagnostics}


@pytest.mark.parametrize(
    "text",
    [
        "x" * 1_000_000, "- [" * 20_000, "{" * 5_000, "a: " + "(" * 5_000, "&a [*a, *a]\n" * 1_000,
        "\0\1\2" * 1_000, "".join(" " * n + "a:\n" for n in range(500)), "", "\ufeff", "a: |\n\t\n\r\r\n",
    ],
    ids=["line", "dashes", "braces", "parentheses", "aliases", "control", "deep", "empty", "mark", "tabs"],
)  # fmt: skip
def test_texts_that_are_no_game(text: str, tmp_path: Path) -> None:
    """Whatever a text holds, there is a mistake in it, and each request about it has an answer."""

    async def play(editor: Editor) -> None:
        editor.open(GAME, text)
        assert await editor.mistakes(GAME)
        document, place = editor.document(GAME), lsp.Position(0, min(len(text), 5_000))
        client = editor.client
        await client.text_document_hover_async(lsp.HoverParams(document, place))
        await client.text_document_completion_async(lsp.CompletionParams(document, place))
        await client.text_document_signature_help_async(lsp.SignatureHelpParams(document, place))
        await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))
        await client.text_document_folding_range_async(lsp.FoldingRangeParams(document))
        await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(document))

    run(tmp_path, play)


def test_twenty_thousand_lines(harvest: Path) -> None:
    """A game of 1 MB is too large, which the server says, and it answers at once."""
    lines = "".join(f"  v{n}: {{per: player, type: 0..9}}  # one of many variables\n" for n in range(20_000))

    async def play(editor: Editor) -> None:
        editor.open(GAME, (harvest / GAME).read_text().replace("variables:\n", f"variables:\n{lines}"))
        assert len(editor.texts[GAME]) > 1_000_000
        await tells(editor, GAME, "GS115")
        editor.type(GAME, *WRONG)
        place = editor.at(GAME, "  heap: {", "heap")
        await editor.client.text_document_hover_async(lsp.HoverParams(editor.document(GAME), place))

    run(harvest, play)


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"], ids=["crlf", "cr", "lf"])
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["bare", "marked"])
def test_line_ends_and_marks(end: str, mark: str, harvest: Path) -> None:
    """A cure changes the name alone, whatever ends the lines and begins the text."""
    sound = mark + (harvest / GAME).read_text().replace("\n", end)

    async def play(editor: Editor) -> None:
        editor.open(GAME, sound.replace(*WRONG))
        (mistake,) = await editor.mistakes(GAME, code="GS201")
        asked = lsp.CodeActionParams(editor.document(GAME), mistake.range, lsp.CodeActionContext([]))
        (action,) = await editor.client.text_document_code_action_async(asked) or ()
        assert isinstance(action, lsp.CodeAction)
        assert action.edit is not None
        ((edit,),) = (action.edit.changes or {}).values()
        before = sound[: sound.index("hand[me]")]
        assert edit.new_text == "hand"
        assert edit.range.start == lsp.Position(before.count(end), len(before) - before.rfind(end) - len(end))

    run(harvest, play)


def test_a_base_that_is_no_text(harvest: Path) -> None:
    """A base on the disk with bytes that are no UTF-8 is told of, until the editor holds a sound text."""
    sound = (harvest / GAME).read_text()
    (harvest / OVERLAY).parent.mkdir()
    (harvest / GAME).write_bytes(sound.encode()[:200] + b"\xff" + sound.encode()[200:])

    async def play(editor: Editor) -> None:
        editor.open(OVERLAY, FAST)
        await tells(editor, GAME, "GS108")
        editor.open(GAME, sound)
        await tells(editor, GAME)
        editor.close(GAME)
        await tells(editor, GAME, "GS108")

    run(harvest, play)


def test_files_that_no_disk_holds(tmp_path: Path, harvest: Path) -> None:
    """An overlay of a base, neither of them saved, is checked with it; without the base it has none."""
    sound = (harvest / GAME).read_text()

    async def play(editor: Editor) -> None:
        editor.open("new/game.yaml", sound.replace("rich", "poor"))
        editor.open("new/variants/fast.yaml", FAST)
        await tells(editor, "new/variants/fast.yaml", "GS211")
        editor.type("new/game.yaml", "poor", "rich")
        await tells(editor, "new/variants/fast.yaml")
        editor.close("new/game.yaml")
        await tells(editor, "new/variants/fast.yaml", "GS201")
        editor.close("new/variants/fast.yaml")
        await tells(editor, "new/variants/fast.yaml")

    run(tmp_path, play)


def test_files_renamed_and_deleted(harvest: Path) -> None:
    """What was said of a file that is gone is taken back, and an overlay follows its base on the disk."""
    sound = (harvest / GAME).read_text()

    async def play(editor: Editor) -> None:
        editor.open(GAME, sound.replace(*WRONG))
        await tells(editor, GAME, "GS201")
        (harvest / GAME).rename(harvest / "other.yaml")
        tell(editor, GAME, lsp.FileChangeType.Deleted)
        tell(editor, "other.yaml", lsp.FileChangeType.Created)
        editor.open("other.yaml", sound.replace(*WRONG))
        editor.close(GAME)
        await tells(editor, GAME)
        (harvest / GAME).write_text(sound)
        (harvest / OVERLAY).parent.mkdir()
        editor.open(OVERLAY, FAST)
        await tells(editor, OVERLAY)
        for text, kind, found in (
            (None, lsp.FileChangeType.Deleted, ["GS201"]),
            (sound, lsp.FileChangeType.Created, []),
            (sound.replace("rich", "poor"), lsp.FileChangeType.Changed, ["GS211"]),
        ):
            (harvest / GAME).unlink() if text is None else (harvest / GAME).write_text(text)
            tell(editor, GAME, kind)
            await tells(editor, OVERLAY, *found)
        shutil.rmtree(harvest)
        editor.close(OVERLAY)
        await tells(editor, OVERLAY)

    run(harvest, play)


def tell(editor: Editor, name: str, kind: lsp.FileChangeType) -> None:
    """Tell the server that a file on the disk has changed."""
    event = lsp.FileEvent(editor.uri(name), kind)
    editor.client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([event]))


def test_texts_without_a_file_and_outside_the_folders(tmp_path: Path, harvest: Path) -> None:
    """A text without a name has no answer and no mistakes; a game outside the folders is a game."""
    wrong = (harvest / GAME).read_text().replace(*WRONG)
    folder = tmp_path / "work"
    folder.mkdir()

    async def play(editor: Editor) -> None:
        unnamed = lsp.TextDocumentItem("untitled:Untitled-1", "gamespec", 1, wrong)
        editor.client.text_document_did_open(lsp.DidOpenTextDocumentParams(unnamed))
        asked = lsp.HoverParams(lsp.TextDocumentIdentifier(unnamed.uri), lsp.Position(1, 1))
        assert await editor.client.text_document_hover_async(asked) is None
        editor.open("../elsewhere/game.yaml", wrong)
        await tells(editor, "../elsewhere/game.yaml", "GS201")

    run(folder, play)


def test_folders_come_and_go(tmp_path: Path, harvest: Path) -> None:
    """Names are searched in the folders that the workspace has now."""
    second = tmp_path / "second"
    second.mkdir()
    (second / GAME).write_text((harvest / GAME).read_text().replace("worth_of", "price_of"))

    async def found(editor: Editor) -> set[str]:
        names = await editor.client.workspace_symbol_async(lsp.WorkspaceSymbolParams("price_of"))
        return {each.name for each in names or ()}

    async def play(editor: Editor) -> None:
        folder = lsp.WorkspaceFolder(second.as_uri(), "second")
        assert await found(editor) == set()
        change_folders(editor, added=[folder])
        assert await found(editor) == {"price_of"}
        change_folders(editor, removed=[folder])
        assert await found(editor) == set()

    first = tmp_path / "first"
    first.mkdir()
    run(first, play)


def change_folders(
    editor: Editor, added: list[lsp.WorkspaceFolder] | None = None,
    removed: list[lsp.WorkspaceFolder] | None = None,
) -> None:  # fmt: skip
    """Tell the server of folders that the workspace has got or lost."""
    event = lsp.WorkspaceFoldersChangeEvent(added or [], removed or [])
    editor.client.workspace_did_change_workspace_folders(lsp.DidChangeWorkspaceFoldersParams(event))


def test_no_message_is_of_an_older_text(harvest: Path) -> None:
    """While lines come and go above a mistake, each message is at its place in the version it names."""

    async def play(editor: Editor) -> None:
        editor.open(GAME, (harvest / GAME).read_text().replace(*WRONG))
        texts = {1: editor.texts[GAME]}
        for number in range(40):
            if number % 8 == 0:
                await editor.mistakes(GAME, code="GS201")
            typed = ("options:", "# more\noptions:") if number % 3 else ("# more\noptions:", "options:")
            if typed[0] in editor.texts[GAME]:
                editor.type(GAME, *typed)
                texts[editor.versions[GAME]] = editor.texts[GAME]
            await asyncio.sleep(0.03)
            while not editor.told.empty():
                said = editor.told.get_nowait()
                lines = texts[said.version or 0].split("\n")
                for d in said.diagnostics:
                    assert lines[d.range.start.line][d.range.start.character :].startswith("hnad[me]")

    run(harvest, play)
