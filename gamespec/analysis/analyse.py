"""Analyses a specification as it stands, mistakes and all, from files or from the texts in an editor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from gamespec.analysis.index import Index, indexed
from gamespec.analysis.outline import Symbol, outline
from gamespec.documents.nodes import Mapping as Nodes
from gamespec.documents.nodes import Node
from gamespec.loader import Checking, Spec, Stage, asked_for, run, specified
from gamespec.model import model as m
from gamespec.system.plain import holding
from gamespec.text.diagnostics import Collector, Diagnostic
from gamespec.text.source import Source
from gamespec.text.suggest import rationed
from gamespec.variant import merge

__all__ = ["Analysis", "Cancelled", "analyse"]


class Cancelled(Exception):
    """Raised by an analysis that its caller no longer needs."""


@dataclass(frozen=True, eq=False)
class Analysis:
    """What is known of a specification at the end of a stage.

    `spec` is the game, or `None` if it has errors or if the stage does not read all of it. `diagnostics` are
    sorted by file and place; each has its `cures`. `index` and `symbols` are computed on first use.
    """

    stage: Stage
    spec: Spec | None
    diagnostics: tuple[Diagnostic, ...]
    _known: Checking

    @cached_property
    def index(self) -> Index:
        """The names and types at each place of all files. Before the stage `names`, it has no types."""
        return indexed(self._known)

    @property
    def sources(self) -> tuple[Source, ...]:
        """The texts of the game's file and of its overlays, in the order in which they are laid on it."""
        return tuple(document.source for document in self._known.documents)

    @property
    def game(self) -> m.Game | None:
        """The description of the game, also of one with mistakes, or `None` if it could not be read."""
        return self._known.game

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that were read: the game's, those of its overlays, and its tables."""
        tables = () if self._known.game is None else self._known.game.sources
        return (*(document.path for document in self._known.documents), *map(Path, tables))

    def node(self, source: str) -> Node | None:
        """Return the content of a file by the name of its source, or `None` if it was not read."""
        return next((d.node for d in self._known.documents if d.source.name == source), None)

    def below(self, source: Source | None) -> Node | None:
        """Return what a file is laid on: the game with all overlays before it, or with all if it is no part.

        The result is `None` for the game's own file, and if no file could be read.
        """
        documents = self._known.documents
        at = next((i for i, d in enumerate(documents) if d.source is source), len(documents))
        base = documents[0].node if at else None
        if not isinstance(base, Nodes):
            return None
        before = {id(d.node) for d in documents[1:at]}
        return merge(base, [o for o in self._known.overlays if id(o.node) in before], Collector())

    def symbols(self, source: str) -> tuple[Symbol, ...]:
        """Return the sections and declarations of a file by the name of its source, as a tree."""
        node = self.node(source)
        return () if node is None else outline(node)

    def __repr__(self) -> str:
        return f"<Analysis {self._known.path}, {self.stage}: {len(self.diagnostics)} diagnostics>"


def analyse(
    name_or_path: str | Path,
    reach: Iterable[str | Path] = (),
    *,
    texts: Mapping[str | Path, str] | None = None,
    stage: Stage = "everything",
    cancelled: Callable[[], bool] | None = None,
) -> Analysis:
    """Analyse a game, or an overlay with all that it extends.

    Each text in `texts` is read in place of the file at its path, which need not exist. A shorter `stage`
    takes less time: `structure` reads the files and parses all expressions, `names` binds names and types for
    the default options, and `everything` does what `check` does, with the same diagnostics.

    `cancelled` is called from time to time; when it returns true, `Cancelled` is raised. Raises `UnknownGame`
    if there is no such game. `reach` is as for `load`.
    """

    def pause(*_: int) -> None:
        if cancelled is not None and cancelled():
            raise Cancelled

    with rationed(), holding({Path(path): text for path, text in (texts or {}).items()}):
        known = Checking(*asked_for(name_or_path, reach), progress=pause, typed=[])
        run(known, stage, pause)
        sound = stage != "structure" and not any(d.severity == "error" for d in known.said)
        return Analysis(stage, specified(name_or_path, known) if sound else None, tuple(known.said), known)
