"""The files that a game is made of, read and merged into one description.

A game is a file, or an overlay on a game, which may be an overlay itself; further overlays may be laid on
it. Each file is read once, and all of them share the room there is for a game.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from gamespec import model as m
from gamespec.catalogue import UnknownGame, find_one, find_shipped
from gamespec.diagnostics import Collector
from gamespec.document import Mapping as Nodes
from gamespec.document import Node, Room, Scalar, read_document, read_source
from gamespec.files import MAX_BYTES, is_file, read_bytes, real
from gamespec.language import check_language
from gamespec.nodes import without
from gamespec.reach import Reach
from gamespec.read import read_game
from gamespec.schema import check_structure
from gamespec.source import Source
from gamespec.variant import Overlay, merge

__all__ = ["Document", "Reading", "describe", "merged", "read_overlays"]


@dataclass(frozen=True, eq=False)
class Document:
    """A file that was read, and the overlays it extends."""

    path: Path
    source: Source
    node: Node
    extends: tuple[Document, ...] = ()
    overlay: bool = False


@dataclass(frozen=True, eq=False)
class Reading:
    """What was read: the description, the file it begins with, a digest of all of it, its documents."""

    game: m.Game
    path: Path
    digest: str
    documents: list[Document]
    overlays: list[Overlay]
    reach: Reach


def describe(files: tuple[Path, ...], reach: Reach, found: Collector) -> Reading | None:
    """The description that files and the games they extend amount to."""
    documents = _documents(files, reach, found)
    if documents is None or not isinstance(documents[0].node, Nodes):
        return None
    overlays = _overlays(documents)
    game = merged(documents, overlays, reach, found)
    texts = [d.source.text for d in documents]
    last = documents[-1].path if len(files) == 1 else files[0]
    return Reading(game, last, _digest(texts, game.sources), documents, overlays, reach)


def merged(
    documents: list[Document],
    overlays: list[Overlay],
    reach: Reach,
    found: Collector,
    left_out: Scalar | None = None,
) -> m.Game:
    """The description that documents amount to, perhaps without one edit of the overlays."""
    base = documents[0].node
    assert isinstance(base, Nodes)  # noqa: S101 - asked by the callers
    node: Node = merge(base, overlays, found, left_out)
    if overlays:
        node = _sound(node, "game", found)
    return read_game(node, found, {d.source: d.path.parent for d in documents}, reach)


def _sound(node: Node, schema: str, found: Collector) -> Node:
    """A document with what is misshapen in it reported, and taken out."""
    spoilt: set[tuple[str | int, ...]] = set()
    check_structure(node, schema, found, spoilt)
    return without(node, spoilt)


def read_overlays(
    files: tuple[Path, ...], found: Collector, reach: tuple[Path, ...] = ()
) -> tuple[Nodes, list[Overlay]] | None:
    """The document of a game and the overlays that files lay on it; `None` after reporting why not."""
    documents = _documents(files, Reach((*reach, *map(real, files))), found)
    if documents is None or not isinstance(documents[0].node, Nodes):
        return None
    return documents[0].node, _overlays(documents)


def _overlays(documents: list[Document]) -> list[Overlay]:
    made: dict[Path, Overlay] = {}
    for document in documents[1:]:
        if isinstance(document.node, Nodes):
            under = tuple(made[real(d.path)] for d in document.extends if real(d.path) in made)
            made[real(document.path)] = Overlay(document.path.stem, document.node, under)
    return list(made.values())


def _documents(files: tuple[Path, ...], reach: Reach, found: Collector) -> list[Document] | None:
    """The base first, then the overlays in the order in which they are laid on it."""
    documents: list[Document] = []
    reading = _Files(found)
    for path in files:
        chain = _chain(path, reach, reading) if reach.check(path, path.parent, None, found) else None
        if chain is None:
            return None
        known = {real(d.path) for d in documents}
        if documents and real(chain[0].path) not in known:
            extended = chain[-1].node
            said = extended.get("extends") if isinstance(extended, Nodes) else None
            found.report(
                "GS212",
                f"`{path.stem}` does not extend `{documents[0].path.parent.name}`",
                said.span if said is not None else extended.span,
            )
            return None
        documents += [
            replace(d, extends=tuple(chain[1:i])) for i, d in enumerate(chain) if real(d.path) not in known
        ]
    return documents


MOST_OVERLAYS = 32
"""How many files a game may be laid together from, one on the other."""


@dataclass(eq=False)
class _Files:
    """The files of one game while they are read, each once, and the room they share."""

    found: Collector
    room: Room = field(default_factory=Room)
    read: dict[Path, Document] = field(default_factory=dict)

    def document(self, path: Path) -> Document | None:
        """A file's document, its structure checked; `None` after reporting why there is none."""
        place = real(path)
        if place not in self.read:
            source = read_source(path, self.found)
            node = read_document(source, self.found, self.room) if source is not None else None
            if source is None or node is None or not check_language(node, self.found):
                return None
            extends = node.get("extends") if isinstance(node, Nodes) else None
            node = _sound(node, "game" if extends is None else "variant", self.found)
            self.read[place] = Document(path, source, node, overlay=extends is not None)
        return self.read[place]


def _chain(path: Path, reach: Reach, files: _Files) -> list[Document] | None:
    """A file and what it extends, the base first."""
    chain: list[Document] = []
    found = files.found
    while True:
        document = files.document(path)
        if document is None:
            return None
        node = document.node
        extends = node.get("extends") if isinstance(node, Nodes) else None
        chain.insert(0, document)
        if not document.overlay:
            return chain
        if not isinstance(extends, Scalar) or extends.unread:
            return None
        following = _extended(path, extends, reach, found)
        if following is None:
            return None
        if len(chain) == MOST_OVERLAYS:
            found.report("GS115", f"more than {MOST_OVERLAYS} files extend one another", extends.span)
            return None
        if any(real(following) == real(d.path) for d in chain):
            found.report("GS204", "these files extend each other", extends.span)
            return None
        path = following


def _extended(path: Path, extends: Scalar, reach: Reach, found: Collector) -> Path | None:
    """The file of the game an overlay extends, if the overlay may have it read."""
    folder, name = path.parent, extends.text
    beside = folder / name
    own = folder.parent / "game.yaml"
    written = "/" in name or name in {".", ".."}
    if (written or is_file(beside)) and not reach.check(beside, folder, extends, found):
        return None
    try:
        if written or is_file(beside):
            there = find_one(str(beside))
        elif folder.name == "variants" and reach.covers(own, folder) and _is_called(own, name):
            there = own
        else:
            there = find_shipped(name)
    except UnknownGame as unknown:
        found.report("GS201", f"there is no game `{name}`", extends.span, help=unknown.hint)
        return None
    return there if reach.check(there, folder, extends, found) else None


def _is_called(path: Path, name: str) -> bool:
    """Whether a file is the game of that id, or lies in a folder called so."""
    if not is_file(path):
        return False
    if path.parent.name == name:
        return True
    try:
        text = read_bytes(path, MAX_BYTES).decode(errors="replace")
    except OSError:
        return False
    return re.search(rf"^game:\s*{re.escape(name)}\s*(#.*)?$", text, re.MULTILINE) is not None


def _digest(texts: list[str], tables: Mapping[str, str]) -> str:
    digest = hashlib.sha256("\0".join(texts).encode())
    for name, text in tables.items():
        digest.update(f"\0{Path(name).name}\0{text}".encode())
    return digest.hexdigest()
