"""Variants are overlays on a game. They are merged with it before anything is bound.

An overlay names the game or overlay that it `extends`. Its own sections add parts: each declaration becomes a
new entry, and its `setup` adds steps at the end. Its `edit` section changes existing parts one by one. Such a
part is addressed by its path (`options.debt.default`, `procedures.draw.do`) or by the id of a step.

The merged document consists of the nodes of all files, each with its original place. So later diagnostics
point to the file that set the part at fault. Two overlays that change the same part collide. Parts are
identified by their original places.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from gamespec.documents.document import Entry, Mapping, Node, Scalar, Sequence
from gamespec.text.advice import Advice
from gamespec.text.diagnostics import Collector, Remark
from gamespec.text.source import Span
from gamespec.text.suggest import did_you_mean

__all__ = ["Overlay", "edits", "merge"]

_OWN = ("extends", "edit", "language")
_REPLACED = ("game", "title", "about")
_LISTS = ("setup", "ranking", "requires")
_STEPS = ("setup", "phases", "procedures", "actions", "handlers")

FEW = 8  # maximum number of keys in a help text

MOST_EDITS = 400
"""Maximum number of parts that all overlays together may change."""

Path = tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Overlay:
    """An overlay's document, its name in messages, and the overlays that it extends."""

    name: str
    node: Mapping
    extends: tuple[Overlay, ...] = ()


@dataclass(eq=False)
class _Change:
    """A part that an overlay has changed, and the place of the edit that changed it.

    With `whole`, the part was replaced or removed; otherwise something was added beside it or in it.
    """

    overlay: Overlay
    part: Span
    said: Span
    whole: bool


@dataclass(eq=False)
class _Merger:
    found: Collector
    root: Mapping
    changes: list[_Change] = field(default_factory=list)
    ids: dict[Node, dict[str, str]] = field(default_factory=dict)
    edits: int = 0
    left_out: Scalar | None = None


def edits(overlay: Overlay) -> Iterator[Scalar]:
    """Yield the first scalar of each edit in an overlay: a declared key, a path, or a target."""
    for entry in overlay.node.entries:
        if isinstance(entry.value, Mapping):
            yield from (each.key for each in entry.value.entries if entry.key.text not in _REPLACED)
    listed = overlay.node.get("edit")
    for item in listed.items if isinstance(listed, Sequence) else ():
        for entry in item.entries if isinstance(item, Mapping) else ():
            match entry.value:
                case Mapping(pairs) if entry.key.text in {"set", "add"}:
                    yield from (pair.key for pair in pairs)
                case Sequence(targets) if entry.key.text == "remove":
                    yield from (target for target in targets if isinstance(target, Scalar))
                case Scalar() as target if entry.key.text in {"remove", "before", "after"}:
                    yield target
                case _:
                    pass


def merge(
    base: Mapping, overlays: list[Overlay], found: Collector, left_out: Scalar | None = None
) -> Mapping:
    """Return the base with the overlays merged into it, one after another.

    The edit `left_out`, given by the scalar that `edits` yields for it, is skipped.
    """
    merger = _Merger(found, base, left_out=left_out)
    for overlay in overlays:
        _sections(merger, overlay)
        edits = overlay.node.get("edit")
        for item in edits.items if isinstance(edits, Sequence) else ():
            if not isinstance(item, Mapping):
                continue
            merger.edits += _parts_changed(item)
            if merger.edits > MOST_EDITS:
                found.report(
                    "GS115", f"overlays change more than {MOST_EDITS} parts of a game", item.span,
                    help="make it a separate game",
                )  # fmt: skip
                return merger.root
            _edit(merger, overlay, item)
    return merger.root


def _parts_changed(item: Mapping) -> int:
    """Count the parts that one member of an `edit` section changes."""
    return sum(
        len(entry.value.entries) if isinstance(entry.value, Mapping)
        else len(entry.value.items) if isinstance(entry.value, Sequence) and entry.key.text == "remove"
        else 1
        for entry in item.entries
    )  # fmt: skip


