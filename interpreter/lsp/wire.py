"""Translates between what gamespec knows and the types of the Language Server Protocol."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from lsprotocol import types as lsp
from pygls.uris import from_fs_path, to_fs_path

from gamespec.analysis import DeclarationKind, Symbol
from gamespec.system.plain import real
from gamespec.text.advice import Cure
from gamespec.text.diagnostics import Diagnostic
from gamespec.text.source import Span
from interpreter.lsp.completing import Item
from interpreter.lsp.hovering import Told
from interpreter.lsp.positions import Place
from interpreter.lsp.signatures import Signature
from interpreter.lsp.texts import Texts

__all__ = ["KINDS", "Wire", "path_of"]

SOURCE = "gamespec"

_ITEMS: dict[str, lsp.CompletionItemKind] = {
    "key": lsp.CompletionItemKind.Property, "type": lsp.CompletionItemKind.TypeParameter,
    "word": lsp.CompletionItemKind.Keyword, "value": lsp.CompletionItemKind.EnumMember,
    "action": lsp.CompletionItemKind.Method, "attribute": lsp.CompletionItemKind.Field,
    "built-in": lsp.CompletionItemKind.Function, "component": lsp.CompletionItemKind.EnumMember,
    "enumeration": lsp.CompletionItemKind.Enum, "event": lsp.CompletionItemKind.Event,
    "function": lsp.CompletionItemKind.Function, "kind": lsp.CompletionItemKind.Class,
    "option": lsp.CompletionItemKind.Constant, "phase": lsp.CompletionItemKind.Module,
    "procedure": lsp.CompletionItemKind.Method, "space": lsp.CompletionItemKind.Struct,
    "table": lsp.CompletionItemKind.Struct,
}  # fmt: skip

KINDS: dict[DeclarationKind, lsp.SymbolKind] = {
    "action": lsp.SymbolKind.Method, "attribute": lsp.SymbolKind.Field,
    "component": lsp.SymbolKind.EnumMember,
    "enumeration": lsp.SymbolKind.Enum, "event": lsp.SymbolKind.Event, "function": lsp.SymbolKind.Function,
    "kind": lsp.SymbolKind.Class, "option": lsp.SymbolKind.Constant, "part": lsp.SymbolKind.Class,
    "phase": lsp.SymbolKind.Module, "procedure": lsp.SymbolKind.Method, "space": lsp.SymbolKind.Struct,
    "table": lsp.SymbolKind.Struct, "value": lsp.SymbolKind.EnumMember,
}  # fmt: skip
"""The symbols that editors know, for kinds of declarations; others are variables."""

_SECTIONS: dict[str, lsp.SymbolKind] = {
    "actions": lsp.SymbolKind.Method, "components": lsp.SymbolKind.Class, "enums": lsp.SymbolKind.Enum,
    "events": lsp.SymbolKind.Event, "functions": lsp.SymbolKind.Function, "options": lsp.SymbolKind.Constant,
    "phases": lsp.SymbolKind.Module, "procedures": lsp.SymbolKind.Method, "spaces": lsp.SymbolKind.Struct,
    "tables": lsp.SymbolKind.Struct, "variables": lsp.SymbolKind.Variable, "zones": lsp.SymbolKind.Array,
}  # fmt: skip


def path_of(uri: str) -> Path | None:
    """Return the real path of a file, or `None` for what is no file."""
    path = to_fs_path(uri) if uri.startswith("file:") else None
    return None if path is None else real(Path(path))


class Wire:
    """Translates places of the texts in the editor, in the unit that was agreed on."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts

    def offset(self, path: Path, position: lsp.Position) -> int:
        """Return the offset of a position in a file."""
        return self._texts.lines(path).offset(Place(position.line, position.character))

    def range(self, path: Path, start: int, end: int) -> lsp.Range:
        """Return the range of a part of a file."""
        lines = self._texts.lines(path)
        return lsp.Range(lsp.Position(*lines.place(start)), lsp.Position(*lines.place(end)))

    def uri(self, path: Path) -> str:
        """Return the address of a file, as the editor wrote it if the file is open."""
        opened = self._texts.open.get(real(path))
        return opened.uri if opened is not None else from_fs_path(str(path)) or ""

    def location(self, span: Span) -> lsp.Location:
        """Return a place in a file."""
        path = real(Path(span.source.name))
        return lsp.Location(self.uri(path), self.range(path, span.start, span.end))

    def diagnostic(self, d: Diagnostic) -> lsp.Diagnostic:
        """Return a mistake, with its help and notes below the message."""
        path = Path(d.span.source.name)
        said = d.message if not d.label.text else f"{d.message}: {d.label.text}"
        more = ([f"help: {d.help}"] if d.help else []) + [f"note: {note}" for note in d.notes]
        error = d.severity == "error"
        unused = d.code == "GS401"
        return lsp.Diagnostic(
            range=self.range(path, d.span.start, d.span.end),
            message="\n".join([said, *more]),
            severity=lsp.DiagnosticSeverity.Error if error else lsp.DiagnosticSeverity.Warning,
            code=d.code,
            source=SOURCE,
            tags=[lsp.DiagnosticTag.Unnecessary] if unused else None,
            related_information=[
                lsp.DiagnosticRelatedInformation(self.location(other.span), other.text or "see here")
                for other in d.others
            ]
            or None,
        )

    def edits(self, cures: Iterable[Cure]) -> lsp.WorkspaceEdit:
        """Return the edits of some cures."""
        changes: dict[str, list[lsp.TextEdit]] = {}
        for cure in cures:
            for edit in cure.edits:
                path = real(Path(edit.span.source.name))
                place = self.range(path, edit.span.start, edit.span.end)
                changes.setdefault(self.uri(path), []).append(lsp.TextEdit(place, edit.text))
        return lsp.WorkspaceEdit(changes)

    def hover(self, path: Path, told: Told) -> lsp.Hover:
        """Return a text about a part of a file."""
        content = lsp.MarkupContent(lsp.MarkupKind.Markdown, told.text)
        return lsp.Hover(content, self.range(path, told.span.start, told.span.end))

    def item(self, path: Path, item: Item, number: int, *, snippets: bool) -> lsp.CompletionItem:
        """Return a completion. `number` is its place in the list."""
        text = item.text
        if item.snippet and not snippets:
            text = text.partition("$1")[0]
        about = lsp.MarkupContent(lsp.MarkupKind.Markdown, item.about) if item.about else None
        snippet = item.snippet and snippets
        return lsp.CompletionItem(
            label=item.label,
            kind=_ITEMS.get(item.sort, lsp.CompletionItemKind.Variable),
            detail=item.detail or None,
            documentation=about,
            sort_text=f"{number:04}",
            insert_text_format=lsp.InsertTextFormat.Snippet if snippet else lsp.InsertTextFormat.PlainText,
            text_edit=lsp.TextEdit(self.range(path, item.start, item.end), text),
        )

    def signature(self, forms: Sequence[Signature]) -> lsp.SignatureHelp:
        """Return the forms of a call."""
        told = [
            lsp.SignatureInformation(
                form.form,
                documentation=form.about or None,
                parameters=[lsp.ParameterInformation(place) for place in form.parameters],
                active_parameter=min(form.active, max(0, len(form.parameters) - 1)),
            )
            for form in forms
        ]
        return lsp.SignatureHelp(told, active_signature=0, active_parameter=forms[0].active)

    def symbol(self, path: Path, symbol: Symbol) -> lsp.DocumentSymbol:
        """Return a key of a file, with those below it."""
        top = symbol.section == symbol.name
        kind = lsp.SymbolKind.Namespace if top else _SECTIONS.get(symbol.section, lsp.SymbolKind.Field)
        below = [self.symbol(path, each) for each in symbol.below]
        if not top and symbol.section in _SECTIONS:
            for each in below:
                each.kind = lsp.SymbolKind.Property
                each.children = None
        return lsp.DocumentSymbol(
            name=symbol.name or " ",
            kind=kind,
            range=self.range(path, symbol.span.start, symbol.span.end),
            selection_range=self.range(path, symbol.place.start, symbol.place.end),
            detail=symbol.value[:60] or None,
            children=below or None,
        )
