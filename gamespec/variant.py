"""Variants: overlays on a game, merged before anything is bound.

An overlay names what it `extends`. Its own sections are added: a new entry for each declaration, further
steps at the end of `setup`. Under `edit` it changes what is there, part by part, addressed by path
(`options.debt.default`, `procedures.draw.do`) or by the id of a step.

The merged document is made of the nodes of all files, each with the place it was written at, so whatever
is said of it later points at the file that set the part at fault. Two overlays that change the same
part collide; parts are told apart by the places they were written at.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from gamespec.diagnostics import Collector, Label
from gamespec.document import Entry, Mapping, Node, Scalar, Sequence
from gamespec.source import Span
from gamespec.suggest import did_you_mean

__all__ = ["Overlay", "merge"]

_OWN = ("extends", "edit", "language")
_REPLACED = ("game", "title", "about")
_LISTS = ("setup", "ranking")

Path = tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Overlay:
    """An overlay's document, what it is called in messages, and the overlays it extends."""

    name: str
    node: Mapping
    extends: tuple[Overlay, ...] = ()


@dataclass(eq=False)
class _Change:
    """A part that an overlay has changed, and where it says so.

    `whole`: it was replaced or taken out; otherwise something was put beside it, or into it.
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


def merge(base: Mapping, overlays: list[Overlay], found: Collector) -> Mapping:
    """The document that remains when overlays are laid on a base, one after another."""
    merger = _Merger(found, base)
    for overlay in overlays:
        _sections(merger, overlay)
        edits = overlay.node.get("edit")
        for item in edits.items if isinstance(edits, Sequence) else ():
            if isinstance(item, Mapping):
                _edit(merger, overlay, item)
    return merger.root


def _sections(m: _Merger, overlay: Overlay) -> None:
    """Add what an overlay declares."""
    for entry in overlay.node.entries:
        name = entry.key.text
        if name in _OWN:
            continue
        there = m.root.entry(name)
        if there is None:
            m.root = Mapping((*m.root.entries, entry), m.root.span)
        elif name in _REPLACED:
            m.root = _with_entry(m.root, name, entry)
        elif isinstance(there.value, Mapping) and isinstance(entry.value, Mapping):
            added = _added(m, there.value, entry.value)
            m.root = _with_entry(m.root, name, Entry(there.key, added))
        elif name in _LISTS and isinstance(there.value, Sequence) and isinstance(entry.value, Sequence):
            items = (*there.value.items, *entry.value.items)
            m.root = _with_entry(m.root, name, Entry(there.key, Sequence(items, there.value.span)))
        else:
            m.found.report(
                "GS210", f"`{name}` is there already", entry.key.span,
                others=(Label(there.key.span, "declared here"),),
                help=f"change it under `edit`: `- set: {{{name}: …}}`",
            )  # fmt: skip


def _with_entry(mapping: Mapping, name: str, entry: Entry) -> Mapping:
    entries = tuple(entry if e.key.text == name else e for e in mapping.entries)
    return Mapping(entries, mapping.span)


def _added(m: _Merger, mapping: Mapping, more: Mapping, at: int | None = None) -> Mapping:
    """A mapping with further entries, each of them new; before the entry number `at`, or at the end."""
    entries = list(mapping.entries)
    fresh: list[Entry] = []
    for entry in more.entries:
        there = mapping.entry(entry.key.text)
        if there is None:
            fresh.append(entry)
            continue
        m.found.report(
            "GS210", f"`{entry.key.text}` is there already", entry.key.span,
            others=(Label(there.key.span, "declared here"),),
            help="change it under `edit`, or choose another name",
        )  # fmt: skip
    place = len(entries) if at is None else at
    return Mapping((*entries[:place], *fresh, *entries[place:]), mapping.span)


def _edit(m: _Merger, overlay: Overlay, item: Mapping) -> None:
    """One edit."""
    for entry in item.entries:
        match entry.key.text:
            case "set" | "add" as verb if isinstance(entry.value, Mapping):
                change = _set if verb == "set" else _add
                for pair in entry.value.entries:
                    change(m, overlay, pair)
            case "remove":
                targets = entry.value.items if isinstance(entry.value, Sequence) else (entry.value,)
                for target in targets:
                    if isinstance(target, Scalar):
                        _remove(m, overlay, target)
            case "before" | "after" as where if isinstance(entry.value, Scalar):
                put = item.get("put")
                if put is not None:
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
    """The last component of a path as a key."""
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


def _remove(m: _Merger, overlay: Overlay, target: Scalar) -> None:
    path = _locate(m, target)
    there = _at(m.root, path) if path is not None else None
    if path is None or there is None:
        return
    if not _free(m, overlay, there.span, target.span, whole=True):
        return
    last = path[-1]

    def change(node: Node) -> Node:
        if isinstance(node, Mapping):
            return Mapping(tuple(e for e in node.entries if e.key.text != last), node.span)
        if isinstance(node, Sequence):
            index = int(last) - 1
            return Sequence((*node.items[:index], *node.items[index + 1 :]), node.span)
        return node

    m.root = _rebuilt(m.root, path[:-1], change)


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
    """The path that is written, or that leads to the step of that id; with `new` its end need not exist."""
    parts = tuple(written.text.split("."))
    steps = _steps(m.root) if m.root.entry(parts[0]) is None else {}
    if m.root.entry(parts[0]) is None and not (new and len(parts) == 1 and parts[0] not in steps):
        if parts[0] not in steps:
            names = [*m.root.names(), *steps]
            m.found.report(
                "GS211", f"there is no section and no step `{parts[0]}`", written.span,
                help=did_you_mean(parts[0], names),
            )  # fmt: skip
            return None
        parts = steps[parts[0]] + parts[1:]
    node: Node = m.root
    for i, part in enumerate(parts):
        following = _child(node, part)
        if following is None:
            if i == len(parts) - 1 and isinstance(node, Mapping) and new:
                return parts
            _nowhere(m, written, parts, i, node)
            return None
        node = following
    return parts


def _nowhere(m: _Merger, written: Scalar, parts: Path, at: int, node: Node) -> None:
    names = node.names() if isinstance(node, Mapping) else ()
    where = ".".join(parts[:at]) or "the game"
    size = f"it has {len(node.items)} items, counted from 1" if isinstance(node, Sequence) else None
    m.found.report(
        "GS211", f"`{where}` has no `{parts[at]}`", written.span,
        help=did_you_mean(parts[at], names) or size,
    )  # fmt: skip


def _child(node: Node | None, part: str) -> Node | None:
    if isinstance(node, Mapping):
        return node.get(part)
    if isinstance(node, Sequence) and part.isdecimal() and 1 <= int(part) <= len(node.items):
        return node.items[int(part) - 1]
    return None


def _at(node: Node, path: Path) -> Node | None:
    found: Node | None = node
    for part in path:
        found = _child(found, part)
    return found


def _rebuilt(node: Mapping, path: Path, change: Callable[[Node], Node]) -> Mapping:
    """The tree with one part changed."""

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


def _steps(root: Mapping) -> dict[str, Path]:
    """Where the steps with an id are."""
    found: dict[str, Path] = {}

    def walk(node: Node, path: Path) -> None:
        if isinstance(node, Sequence):
            for i, item in enumerate(node.items, 1):
                id_ = item.get("id") if isinstance(item, Mapping) else None
                if isinstance(id_, Scalar):
                    found.setdefault(id_.text, (*path, str(i)))
                walk(item, (*path, str(i)))
        elif isinstance(node, Mapping):
            for entry in node.entries:
                walk(entry.value, (*path, entry.key.text))

    for name in ("setup", "phases", "procedures", "actions", "handlers"):
        section = root.get(name)
        if section is not None:
            walk(section, (name,))
    return found


def _free(m: _Merger, overlay: Overlay, part: Span, said: Span, *, whole: bool) -> bool:
    """Whether no other overlay has changed this part; if one has, that has been reported."""
    for other in m.changes:
        if other.overlay is overlay or other.overlay in overlay.extends:
            continue
        if _collide(part, other.part, whole=whole, other_whole=other.whole):
            m.found.report(
                "GS212", f"`{overlay.name}` and `{other.overlay.name}` change the same part", said,
                others=(Label(other.said, f"`{other.overlay.name}` changes it here"),),
                help="these overlays cannot be used together",
            )  # fmt: skip
            return False
    m.changes.append(_Change(overlay, part, said, whole))
    return True


def _collide(part: Span, other: Span, *, whole: bool, other_whole: bool) -> bool:
    """Whether two changes are about one part: both replace some of it, or one what the other adds to."""
    if part.source is not other.source:
        return False
    if whole and other_whole:
        return part.start < other.end and other.start < part.end
    outer, inner = (part, other) if whole else (other, part)
    return (whole or other_whole) and outer.start <= inner.start and inner.end <= outer.end