def _sections(m: _Merger, overlay: Overlay) -> None:
    """Add the declarations of an overlay to the document."""
    for given in overlay.node.entries:
        name, entry = given.key.text, given
        if name in _OWN:
            continue
        if m.left_out is not None and isinstance(given.value, Mapping):
            kept = tuple(e for e in given.value.entries if e.key is not m.left_out)
            entry = Entry(given.key, Mapping(kept, given.value.span))
        there = m.root.entry(name)
        if there is None:
            m.root = Mapping((*m.root.entries, entry), m.root.span)
        elif name in _REPLACED:
            m.root = _with_entry(m.root, name, entry)
        elif isinstance(there.value, Mapping) and isinstance(entry.value, Mapping):
            add = _looks if name == "view" else _added
            added = add(m, there.value, entry.value)
            m.root = _with_entry(m.root, name, Entry(there.key, added))
        elif name in _LISTS and isinstance(there.value, Sequence) and isinstance(entry.value, Sequence):
            items = (*there.value.items, *entry.value.items)
            m.root = _with_entry(m.root, name, Entry(there.key, Sequence(items, there.value.span)))
        else:
            m.found.report(
                "GS210", f"`{name}` already exists", entry.key.span,
                others=(Remark(there.key.span, "declared here"),),
                help=f"change it under `edit`: `- set: {{{name}: …}}`",
            )  # fmt: skip


def _looks(m: _Merger, mapping: Mapping, more: Mapping) -> Mapping:
    """Merge the `view` of an overlay into the view of the game, section by section."""
    fresh: list[Entry] = []
    for entry in more.entries:
        there = mapping.entry(entry.key.text)
        if there is not None and isinstance(there.value, Mapping) and isinstance(entry.value, Mapping):
            added = Entry(there.key, _added(m, there.value, entry.value))
            mapping = _with_entry(mapping, entry.key.text, added)
        else:
            fresh.append(entry)
    return _added(m, mapping, Mapping(tuple(fresh), more.span))


def _with_entry(mapping: Mapping, name: str, entry: Entry) -> Mapping:
    entries = tuple(entry if e.key.text == name else e for e in mapping.entries)
    return Mapping(entries, mapping.span)


def _added(m: _Merger, mapping: Mapping, more: Mapping, at: int | None = None) -> Mapping:
    """Add the entries of `more` to a mapping, before its entry number `at` or at its end.

    An entry whose key exists is reported instead.
    """
    entries = list(mapping.entries)
    fresh: list[Entry] = []
    for entry in more.entries:
        there = mapping.entry(entry.key.text)
        if there is None:
            fresh.append(entry)
            continue
        m.found.report(
            "GS210", f"`{entry.key.text}` already exists", entry.key.span,
            others=(Remark(there.key.span, "declared here"),),
            help="change it under `edit`, or choose another name",
        )  # fmt: skip
    place = len(entries) if at is None else at
    return Mapping((*entries[:place], *fresh, *entries[place:]), mapping.span)


def _edit(m: _Merger, overlay: Overlay, item: Mapping) -> None:
    """Apply one member of an overlay's `edit` section."""
    for entry in item.entries:
        match entry.key.text:
            case "set" | "add" as verb if isinstance(entry.value, Mapping):
                change = _set if verb == "set" else _add
                for pair in entry.value.entries:
                    if pair.key is not m.left_out:
                        change(m, overlay, pair)
            case "remove":
                targets = entry.value.items if isinstance(entry.value, Sequence) else (entry.value,)
                _remove(m, overlay, [t for t in targets if isinstance(t, Scalar) and t is not m.left_out])
            case "before" | "after" as where if isinstance(entry.value, Scalar):
                put = item.get("put")
                if put is not None and entry.value is not m.left_out:
                    _insert(m, overlay, entry.value, put, after=where == "after")
            case _:
                pass


