"""An editor for tests: starts the real server as a process, and talks with it as an editor does."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

__all__ = ["PATIENCE", "Editor", "editing"]

PATIENCE = 120.0
"""Seconds after which a silent server fails the test."""

STAGES = 3
"""Number of stages of a check, each of which the server tells of."""


class Editor:
    """An editor with one folder, whose files are changed and asked about by the words around a place.

    `encoding` is the unit of places that it offers.
    """

    def __init__(self, client: LanguageClient, folder: Path) -> None:
        self.client, self.folder = client, folder
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.told: asyncio.Queue[lsp.PublishDiagnosticsParams] = asyncio.Queue()

    def uri(self, name: str) -> str:
        """Return the address of a file."""
        return (self.folder / name).as_uri()

    def document(self, name: str) -> lsp.TextDocumentIdentifier:
        """Return a file as requests name it."""
        return lsp.TextDocumentIdentifier(self.uri(name))

    def open(self, name: str, text: str | None = None) -> None:
        """Open a file, with its text on the disk or another one."""
        said = (self.folder / name).read_text(encoding="utf-8") if text is None else text
        self.texts[name], self.versions[name] = said, 1
        item = lsp.TextDocumentItem(self.uri(name), "gamespec", 1, said)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))

    def close(self, name: str) -> None:
        """Close a file."""
        del self.texts[name]
        self.client.text_document_did_close(lsp.DidCloseTextDocumentParams(self.document(name)))

    def type(self, name: str, before: str, typed: str) -> None:
        """Replace a text, which occurs in the file, by another one, at its first place."""
        text = self.texts[name]
        start = text.index(before)
        place = lsp.Range(self.position(name, start), self.position(name, start + len(before)))
        self.texts[name] = text[:start] + typed + text[start + len(before) :]
        self.versions[name] += 1
        document = lsp.VersionedTextDocumentIdentifier(self.versions[name], self.uri(name))
        change = lsp.TextDocumentContentChangePartial(place, typed)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))

    def position(self, name: str, offset: int) -> lsp.Position:
        """Return the position of an offset, in units of UTF-16."""
        before = self.texts[name][:offset]
        line = before.count("\n")
        rest = before[before.rfind("\n") + 1 :]
        return lsp.Position(line, len(rest.encode("utf-16-le")) // 2)

    def at(self, name: str, near: str, within: str | None = None) -> lsp.Position:
        """Return the position at which `within` (by default the end of `near`) begins in the first `near`."""
        start = self.texts[name].index(near)
        return self.position(name, start + (len(near) if within is None else near.index(within)))

    def offset(self, name: str, position: lsp.Position) -> int:
        """Return the offset of a position."""
        lines = self.texts[name].split("\n")
        line = lines[position.line] if position.line < len(lines) else ""
        units = line.encode("utf-16-le")[: 2 * position.character]
        return sum(len(each) + 1 for each in lines[: position.line]) + len(units.decode("utf-16-le"))

    def text(self, name: str, place: lsp.Range) -> str:
        """Return the text of a range."""
        return self.texts[name][self.offset(name, place.start) : self.offset(name, place.end)]

    def apply(self, edit: lsp.WorkspaceEdit) -> None:
        """Apply the edits of an answer to the files that are open."""
        for uri, edits in (edit.changes or {}).items():
            name = next(each for each in self.texts if self.uri(each) == uri)
            for one in sorted(edits, key=lambda e: self.offset(name, e.range.start), reverse=True):
                start, end = self.offset(name, one.range.start), self.offset(name, one.range.end)
                text = self.texts[name]
                self.texts[name] = text[:start] + one.new_text + text[end:]
            self.versions[name] += 1
            document = lsp.VersionedTextDocumentIdentifier(self.versions[name], uri)
            change = lsp.TextDocumentContentChangeWholeDocument(self.texts[name])
            self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))

    async def mistakes(self, name: str, *, code: str = "") -> list[lsp.Diagnostic]:
        """Return what the server says of the text as it is: at once if `code` is among it, else at last.

        The server tells of each of the three stages of a check.
        """
        stages = 0
        async with asyncio.timeout(PATIENCE):
            while True:
                said = await self.told.get()
                if said.uri != self.uri(name) or said.version != self.versions.get(name):
                    continue
                stages += 1
                found = list(said.diagnostics)
                if stages == STAGES or (code and any(d.code == code for d in found)):
                    return found

    async def stages(self, name: str, number: int) -> None:
        """Wait until the server has told of a number of further stages."""
        async with asyncio.timeout(PATIENCE):
            while number:
                said = await self.told.get()
                number -= said.uri == self.uri(name) and said.version == self.versions.get(name)

    async def without(self, name: str, code: str) -> None:
        """Wait until the server says something of the text as it is that has no mistake with a code."""
        async with asyncio.timeout(PATIENCE):
            while True:
                said = await self.told.get()
                same = said.uri == self.uri(name) and said.version == self.versions.get(name)
                if same and all(d.code != code for d in said.diagnostics):
                    return


def _told(editor: Editor) -> Callable[[lsp.PublishDiagnosticsParams], None]:
    """Return a function that takes what the server says, since pygls marks functions."""

    def take(said: lsp.PublishDiagnosticsParams) -> None:
        editor.told.put_nowait(said)

    return take


@asynccontextmanager
async def editing(folder: Path, *, encodings: list[str] | None = None, **more: Any) -> AsyncIterator[Editor]:
    """Start a server for a folder, and stop it."""
    client = LanguageClient("tests", "1")
    folder = folder.resolve()  # noqa: ASYNC240 - nothing else runs yet
    editor = Editor(client, folder)
    client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(_told(editor))
    await client.start_io(sys.executable, "-m", "gamespec", "lsp")
    general = lsp.GeneralClientCapabilities(position_encodings=encodings)
    snippets = lsp.ClientCompletionItemOptions(snippet_support=True)
    documents = lsp.TextDocumentClientCapabilities(
        completion=lsp.CompletionClientCapabilities(completion_item=snippets)
    )
    capabilities = lsp.ClientCapabilities(general=general, text_document=documents)
    asked = lsp.InitializeParams(capabilities, root_uri=folder.as_uri(), **more)
    async with asyncio.timeout(PATIENCE):
        await client.initialize_async(asked)
    client.initialized(lsp.InitializedParams())
    try:
        yield editor
        async with asyncio.timeout(PATIENCE):
            await client.shutdown_async(None)
    finally:
        client.exit(None)
        await client.stop()
