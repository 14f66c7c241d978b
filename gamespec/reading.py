"""Reads the files that make up a game and merges them into one description.

A game is either a single file or an overlay on a game. The overlaid game may be an overlay itself, and
further overlays may be laid on top. Each file is read once, and all files together share the size limit of a
game.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gamespec.catalogue import (
    VARIANTS,
    UnknownGame,
    find_one,
    find_shipped,
    is_path,
    parted,
    variant_folders,
)
from gamespec.description.read import read_game
from gamespec.description.reader import child
from gamespec.documents.document import Mapping as Nodes
from gamespec.documents.document import Node, Room, Scalar, read_document, read_source
from gamespec.documents.files import MAX_BYTES
from gamespec.documents.nodes import renamed, without
from gamespec.documents.reach import Reach
from gamespec.language import check_language
from gamespec.model import model as m
from gamespec.program.frozen import replace
from gamespec.schema import Meant, check_structure
from gamespec.system.plain import is_file, is_folder, read_bytes, real
from gamespec.text.diagnostics import Collector, Diagnostic
from gamespec.text.source import Source
from gamespec.text.suggest import did_you_mean
from gamespec.variant import Overlay, merge

__all__ = ["READING", "Document", "Known", "read_overlays", "without_edit"]


@dataclass(frozen=True, eq=False)
class Document:
    """A file that was read, with the overlays that it extends."""

    path: Path
    source: Source
    node: Node
    extends: tuple[Document, ...] = ()
    overlay: bool = False


@dataclass(eq=False)
class Known:
    """The state of reading a specification, to which each pass adds.

    `files` are the files that the caller asked for, and `reach` says which paths they may read. `documents`
    are all files that were read, the base first; the tuple is empty if one of them was unreadable. `overlays`
    are laid on the base, except for the edit `left_out`, if there is one. `node` is the merged document, and
    `game` is its description. `alone` are the mistakes that the files have by themselves.
    """

    files: tuple[Path, ...]
    reach: Reach
    left_out: Scalar | None = None
    documents: list[Document] = field(default_factory=list)
    overlays: list[Overlay] = field(default_factory=list)
    node: Node | None = None
    game: m.Game | None = None
    alone: tuple[Diagnostic, ...] = ()

    @property
    def path(self) -> Path:
        """The first file of the specification."""
        return self.documents[-1].path if len(self.files) == 1 else self.files[0]

    @property
    def tops(self) -> frozenset[Path]:
        """The resolved paths of the overlays that no other overlay extends."""
        under = {real(below.path) for document in self.documents for below in document.extends}
        return frozenset(real(d.path) for d in self.documents if d.overlay) - under

    @property
    def laid_over(self) -> tuple[str, ...]:
        """The ids of the overlays in `tops`, in the order in which they are laid on one another."""
        found = (child(d.node, "game") for d in self.documents if real(d.path) in self.tops)
        return tuple(node.text for node in found if isinstance(node, Scalar))

    @property
    def digest(self) -> str:
        """A digest of the texts of all files that were read."""
        texts = [d.source.text for d in self.documents]
        return _digest(texts, self.game.sources if self.game is not None else {})


def read(known: Known, found: Collector) -> None:
    """Read the requested files and the files that they extend, and check each against its schema."""
    documents = _documents(known.files, known.reach, found)
    if documents is not None and isinstance(documents[0].node, Nodes):
        known.documents, known.overlays = documents, _overlays(documents)
    known.alone = tuple(found)


def merge_overlays(known: Known, found: Collector) -> None:
    """Lay the overlays on the base, and store the merged document in `known.node`."""
    base = known.documents[0].node if known.documents else None
    if isinstance(base, Nodes):
        known.node = merge(base, known.overlays, found, known.left_out)


def structure(known: Known, found: Collector) -> None:
    """Check the merged document against the schema. Each file by itself has been checked before."""
    if known.node is not None and known.overlays:
        known.node = _sound(known.node, "game", found)


def describe(known: Known, found: Collector) -> None:
    """Read the description from the merged document, without binding its names."""
    if known.node is not None:
        folders = {d.source: d.path.parent for d in known.documents}
        known.game = read_game(known.node, found, folders, known.reach)


READING: tuple[Callable[[Known, Collector], None], ...] = (read, merge_overlays, structure, describe)
"""The passes that lead from files to a description."""


def without_edit(known: Known, edit: Scalar, found: Collector) -> m.Game:
    """Return the description that the same files give if one edit of the overlays is left out."""
    less = Known(known.files, known.reach, edit, known.documents, known.overlays)
    for pass_ in READING[1:]:
        pass_(less, found)
    assert less.game is not None  # noqa: S101 - with the edit they describe one
    return less.game


def _sound(node: Node, schema: str, found: Collector) -> Node:
    """Report the malformed parts of a document, and return the document without them.

    Where it is clear what a misspelt key means, the document is read as if the author had written that.
    """
    spoilt: set[tuple[str | int, ...]] = set()
    told = Collector()
    meant: Meant = {}
    check_structure(node, schema, told, spoilt, meant=meant)
    if meant:
        node, spoilt, told = (
            renamed(node, {path: name for path, (name, _) in meant.items()}),
            set(),
            Collector(),
        )
        check_structure(node, schema, told, spoilt)
    for d in (*(d for _, d in meant.values()), *told):
        found.add(d)
    return without(node, spoilt)


def read_overlays(
    files: tuple[Path, ...], found: Collector, reach: tuple[Path, ...] = ()
) -> tuple[Nodes, list[Overlay]] | None:
    """Return the document of a game, and its overlays.

    Returns `None` after reporting an error if a file is unreadable.
    """
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
    """Return the base document, then the overlays in the order in which they are laid on it.

    Returns `None` after reporting an error if one of the files may not or cannot be read.
    """
    for path in files:
        if not reach.check(path, path.parent, None, found):
            return None
    return _joined(files, reach, _Files(found))


def _joined(
    paths: tuple[Path, ...], reach: Reach, files: _Files, above: tuple[Path, ...] = ()
) -> list[Document] | None:
    """Return the documents of several files and of all that they extend, each document once.

    Returns `None` after reporting an error if that fails.
    """
    documents: list[Document] = []
    for path in paths:
        chain = _chain(path, reach, files, above)
        if chain is None:
            return None
        known = {real(d.path) for d in documents}
        if documents and real(chain[0].path) not in known:
            extended = chain[-1].node
            said = extended.get("extends") if isinstance(extended, Nodes) else None
            files.found.report(
                "GS212",
                f"`{path.stem}` does not extend `{documents[0].path.parent.name}`",
                said.span if said is not None else extended.span,
            )
            return None
        documents += [d for d in chain if real(d.path) not in known]
    return documents


MOST_OVERLAYS = 32
"""Maximum number of files that may be laid on one another in a game."""


@dataclass(eq=False)
class _Files:
    """The files of one game that have been read, each once, and the size limit that they share."""

    found: Collector
    room: Room = field(default_factory=Room)
    read: dict[Path, Document] = field(default_factory=dict)
    chains: dict[Path, list[Document]] = field(default_factory=dict)

    def document(self, path: Path) -> Document | None:
        """Return the document of a file after checking its structure, or `None` after reporting an error."""
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


def _chain(path: Path, reach: Reach, files: _Files, above: tuple[Path, ...]) -> list[Document] | None:
    """Return a file and the files that it extends, the base first, or `None` after reporting an error.

    `above` are the files that led to this one.
    """
    place, found = real(path), files.found
    if place in files.chains:
        return files.chains[place]
    document = files.document(path)
    if document is None or not document.overlay:
        return None if document is None else [document]
    extends = document.node.get("extends") if isinstance(document.node, Nodes) else None
    if not isinstance(extends, Scalar) or extends.unread:
        return None
    following = _extended(path, extends, reach, found)
    if following is None:
        return None
    if len(above) + 1 == MOST_OVERLAYS:
        found.report("GS115", f"more than {MOST_OVERLAYS} files extend one another", extends.span)
        return None
    if any(real(each) in {place, *above} for each in following):
        found.report("GS204", "these files extend each other", extends.span)
        return None
    under = _joined(following, reach, files, (*above, place))
    if under is None:
        return None
    files.chains[place] = [*under, replace(document, extends=tuple(under[1:]))]
    return files.chains[place]


def _extended(path: Path, extends: Scalar, reach: Reach, found: Collector) -> tuple[Path, ...] | None:
    """Return the files that an overlay extends: a game, or overlays on it.

    Returns `None` after reporting an error.
    """
    name, overlays = parted(extends.text, path.parent)
    base = _base(path, name, extends, reach, found)
    if base is None:
        return None
    if not reach.check(base, path.parent, extends, found):
        return None
    files = [base]
    for overlay in overlays:
        file = _laid(path.parent, base, overlay)
        if file is None:
            known = {f.stem for place in variant_folders(base) for f in place.glob("*.yaml")}
            hint = did_you_mean(overlay, sorted(known))
            found.report("GS201", f"`{name}` has no variant `{overlay}`", extends.span, help=hint)
            return None
        if not reach.check(file, path.parent, extends, found):
            return None
        if not is_file(file):
            found.report("GS201", f"there is no overlay `{overlay}`", extends.span)
            return None
        files.append(file)
    return tuple(files)


def _laid(folder: Path, base: Path, overlay: str) -> Path | None:
    """Return the file of the overlay that stands after a `+`, which is a path or the name of a variant."""
    if is_path(overlay):
        path = folder / overlay
        return path / "game.yaml" if is_folder(path) else path
    files = (place / f"{overlay}.yaml" for place in variant_folders(base))
    return next((file for file in files if is_file(file)), None)


def _base(path: Path, name: str, extends: Scalar, reach: Reach, found: Collector) -> Path | None:
    """Return the first file that an overlay extends, found by name or path.

    Returns `None` after reporting an error.
    """
    folder = path.parent
    beside, own = folder / name, folder.parent / "game.yaml"
    written = "/" in name or name in {".", ".."}
    if (written or is_file(beside)) and not reach.check(beside, folder, extends, found):
        return None
    try:
        if written or is_file(beside):
            return find_one(str(beside))
        if folder.name == VARIANTS and reach.covers(own, folder) and _is_called(own, name):
            return own
        return find_shipped(name)
    except UnknownGame as unknown:
        found.report("GS201", f"there is no game `{name}`", extends.span, help=unknown.hint)
        return None


def _is_called(path: Path, name: str) -> bool:
    """Return whether a file is the game whose id is `name`, or lies in a folder with that name."""
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
