"""Reads and checks files of bands, which are requirements on many games, before any game is played.

A file lists runs, each of which says who plays and what must hold. Everything is checked against the program.
Statements that are meaningless or cannot fail are mistakes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from gamespec.catalogue import UnknownGame
from gamespec.description.declared import declared
from gamespec.description.reader import Reader
from gamespec.documents.document import read_document, read_source
from gamespec.language import check_language, remind_of_language
from gamespec.loader import OptionError, Spec, SpecError, load
from gamespec.model.bands import BandFile, RunDecl
from gamespec.schema import check_structure
from gamespec.text.diagnostics import Collector, Remark
from gamespec.text.source import Source, Span
from interpreter.study.band import BandRun, Bands
from interpreter.study.band_reader import BandReader

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gamespec.compile import Compiled

__all__ = ["check_bands", "read_bands"]


def check_bands(path: Path, found: Collector, reach: Iterable[str | Path] = ()) -> None:
    """Report the mistakes in a file of bands."""
    found.take(read_bands(path, reach).faults)


def read_bands(path: Path, reach: Iterable[str | Path] = ()) -> Bands:
    """Return the runs in the file `path` for the game beside it, and the diagnostics about its mistakes."""
    found, runs = Collector(), list[BandRun]()
    source = read_source(path, found)
    for said in _runs(source, found) if source is not None else ():
        spec = _spec(path, said, reach, found)
        compiled = _compiled(spec, said, found) if spec is not None else None
        if compiled is not None:
            before = found.errors
            run = BandReader(compiled, found).run(said)
            runs += [run] if found.errors == before else []
    return Bands(tuple(runs), tuple(found))


def _runs(source: Source, found: Collector) -> Iterator[RunDecl]:
    node = read_document(source, found)
    if node is None or not check_language(node, found) or not check_structure(node, "bands", found):
        return
    remind_of_language(node, found)
    file, ids = declared(Reader(found, {}), BandFile, node, {}), dict[str, Span]()
    for run in file.bands if file is not None else ():
        if (first := ids.setdefault(run.id.text, run.id.span)) is not run.id.span:
            others = (Remark(first, "first here"),)
            found.report("GS202", f"there are two runs `{run.id.text}`", run.id.span, others=others)
        yield run


def _spec(path: Path, run: RunDecl, reach: Iterable[str | Path], found: Collector) -> Spec | None:
    """Return the game in the folder of the file with the overlays of the run, or report mistakes.

    In that case, return `None`.
    """
    name = str(path.parent) if path.parent.parts else "."
    whole = name if run.variant is None else f"{name}+{run.variant.text}"
    try:
        return load(whole, reach)
    except UnknownGame:
        if run.variant is not None:
            found.report("GS201", f"there is no variant `{run.variant.text}` here", run.variant.span)
        else:
            message = f"`{path}` belongs to no game"
            found.report("GS100", message, run.node.span, help=f"put `{path.name}` beside a `game.yaml`")
    except SpecError as error:
        message = f"`{whole}` has mistakes, so its bands cannot be checked"
        found.report(
            "GS100", message, run.node.span, help=f"see `gamespec validate {whole}`", notes=(str(error),)
        )
    return None


def _compiled(spec: Spec, run: RunDecl, found: Collector) -> Compiled | None:
    """Compile the game for the options and players of a run, or report mistakes and return `None`."""
    named, before = len(run.seats) or None, found.errors
    said = [node for key in ("players", "seats", "options") if (node := run.node.get(key)) is not None]
    count = run.players if run.players is not None else named
    if named not in (None, count):
        found.report("GS127", f"there are {named} seats, and {count} players", said[0].span)
    chosen: dict[str, int | bool | str] = {}
    for option, value in run.options:
        assert value.value is not None  # noqa: S101 - the schema sees to it
        try:
            spec.chosen({option.name: value.value})
            chosen[option.name] = value.value
        except OptionError as error:
            message, _, hint = str(error).partition("; ")
            unknown = option.name not in {known.ident.name for known in spec.model.options}
            at = option.span if unknown else value.span
            found.report("GS201" if unknown else "GS304", message, at, help=hint or None)
    if found.errors > before:
        return None
    try:
        return spec.compiled(count, chosen).measured
    except OptionError as error:
        others = () if error.place is None else (Remark(error.place, "required here"),)
        (place, *_) = (*said, run.node)
        found.report("GS304" if error.place is None else "GS320", str(error), place.span, others=others)
        return None
