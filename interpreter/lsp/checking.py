"""Checks one file as it stands in the editor, up to a stage, in the way that its kind demands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from gamespec.analysis import Analysis, Cancelled, Stage, analyse
from gamespec.catalogue import UnknownGame
from gamespec.loader import Spec, SpecError, load
from gamespec.project import FileKind
from gamespec.system.plain import holding
from gamespec.text.diagnostics import Collector, Diagnostic
from interpreter.scenario import check_file
from interpreter.study.bands import check_bands

__all__ = ["STAGES", "STAGES_OF", "Found", "checked"]

STAGES: tuple[Stage, ...] = ("structure", "names", "everything")

STAGES_OF: Mapping[FileKind, tuple[Stage, ...]] = {
    "game": STAGES,
    "overlay": STAGES,
    "scenarios": ("structure", "everything"),
    "bands": ("everything",),
}
"""The stages in which each kind of file is checked."""


@dataclass(frozen=True, eq=False)
class Found:
    """What a check found. `analysis` is `None` for files that are no specifications."""

    path: Path
    kind: FileKind
    stage: Stage
    diagnostics: tuple[Diagnostic, ...]
    analysis: Analysis | None = None


def checked(  # noqa: PLR0913 - what a check depends on
    path: Path,
    kind: FileKind,
    stage: Stage,
    texts: Mapping[str | Path, str],
    reach: Iterable[Path],
    cancelled: Callable[[], bool],
) -> Found:
    """Check a file up to a stage. Raises `Cancelled` if the caller no longer needs the result.

    Scenarios and bands are checked as `gamespec validate` does.
    """
    if kind in {"game", "overlay"}:
        try:
            analysis = analyse(path, reach, texts=texts, stage=stage, cancelled=cancelled)
        except UnknownGame:  # the file has been closed and deleted meanwhile
            return Found(path, kind, stage, ())
        analysis.index.mentions  # noqa: B018 - computed here, so that answers do not wait for it
        return Found(path, kind, stage, analysis.diagnostics, analysis)
    reach = tuple(reach)

    def pause() -> None:
        if cancelled():
            raise Cancelled

    def sound(game: str) -> Spec | None:
        pause()
        try:
            return load(game, reach) if stage == "everything" else None
        except (SpecError, UnknownGame):
            return None

    pause()
    wrong = Collector()
    with holding({Path(each): text for each, text in texts.items()}):
        if kind == "scenarios":
            check_file(path, wrong, sound, pause)
        else:
            check_bands(path, wrong, reach)
    return Found(path, kind, stage, tuple(wrong))
