"""Chooses which files of Python packages the playground carries, and puts them into an archive."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from gamespec.system import resources

__all__ = ["DATES", "Entry", "archive", "entries"]

LIBRARIES = {
    "attrs": ("attr", "attrs"),
    "babel": ("babel",),
    "jsonschema": ("jsonschema",),
    "jsonschema-specifications": ("jsonschema_specifications",),
    "lark": ("lark",),
    "PyYAML": ("yaml",),
    "referencing": ("referencing",),
    "segno": ("segno",),
}
"""The libraries that the page's Python needs, with their packages. All have a form in pure Python."""

OURS = ("gamespec", "interpreter")

LEFT_OUT = (
    "babel/messages/frontend.py",
    "gamespec/_data",
    "gamespec/migrate",
    "interpreter/adapters",
    "interpreter/cli",
    "interpreter/drawn/sheets",
    "interpreter/lsp/schedule.py",
    "interpreter/lsp/server.py",
    "interpreter/lsp/wire.py",
    "interpreter/playground/page",
    "interpreter/playground/standins",
    "interpreter/report",
    "interpreter/serve/static",
    "jsonschema/benchmarks",
    "jsonschema/tests",
    "lark/__pyinstaller",
    "lark/tools",
    "referencing/tests",
)
"""Files and folders of packages that the page's Python does without."""

ENDINGS = frozenset({".py", ".json", ".lark", ".css", ".mjs", ".mo", ".po", ".svg", ".tsv", ".txt"})
"""File name extensions of what the packages read."""

PLURALS = frozenset({"de", "en", "es", "fr", "it", "nl", "pl", "pt", "root"})
"""The languages whose plural forms the page knows; in others, every number has the same form."""

DATES = (1980, 1, 1, 0, 0, 0)
"""The date of all files of an archive, so that equal files give equal archives."""


class Entry(NamedTuple):
    """A file of the archive, by its name there, and where it is read from."""

    name: PurePosixPath
    path: Path


def entries() -> Iterator[Entry]:
    """Yield each file that the page's Python needs. Raises `PackageNotFoundError` without a library."""
    for package in OURS:
        spec = find_spec(package)
        assert spec is not None  # noqa: S101 - this module is in one of them
        assert spec.origin is not None  # noqa: S101 - it has an `__init__`
        yield from _of_package(package, Path(spec.origin).parent)
    for library, packages in LIBRARIES.items():
        place = Path(str(distribution(library).locate_file("")))
        for package in packages:
            yield from _of_package(package, place / package)
    for path in sorted(Path(__file__).with_name("standins").glob("*.py")):
        if path.name != "__init__.py":
            yield Entry(PurePosixPath(path.name), path)
    for game in sorted(resources.directory("games").iterdir()):
        for path in sorted(game.rglob("*")):
            if path.suffix in {".yaml", ".csv"} and "scenarios" not in path.parts:
                yield Entry("gamespec/_data/games" / _below(path, game.parent), path)
    for path in sorted(resources.directory("schemas").glob("*.json")):
        yield Entry(PurePosixPath("gamespec/_data/schemas", path.name), path)


def _of_package(name: str, folder: Path) -> Iterator[Entry]:
    for path in sorted(folder.rglob("*")):
        entry = name / _below(path, folder)
        left_out = any(entry.is_relative_to(each) for each in LEFT_OUT)
        plural = path.suffix == ".dat" and path.stem in PLURALS | {"global"}
        if not left_out and (plural or path.suffix in ENDINGS) and path.is_file():
            yield Entry(entry, path)


def _below(path: Path, folder: Path) -> PurePosixPath:
    return PurePosixPath(path.relative_to(folder).as_posix())


def archive(files: Iterator[Entry]) -> bytes:
    """Return an archive of the files. Equal files give equal archives."""
    written = BytesIO()
    with zipfile.ZipFile(written, "w") as packed:
        for entry in files:
            told = zipfile.ZipInfo(str(entry.name), DATES)
            packed.writestr(told, entry.path.read_bytes(), zipfile.ZIP_DEFLATED)
    return written.getvalue()
