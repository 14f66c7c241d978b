"""The language server: answers an editor's requests, and tells it of mistakes while an author types.

All answers follow from the open texts, the latest results of checks (`results`), and the schemas. The loop's
thread answers; a worker checks (`schedule`). Requests that need other files than those that are open
(references, renaming) wait for the worker.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

import gamespec
from gamespec.analysis import Analysis
from gamespec.catalogue import VARIANTS
from gamespec.project import BANDS, SCENARIOS, FileKind
from gamespec.text.advice import sole
from interpreter.lsp.checking import Found
from interpreter.lsp.colours import MODIFIERS, TOKENS, coloured, encoded
from interpreter.lsp.completing import completions
from interpreter.lsp.hints import hints
from interpreter.lsp.hovering import hover
from interpreter.lsp.names import Finder, Named, why_not
from interpreter.lsp.positions import Encoding, Lines, Place
from interpreter.lsp.results import Results
from interpreter.lsp.schedule import Schedule
from interpreter.lsp.signatures import signatures
from interpreter.lsp.texts import Texts
from interpreter.lsp.wire import KINDS, Wire, path_of

__all__ = ["Server", "serve"]

OBJECTS = 400_000
"""Number of new objects after which Python looks for cycles.

What is known of a game is some hundred thousand objects, and a search through them takes longer than a check.
"""

MOST_SYMBOLS = 500
"""Maximum number of symbols in an answer about the whole workspace."""

LONGEST_WAIT = 2.0
"""Seconds that a request may wait for the names of a text that has just been opened or changed."""

_WATCHED = "**/*.{yaml,yml,csv}"
_FIX_ALL = f"{lsp.CodeActionKind.SourceFixAll.value}.gamespec"


def serve() -> None:
    """Serve an editor on standard input and output until it goes away."""
    gc.set_threshold(OBJECTS)
    log = logging.getLogger("pygls")  # what goes wrong it also tells the client
    log.propagate = os.environ.get("GAMESPEC_DEBUG") == "1"
    log.addHandler(logging.NullHandler())
    Server().ls.start_io()


class _NoFileError(Exception):
    """An address of a text is not that of a file."""


class Server:
    """A server with its texts, results and schedule. `ls` speaks the protocol."""

    def __init__(self) -> None:
        self.ls = LanguageServer("gamespec", gamespec.__version__, max_workers=2)
        self.texts = Texts()
        self.results = Results(self.texts)
        self.finder = Finder(self.texts, self.results)
        self.wire = Wire(self.texts)
        self.schedule = Schedule(lambda: self.texts.held, lambda: self.texts.folders, self._found)
        self._published: dict[Path, list[lsp.Diagnostic]] = {}
        self._register()

    # --- texts ----------------------------------------------------------------------------------------

    def initialized(self, _: lsp.InitializedParams) -> None:
        """Take over what was agreed, and ask to be told of changes on the disk."""
        self.texts.encoding = _encoding(self.ls.workspace.position_encoding)
        self._take_folders()
        watching = self.ls.client_capabilities.workspace
        watched = watching.did_change_watched_files if watching is not None else None
        if watched is not None and watched.dynamic_registration:
            options = lsp.DidChangeWatchedFilesRegistrationOptions([lsp.FileSystemWatcher(_WATCHED)])
            method = lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES
            self.ls.client_register_capability(
                lsp.RegistrationParams([lsp.Registration("gamespec.files", method, options)])
            )

    def folders(self, _: lsp.DidChangeWorkspaceFoldersParams) -> None:
        """Take over the folders of the workspace, which pygls keeps, and check with them what is open."""
        self._take_folders()
        self.schedule.edited(target for path in self.texts.open for target in self._targets(path, own=True))

    def _take_folders(self) -> None:
        workspace = self.ls.workspace
        uris = [folder.uri for folder in workspace.folders.values()] or [workspace.root_uri]
        paths = (path_of(uri) for uri in uris if uri)
        self.texts.folders = tuple({path: None for path in paths if path is not None})

    def opened(self, params: lsp.DidOpenTextDocumentParams) -> None:
        """Take the text of a file that was opened."""
        document = params.text_document
        path = path_of(document.uri)
        if path is not None:
            self.texts.put(path, document.uri, document.version, document.text)
            self._check(path)

    def changed(self, params: lsp.DidChangeTextDocumentParams) -> None:
        """Apply the changes of a text, one after another, and check what it belongs to."""
        path = path_of(params.text_document.uri)
        opened = None if path is None else self.texts.open.get(path)
        if path is None or opened is None:
            return
        text = opened.text
        for change in params.content_changes:
            text = self._changed(text, change)
        self.texts.put(path, opened.uri, params.text_document.version, text)
        self._check(path)

    def closed(self, params: lsp.DidCloseTextDocumentParams) -> None:
        """Forget a file, except as part of others that are open."""
        path = path_of(params.text_document.uri)
        if path is None or path not in self.texts.open:
            return
        del self.texts.open[path]
        needed = any(self.finder.game_of(other) == path for other in self.texts.open)
        if not needed:
            self.schedule.forget(path)
            self.results.drop(path)
        self.schedule.edited(self._targets(path, own=needed))
        self._publish()

    def watched(self, params: lsp.DidChangeWatchedFilesParams) -> None:
        """Check anew what belongs to files that changed on the disk."""
        for event in params.changes:
            path = path_of(event.uri)
            if path is not None and path not in self.texts.open:
                self.schedule.edited(self._targets(path, own=False))

    def _changed(self, text: str, change: lsp.TextDocumentContentChangeEvent) -> str:
        if isinstance(change, lsp.TextDocumentContentChangeWholeDocument):
            return change.text
        lines = Lines(text, self.texts.encoding)
        start, end = (
            lines.offset(Place(place.line, place.character))
            for place in (change.range.start, change.range.end)
        )
        return text[:start] + change.text + text[end:]

    # --- checks ---------------------------------------------------------------------------------------

    def _check(self, path: Path) -> None:
        self.schedule.edited(self._targets(path, own=True))

    def _targets(self, path: Path, *, own: bool) -> list[tuple[Path, FileKind]]:
        """Return what to check when a file has changed: itself, its game, and what reads it."""
        found: dict[Path, FileKind] = {}
        kind = self.texts.kind(path)
        if own and kind is not None:
            found[path] = kind
        for target in (*self.results.reading(path), *self._open_beside(path)):
            found.setdefault(target, self.texts.kind(target) or "game")
        game = self.finder.game_of(path) if own and kind in {"scenarios", None} else None
        if game is not None and (kind or path.suffix == ".csv") and self.results.analysis(game) is None:
            found.setdefault(game, self.texts.kind(game) or "game")
        return list(found.items())

    def _open_beside(self, path: Path) -> list[Path]:
        """Return the open files of scenarios and of bands of a game or an overlay."""
        folder = path.parent.parent if path.parent.name == VARIANTS else path.parent
        if self.texts.kind(path) not in {"game", "overlay"}:
            return []
        return [
            other
            for other in self.texts.open
            if other == folder / BANDS or other.parent == folder / SCENARIOS
        ]

    def _found(self, found: Found) -> None:
        self.results.take(found)
        self._publish(found.path)
        if found.stage == "names" and found.analysis is not None:
            self._refresh()

    def _publish(self, checked: Path | None = None) -> None:
        """Tell the editor of the mistakes in all files in which they have changed, and in a checked one."""
        found = self.results.diagnostics()
        for path in {*found, *self._published}:
            told = [self.wire.diagnostic(d) for d in found.get(path, ())]
            if path != checked and told == self._published.get(path, []):
                continue
            self._published[path] = told
            opened = self.texts.open.get(path)
            self.ls.text_document_publish_diagnostics(
                lsp.PublishDiagnosticsParams(
                    self.wire.uri(path), told, version=None if opened is None else opened.version
                )
            )

    def _refresh(self) -> None:
        """Ask the editor to fetch colours and types anew, if it can."""
        workspace = self.ls.client_capabilities.workspace
        if workspace is None:
            return
        if workspace.semantic_tokens is not None and workspace.semantic_tokens.refresh_support:
            self.ls.workspace_semantic_tokens_refresh(None)
        if workspace.inlay_hint is not None and workspace.inlay_hint.refresh_support:
            self.ls.workspace_inlay_hint_refresh(None)

    # --- answers --------------------------------------------------------------------------------------

    async def hover(self, params: lsp.HoverParams) -> lsp.Hover | None:
        """Answer what is under the pointer."""
        path, offset = await self._place(params)
        told = hover(self.finder, path, offset)
        return None if told is None else self.wire.hover(path, told)

    async def completion(self, params: lsp.CompletionParams) -> lsp.CompletionList:
        """Answer what could be written at the cursor."""
        path, offset = await self._place(params)
        items = completions(self.finder, path, offset)
        snippets = self._snippets()
        told = [self.wire.item(path, item, at, snippets=snippets) for at, item in enumerate(items)]
        return lsp.CompletionList(is_incomplete=False, items=told)

    async def signature(self, params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
        """Answer which arguments a call takes."""
        path, offset = await self._place(params)
        forms = signatures(self.finder, path, offset)
        return self.wire.signature(forms) if forms else None

    async def definition(self, params: lsp.DefinitionParams) -> lsp.Location | None:
        """Answer where a name is declared."""
        path, offset = await self._place(params)
        span = self.finder.declared(path, offset)
        return None if span is None else self.wire.location(span)

    async def references(self, params: lsp.ReferenceParams) -> list[lsp.Location] | None:
        """Answer where a name is used, in all files of the workspace."""
        path, offset = await self._place(params)
        named = self.finder.at(path, offset)
        if named is None:
            return None
        uses = self.finder.uses(named, await self._others(named))
        kept = [use.span for use in uses if params.context.include_declaration or not use.declares]
        return [self.wire.location(span) for span in kept]

    async def highlights(self, params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight] | None:
        """Answer where a name is used in the same file."""
        path, offset = await self._place(params)
        named = self.finder.at(path, offset)
        if named is None:
            return None
        uses = self.finder.uses(named, [(path, named.analysis)])
        here = {(use.span.start, use.span.end) for use in uses if path == Path(use.span.source.name)}
        return [lsp.DocumentHighlight(self.wire.range(path, *place)) for place in sorted(here)]

    async def prepare_rename(self, params: lsp.PrepareRenameParams) -> lsp.PrepareRenamePlaceholder | None:
        """Answer whether what is at a place can get another name."""
        path, offset = await self._place(params)
        named = self.finder.at(path, offset)
        if named is None or named.declaration.place is None:
            return None
        place = self.wire.range(path, named.span.start, named.span.end)
        return lsp.PrepareRenamePlaceholder(place, named.declaration.name)

    async def rename(self, params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        """Answer the edits that give something another name, in all files of the workspace."""
        path, offset = await self._place(params)
        named = self.finder.at(path, offset)
        if named is None:
            return None
        reason = why_not(named, params.new_name)
        if reason is not None:
            raise JsonRpcInvalidParams(reason)
        changes: dict[str, list[lsp.TextEdit]] = {}
        for use in self.finder.uses(named, await self._others(named)):
            location = self.wire.location(use.span)
            changes.setdefault(location.uri, []).append(lsp.TextEdit(location.range, params.new_name))
        return lsp.WorkspaceEdit(changes)

    async def symbols(self, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        """Answer the outline of a file."""
        path = await self._known(params.text_document.uri)
        found = self.results.symbols(path)
        return [self.wire.symbol(path, symbol) for symbol in found]

    async def workspace_symbols(self, params: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
        """Answer the declarations whose names contain the letters of a query, in order."""
        found: dict[tuple[str, int], lsp.WorkspaceSymbol] = {}
        wanted = params.query.lower()
        for _, analysis in await self._all():
            for d in analysis.index.declarations:
                if d.place is None or d.kind == "local" or not _has_letters(d.name, wanted):
                    continue
                location = self.wire.location(d.place)
                kind = KINDS.get(d.kind, lsp.SymbolKind.Variable)
                key = (location.uri, d.place.start)
                container = d.owner or (analysis.game.ident.name if analysis.game is not None else None)
                found[key] = lsp.WorkspaceSymbol(location, d.name, kind, container_name=container)
        exact = sorted(found.values(), key=lambda s: (not s.name.startswith(wanted), s.name))
        return exact[:MOST_SYMBOLS]

    async def actions(self, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        """Answer the cures of the mistakes in a part of a file."""
        path = await self._known(params.text_document.uri)
        start, end = (self.wire.offset(path, place) for place in (params.range.start, params.range.end))
        only = [
            each.value if isinstance(each, lsp.CodeActionKind) else each for each in params.context.only or ()
        ]
        mistakes = self.results.diagnostics().get(path, ())
        if any(each == _FIX_ALL or _FIX_ALL.startswith(f"{each}.") for each in only):
            cures = sole(d.cures for d in mistakes)
            title = f"cure {len(cures)} mistakes" if len(cures) != 1 else "cure a mistake"
            return [lsp.CodeAction(title, kind=_FIX_ALL, edit=self.wire.edits(cures))] if cures else []
        if only and not {"quickfix", ""} & set(only):
            return []
        return [
            lsp.CodeAction(
                cure.title,
                kind=lsp.CodeActionKind.QuickFix,
                diagnostics=[self.wire.diagnostic(d)],
                is_preferred=number == 0,
                edit=self.wire.edits([cure]),
            )
            for d in mistakes
            if d.span.start <= end and start <= d.span.end
            for number, cure in enumerate(d.cures)
        ]

    async def colours(self, params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        """Answer the colours of names, words and numbers in a file."""
        path = await self._known(params.text_document.uri)
        lines = self.texts.lines(path)
        parts = []
        for part in coloured(self.finder, path):
            (line, begin), (last, finish) = lines.place(part.start), lines.place(part.end)
            if line == last:
                parts.append((line, begin, finish - begin, part.token, part.modifiers))
        return lsp.SemanticTokens(encoded(parts))

    async def inlays(self, params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        """Answer the types to show in a part of a file."""
        path = await self._known(params.text_document.uri)
        start, end = (self.wire.offset(path, place) for place in (params.range.start, params.range.end))
        return [
            lsp.InlayHint(
                self.wire.range(path, hint.offset, hint.offset).start, hint.text, lsp.InlayHintKind.Type
            )
            for hint in hints(self.finder, path, start, end)
        ]

    async def folding(self, params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        """Answer the sections and declarations that can be folded."""
        path = await self._known(params.text_document.uri)
        waiting = list(self.results.symbols(path))
        found = []
        while waiting:
            symbol = waiting.pop()
            waiting += symbol.below
            place = self.wire.range(
                path, symbol.span.start, len(symbol.span.text.rstrip()) + symbol.span.start
            )
            if place.end.line > place.start.line:
                found.append(lsp.FoldingRange(place.start.line, place.end.line))
        return sorted(found, key=lambda f: f.start_line)

    async def formatting(self, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
        """Answer the edits that lay a file out as `gamespec fmt` does, or none if its YAML has mistakes."""
        path = path_of(params.text_document.uri)
        opened = None if path is None else self.texts.open.get(path)
        if path is None or opened is None or self.texts.kind(path) is None:
            return None
        text = opened.text
        try:
            laid_out = gamespec.formatted(text, str(path))
        except gamespec.SpecError:
            return None
        return [] if laid_out == text else [lsp.TextEdit(self.wire.range(path, 0, len(text)), laid_out)]

    # --- helpers --------------------------------------------------------------------------------------

    async def _place(self, params: Any) -> tuple[Path, int]:
        path = await self._known(params.text_document.uri)
        return path, self.wire.offset(path, params.position)

    async def _known(self, uri: str) -> Path:
        """Return the path of a file, once a first check of it has given names. Raises `_NoFileError`."""
        path = path_of(uri)
        if path is None:
            raise _NoFileError
        deadline = asyncio.get_running_loop().time() + LONGEST_WAIT
        while self.finder.analysis(path) is None and self.schedule.working:
            if asyncio.get_running_loop().time() > deadline:
                break
            await self.schedule.step()
        return path

    async def _others(self, named: Named) -> list[tuple[Path, Analysis]]:
        """Return the files that may use a name beside its own specification, each with an analysis."""
        place = named.declaration.place
        if place is None or (named.declaration.kind == "local" and not named.analysis.files):
            return []
        name = named.declaration.name
        own = {Path(source.name) for source in named.analysis.sources}
        found: list[tuple[Path, Analysis]] = []
        for path, kind in self.texts.around(Path(place.source.name)):
            if path in own or name not in self.texts.text(path):
                continue
            if kind in {"game", "overlay"}:
                analysis = (await self.schedule.once(path, kind, "names")).analysis
                if analysis is not None:
                    found.append((path, analysis))
            elif kind == "scenarios":
                found.append((path, named.analysis))
        return found

    async def _all(self) -> list[tuple[Path, Analysis]]:
        """Return the analyses of all specifications in the workspace, checked now if they have not been."""
        known = dict(self.results.all())
        for folder in self.texts.folders:
            for path, kind in self.texts.around(folder / "game.yaml"):
                if path not in known and kind in {"game", "overlay"}:
                    analysis = (await self.schedule.once(path, kind, "structure")).analysis
                    if analysis is not None:
                        known[path] = analysis
        return list(known.items())

    def _snippets(self) -> bool:
        documents = self.ls.client_capabilities.text_document
        completion = documents.completion if documents is not None else None
        item = completion.completion_item if completion is not None else None
        return bool(item is not None and item.snippet_support)

    def _register(self) -> None:
        """Tell pygls which method answers which request, in the order of the protocol's specification."""
        legend = lsp.SemanticTokensLegend(list(TOKENS), list(MODIFIERS))
        fixes = [lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.SourceFixAll]
        features: list[tuple[str, Callable[[Any], Awaitable[object] | object], object]] = [
            (lsp.INITIALIZED, self.initialized, None),
            (lsp.TEXT_DOCUMENT_DID_OPEN, self.opened, None),
            (lsp.TEXT_DOCUMENT_DID_CHANGE, self.changed, None),
            (lsp.TEXT_DOCUMENT_DID_CLOSE, self.closed, None),
            (lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, self.watched, None),
            (lsp.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, self.folders, None),
            (lsp.TEXT_DOCUMENT_HOVER, self.hover, None),
            (
                lsp.TEXT_DOCUMENT_COMPLETION,
                self.completion,
                lsp.CompletionOptions([".", "[", "(", "{", ":", " "]),
            ),
            (lsp.TEXT_DOCUMENT_SIGNATURE_HELP, self.signature, lsp.SignatureHelpOptions(["(", ","])),
            (lsp.TEXT_DOCUMENT_DEFINITION, self.definition, None),
            (lsp.TEXT_DOCUMENT_REFERENCES, self.references, None),
            (lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, self.highlights, None),
            (lsp.TEXT_DOCUMENT_PREPARE_RENAME, self.prepare_rename, None),
            (lsp.TEXT_DOCUMENT_RENAME, self.rename, lsp.RenameOptions(prepare_provider=True)),
            (lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL, self.symbols, None),
            (lsp.WORKSPACE_SYMBOL, self.workspace_symbols, None),
            (lsp.TEXT_DOCUMENT_CODE_ACTION, self.actions, lsp.CodeActionOptions(fixes)),
            (lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, self.colours, legend),
            (lsp.TEXT_DOCUMENT_INLAY_HINT, self.inlays, None),
            (lsp.TEXT_DOCUMENT_FOLDING_RANGE, self.folding, None),
            (lsp.TEXT_DOCUMENT_FORMATTING, self.formatting, None),
        ]
        for method, answer, options in features:
            self.ls.feature(method, options)(_plain(answer))


def _plain(answer: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a function that pygls calls with the parameters alone, since methods have no attributes.

    What is asked about a text that is no file, such as one that has no name yet, has no answer.
    """
    if asyncio.iscoroutinefunction(answer):

        async def waiting(params: Any) -> Any:
            try:
                return await answer(params)
            except _NoFileError:
                return None

        return waiting

    def answering(params: Any) -> Any:
        return answer(params)

    return answering


def _encoding(agreed: object) -> Encoding:
    said = str(getattr(agreed, "value", agreed))
    return "utf-8" if said == "utf-8" else "utf-32" if said == "utf-32" else "utf-16"


def _has_letters(name: str, wanted: str) -> bool:
    """Return whether a name contains some letters in their order."""
    letters = iter(name.lower())
    return all(letter in letters for letter in wanted)
