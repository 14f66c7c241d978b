"""Finds the scenario files beside a game or an overlay, and the game that each scenario tests.

A folder `scenarios` belongs to its parent folder. A scenario in it tests the `game.yaml` in the parent
folder, or the overlay in the parent folder if that is the only one. A scenario with a `variant` tests the
overlays that `variant` names, which are looked for in the folder `variants`, in the parent folder, and among
the variants of the game that they extend.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from gamespec.catalogue import VARIANTS, said_to_extend, variant_folders
from gamespec.description.declared import said
from gamespec.description.reader import Reader, child
from gamespec.documents.document import Mapping, Scalar, Sequence, read_document, read_source
from gamespec.documents.reach import Reach
from gamespec.language import check_language, remind_of_language
from gamespec.loader import Spec
from gamespec.model.scenarios import ScenarioHead
from gamespec.schema import check_structure
from gamespec.system.plain import is_file, real
from gamespec.text.diagnostics import Collector, Diagnostic, Remark
from gamespec.text.source import Source, Span

__all__ = [
    "Scenario",
    "base_scenarios",
    "load_scenarios",
    "overlays_beside",
    "overlays_named",
    "overlays_together",
    "owned",
    "read_file",
    "read_scenarios",
    "report_no_overlay",
    "scenario_folders",
    "scenarios_beside",
    "scenarios_in",
]

_SUFFIX = ".yaml"


@dataclass(frozen=True, eq=False)
class Scenario:
    """One scenario as written in a file. A scenario with `faults`, which are structural mistakes, cannot run.

    `of` contains the resolved paths of the overlays that the scenario tests. It is empty for a game without
    overlays, and `None` if the overlays are unknown. `folder` is the folder of the file.
    """

    id: str
    title: str
    heading: str
    variant: str
    node: Mapping
    folder: Path
    of: frozenset[Path] | None = frozenset()
    faults: tuple[Diagnostic, ...] = ()

    def place(self, key: str) -> Span:
        """Return the span of the value under `key`, or the span of the scenario if there is no such key."""
        return (self.node.get(key) or self.node).span


def load_scenarios(spec: Spec) -> tuple[list[Scenario], tuple[Diagnostic, ...]]:
    """Return the scenarios of a game or overlay in order, and the mistakes in their files.

    For overlays, these are the scenarios that test exactly these overlays. For a `game.yaml`, whether it is a
    game or an overlay, they are all scenarios beside it, including those for its variants. Mistakes in a
    single scenario are part of its `faults`.
    """
    found = Collector()
    scenarios = [s for folder in scenario_folders(spec) for s in _folder(folder, spec, found)]
    alone = real(spec.path) in spec.overlays and spec.path.name == "game.yaml"
    own = _beside(spec.path) if alone or not spec.overlays else None
    of = [s for s in _unique(scenarios) if s.of == spec.overlays or s.folder == own]
    return of, tuple(found)


def scenarios_in(paths: Iterable[Path], spec: Spec) -> tuple[list[Scenario], tuple[Diagnostic, ...]]:
    """Return the scenarios in the given files, which may be in any folder, and the mistakes in the files.

    Each scenario tests the specification, unless its `variant` names overlays beside the specification.
    """
    found = Collector()
    scenarios = [s for path in paths if _is_read(path, found) for s in _file(path, found)]
    owned = (s if s.variant else replace(s, of=spec.overlays) for s in scenarios)
    return list(_unique(owned)), tuple(found)


def base_scenarios(spec: Spec) -> tuple[list[Scenario], tuple[Diagnostic, ...]]:
    """Return the scenarios of the game that the overlays extend, and the mistakes in their files."""
    found = Collector()
    folder = _beside(spec.files[0])
    scenarios = [s for s in _unique(_folder(folder, spec, found)) if not s.variant and not s.of]
    return scenarios, tuple(found)


def scenarios_beside(spec: Spec) -> list[Scenario]:
    """Return all scenarios beside the first file of a specification, whatever they test."""
    return list(_unique(_folder(_beside(spec.path), spec, Collector())))


def overlays_together(spec: Spec) -> list[tuple[Path, ...]]:
    """Return each combination of several overlays that some scenario beside a specification tests.

    The combinations are unique and in the order of the scenarios.
    """
    found: dict[frozenset[Path], tuple[Path, ...]] = {}
    for scenario in scenarios_beside(spec):
        if scenario.of is not None and len(scenario.of) > 1:
            found.setdefault(scenario.of, overlays_named(scenario, spec))
    return [paths for paths in found.values() if paths]


def overlays_named(scenario: Scenario, spec: Spec) -> tuple[Path, ...]:
    """Return the overlays that the `variant` of a scenario beside a specification names and that exist."""
    named = (_named(name, scenario.folder.parent, spec) for name in scenario.variant.split("+"))
    return tuple(path for path in named if path is not None)


def report_no_overlay(scenario: Scenario, found: Collector) -> None:
    """Report that the overlay that a scenario names is not in its folder."""
    message = f"there is no overlay `{scenario.variant}` here, so this is not run"
    found.report("GS201", message, scenario.place("variant"))


def read_file(path: Path, found: Collector) -> list[Scenario]:
    """Return the scenarios in a file, whatever they test, and report its mistakes.

    An id that a scenario in an earlier file of the folder has is among the `faults` of a scenario.
    """
    if not _is_read(path, found):
        return []
    before = [file for file in sorted(path.parent.glob(f"*{_SUFFIX}")) if file.name < path.name]
    others = [s for file in before for s in _file(file, Collector())]
    return list(_unique([*others, *_file(path, found)]))[len(others) :]


def scenario_folders(spec: Spec) -> list[Path]:
    """Return the scenario folders that belong to the files of a game, beginning with its base."""
    files = spec.files if spec.overlays else spec.files[:1]
    return list(dict.fromkeys(_beside(file) for file in files))


def _beside(file: Path) -> Path:
    """Return the folder with the scenarios that belong to a file."""
    folder = file.parent.parent if file.parent.name == VARIANTS else file.parent
    return folder / "scenarios"


def _folder(folder: Path, spec: Spec, found: Collector) -> list[Scenario]:
    """Read all scenarios in a folder, and determine the overlays that they test."""
    scenarios: list[Scenario] = []
    for path in sorted(folder.glob("*")):
        if path.suffix == _SUFFIX and not Reach(spec.reach).check(path, path.parent, None, found):
            continue
        if path.suffix.lower() in {_SUFFIX, ".yml"} and _is_read(path, found):
            scenarios += _file(path, found)
    return [owned(scenario, folder.parent, spec) for scenario in scenarios]


def _is_read(path: Path, found: Collector) -> bool:
    """Return whether a file has the extension of scenario files. If it has not, report this."""
    if path.suffix == _SUFFIX:
        return True
    message = f"`{path.name}` is not read: files of scenarios end in `{_SUFFIX}`"
    found.report("GS100", message, Source(str(path), "").span())
    return False


def owned(scenario: Scenario, folder: Path, spec: Spec) -> Scenario:
    """Return the scenario with the overlays that it tests, given the parent folder and the specification."""
    if not scenario.variant:
        owners = overlays_beside(folder)
        if is_file(folder / "game.yaml"):
            owners = [path for path in owners if path.name == "game.yaml"]
        elif len(owners) > 1:
            twice = Collector()
            names = ", ".join(f"`{path.stem}`" for path in owners)
            twice.report(
                "GS121", "missing `variant`", scenario.place("id"),
                help="say which of the overlays here it is of", notes=(f"there are {names}",),
            )  # fmt: skip
            return replace(scenario, of=spec.overlays, faults=(*scenario.faults, *twice))
        return replace(scenario, of=frozenset(map(real, owners)))
    found = [_named(name, folder, spec) for name in scenario.variant.split("+")]
    known = [real(path) for path in found if path is not None]
    return replace(scenario, of=frozenset(known) if len(known) == len(found) else None)


def overlays_beside(folder: Path) -> list[Path]:
    """Return the overlays in a folder, which are the files that declare what they extend."""
    return [path for path in sorted(folder.glob(f"*{_SUFFIX}")) if said_to_extend(path) is not None]


def _named(name: str, folder: Path, spec: Spec) -> Path | None:
    """Return the file of the overlay that a scenario beside `folder` names, or `None` if there is none."""
    beside = {place for file in spec.files for place in variant_folders(file)}
    for place in (folder / VARIANTS, folder, *sorted(beside)):
        path = place / f"{name}{_SUFFIX}"
        if path.parent == place and is_file(path):
            return path
    return None


def _unique(scenarios: Iterable[Scenario]) -> Iterator[Scenario]:
    """Yield the scenarios. If an id occurs more than once, each later scenario gets a fault."""
    first: dict[str, Scenario] = {}
    for scenario in scenarios:
        there = first.setdefault(scenario.id, scenario)
        if there is scenario:
            yield scenario
            continue
        here, before = (s.place("id") for s in (scenario, there))
        twice = Collector()
        twice.report(
            "GS202", f"there are two scenarios `{scenario.id}`", here, others=(Remark(before, "first here"),)
        )
        yield replace(scenario, faults=(*scenario.faults, *twice))


def _file(path: Path, found: Collector) -> Iterator[Scenario]:
    source = read_source(path, found)
    if source is not None:
        yield from read_scenarios(source, found)


def read_scenarios(source: Source, found: Collector) -> Iterator[Scenario]:
    """Yield the scenarios in a source, and report mistakes.

    Mistakes in a single scenario are not reported but become faults of that scenario.
    """
    here = Collector()
    node = read_document(source, here)
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
    read = said(Reader(Collector(), {}), ScenarioHead, node, {"node": node})
    assert read is not None  # noqa: S101 - something stands for each of its keys
    head, folder = ScenarioHead(**read), Path(node.span.source.name).parent
    variant = "" if head.variant is None else head.variant.text
    id_ = head.id or str(node.span)
    return Scenario(id_, head.title, head.heading, variant, node, folder, faults=faults)