def _set(m: _Merger, overlay: Overlay, pair: Entry) -> None:
    path = _locate(m, pair.key, new=True)
    if path is None:
        return
    parent = _at(m.root, path[:-1])
    last, value = path[-1], pair.value

    def change(node: Node) -> Node:
        if isinstance(node, Mapping):
            there = node.entry(last)
            if there is not None:
                return _with_entry(node, last, Entry(there.key, value))
            key = _key_of(pair.key, last)
            return Mapping((*node.entries, Entry(key, value)), node.span)
        if isinstance(node, Sequence):
            index = int(last) - 1
            return Sequence((*node.items[:index], value, *node.items[index + 1 :]), node.span)
        return node

    there = _child(parent, last) if parent is not None else None
    if parent is None or (isinstance(parent, Sequence) and there is None):
        return
    part = there.span if there is not None else parent.span
    if _free(m, overlay, part, pair.key.span, whole=there is not None):
        m.root = _rebuilt(m.root, path[:-1], change)
        m.changes.append(_Change(overlay, value.span, pair.key.span, whole=True))


def _key_of(written: Scalar, name: str) -> Scalar:
    """Return the last component of a path as a key."""
    return Scalar(name, name, written.span, written.inner)


def _add(m: _Merger, overlay: Overlay, pair: Entry) -> None:
    path = _locate(m, pair.key)
    target = _at(m.root, path) if path is not None else None
    if path is None or target is None:
        return
    if not _free(m, overlay, target.span, pair.key.span, whole=False):
        return
    match target, pair.value:
        case Sequence(), Sequence(items):
            grown = Sequence((*target.items, *items), target.span)
            m.root = _rebuilt(m.root, path, lambda _: grown)
        case Mapping(), Mapping() as more:
            m.root = _rebuilt(m.root, path, lambda _: _added(m, target, more))
        case _:
            what = "a list" if isinstance(target, Sequence) else "a mapping"
            m.found.report("GS211", f"only {what} can be added here", pair.value.span, help="use `set`")


def _remove(m: _Merger, overlay: Overlay, targets: list[Scalar]) -> None:
    """Remove parts. All paths refer to the document before the first removal."""
    found: dict[Path, Scalar] = {}
    for target in targets:
        path = _locate(m, target)
        there = _at(m.root, path) if path is not None else None
        if path is None or there is None:
            continue
        if path in found:
            m.found.report(
                "GS202", f"`{target.text}` is listed twice", target.span,
                others=(Remark(found[path].span, "first here"),),
            )  # fmt: skip
        elif _free(m, overlay, there.span, target.span, whole=True):
            found[path] = target
    for path in sorted(found, key=_place, reverse=True):  # last to first, and inner before outer
        m.root = _rebuilt(m.root, path[:-1], partial(_without, last=path[-1]))


