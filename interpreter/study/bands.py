"""Reads and checks files of bands, which are requirements on many games, before any game is played.

A file lists runs; each says who plays and what must hold. Everything is checked against the program:
meaningless statements and statements that cannot fail are mistakes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from gamespec.catalogue import UnknownGame
from gamespec.description.reader import child, entries
from gamespec.documents.document import Mapping, Scalar, Sequence, read_document, read_source
from gamespec.language import check_language, remind_of_language
from gamespec.loader import OptionError, Spec, SpecError, load
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
    """Return the runs of a file, for the game beside it, and the diagnostics about its mistakes."""
    found, runs = Collector(), list[BandRun]()
    source = read_source(path, found)
    for node in _runs(source, found) if source is not None else ():
        spec = _spec(path, node, reach, found)
        compiled = _compiled(spec, node, found) if spec is not None else None
        if compiled is not None:
            before = found.errors
            run = BandReader(compiled, found).run(node)
            runs += [run] if found.errors == before else []
    return Bands(tuple(runs), tuple(found))


def _runs(source: Source, found: Collector) -> Iterator[Mapping]:
    node = read_document(source, found)
    if node is None or not check_language(node, found) or not check_structure(node, "bands", found):
        return
    remind_of_language(node, found)
    listed, ids = child(node, "bands"), dict[str, Span]()
    for item in listed.items if isinstance(listed, Sequence) else ():
        assert isinstance(item, Mapping)  # noqa: S101 - the schema sees to it
        ident = item.get("id")
        assert isinstance(ident, Scalar)  # noqa: S101 - as above
        if (first := ids.setdefault(ident.text, ident.span)) is not ident.span:
            others = (Remark(first, "first here"),)
            found.report("GS202", f"there are two runs `{ident.text}`", ident.span, others=others)
        yield item


def _spec(path: Path, node: Mapping, reach: Iterable[str | Path], found: Collector) -> Spec | None:
    """Return the game of a run: the game in the folder of the file, with the overlays that the run names."""
    variant = node.get("variant")
    name = str(path.parent) if path.parent.parts else "."
    whole = f"{name}+{variant.text}" if isinstance(variant, Scalar) else name
    try:
        return load(whole, reach)
    except UnknownGame:
        if isinstance(variant, Scalar):
            found.report("GS201", f"there is no variant `{variant.text}` here", variant.span)
        else:
            message = f"`{path}` belongs to no game"
            found.report("GS100", message, node.span, help=f"put `{path.name}` beside a `game.yaml`")
    except SpecError as error:
        message = f"`{whole}` has mistakes, so its bands cannot be checked"
        found.report(
            "GS100", message, node.span, help=f"see `gamespec validate {whole}`", notes=(str(error),)
        )
    return None


def _compiled(spec: Spec, node: Mapping, found: Collector) -> Compiled | None:
    """Compile the game for the options and players of a run, or report mistakes and return `None`."""
    seats, players, before = node.get("seats"), node.get("players"), found.errors
    named = len(seats.items) if isinstance(seats, Sequence) else None
    count = players.value if isinstance(players, Scalar) else named
    assert count is None or isinstance(count, int)  # noqa: S101 - the schema sees to it
    if isinstance(players, Scalar) and named not in (None, count):
        found.report("GS127", f"there are {named} seats, and {count} players", players.span)
    chosen: dict[str, int | bool | str] = {}
    for entry in entries(child(node, "options")):
        assert isinstance(entry.value, Scalar)  # noqa: S101 - as above
        value = entry.value.value
        assert value is not None  # noqa: S101 - as above
        try:
            spec.chosen({entry.key.text: value})
            chosen[entry.key.text] = value
        except OptionError as error:
            message, _, hint = str(error).partition("; ")
            unknown = entry.key.text not in {option.ident.name for option in spec.model.options}
            place = entry.key if unknown else entry.value
            found.report("GS201" if unknown else "GS304", message, place.span, help=hint or None)
    if found.errors > before:
        return None
    try:
        return spec.compiled(count, chosen).measured
    except OptionError as error:
        said = players or seats or node.get("options") or node
        others = () if error.place is None else (Remark(error.place, "required here"),)
        found.report("GS304" if error.place is None else "GS320", str(error), said.span, others=others)
        return None
