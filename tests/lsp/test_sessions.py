"""Sessions of an editor with a real server, whose answers are recorded in golden files.

Each session is a coroutine that yields lines: what the editor does, and what the server answers.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from pathlib import Path

import pytest
from editor import Editor, editing
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from interpreter.lsp.colours import TOKENS

SESSIONS = Path(__file__).parent / "sessions"
GAME, VARIANT, SCENARIOS, TABLE = "game.yaml", "variants/fast.yaml", "scenarios/rules.yaml", "cards.csv"

FAST = """\
language: 1
game: harvest-fast
title: A fast harvest
extends: harvest
edit:
  - set: {options.hand_size.default: 1, functions.free.is: "count(f in field: tree[f] == none) - 1"}
  - set: {end.rich.when: "any(p in players: coin[p] >= 8)"}
"""
RULES = """\
language: 1
scenarios:
  - id: H-01
    title: A rest brings a coin
    given:
      - set: {round: 2}
    when:
      - rest
    then:
      - coin[seat(1)] == 6
      - empty(heap)
  - id: H-02
    title: A plant pays for a tree
    when:
      - refused: {plant: {where: b2}}
    then:
      - "any(f in field: tree[f] == none)"
"""


def _files(folder: Path) -> None:
    for name, text in ((VARIANT, FAST), (SCENARIOS, RULES)):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


async def mistyped_and_cured(editor: Editor) -> AsyncIterator[str]:
    """Open a game, type a mistake, read the message, cure it, close the game."""
    editor.open(GAME)
    yield f"open {GAME}: {said(editor, await editor.mistakes(GAME))}"
    editor.type(GAME, 'from: "hand[me]"', 'from: "hnad[me]"')
    found = await editor.mistakes(GAME, code="GS201")
    yield f"type hnad: {said(editor, found)}"
    asked = lsp.CodeActionParams(editor.document(GAME), found[0].range, lsp.CodeActionContext(found))
    (action,) = await editor.client.text_document_code_action_async(asked)
    yield f"action: {action.title}, preferred: {action.is_preferred}"
    editor.apply(action.edit)
    yield f"apply: {said(editor, await editor.mistakes(GAME))}"
    editor.type(GAME, "ordered: true", "orderd: true")
    editor.type(GAME, "turns: clockwise", "turns: clockwize")
    await editor.mistakes(GAME)
    everywhere = lsp.Range(lsp.Position(0, 0), lsp.Position(99, 0))
    context = lsp.CodeActionContext([], only=[lsp.CodeActionKind.SourceFixAll])
    (action,) = await editor.client.text_document_code_action_async(
        lsp.CodeActionParams(editor.document(GAME), everywhere, context)
    )
    yield f"fix all: {action.title}"
    editor.apply(action.edit)
    yield f"apply: {said(editor, await editor.mistakes(GAME))}"
    editor.type(GAME, "until: free() == 0", "until: fre")
    yield f"type on: {said(editor, await editor.mistakes(GAME))}"
    editor.close(GAME)
    told = await asyncio.wait_for(editor.told.get(), 30)
    yield f"close: {len(told.diagnostics)} mistakes in {Path(told.uri).name}"


async def asked_what_things_are(editor: Editor) -> AsyncIterator[str]:
    """Hover over keys, names and parts of expressions; ask where they are declared and used."""
    editor.open(GAME)
    await editor.mistakes(GAME)
    for near, within in (
        ("zones:", "zones"), ("seen_by: owner", "seen_by"), ("hand[p]", "hand"),
        ("worth_of(paid)", "worth_of"),
        ("count(f in field: tree", "count"), ("tree[f] == none", "f]"), ("price[c.fruit]", "[c"),
        ("c.fruit", "fruit"), ("until: free() == 0", "== "), ("# no", "no"),
    ):  # fmt: skip
        if near not in editor.texts[GAME]:
            continue
        place = editor.at(GAME, near, within)
        hover = await editor.client.text_document_hover_async(lsp.HoverParams(editor.document(GAME), place))
        value = hover.contents.value if hover is not None and hover.range is not None else "nothing"
        yield f"hover {near!r} at {within!r}: {' '.join(value.split())}"
    for near, within in (
        ("hand[p]", "hand"),
        ("c.fruit", "fruit"),
        ("[plant, rest]", "plant"),
        ("paid.fruit", "paid"),
    ):
        place = editor.at(GAME, near, within)
        asked = lsp.DefinitionParams(editor.document(GAME), place)
        found = await editor.client.text_document_definition_async(asked)
        yield f"definition of {near!r}: {line(editor, found)}"
        context = lsp.ReferenceContext(include_declaration=True)
        uses = await editor.client.text_document_references_async(
            lsp.ReferenceParams(context, editor.document(GAME), place)
        )
        yield f"uses of {near!r}: {places(uses)}"


async def completed(editor: Editor) -> AsyncIterator[str]:
    """Ask what could be written, at places where something is missing."""
    editor.open(GAME)
    await editor.mistakes(GAME)
    sound = editor.texts[GAME]
    for before, typed, near in (
        ("\nzones:", "\nz\nzones:", "\nz"),
        ("{of: card, per: player, ", "{of: card, ", "{of: card, "),
        ("seen_by: nobody", "seen_by: ", "seen_by: "),
        ("  - {shuffle: deck}", "  - \n  - {shuffle: deck}", "setup:\n  - "),
        ("{shuffle: deck}", "{shuffle: }", "{shuffle: "),
        ("turns: clockwise", "turns: ", "turns: "),
        ("offer: [plant, rest]", "offer: [plant, ]", "[plant, "),
        ("tree[f] == none", "tree[f] == ", "tree[f] == "),
        ("c.worth +", "c. +", '"c.'),
        ("worth_of(paid)", "wor", "where: wor"),
        ("type: fruit?", "type: fr", "type: fr"),
        ("heap: {of: card}", "heap: {of: }", "heap: {of: "),
    ):
        editor.type(GAME, before, typed)
        asked = lsp.CompletionParams(editor.document(GAME), editor.at(GAME, near))
        found = await editor.client.text_document_completion_async(asked)
        items = found.items if isinstance(found, lsp.CompletionList) else found or []
        shown = ", ".join(f"{item.label}{'*' if item.insert_text_format == 2 else ''}" for item in items[:12])
        yield f"complete {near!r}: {shown} ({len(items)} in all)"
        editor.type(GAME, editor.texts[GAME], sound)
        await editor.mistakes(GAME)
    for near in ("top(deck, ", "worth_of(", "min(9, "):
        asked = lsp.SignatureHelpParams(editor.document(GAME), editor.at(GAME, near))
        help_ = await editor.client.text_document_signature_help_async(asked)
        form = help_.signatures[0]
        begin, end = form.parameters[form.active_parameter].label
        yield f"signature {near!r}: {form.label}, now {form.label[begin:end]}"


async def renamed(editor: Editor) -> AsyncIterator[str]:
    """Rename names of a game, of which an overlay and scenarios make use."""
    editor.open(GAME)
    await editor.mistakes(GAME)
    editor.open(VARIANT)
    await editor.mistakes(VARIANT)
    editor.open(SCENARIOS)
    for near, within, new in (
        ("  tree: {", "tree", "plant_of"), ("  coin: {", "coin", "money"), ("  rest:\n", "rest", "pause"),
        ("apple, pear", "pear", "quince"), ("paid: {from", "paid", "card_paid"),
        ("  where: {from", "where", "to_field"), ("  hand_size: {", "hand_size", "cards"),
        ("  free: {", "free", "empty_fields"), ("  rich: {", "rich", "wealthy"),
        ("  hand: {", "hand", "deck"), ("  hand: {", "hand", "Hand"), ("count(f in", "count", "number_of"),
    ):  # fmt: skip
        place = editor.at(GAME, near, within)
        asked = lsp.RenameParams(editor.document(GAME), place, new)
        try:
            edit = await editor.client.text_document_rename_async(asked)
        except JsonRpcException as refused:
            yield f"rename {within} to {new}: refused, {refused}"
            continue
        told = "; ".join(
            f"{uri.rpartition('/')[2]} {sorted(each.range.start.line + 1 for each in edits)}"
            for uri, edits in sorted(edit.changes.items())
        )
        yield f"rename {within} to {new}: {told}"
    place = editor.at(GAME, "  tree: {", "tree")
    edit = await editor.client.text_document_rename_async(
        lsp.RenameParams(editor.document(GAME), place, "bush")
    )
    editor.apply(edit)
    yield f"apply: {said(editor, await editor.mistakes(GAME))}"


async def looked_over(editor: Editor) -> AsyncIterator[str]:
    """Ask for the outline, for names in the folder, for colours, types and folds."""
    editor.open(GAME)
    await editor.mistakes(GAME)
    document = editor.document(GAME)
    symbols = await editor.client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))
    for symbol in symbols or ():
        below = ", ".join(each.name for each in symbol.children or ())
        yield f"symbol {symbol.name} ({symbol.kind.name}): {below}"
    found = await editor.client.workspace_symbol_async(lsp.WorkspaceSymbolParams("wor"))
    yield f"search wor: {', '.join(f'{each.name} of {each.container_name}' for each in found)}"
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(99, 0))
    hints = await editor.client.text_document_inlay_hint_async(lsp.InlayHintParams(document, whole))
    for hint in sorted(hints or (), key=lambda h: (h.position.line, h.position.character)):
        shown = editor.texts[GAME].split("\n")[hint.position.line]
        at = hint.position.character
        yield f"hint: {shown[:at].strip()}«{hint.label}»{shown[at:]}"
    tokens = await editor.client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(document))
    yield f"colours: {coloured(editor, tokens.data)}"
    editor.type(GAME, "  heap: {of: card}", "  heap:   {of: card  }")
    options = lsp.FormattingOptions(tab_size=2, insert_spaces=True)
    (edit,) = await editor.client.text_document_formatting_async(
        lsp.DocumentFormattingParams(document, options)
    )
    shown = [each for each in edit.new_text.splitlines() if "heap:" in each]
    yield f"format: {shown}"
    folds = await editor.client.text_document_folding_range_async(lsp.FoldingRangeParams(document))
    yield f"folds: {[(f.start_line + 1, f.end_line + 1) for f in folds]}"


def coloured(editor: Editor, data: list[int]) -> str:
    """Return the coloured words of the functions, each with its colour."""
    lines, shown = editor.texts[GAME].split("\n"), []
    row = column = 0
    for down, right, length, token, _ in zip(*(iter(data),) * 5, strict=True):
        row, column = row + down, right if down else column + right
        if "worth_of: {" in lines[row]:
            shown.append(f"{lines[row][column : column + length]}={TOKENS[token]}")
    return ", ".join(shown)


def said(editor: Editor, found: Iterable[lsp.Diagnostic]) -> str:
    """Return mistakes in one line."""
    told = [f"{d.code} {editor.text(GAME, d.range)!r} {' / '.join(d.message.splitlines())}" for d in found]
    return "; ".join(told) or "nothing to report"


def line(editor: Editor, found: object) -> str:
    """Return the line in which a definition is."""
    assert isinstance(found, lsp.Location)
    return editor.texts[GAME].split("\n")[found.range.start.line].strip()


def places(found: Iterable[lsp.Location]) -> str:
    """Return places as files and lines."""
    told = sorted((each.uri.rpartition("/")[2], each.range.start.line + 1) for each in found)
    return ", ".join(f"{name}:{number}" for name, number in told)


@pytest.mark.parametrize(
    "session",
    [mistyped_and_cured, asked_what_things_are, completed, renamed, looked_over],
    ids=lambda s: s.__name__,
)
def test_a_session_goes_as_recorded(
    session: Callable[[Editor], AsyncIterator[str]], harvest: Path, request: pytest.FixtureRequest
) -> None:
    """The server answers as in the recorded session."""
    _files(harvest)

    async def lines() -> list[str]:
        async with editing(harvest) as editor:
            return [each.replace(str(harvest), "…") async for each in session(editor)]

    told = "\n".join(asyncio.run(lines())) + "\n"
    golden = SESSIONS / f"{session.__name__}.txt"
    if request.config.getoption("--update-golden"):
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(told, encoding="utf-8")
    assert told == golden.read_text(encoding="utf-8")