def _place(path: Path) -> list[tuple[int, str]]:
    """Return a sort key that puts paths in the order of the parts that they lead to."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in path]


def _without(node: Node, last: str) -> Node:
    """Return a mapping without its key `last`, or a list without its member number `last` (from 1)."""
    if isinstance(node, Mapping):
        return Mapping(tuple(e for e in node.entries if e.key.text != last), node.span)
    if isinstance(node, Sequence):
        index = int(last) - 1
        return Sequence((*node.items[:index], *node.items[index + 1 :]), node.span)
    return node


def _insert(m: _Merger, overlay: Overlay, target: Scalar, put: Node, *, after: bool) -> None:
    path = _locate(m, target)
    there = _at(m.root, path) if path is not None else None
    if path is None or there is None:
        return
    if not _free(m, overlay, there.span, target.span, whole=False):
        return
    parent, last = _at(m.root, path[:-1]), path[-1]
    match parent, put:
        case Sequence(items), Sequence(more):
            at = int(last) - 1 + after
            grown: Node = Sequence((*items[:at], *more, *items[at:]), parent.span)
        case Mapping(), Mapping():
            at = parent.names().index(last) + after
            grown = _added(m, parent, put, at)
        case _:
            what = "a list of steps" if isinstance(parent, Sequence) else "a mapping of new entries"
            m.found.report("GS211", f"{what} is put here", put.span)
            return
    m.root = _rebuilt(m.root, path[:-1], lambda _: grown)


def _locate(m: _Merger, written: Scalar, *, new: bool = False) -> Path | None:
    """Return the path that `written` stands for, or `None` after reporting an error.

    `written` is a path or begins with the id of a step. With `new`, its last part need not exist.
    """
    parts = tuple(written.text.split("."))
    step = _step(m, parts[0]) if m.root.entry(parts[0]) is None else None
    new = new and _dotted(m, written) is None
    if m.root.entry(parts[0]) is None and not (new and len(parts) == 1 and step is None):
        if step is None:
            names = [*m.root.names(), *(i for name in _STEPS for i in _ids(m, m.root.get(name)))]
            m.found.report(
                "GS211", f"there is no section and no step `{parts[0]}`", written.span,
                help=_dotted(m, written) or _whole_path(m, written) or did_you_mean(parts[0], names),
            )  # fmt: skip
            return None
        parts = step + parts[1:]
    node: Node = m.root
    path: list[str] = []
    for i, part in enumerate(parts):
        path.append(_counted(node, part))
        following = _child(node, path[-1])
        if following is None:
            if i == len(parts) - 1 and isinstance(node, Mapping) and new:
                return tuple(path)
            _nowhere(m, written, parts, i, node)
            return None
        node = following
    return tuple(path)


def _counted(node: Node, part: str) -> str:
    """Return a part of a path, with the `id` of a list member replaced by its position (from 1)."""
    for i, item in enumerate(node.items if isinstance(node, Sequence) else (), 1):
        if _id(item) == part:
            return str(i)
    return part


def _nowhere(m: _Merger, written: Scalar, parts: Path, at: int, node: Node) -> None:
    names = node.names() if isinstance(node, Mapping) else ()
    where = ".".join(parts[:at]) or "the game"
    if isinstance(node, Sequence):
        names = tuple(id_ for item in node.items if (id_ := _id(item)) is not None)
    size = f"it has {len(node.items)} items, counted from 1" if isinstance(node, Sequence) else None
    m.found.report(
        "GS211", f"`{where}` has no `{parts[at]}`", written.span,
        help=_dotted(m, written) or did_you_mean(parts[at], names) or size or _keys(node),
    )  # fmt: skip


def _keys(node: Node) -> str | None:
    """Return advice that lists the keys of a part, if there are few."""
    names = node.names() if isinstance(node, Mapping) else ()
    return f"it has {', '.join(f'`{name}`' for name in names)}" if 0 < len(names) <= FEW else None


def _dotted(m: _Merger, written: Scalar) -> Advice | None:
    """Return advice on a path that is written as other languages write paths, as in `do[1]` or `a/b`."""
    path = re.sub(r"\[(\w+)\]", r".\1", written.text).replace("/", ".").strip(".")
    if path == written.text or m.root.entry(path.partition(".")[0]) is None:
        return None
    return Advice(f"the parts of a path are separated by dots: `{path}`", (path,), written.text)


def _whole_path(m: _Merger, written: Scalar) -> Advice | None:
    """Return advice to begin a path with its section, or `None` if no section has a part of its name."""
    first = written.text.partition(".")[0]
    sections = [
        entry.key.text
        for entry in m.root.entries
        if isinstance(entry.value, Mapping) and entry.value.entry(first) is not None
    ]
    paths = [f"{section}.{written.text}" for section in sections]
    said = " or ".join(f"`{path}`" for path in paths)
    return Advice(f"did you mean {said}?", paths, written.text) if paths else None


def _child(node: Node | None, part: str) -> Node | None:
    if isinstance(node, Mapping):
        return node.get(part)
    if isinstance(node, Sequence) and re.fullmatch("[0-9]{1,9}", part) and 1 <= int(part) <= len(node.items):
        return node.items[int(part) - 1]
    return None


def _at(node: Node, path: Path) -> Node | None:
    found: Node | None = node
    for part in path:
        found = _child(found, part)
    return found


def _rebuilt(node: Mapping, path: Path, change: Callable[[Node], Node]) -> Mapping:
    """Return a copy of the tree `node` in which `change` was applied to the part at `path`."""

    def walk(here: Node, rest: Path) -> Node:
        if not rest:
            return change(here)
        part = rest[0]
        if isinstance(here, Mapping):
            entries = tuple(
                Entry(e.key, walk(e.value, rest[1:])) if e.key.text == part else e for e in here.entries
            )
            return Mapping(entries, here.span)
        if isinstance(here, Sequence):
            index = int(part) - 1
            items = tuple(walk(x, rest[1:]) if i == index else x for i, x in enumerate(here.items))
            return Sequence(items, here.span)
        return here

    changed = walk(node, path)
    assert isinstance(changed, Mapping)  # noqa: S101 - the root stays a mapping
    return changed


def _step(m: _Merger, name: str) -> Path | None:
    """Return the path of the first step whose id is `name`, or `None` if there is no such step."""
    for section in _STEPS:
        node = m.root.get(section)
        path: Path = (section,)
        while node is not None and (part := _ids(m, node).get(name)) is not None:
            listed = isinstance(node, Sequence)
            node, path = _child(node, part), (*path, part)
            if listed and _id(node) == name:
                return path
    return None


def _id(node: Node | None) -> str | None:
    """Return the id of a step or row, or `None` if it has none."""
    id_ = node.get("id") if isinstance(node, Mapping) else None
    return id_.text if isinstance(id_, Scalar) else None


def _ids(m: _Merger, node: Node | None) -> dict[str, str]:
    """Map the id of each step below a node to the next part of the path that leads to the step.

    The result is cached for every node that no edit has replaced, so an edit costs only the nodes beside its
    path.
    """
    if node is None or isinstance(node, Scalar):
        return {}
    if node not in m.ids:
        found: dict[str, str] = {}
        if isinstance(node, Sequence):
            children = ((str(i), item) for i, item in enumerate(node.items, 1))
        else:
            children = ((entry.key.text, entry.value) for entry in node.entries)
        for part, child in children:
            own = _id(child) if isinstance(node, Sequence) else None
            if own is not None:
                found.setdefault(own, part)
            for inner in _ids(m, child):
                found.setdefault(inner, part)
        m.ids[node] = found
    return m.ids[node]


def _free(m: _Merger, overlay: Overlay, part: Span, said: Span, *, whole: bool) -> bool:
    """Return whether no other overlay has changed `part`, and report a collision."""
    for other in m.changes:
        if other.overlay is overlay or other.overlay in overlay.extends:
            continue
        if _collide(part, other.part, whole=whole, other_whole=other.whole):
            m.found.report(
                "GS212", f"`{overlay.name}` and `{other.overlay.name}` change the same part", said,
                others=(Remark(other.said, f"`{other.overlay.name}` changes it here"),),
                help="these overlays cannot be used together",
            )  # fmt: skip
            return False
    m.changes.append(_Change(overlay, part, said, whole))
    return True


def _collide(part: Span, other: Span, *, whole: bool, other_whole: bool) -> bool:
    """Return whether two changes conflict.

    They do if both replace a part, or if one replaces a part that the other extends.
    """
    if part.source is not other.source:
        return False
    if whole and other_whole:
        return part.start < other.end and other.start < part.end
    outer, inner = (part, other) if whole else (other, part)
    return (whole or other_whole) and outer.start <= inner.start and inner.end <= outer.end
