"""Values of the wrong shape that fit their place if they are written otherwise.

- `{a, b}` is a mapping of keys without values, where the list `[a, b]` is meant.
- `{one: card, other: cards}` lacks the language above its forms by number.
- The steps of a list without dashes are one mapping, in which keys may occur twice.
- `elif` begins a step within `else`.

Whether another form fits is not guessed: the schema decides.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from gamespec.documents.nodes import Entry, Mapping, Node, Plain, Scalar, Sequence, plain
from gamespec.habits import ELSE_IF
from gamespec.text.advice import Cure, Edit, replaced
from gamespec.text.diagnostics import Diagnostic, Remark
from gamespec.text.plurals import counted
from gamespec.text.source import Span
from gamespec.validation import Path, fits

__all__ = ["as_items", "nested", "restated"]

FORMS = frozenset({"zero", "one", "two", "few", "many", "other"})
"""The names of forms by number."""

MOST_TRIED = 16
"""Maximum number of values of one document for which another form is tried."""


def restated(
    root: Node, schema: str, paths: Iterable[Path]
) -> tuple[dict[Path, Diagnostic], frozenset[Path]]:
    """Return what is wrong with the mappings of a document that fit their place in another form, by path.

    `paths` are those at which the document breaks rules. The second value has the paths that need no other
    explanation.
    """
    restating = _Restating(root, schema)
    found = {path: each for path in paths if (each := restating.at(path)) is not None}
    return dict(found.values()), frozenset(found)


@dataclass
class _Restating:
    """Finds the values of a document that fit their place if they are written otherwise."""

    root: Node
    schema: str
    _tried: dict[Path, Diagnostic | None] = field(default_factory=dict)

    def at(self, path: Path) -> tuple[Path, Diagnostic] | None:
        """Return what is wrong with a value at a path, or with the mapping around it, and the path of that.

        Returns `None` if no other form is known to fit.
        """
        node = _below(self.root, path)
        if _is_empty(node):
            path = path[:-1]
            node = _below(self.root, path)
        if path not in self._tried:
            if not path or not isinstance(node, Mapping) or len(self._tried) == MOST_TRIED:
                return None
            self._tried[path] = self._unlike(path, node)
        d = self._tried[path]
        return None if d is None else (path, d)

    def _unlike(self, path: Path, node: Mapping) -> Diagnostic | None:
        """Return what is wrong with a mapping that fits in another form, or `None`."""
        names = [*node.names()]
        if names and all(_is_empty(entry.value) for entry in node.entries) and self._fits(path, [*names]):
            said = counted(len(names), "key")
            text = f"[{', '.join(entry.key.span.text for entry in node.entries)}]"
            message = f"expected a list, got a mapping of {said} without values"
            span = _with_colon(node)
            cures = () if "#" in span.text else (replaced(span, text),)
            return Diagnostic("GS122", message, Remark(_shown(node)), help=f"write `{text}`", remedies=cures)
        if names and FORMS.issuperset(names) and self._fits(path, {"en": "…"}):
            return self._forms(path, node)
        return None

    def _forms(self, path: Path, node: Mapping) -> Diagnostic:
        """Return what is wrong with forms by number that stand where languages do."""
        first = node.entries[0].key
        message = f"expected a language such as `en` or `de`, got the form `{first.text}`"
        if self._fits(path, {"en": plain(node)}):
            cure = replaced(node.span, _below_language(node))
            return Diagnostic(
                "GS123", message, Remark(first.span), notes=("in two languages: `{en: …, de: …}`",),
                help="the forms of a noun stand below its language: `{en: {one: …, other: …}}`",
                remedies=(Cure("write them below `en`", cure.edits),),
            )  # fmt: skip
        scalars = [entry.value for entry in node.entries if isinstance(entry.value, Scalar)]
        return Diagnostic(
            "GS123", message, Remark(first.span),
            help="write one text, or one for each language: `{en: …, de: …}`",
            notes=("this text has no forms by number",),
            remedies=tuple(replaced(node.span, each.span.text) for each in scalars),
        )  # fmt: skip

    def _fits(self, path: Path, value: Plain) -> bool:
        return fits(value, self.root, path, self.schema)


def _below(node: Node, path: Path) -> Node | None:
    here: Node | None = node
    for step in path:
        match here, step:
            case Mapping(), str():
                here = here.get(step)
            case Sequence(items=items), int():
                here = items[step]
            case _:
                return None
    return here


def _is_empty(node: Node | None) -> bool:
    return isinstance(node, Scalar) and node.value is None and not node.span.text and not node.unread


def _shown(node: Mapping) -> Span:
    """Return the span of a mapping, or of its first key if it takes several lines."""
    return node.entries[0].key.span if "\n" in node.span.text else node.span


def _with_colon(node: Mapping) -> Span:
    """Return the span of a mapping without values, with the colon after its last key."""
    if node.span.text.startswith("{"):
        return node.span
    source, end = node.span.source, node.entries[-1].key.span.end
    return source.span(node.span.start, source.text.index(":", end) + 1)


def _below_language(node: Mapping) -> str:
    if node.span.text.startswith("{"):
        return f"{{en: {node.span.text}}}"
    indent = " " * (node.span.column + 1)
    return f"en:\n{indent}{_indented(node.span.text, 2)}"


def _indented(text: str, by: int) -> str:
    """Return a text with all lines but the first further in. Empty lines stay empty."""
    return re.sub(r"\n(?=[^\r\n])", "\n" + " " * by, text)


# --- Lists without dashes ---------------------------------------------------------------------------------


def as_items(node: Mapping, verbs: Collection[str]) -> tuple[Cure, tuple[Span, ...]]:
    """Return the cure that makes a mapping a list, and the places of keys that no longer occur twice.

    A key begins an item if it is one of the `verbs`, or if the item before it has it already.
    """
    items = list(_items(node, verbs))
    starts = [item[0].key.span.start for item in items]
    text, again = node.span.source.text, tuple(entry.key.span for entry in node.again)
    if node.span.text.startswith("{"):
        ends = [item[-1].value.span.end for item in items]
        written = ", ".join(f"{{{text[a:b]}}}" for a, b in zip(starts, ends, strict=True))
        return replaced(node.span, f"[{written}]"), again
    parts = (text[a:b] for a, b in zip(starts, [*starts[1:], node.span.end], strict=True))
    edit = Edit(node.span, "".join(f"- {_further_in(part)}" for part in parts))
    return Cure("begin each item with a dash: `- `", (edit,)), again


def _items(node: Mapping, verbs: Collection[str]) -> Iterator[list[Entry]]:
    item: list[Entry] = []
    for entry in sorted((*node.entries, *node.again), key=lambda entry: entry.key.span.start):
        if item and (entry.key.text in verbs or entry.key.text in {each.key.text for each in item}):
            yield item
            item = []
        item.append(entry)
    yield item


def _further_in(part: str) -> str:
    """Return the text of an item with all lines but the first further in, except for a blank end."""
    body = part.rstrip(" ")
    return _indented(body, 2) + part[len(body) :]


# --- Steps under `else` -----------------------------------------------------------------------------------


def nested(key: Scalar, node: Mapping) -> tuple[Cure, tuple[Span, ...]]:
    """Return the cure that makes a key such as `elif`, with those after it, a step under `else`.

    It does so for all such keys of the mapping, each within the one before it. The second value has the
    places of keys that no longer occur twice.
    """
    source, first, end = key.span.source, key.span, node.span.end
    again = [entry.key for entry in node.again if entry.key.span.start > first.start]
    others = {e.key.span.start: e.key.span for e in (*node.entries, *node.again) if e.key.text in ELSE_IF}
    keys = [others[start] for start in sorted(others) if start >= first.start]
    parts = [source.text[a.end : b] for a, b in zip(keys, [*(k.start for k in keys[1:]), end], strict=True)]
    if node.span.text.startswith("{"):
        written = "".join(f"else: [{{if{part}" for part in parts).removesuffix("}").rstrip()
        written += "}]" * len(parts) + "}"
    else:
        steps = (
            f"else:\n{' ' * (first.column + 1 + 4 * depth)}- if{_indented(part, 4 * depth + 4)}"
            for depth, part in enumerate(parts)
        )
        written = "".join(steps)
    cure = Cure("write a step under `else`", (Edit(source.span(first.start, end), written),))
    return cure, tuple(key.span for key in again)
