"""Writes the results of scenarios as JUnit XML, the form in which CI services read and show tests.

There is a suite for each file of scenarios, and a case for each scenario. A scenario that does not hold is a
`failure`; one that could not be run, and a mistake that kept a game or a file from being tested, is an
`error`. The format has no standard. The elements and attributes here are those that Jenkins, GitLab and the
actions for GitHub read: Jenkins groups cases by `classname`, which is a package and a class, and GitLab takes
two cases with the same `classname` and `name` for one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from gamespec.program.frozen import dataclass
from gamespec.text.render import render
from gamespec.text.visible import in_one_line, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gamespec.text.diagnostics import Diagnostic
    from interpreter.cli.test.tested import Complaint, Record

__all__ = ["junit"]


@dataclass(frozen=True, slots=True)
class _Problem:
    """Why a case did not pass. `kind` is the name of the element."""

    kind: str
    type: str
    message: str
    text: str


@dataclass(frozen=True, slots=True)
class _Case:
    """A test case of the suite `file`."""

    file: str
    line: int | None
    classname: str
    name: str
    seconds: float = 0.0
    problem: _Problem | None = None


def junit(
    records: Iterable[Record], mistakes: Iterable[Diagnostic], complaints: Iterable[Complaint]
) -> bytes:
    """Return an XML document about scenarios, mistakes outside them, and whatever else is wrong."""
    cases = list(_unique([
        *map(_of_scenario, records), *map(_of_mistake, mistakes), *map(_of_complaint, complaints)
    ]))  # fmt: skip
    suites = {case.file: [other for other in cases if other.file == case.file] for case in cases}
    root = ET.Element("testsuites", {"name": "gamespec", **_totals(cases)})
    for file, members in suites.items():
        suite = ET.SubElement(root, "testsuite", {"name": visible(file), **_totals(members)})
        for case in members:
            _append(suite, case)
    ET.indent(root)
    document: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return document + b"\n"


def _of_scenario(record: Record) -> _Case:
    file, line = _path(record.span.source.name), record.span.line
    game = f"{record.game}+{record.variant}" if record.variant else record.game
    problem = None
    if record.mistakes:
        problem = _from_mistakes(record.mistakes)
    elif not record.passed:
        first, _, _ = record.report.partition("\n")
        problem = _Problem("failure", "scenario", first, f"{file}:{line}: {record.title}\n{record.report}")
    name = f"{record.id}: {record.title}"
    return _Case(file, line, f"{game}.{PurePath(file).stem}", name, record.seconds, problem)


def _of_mistake(d: Diagnostic) -> _Case:
    file = _path(d.span.source.name)
    name = f"{d.code}: {d.message}"
    return _Case(file, d.span.line, f"mistakes.{PurePath(file).stem}", name, problem=_from_mistakes([d]))


def _of_complaint(complaint: Complaint) -> _Case:
    problem = _Problem("error", "gamespec", complaint.text, complaint.text)
    return _Case(_path(complaint.about), None, "mistakes.gamespec", complaint.text, problem=problem)


def _from_mistakes(mistakes: Sequence[Diagnostic]) -> _Problem:
    first = mistakes[0]
    return _Problem("error", first.code, f"{first.span}: {first.message}", render(mistakes, "full"))


def _path(name: str) -> str:
    return PurePath(name).as_posix()


def _unique(cases: Iterable[_Case]) -> Iterator[_Case]:
    """Yield the cases with numbers behind those names that occur again in their class."""
    seen: Counter[tuple[str, str]] = Counter()
    for case in cases:
        seen[case.classname, case.name] += 1
        number = seen[case.classname, case.name]
        yield case if number == 1 else replace(case, name=f"{case.name} ({number})")


def _totals(cases: Sequence[_Case]) -> dict[str, str]:
    kinds = Counter(case.problem.kind for case in cases if case.problem is not None)
    return {
        "tests": str(len(cases)),
        "failures": str(kinds["failure"]),
        "errors": str(kinds["error"]),
        "skipped": "0",
        "time": _seconds(sum(case.seconds for case in cases)),
    }


def _append(suite: ET.Element, case: _Case) -> None:
    element = ET.SubElement(
        suite,
        "testcase",
        classname=in_one_line(case.classname),
        name=in_one_line(case.name),
        file=visible(case.file),
        time=_seconds(case.seconds),
    )
    if case.line is not None:
        element.set("line", str(case.line))
    if case.problem is not None:
        problem = case.problem
        said = ET.SubElement(element, problem.kind, type=problem.type, message=in_one_line(problem.message))
        said.text = visible(problem.text)


def _seconds(number: float) -> str:
    return f"{number:.6f}"
