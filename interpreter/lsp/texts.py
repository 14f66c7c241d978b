"""The files of a workspace: the texts that are open in the editor, and the files beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gamespec.catalogue import said_to_extend
from gamespec.documents.files import read_source
from gamespec.project import FileKind, TooMany, kind_of, survey
from gamespec.system.plain import holding, is_file, real
from gamespec.text.diagnostics import Collector
from interpreter.lsp.positions import Encoding, Lines

__all__ = ["Opened", "Texts"]


@dataclass(frozen=True)
class Opened:
    """A text that is open in the editor."""

    uri: str
    version: int | None
    text: str


@dataclass
class Texts:
    """The open texts by real path, the folders of the workspace, and the unit in which places are counted."""

    encoding: Encoding = "utf-16"
    folders: tuple[Path, ...] = ()
    open: dict[Path, Opened] = field(default_factory=dict)
    _lines: dict[Path, Lines] = field(default_factory=dict)

    @property
    def held(self) -> Mapping[str | Path, str]:
        """The open texts, which stand in for their files."""
        return {path: opened.text for path, opened in self.open.items()}

    def put(self, path: Path, uri: str, version: int | None, text: str) -> None:
        """Take the text of a file that was opened or changed."""
        self.open[real(path)] = Opened(uri, version, text)

    def text(self, path: Path) -> str:
        """Return the text of a file as the editor has it, or as it is on the disk; empty if there is none."""
        opened = self.open.get(real(path))
        if opened is not None:
            return opened.text
        source = read_source(path, Collector())
        return "" if source is None else source.text

    def lines(self, path: Path) -> Lines:
        """Return the lines of a file."""
        text = self.text(path)
        known = self._lines.get(path)
        if known is None or known.text is not text:
            known = self._lines[path] = Lines(text, self.encoding)
        return known

    def kind(self, path: Path) -> FileKind | None:
        """Return the kind of a file, or `None` if it is no part of a game."""
        with holding({p: opened.text for p, opened in self.open.items()}):
            return kind_of(path)

    def games_of(self, table: Path) -> tuple[Path, ...]:
        """Return the specifications that may read a table, which are those beside it."""
        with holding({p: opened.text for p, opened in self.open.items()}):
            near = [table.parent / "game.yaml", table.parent.parent / "game.yaml"]
            return tuple(path for path in near if is_file(path))

    def around(self, path: Path) -> Iterator[tuple[Path, FileKind]]:
        """Yield the files of the projects to which a file belongs, with their kinds.

        A project is the folder of the workspace that contains the file, or else the folder of its game.
        """
        inside = [folder for folder in self.folders if folder in real(path).parents]
        folder = inside[0] if inside else self._home(path)
        with holding({p: opened.text for p, opened in self.open.items()}):
            try:
                parts = survey(folder).parts
            except TooMany:
                return
            yield from ((real(part.path), part.sort) for part in parts)

    def extends(self, path: Path) -> bool:
        """Return whether a file is an overlay."""
        with holding({p: opened.text for p, opened in self.open.items()}):
            return said_to_extend(path) is not None

    def _home(self, path: Path) -> Path:
        folder = path.parent
        return folder.parent if folder.name in {"scenarios", "variants"} else folder
