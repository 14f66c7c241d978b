"""The files of scenarios beside a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from gamespec.diagnostics import Collector, Diagnostic, Remark
from gamespec.document import Mapping, Scalar, Sequence, read_document, read_source
from gamespec.language import check_language, remind_of_language
from gamespec.loader import Spec
from gamespec.reach import Reach
from gamespec.reader import child, word
from gamespec.schema import check_structure
from gamespec.source import Source

__all__ = ["Scenario", "load_scenarios", "names"]

_SUFFIX = ".yaml"


@dataclass(frozen=True, eq=False)
class Scenario:
    """One scenario as written; with `faults`, mistakes of its structure, it cannot run."""

    id: str
    title: str
    heading: str
    variant: str
    node: Mapping
    faults: tuple[Diagnostic, ...] = ()


def load_scenarios(spec: Spec) -> tuple[list[Scenario], tuple[Diagnostic, ...]]:
    """The scenarios beside a game, in the order of files and of each file.

    Also what is wrong with the files; what is wrong with one scenario is among its `faults`.
    """
    found = Collector()
    folder, reach = spec.path.parent / "scenarios", Reach(spec.reach)
    scenarios: list[Scenario] = []
    for path in sorted(folder.glob("*")):
        if path.suffix == _SUFFIX and not reach.check(path, path.parent, None, found):
            continue
        if path.suffix == _SUFFIX:
            scenarios += _file(path, found)
        elif path.suffix.lower() in {_SUFFIX, ".yml"}:
            message = f"`{path.name}` is not read: files of scenarios end in `{_SUFFIX}`"
            found.report("GS100", message, Source(str(path), "").span())
    scenarios = list(_unique(scenarios))
    wanted = names(spec.name.partition("+")[2])
    return [s for s in scenarios if not wanted or names(s.variant) == wanted], tuple(found)


def names(variants: str) -> frozenset[str]:
    """The variants that are joined by `+`, in whatever order."""
    return frozenset(variants.split("+")) - {""}


def _unique(scenarios: list[Scenario]) -> Iterator[Scenario]:
    """The scenarios; one with the id of another before it has that for a fault."""
    first: dict[str, Scenario] = {}
    for scenario in scenarios:
        there = first.setdefault(scenario.id, scenario)
        if there is scenario:
            yield scenario
            continue
        here, before = ((s.node.get("id") or s.node).span for s in (scenario, there))
        twice = Collector()
        twice.report(
            "GS202", f"there are two scenarios `{scenario.id}`", here, others=(Remark(before, "first here"),)
        )
        yield replace(scenario, faults=(*scenario.faults, *twice))


def _file(path: Path, found: Collector) -> Iterator[Scenario]:
    here = Collector()
    source = read_source(path, here)
    node = read_document(source, here) if source is not None else None
    if node is not None and not check_language(node, here):
        node = None
    listed = child(node, "scenarios")
    items = listed.items if isinstance(listed, Sequence) else ()
    inside = [Collector() for _ in items]
    apart: dict[tuple[str | int, ...], Collector] = {("scenarios", i): of for i, of in enumerate(inside)}
    if node is not None and check_structure(node, "scenarios", here, apart=apart):
        remind_of_language(node, here)
    faults = list(here)
    for item, own in zip(items, inside, strict=True):
        if isinstance(item, Mapping):
            own.take(d for d in faults if d.severity == "error" and _within(d, item))
            faults = [d for d in faults if not (d.severity == "error" and _within(d, item))]
            yield _scenario(item, tuple(own))
        else:
            faults += own
    found.take(faults)


def _within(diagnostic: Diagnostic, node: Mapping | Sequence | Scalar) -> bool:
    same = diagnostic.span.source is node.span.source
    return same and node.span.start <= diagnostic.span.start <= node.span.end


def _scenario(node: Mapping, faults: tuple[Diagnostic, ...]) -> Scenario:
    id_, title, heading, variant = (word(node.get(k), "") for k in ("id", "title", "heading", "variant"))
    return Scenario(id_ or str(node.span), title, heading, variant, node, faults)
