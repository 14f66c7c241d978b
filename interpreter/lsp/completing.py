"""What could be written at the cursor: keys by the schema, names by scope and type, the values of a type.

Names come from the latest analysis that knows them, because the text under the cursor is rarely sound. The
best ones are first: what fits the type that the place asks for, then locals, the game's names, and built-ins.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from gamespec.analysis import Analysis, Declaration, DeclarationKind
from gamespec.catalogue import games, variants
from gamespec.documents.reach import Reach
from gamespec.model import model as m
from gamespec.system.plain import real
from gamespec.text.source import Source
from interpreter.lsp.edited_paths import is_path, parts_after
from interpreter.lsp.hovering import described
from interpreter.lsp.keys import Key, keys_at, value_at
from interpreter.lsp.moved import moved
from interpreter.lsp.names import Finder
from interpreter.lsp.place import Level, Where, where

__all__ = ["Item", "completions"]

Sort = Literal["key", "value", "type", "word", DeclarationKind]


@dataclass(frozen=True)
class Item:
    """Something that could be written, and the part of the text that it replaces.

    `snippet` says that `text` has places to fill in, in the syntax of snippets. `rank` sorts, lower first.
    """

    label: str
    sort: Sort
    text: str
    start: int
    end: int
    detail: str = ""
    about: str = ""
    rank: int = 5
    snippet: bool = False


FAR = 50
"""The rank of the games that come with gamespec; a project's own files rank by the folders between."""

_WORDS = ("and", "or", "not", "in", "if", "else", "true", "false", "none", "players")
_TYPES = ("bool", "player")
_OF_TYPES: tuple[DeclarationKind, ...] = ("enumeration", "kind", "table", "space", "option")
_STATE: tuple[DeclarationKind, ...] = ("zone", "variable", "resource")
_IN_EXPRESSIONS: frozenset[DeclarationKind] = frozenset(
    ("option", "enumeration", "kind", "part", "table", "space", "zone", "variable", "resource", "agenda",
     "history", "function", "built-in", "score", "measure"),
)  # fmt: skip

_NAMES: dict[tuple[str, str], tuple[DeclarationKind, ...]] = {
    ("*", "offer"): ("action",), ("*", "run"): ("procedure",), ("*", "announce"): ("event",),
    ("*", "resolve"): ("agenda",), ("*", "remember"): ("history",), ("*", "forget"): ("history",),
    ("*", "stop"): ("phase", "step"), ("*", "during"): ("phase",), ("*", "phase"): ("phase",),
    ("zones", "of"): ("kind",), ("handlers", "on"): ("event",), ("terms", "of"): ("function",),
    ("invariants", "after"): ("action", "procedure"), ("invariants", "before"): ("action", "procedure"),
    ("histories", "of"): _STATE, ("variables", "lasts"): ("phase",), ("*", "asked"): ("action", "step"),
    ("ranking", ""): ("score", "measure"),
}  # fmt: skip
"""The kinds of names that stand under a key, by section (or any) and key."""

_KEYS: dict[tuple[str, str], tuple[DeclarationKind, ...]] = {
    ("*", "offer"): ("action",), ("*", "set"): ("variable",), ("*", "when"): ("action",),
    ("*", "offered"): ("action",), ("*", "refused"): ("action",), ("scenarios", "options"): ("option",),
    ("view", "zones"): ("zone",), ("view", "variables"): ("variable",), ("view", "spaces"): ("space",),
    ("view", "components"): ("kind",), ("view", "resources"): ("resource",), ("view", "actions"): ("action",),
    ("view", "functions"): ("function",), ("view", "values"): ("enumeration",),
}  # fmt: skip
"""The kinds of names that are keys under a key, by section (or any) and key."""


_FIRST: dict[str, tuple[DeclarationKind, ...]] = {
    "shuffle": ("zone",), "to": ("zone", "resource"), "from": ("zone", "resource"), "start": ("zone",),
    "until": ("function",), "when": ("function",),
}  # fmt: skip
"""The kinds of names that an expression under a key most often begins with."""


