"""Compares two games part by part, in terms of the language.

The comparison works on merged documents, so neither the layout nor the file that declares a part matters.

Mappings are compared key by key. The members of two lists are aligned first. Equal members are aligned by the
longest common subsequence, and the others by their identity (a step by its `id` or verb, a row by its first
value). Aligned members are then compared part by part. A member without a counterpart was added or removed. A
member that was removed from one position in a list and added at another has moved. The order of entries
counts where the language gives it a meaning.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Literal

from gamespec.description.declared import VERBS
from gamespec.documents.document import Entry, Mapping, Node, Scalar
from gamespec.documents.document import Sequence as Items
from gamespec.program.frozen import dataclass

__all__ = ["Change", "address", "compare", "compare_rows", "one_line", "readers"]

Path = tuple[str, ...]

_ORDERED = frozenset({"set", "let", "choose", "with", "attributes", "columns"})
"""Keys of mappings in which the order of entries matters; it also matters in sections and enumerations."""

_FOR_PEOPLE = frozenset({"title", "about", "label", "prompt", "says", "heading"})
"""Keys whose values are prose, in which the name of an option is an ordinary word."""


@dataclass(frozen=True, eq=False, slots=True)
class Change:
    """One difference between two games.

    `path` leads to the part in the first game if it was removed, and in the second game otherwise. If only
    the order changed, `before` and `after` list the names of the entries or members.
    """

    kind: Literal["added", "removed", "changed", "moved"]
    path: Path
    before: Node | None
    after: Node | None


def compare(before: Mapping, after: Mapping) -> tuple[Change, ...]:
    """Return the differences between two documents, in the order of `after`.

    A section that only one of the documents has counts as empty in the other.
    """
    return tuple(_mappings((), _with_sections(before, after), _with_sections(after, before)))


def _with_sections(root: Mapping, other: Mapping) -> Mapping:
    """Return the document `root` with an empty section for each section that only `other` has."""
    lacking = [
        Entry(entry.key, type(entry.value)((), entry.value.span))
        for entry in other.entries
        if root.entry(entry.key.text) is None and not isinstance(entry.value, Scalar)
    ]
    return Mapping((*root.entries, *lacking), root.span)


def _nodes(path: Path, before: Node, after: Node) -> Iterator[Change]:
    match before, after:
        case Mapping(), Mapping():
            yield from _mappings(path, before, after)
        case Items(), Items():
            yield from _lists(path, before, after)
        case _:
            if one_line(before) != one_line(after):
                yield Change("changed", path, before, after)


def _mappings(path: Path, before: Mapping, after: Mapping) -> Iterator[Change]:
    for entry in before.entries:
        if after.get(entry.key.text) is None:
            yield Change("removed", (*path, entry.key.text), entry.value, None)
    for entry in after.entries:
        there = before.get(entry.key.text)
        if there is None:
            yield Change("added", (*path, entry.key.text), None, entry.value)
        else:
            yield from _nodes((*path, entry.key.text), there, entry.value)
    if len(path) == 1 or (path and (path[0] == "enums" or path[-1] in _ORDERED)):
        first, second = _common(before, after), _common(after, before)
        if one_line(first) != one_line(second):
            yield Change("moved", path, first, second)


def _common(mapping: Mapping, other: Mapping) -> Items:
    """Return the keys of `mapping` that `other` has as well."""
    return Items(tuple(e.key for e in mapping.entries if other.entry(e.key.text)), mapping.span)


def _lists(path: Path, before: Items, after: Items) -> Iterator[Change]:
    pairs, gone, new = _aligned(before.items, after.items)
    origin: dict[int, int] = {}
    for i in gone:
        text = one_line(before.items[i])
        j = next((j for j in new if j not in origin and one_line(after.items[j]) == text), None)
        if j is None:
            yield Change("removed", (*path, str(i + 1)), before.items[i], None)
        else:
            origin[j] = i
    for j, item in enumerate(after.items):
        here = (*path, str(j + 1))
        if j in pairs:
            yield from _nodes(here, before.items[pairs[j]], item)
        elif j in origin:
            yield Change("moved", here, before.items[origin[j]], item)
        else:
            yield Change("added", here, None, item)


def _aligned(before: Sequence[Node], after: Sequence[Node]) -> tuple[dict[int, int], list[int], list[int]]:
    """Align the members of two lists.

    Returns three values: a mapping from the index of each old member to that of its counterpart, the indexes
    of the old members that have none, and the indexes of the new members that have none.
    """
    pairs: dict[int, int] = {}
    gone: list[int] = []
    new: list[int] = []
    for same, i, j in _runs(before, after, one_line):
        if same:
            pairs |= zip(j, i, strict=True)
            continue
        for alike, k, m in _runs([before[x] for x in i], [after[x] for x in j], _called):
            if alike:
                pairs |= {j[y]: i[x] for x, y in zip(k, m, strict=True)}
            else:
                gone += [i[x] for x in k]
                new += [j[y] for y in m]
    return pairs, gone, new


def _runs(
    before: Sequence[Node], after: Sequence[Node], key: Callable[[Node], Hashable]
) -> Iterator[tuple[bool, range, range]]:
    """Yield the runs into which two lists divide by whether their keys are equal.

    Each run comes as whether the keys are equal, and its range of indexes in each of the lists.
    """
    matcher = SequenceMatcher(None, [key(x) for x in before], [key(x) for x in after], autojunk=False)
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        yield tag == "equal", range(i1, i2), range(j1, j2)


def _called(node: Node) -> Hashable:
    """Return the key that identifies a list member, and that remains equal if other parts of it change."""
    if not isinstance(node, Mapping) or not node.entries:
        return node  # equal to nothing but itself
    id_ = node.get("id")
    if id_ is not None:
        return "id", one_line(id_)
    verb = next((name for name in node.names() if name in VERBS), None)
    if verb is not None:
        return "verb", verb
    first = node.entries[0]
    return first.key.text, one_line(first.value)


def compare_rows(before: str, after: str) -> Iterator[tuple[Literal["added", "removed"], str]]:
    """Yield the rows that only one of two CSV texts contains, ignoring comments and blank lines.

    Each row comes with whether it was added or removed.
    """
    first, second = _rows(before), _rows(after)
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, first, second, autojunk=False).get_opcodes():
        if tag != "equal":
            yield from (("removed", row) for row in first[i1:i2])
            yield from (("added", row) for row in second[j1:j2])


def _rows(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


def one_line(node: Node) -> str:
    """Format a part for people as one line of YAML flow notation. Equal parts give equal lines."""
    match node:
        case Scalar():
            return " ".join(node.text.split())
        case Items():
            return f"[{', '.join(map(one_line, node.items))}]"
        case Mapping():
            return f"{{{', '.join(f'{e.key.text}: {one_line(e.value)}' for e in node.entries)}}}"


def address(root: Mapping, path: Path) -> str:
    """Format a path as an overlay would write it.

    The result begins with the innermost step that has an `id`, or else with the section.
    """
    shown: list[str] = []
    node: Node | None = root
    for part in path:
        shown.append(part)
        node = _child(node, part)
        id_ = node.get("id") if isinstance(node, Mapping) and part.isdecimal() else None
        if isinstance(id_, Scalar):
            shown = [id_.text]
    return ".".join(shown)


def _child(node: Node | None, part: str) -> Node | None:
    if isinstance(node, Mapping):
        return node.get(part)
    if isinstance(node, Items) and part.isdecimal() and int(part) <= len(node.items):
        return node.items[int(part) - 1]
    return None


def readers(root: Mapping, name: str) -> tuple[str, ...]:
    """Return the paths of the declarations and phases that mention an option, such as `functions.price`."""
    word = re.compile(rf"\b{re.escape(name)}\b")

    def named(node: Node) -> bool:
        match node:
            case Scalar():
                return word.search(node.text) is not None
            case Items():
                return any(map(named, node.items))
            case Mapping():
                return any(
                    e.key.text not in _FOR_PEOPLE and (word.search(e.key.text) or named(e.value))
                    for e in node.entries
                )

    found: list[str] = []
    for section in root.entries:
        if section.key.text in {"rulings", "view", *_FOR_PEOPLE}:
            continue
        if not isinstance(section.value, Mapping):
            found += [section.key.text] * named(section.value)
            continue
        for entry in section.value.entries:
            itself = section.key.text == "options" and entry.key.text == name
            if not itself and named(entry.value):
                found.append(f"{section.key.text}.{entry.key.text}")
    return tuple(found)
