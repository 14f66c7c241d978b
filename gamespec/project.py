"""Finds the games, overlays, scenarios and bands below a folder.

The kind of a file follows from its place or from its content:

- `game.yaml`, and files in the folder `variants` beside one;
- files in the folder `scenarios` of a game or an overlay;
- `bands.yaml` beside a game or an overlay;
- any other YAML file whose first 64 KiB have, at the left margin, `language` with a number and one of the
  keys `game`, `scenarios` and `bands`, or the keys `game` and `extends`.

Other files are ignored. The survey skips folders whose names begin with a dot, `node_modules`, `__pycache__`,
virtual environments (folders with a `pyvenv.cfg`), and symbolic links to folders. If the target of such a
link lies below the folder, the survey finds its files there. A link to a file is followed if its target is
within reach.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from operator import attrgetter
from pathlib import Path
from typing import Literal

from gamespec.catalogue import VARIANTS, said_to_extend
from gamespec.documents.reach import Reach
from gamespec.program.frozen import dataclass
from gamespec.system.plain import is_file, is_folder, read_bytes, real
from gamespec.text.diagnostics import Collector, Diagnostic
from gamespec.text.source import Source

__all__ = [
    "BANDS",
    "MOST_ENTRIES",
    "SCENARIOS",
    "FileKind",
    "Part",
    "Project",
    "TooMany",
    "folders",
    "kind_of",
    "sort_of",
    "survey",
]

FileKind = Literal["game", "overlay", "scenarios", "bands"]
"""The kinds of files that a survey tells apart."""

SCENARIOS = "scenarios"
BANDS = "bands.yaml"
SKIPPED = frozenset({"node_modules", "__pycache__"})
ENVIRONMENT = "pyvenv.cfg"
"""The name of a file that every virtual environment contains."""

MOST_ENTRIES = 200_000
"""Maximum number of files and folders that a survey looks at."""

HEAD = 64 * 1024
"""Number of bytes at the start of a file in which its kind is sought."""

_SUFFIXES = (".yaml", ".yml")
_KEY = re.compile(
    r"""^(?P<q>["']?)(?P<key>language|game|scenarios|bands|extends)(?P=q)[ \t]*:"""
    r"(?:[ \t]+(?P<value>[^\s#]+))?[ \t]*(?:$|[#\r\n\s])",
    re.MULTILINE,
)


class TooMany(Exception):
    """Raised if there are more than `MOST_ENTRIES` files and folders below the surveyed folder."""


@dataclass(frozen=True, slots=True)
class Part:
    """A file of a project, with its kind."""

    path: Path
    sort: FileKind

    @property
    def home(self) -> Path:
        """The folder that the file belongs to.

        A file in `variants` or `scenarios` belongs to the folder above, and any other file to its own folder.
        """
        folder = self.path.parent
        return folder.parent if folder.name in {VARIANTS, SCENARIOS} else folder


@dataclass(frozen=True, slots=True)
class Project:
    """The result of a survey: files grouped by kind, games first, and sorted by path within each kind.

    `wrong` holds diagnostics about files that cannot be read.
    """

    folder: Path
    parts: tuple[Part, ...]
    wrong: tuple[Diagnostic, ...]

    def of(self, *sorts: FileKind) -> list[Part]:
        """Return the files of the given kinds."""
        return [part for part in self.parts if part.sort in sorts]

    @property
    def named(self) -> tuple[Path, ...]:
        """The arguments that name all games and overlays on a command line.

        A `game.yaml` is named by its folder, and any other file by its own path.
        """
        found = self.of("game", "overlay")
        return tuple(p.path.parent if p.path.name == "game.yaml" else p.path for p in found)


def survey(folder: Path, reach: Iterable[str | Path] = ()) -> Project:
    """Find the files of a project below a folder. Raises `TooMany`.

    `reach` names files and folders outside this folder to which symbolic links may lead.
    """
    found = Collector()
    paths = list(_within_reach(_files(folder, found), Reach.of(folder, *reach), found))
    sorts = _sorts(paths)
    order = ("game", "overlay", "scenarios", "bands")
    parts = sorted((Part(*item) for item in sorts.items()), key=lambda p: (order.index(p.sort), p.path.parts))
    homes = {part.home for part in parts if part.sort in ("game", "overlay")}
    inside = real(folder).name == SCENARIOS
    for part in parts:
        if part.sort != "scenarios" or (inside and part.path.parent == folder):
            continue
        if part.path.parent.name != SCENARIOS or part.home not in homes:
            found.report(
                "GS100",
                f"`{part.path}` is not run: it belongs to no game",
                Source(str(part.path), "").span(),
                help=f"put it into a folder `{SCENARIOS}` beside a game or an overlay",
            )
    return Project(folder, tuple(parts), tuple(found))


def sort_of(path: Path) -> FileKind:
    """Return the kind of a file that the user named; it is a game unless something says otherwise."""
    said = _keys(path)
    if "game" not in said and ("scenarios" in said or path.parent.name == SCENARIOS):
        return "scenarios"
    if "game" not in said and ("bands" in said or path.name == BANDS):
        return "bands"
    return "overlay" if "extends" in said else "game"


def kind_of(path: Path) -> FileKind | None:
    """Return the kind of a file that nobody named, or `None` if it is no part of a game."""
    folder = path.parent
    home = folder.parent if folder.name in {VARIANTS, SCENARIOS} else folder
    beside = [*home.glob("*.yaml"), home / "game.yaml"] if path.name == BANDS or folder != home else []
    return _sorts([path, *beside]).get(path) if path.suffix in _SUFFIXES else None


def _sorts(paths: list[Path]) -> dict[Path, FileKind]:
    """Return the kind of each path that belongs to a project."""
    there = set(paths)
    sorts: dict[Path, FileKind] = {}
    later: list[Path] = []
    for path in paths:
        folder = path.parent
        if path.name == "game.yaml":
            sorts[path] = "game" if said_to_extend(path) is None else "overlay"
        elif folder.name == VARIANTS and path.suffix == ".yaml" and folder.parent / "game.yaml" in there:
            sorts[path] = "overlay"
        elif folder.name == SCENARIOS or path.name == BANDS:
            later.append(path)
        elif (said := _said(path)) is not None:
            sorts[path] = said
    homes = {Part(path, sort).home for path, sort in sorts.items() if sort in ("game", "overlay")}
    for path in later:
        if path.name == BANDS and path.parent in homes:
            sorts[path] = "bands"
        elif path.parent.name == SCENARIOS and path.parent.parent in homes:
            sorts[path] = "scenarios"
        elif (said := _said(path)) is not None:
            sorts[path] = said
    return sorts


def _said(path: Path) -> FileKind | None:
    """Return the kind that a file declares, or `None` if it declares none.

    The file is only scanned; its mistakes are reported when it is read.
    """
    said = _keys(path)
    numbered = said.get("language", "").isdecimal()
    if "game" in said and (numbered or "extends" in said):
        return "overlay" if "extends" in said else "game"
    if "scenarios" in said and numbered:
        return "scenarios"
    return "bands" if "bands" in said and numbered else None


def _keys(path: Path) -> dict[str, str]:
    """Return the keys at the left margin of a file that identify its kind, with the text after each key."""
    if not is_file(path):
        return {}
    try:
        head = read_bytes(path, HEAD).decode("utf-8-sig", errors="replace")
    except OSError:
        return {}
    return {match["key"]: match["value"] or "" for match in reversed(list(_KEY.finditer(head)))}


def _within_reach(entries: Iterable[os.DirEntry[str]], reach: Reach, found: Collector) -> Iterator[Path]:
    """Yield the paths that may be read.

    A link out of reach is reported only if its place makes it part of a game; otherwise it is skipped.
    """
    for entry in entries:
        path = Path(entry.path)
        expected = path.name == "game.yaml" or path.parent.name in {VARIANTS, SCENARIOS}
        if not entry.is_symlink() or reach.covers(path, path.parent):
            yield path
        elif expected:
            reach.check(path, path.parent, None, found)


def folders(folder: Path, found: Collector) -> Iterator[tuple[Path, list[os.DirEntry[str]]]]:
    """Yield the folders that a survey of a folder looks at, each with its entries, sorted by name.

    Folders that cannot be read are reported, and count as empty. Raises `TooMany`.
    """
    waiting = [folder]
    left = MOST_ENTRIES
    while waiting:
        here = waiting.pop()
        entries = _entries(here, left, found)
        left -= len(entries)
        if any(entry.name == ENVIRONMENT for entry in entries) and here != folder:
            continue
        yield here, entries
        below = [
            Path(entry.path)
            for entry in entries
            if not (entry.name.startswith(".") or entry.name in SKIPPED)
            and entry.is_dir(follow_symlinks=False)
        ]
        waiting += reversed(below)


def _files(folder: Path, found: Collector) -> Iterator[os.DirEntry[str]]:
    """Yield the YAML files below a folder. Folders that cannot be read are reported. Raises `TooMany`."""
    for _, entries in folders(folder, found):
        for entry in entries:
            if entry.name.endswith(_SUFFIXES) and not entry.name.startswith(".") and not _is_folder(entry):
                yield entry


def _entries(folder: Path, left: int, found: Collector) -> list[os.DirEntry[str]]:
    """Return the entries of a folder, sorted by name. Raises `TooMany` if there are more than `left`."""
    entries: list[os.DirEntry[str]] = []
    try:
        with os.scandir(folder) as listed:
            for entry in listed:
                entries.append(entry)
                if len(entries) > left:
                    raise TooMany
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        found.report("GS100", f"`{folder}` cannot be read: {reason}", Source(str(folder), "").span())
        return []
    return sorted(entries, key=attrgetter("name"))


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Return whether an entry is a folder or a link to one."""
    return entry.is_dir(follow_symlinks=False) or (entry.is_symlink() and is_folder(Path(entry.path)))