def completions(finder: Finder, path: Path, offset: int) -> list[Item]:
    """Return what could be written at a place, the best first."""
    kind = finder.texts.kind(path)
    text = finder.texts.text(path)
    here = where(text, offset)
    if kind is None or here.role == "comment":
        return []
    maker = _Maker(finder, path, kind, text, here, offset)
    if kind == "overlay" and is_path(here):
        found = maker.paths()
    else:
        found = maker.keys() if here.role == "key" else maker.values()
    by_label: dict[tuple[str, bool], Item] = {}
    for item in found:
        by_label.setdefault((item.label, item.sort == "key"), item)
    return sorted(by_label.values(), key=lambda item: item.rank)


@dataclass(frozen=True)
class _Maker:
    finder: Finder
    path: Path
    kind: str
    text: str
    here: Where
    offset: int

    # --- keys -----------------------------------------------------------------------------------------

    def keys(self) -> Iterator[Item]:
        """Yield the keys that the mapping may have, and the names that may be its keys."""
        here = self.here
        for key in keys_at(self.kind, here.way, here.beside):
            yield self._key(key)
        if not here.flow:  # an item of a list, such as a step
            for key in keys_at(self.kind, (*here.way, Level(0, frozenset())), frozenset()):
                yield self._key(key, "- ")
        kinds = self._kinds(_KEYS)
        for declaration in self._declared(lambda d: d.kind in kinds and d.name not in here.beside):
            yield self._item(declaration, rank=1, more=": ")
        if here.path and isinstance(here.path[-1], int) and not here.beside:
            yield from self.values()

    def _key(self, key: Key, dash: str = "") -> Item:
        here, flow = self.here, self.here.flow
        followed = self.text[here.end : here.end + 1] == ":"
        opened = flow and key.shape in {"[", "{"}
        after = "" if followed else ": "
        text, snippet = f"{key.name}{after}", False
        if opened and not followed:
            text, snippet = f"{key.name}: {key.shape}$1{']' if key.shape == '[' else '}'}", True
            text = text.replace("}", "\\}") if key.shape == "{" else text
        text = f"{' ' * here.lacking}{dash}{text}"
        rank = 0 if key.needed else 1 if key.verb else 2
        needed = "needed" if key.needed else ""
        return Item(key.name, "key", text, here.start, here.end, needed, key.about, rank, snippet)

    def paths(self) -> Iterator[Item]:
        """Yield what the path of an edit may go on with."""
        analysis, here = self._analysis(), self.here
        below = None if analysis is None else analysis.below(self._source())
        start = here.start + self._before().rfind(".") + 1
        for part in parts_after(below, self._before(), new=here.role == "key"):
            ended = part.leaf and here.role == "key" and self.text[here.end : here.end + 1] != ":"
            text, detail = f"{part.name}: " if ended else part.name, "" if part.new else part.about
            about, rank = part.about if part.new else "", 2 if part.new else 0
            yield Item(part.name, "key", text, start, here.end, detail, about, rank)
        if start == here.start:
            for declaration in self._declared(lambda d: d.kind == "step"):
                yield self._item(declaration, rank=1)

    # --- values ---------------------------------------------------------------------------------------

    def values(self) -> Iterator[Item]:
        """Yield what the value may be."""
        here = self.here
        wanted = value_at(self.kind, here.way)
        start, end = self._word()
        for value in wanted.values:
            yield Item(value, "value", value, start, end, about=wanted.about, rank=0)
        kinds = self._kinds(_NAMES)
        for declaration in self._declared(lambda d: d.kind in kinds):
            yield self._item(declaration, rank=1)
        if here.path == ("extends",):
            yield from self._extended()
        elif wanted.type:
            for name in _TYPES:
                yield Item(name, "type", name, start, end, rank=1)
            for declaration in self._declared(lambda d: d.kind in _OF_TYPES):
                yield self._item(declaration, rank=2 if declaration.kind == "option" else 0)
        elif wanted.expression and not (kinds and not self._within()):
            yield from self._in_expression(start, end)

    def _extended(self) -> Iterator[Item]:
        """Yield what an overlay may extend: the games and overlays of its project, then those of gamespec."""
        start, end, folder = self.here.start, self.here.end, self.path.parent
        reach, above = Reach.of(self.path), {real(self.path), *self.finder.results.reading(self.path)}
        for path, kind in self.finder.texts.around(self.path):
            if kind in {"game", "overlay"} and path not in above and reach.covers(path, folder):
                name = Path(os.path.relpath(path, real(folder))).as_posix()
                yield Item(name, "value", name, start, end, f"this project's {kind}", rank=name.count("/"))
        for game in games():
            yield Item(game, "value", game, start, end, "a game of gamespec", rank=FAR)
            for variant in variants(game):
                name = f"{game}+{variant}"
                yield Item(name, "value", name, start, end, "a variant of gamespec", rank=FAR + 1)

    def _within(self) -> bool:
        """Return whether the cursor stands behind something else in the value."""
        return bool(self.text[self.here.start : self._word()[0]].strip())

    def _in_expression(self, start: int, end: int) -> Iterator[Item]:
        before = self.text[self.here.start : start].rstrip()
        if before.endswith("."):
            yield from self._members(before[:-1], start, end)
            return
        yield from self._first(before)
        fitting = self._fitting(before)
        for declaration in self._declared(lambda d: d.kind in {"value", "component"} and d.owner in fitting):
            yield self._item(declaration, rank=0)
        for name, type_ in self._locals().items():
            yield Item(name, "local", name, start, end, type_, rank=0 if type_.rstrip("?") in fitting else 1)
        for declaration in self._declared(lambda d: d.kind in _IN_EXPRESSIONS):
            yield self._item(declaration, rank=4 if declaration.kind == "built-in" else 2)
        if (analysis := self._analysis()) is not None:
            for declaration in analysis.index.built_ins:
                yield self._item(declaration, rank=4)
        for declaration in self._declared(lambda d: d.kind == "value" and d.owner not in fitting):
            yield self._item(declaration, rank=5)
        for word in ("me", *_WORDS):
            yield Item(word, "word", word, start, end, rank=6)

    def _first(self, before: str) -> Iterator[Item]:
        """Yield what the expressions under a key most often begin with, if there is nothing yet."""
        key = next((step for step in reversed(self.here.path) if isinstance(step, str)), "")
        if not before:
            for declaration in self._declared(lambda d: d.kind in _FIRST.get(key, ())):
                yield self._item(declaration, rank=0)

    def _members(self, before: str, start: int, end: int) -> Iterator[Item]:
        """Yield what may follow a dot: the attributes or values of the type before it."""
        type_ = self._type_before(before)
        owner = type_.rstrip("?").partition(".")[0]
        named = re.search(r"([^\W\d]\w*)\s*$", before)
        owners = {owner} if owner else {named[1]} if named is not None else set()
        found = [
            d
            for d in self._declared(lambda d: d.kind in {"attribute", "value"})
            if not owners or d.owner in owners
        ]
        every = found or list(self._declared(lambda d: d.kind == "attribute"))
        for declaration in every:
            yield self._item(declaration, rank=0)
        if named is not None and any(d.kind == "resource" and d.name == named[1] for d in self._declared()):
            yield Item("bank", "word", "bank", start, end, "what nobody holds", rank=0)

    def _type_before(self, before: str) -> str:
        """Return the type of the expression that ends at the end of a text, as far as it was known before."""
        last = re.search(r"([^\W\d]\w*)\s*$", before)
        locals_ = self._locals()
        if last is not None and last[1] in locals_ and not before[: last.start()].rstrip().endswith("."):
            return locals_[last[1]]
        analysis, source = self._analysis(), self._source()
        if analysis is None or source is None:
            return ""
        change = moved(source.text, self.text)
        part = analysis.index.part(source.name, change.back(self.here.start + len(before.rstrip())))
        return "" if part is None or part.type == "?" else part.type

    def _fitting(self, before: str) -> frozenset[str]:
        """Return the names of the types whose values may follow a text, as far as it is known."""
        compared = re.search(r"(\S.*?)\s*(?:==|!=|\bin)\s*\{?[\w\s,]*$", before)
        if compared is not None:
            type_ = self._type_before(compared[1])
            return frozenset({type_.rstrip("?"), type_.removeprefix("list of ").rstrip("?")} - {""})
        indexed = re.search(r"([^\W\d]\w*)\[(?P<keys>[^\[\]]*)$", before)
        if indexed is not None:
            declared = next(iter(self._declared(lambda d: d.name == indexed[1] and d.kind in _STATE)), None)
            keys = (
                declared.type.partition(" -> ")[0].split(", ") if declared and "->" in declared.type else []
            )
            at = indexed["keys"].count(",")
            return frozenset({keys[at]}) if at < len(keys) else frozenset()
        return frozenset()

    # --- what is known --------------------------------------------------------------------------------

    def _kinds(
        self, table: dict[tuple[str, str], tuple[DeclarationKind, ...]]
    ) -> tuple[DeclarationKind, ...]:
        path = self.here.path
        section = path[0] if path and isinstance(path[0], str) else ""
        names = [step for step in path if isinstance(step, str)]
        key = names[-1] if len(names) > 1 else ""
        if len(path) == 1 and section:
            return table.get((section, ""), ())
        return table.get((section, key)) or table.get(("*", key), ())

    def _analysis(self) -> Analysis | None:
        return self.finder.analysis(self.path)

    def _source(self) -> Source | None:
        analysis, place = self._analysis(), real(self.path)
        sources = () if analysis is None else analysis.sources
        return next((source for source in sources if real(Path(source.name)) == place), None)

    def _declared(self, wanted: Callable[[Declaration], bool] = lambda _: True) -> Iterable[Declaration]:
        analysis = self._analysis()
        return (d for d in (analysis.index.declarations if analysis is not None else ()) if wanted(d))

    def _locals(self) -> dict[str, str]:
        """Return the locals in sight with their types: those of the nearest part of an expression."""
        found = {}
        for name, over in re.findall(r"\(\s*([^\W\d]\w*)\s+in\s+([^\W\d]\w*)?", self._before()):
            found[name] = self._element(over)
        analysis, source = self._analysis(), self._source()
        if analysis is None or source is None:
            return found
        old = moved(source.text, self.text).back(self.offset)
        part = analysis.index.part(source.name, old)
        near = (
            part
            if part is not None
            else analysis.index.part(source.name, moved(source.text, self.text).back(self.here.start))
        )
        found |= dict(near.locals) if near is not None else {}
        return self._declared_here(analysis, source) | found

    def _element(self, name: str) -> str:
        for declaration in self._declared(lambda d: d.name == name):
            if declaration.kind in {"enumeration", "space", "kind", "table"}:
                return name
            if " of " in declaration.type:
                return declaration.type.rpartition(" of ")[2]
        return "player" if name == "players" else ""

    def _before(self) -> str:
        return self.text[self.here.start : self.offset]

    def _declared_here(self, analysis: Analysis, source: Source) -> dict[str, str]:
        """Return the parameters and picks of the declaration in which the cursor stands."""
        path = self.here.path
        if len(path) < 2 or analysis.game is None:  # noqa: PLR2004 - a section and a declaration
            return {}
        game, name = analysis.game, path[1]
        declared: tuple[m.ActionDecl | m.FunctionDecl | m.ProcedureDecl | m.EventDecl, ...] = (
            *game.actions, *game.functions, *game.procedures, *game.events,
        )  # fmt: skip
        for one in declared:
            if one.ident.name == name and one.ident.span.source.name == source.name:
                own = one.picks if isinstance(one, m.ActionDecl) else one.parameters
                spans = {each.ident.span for each in own}
                return {d.name: d.type for d in analysis.index.declarations if d.place in spans}
        return {}

    def _word(self) -> tuple[int, int]:
        """Return the ends of the word at the cursor within the value."""
        text, start, end = self.text, self.offset, self.offset
        while start > self.here.start and (text[start - 1].isalnum() or text[start - 1] in "_#"):
            start -= 1
        while end < self.here.end and (text[end].isalnum() or text[end] in "_#"):
            end += 1
        return start, end

    def _item(self, declaration: Declaration, *, rank: int, more: str = "") -> Item:
        start, end = (self.here.start, self.here.end) if self.here.role == "key" else self._word()
        text, snippet = f"{declaration.name}{more}", False
        if self.text[end : end + 1] == ":" and more:
            text = declaration.name
        if declaration.kind in {"function", "built-in"} and self.text[end : end + 1] != "(":
            none = declaration.type.startswith(f"{declaration.name}()")
            text, snippet = f"{declaration.name}{'()' if none else '($1)'}", not none
        text = f"{' ' * self.here.lacking}{text}"
        about = described(declaration)
        return Item(
            declaration.name, declaration.kind, text, start, end, declaration.type, about, rank, snippet
        )
