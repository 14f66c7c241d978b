"""What `gamespec watch` knows: what is watched, the files that this reads, and the results of each round.

The games and overlays of one folder, with their scenarios and bands, are checked and tested together. Their
results are kept until one of the files that led to them changes, so that a save in a folder of many games
costs little more than in a folder of one. Results with errors are not kept.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from gamespec.project import TooMany, folders
from gamespec.system.plain import is_folder, real
from gamespec.text.diagnostics import Collector
from interpreter.cli.common.boundary import Stop
from interpreter.cli.common.projects import surveyed
from interpreter.cli.test.findings import Findings, of_home, of_one
from interpreter.cli.test.stamps import (
    Stamps,
    files_in,
    folders_beside,
    newest,
    stamped,
)

if TYPE_CHECKING:
    from gamespec.project import Part
    from gamespec.text.diagnostics import Diagnostic
    from interpreter.cli.design.differences import Side
    from interpreter.cli.test.tested import Record

__all__ = ["Round", "Watched"]

MOMENT = 10_000_000
"""Number of nanoseconds within which a file may have been saved twice without a difference in its time."""


@dataclass(frozen=True, eq=False)
class Round:
    """The results of checking and testing everything once, or the error that prevented it (`stop`)."""

    findings: tuple[Findings, ...] = ()
    stop: Stop | None = None

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """The diagnostics, each once, even if several games lead to it."""
        listed = (d for each in self.findings for d in each.diagnostics)
        return list({(d.code, d.message, str(d.span)): d for d in listed}.values())

    @property
    def records(self) -> list[Record]:
        """The results of the scenarios."""
        return [record for each in self.findings for record in each.records]

    @property
    def complaints(self) -> list[str]:
        """What else is wrong with the tests."""
        return [text for each in self.findings for text in each.complaints]

    @property
    def sides(self) -> dict[str, Side]:
        """The games and overlays without errors, by name."""
        return {name: side for each in self.findings for name, side in each.sides.items()}

    @property
    def tested(self) -> bool:
        """Whether the games have no errors, so that their scenarios ran."""
        return self.stop is None and all(each.tested for each in self.findings)

    @property
    def sound(self) -> bool:
        """Whether there are no errors. Scenarios may fail all the same."""
        return self.stop is None and all(each.sound for each in self.findings)

    @property
    def good(self) -> bool:
        """Whether there is nothing to mend at all."""
        passed = all(record.passed for record in self.records)
        return self.sound and passed and not self.complaints and not self.diagnostics


@dataclass(eq=False)
class Watched:
    """A game, a file or a folder of games. `named` are paths that each specification may read as well."""

    target: str
    named: tuple[str, ...]
    _kept: dict[Path, tuple[Sequence[Part], Stamps, Findings]] = field(default_factory=dict)
    _reads: frozenset[Path] = frozenset()

    def round(self) -> Round:
        """Check and test whatever has changed since the last round."""
        found: list[Findings] = []
        stopped = None
        try:
            found += self._findings()
        except Stop as stop:
            stopped = stop
        self._reads |= {path for each in found for path in each.reads}
        return Round(tuple(found), stopped)

    def folders(self) -> list[Path]:
        """Return the folders in which a change may matter, each once.

        If there are too many to survey, which a round reports, they are not searched.
        """
        place, own = Path(self.target.partition("+")[0]), list[Path]()
        try:
            if is_folder(Path(self.target)):
                own += (folder for folder, _ in folders(place, Collector()))
            else:
                own += folders_beside(place.parent)
        except TooMany:
            own = [place]
        found = [*own, *sorted({path.parent for path in self._reads})]
        return list({real(folder): folder for folder in found}.values())

    def stamps(self) -> Stamps:
        """Return the stamps of all files that may matter, which change with every save."""
        return stamped({*(file for folder in self.folders() for file in files_in(folder)), *self._reads})

    def _findings(self) -> Iterator[Findings]:
        """Yield the results for each folder of games. Raises `Stop` if there are none."""
        if not is_folder(Path(self.target)):
            yield of_one(self.target, self.named)
            return
        project = surveyed(self.target)
        if project.wrong:
            yield Findings(project.wrong, tested=False)
        reach = (*map(str, project.named), *self.named)
        homes: dict[Path, list[Part]] = {}
        for part in project.parts:
            homes.setdefault(part.home, []).append(part)
        for home, parts in sorted(homes.items()):
            yield self._of_home(home, parts, reach)

    def _of_home(self, home: Path, parts: Sequence[Part], reach: Sequence[str]) -> Findings:
        """Return the results for a folder: those that were kept if its parts and files are the same."""
        if home in self._kept:
            before, stamps, findings = self._kept[home]
            if before == parts and stamped(findings.reads) == stamps:
                return findings
        began = time.time_ns()
        findings = of_home(home, parts, reach)
        stamps = stamped(findings.reads)
        if findings.sound and newest(stamps) < began - MOMENT:
            self._kept[home] = (parts, stamps, findings)
        else:
            self._kept.pop(home, None)
        return findings
