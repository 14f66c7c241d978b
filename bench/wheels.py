"""Check what would be released: `python bench/wheels.py`.

The script builds the wheel and the source distribution twice, from what is committed, and compares the two
builds byte by byte. It checks that the package index can render the description. Then it installs the wheel
into one new environment after another, and runs commands there:

- with nothing but what the wheel needs, under each Python (default: every one from 3.11 on that it finds);
- with each extra alone (default: all that users install), and a command that needs this extra;
- without wasmtime, and without libyaml, for machines for which there are none.

Last, it asks the index whether there are wheels of all that the wheel needs for other systems, the oldest and
the newest Python each. What runs there is not tried.

Packages come from the index that pip is configured for. The exit status is 1 if anything fails.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).parents[1]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")

SYSTEMS = (
    "manylinux2014_aarch64",
    "musllinux_1_2_x86_64",
    "macosx_13_0_arm64",
    "macosx_13_0_x86_64",
    "win_amd64",
)
"""Systems by the tags of wheels (packaging.python.org, Platform compatibility tags)."""

ALWAYS = (
    ["list"],
    ["validate", "trapper"],
    ["test", "tic-tac-toe"],
    ["simulate", "tic-tac-toe", "--games", "200", "--seed", "1"],
    ["play", "tic-tac-toe", "--seats", "random,random", "--seed", "1"],
    ["explain", "GS201"],
    ["docs", "tutorial"],
)
"""The commands that run in every environment."""

EXTRAS: dict[str, tuple[str, ...]] = {
    "arrays": ("-c", "import gamespec, interpreter.schema, numpy"),
    "dask": ("-c", "import interpreter.simulate.cluster"),
    "gymnasium": ("-c", "import interpreter.adapters.gymnasium"),
    "lsp": ("-c", "import interpreter.lsp.server"),
    "mcp": ("-c", "import interpreter.cli.assist.server"),
    "openspiel": ("-c", "import interpreter.adapters.openspiel"),
    "pandas": ("-c", "import interpreter.simulate.formats.pandas_frames"),
    "pettingzoo": ("-c", "import interpreter.adapters.pettingzoo"),
    "polars": ("-c", "import interpreter.simulate.formats.polars_frames"),
    "print": ("-m", "gamespec", "print", "hearts", "-o", "hearts.pdf"),
    "report": ("-m", "gamespec", "report", "tic-tac-toe", "--games", "200", "-o", "report.html"),
    "serve": ("-c", "import interpreter.serve.app, interpreter.serve.server"),
    "table": ("-m", "gamespec", "simulate", "tic-tac-toe", "--games", "50", "--out", "games.parquet"),
    "watch": ("-c", "import interpreter.cli.test.waking, watchfiles"),
}
"""For each extra, what Python runs to use it."""


class Failed(Exception):
    """Raised if a step fails. The message tells what it printed."""


class Built(NamedTuple):
    """The files of a build."""

    wheel: Path
    source: Path


def ran(*command: str | Path, cwd: Path | None = None) -> str:
    """Run a command to its end and return its output. Raises `Failed` if its status is not 0."""
    settings = {
        name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}
    }
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=settings, capture_output=True, text=True, check=False
    )
    if done.returncode:
        said = (done.stdout + done.stderr).strip().splitlines()[-12:]
        raise Failed("\n".join([f"{' '.join(map(str, command))}: status {done.returncode}", *said]))
    return done.stdout


def committed(folder: Path) -> Path:
    """Write the files of the last commit into a folder, and return it."""
    folder.mkdir()
    archive = folder.with_suffix(".tar")
    ran("git", "archive", "--output", archive, "HEAD", cwd=ROOT)
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    return folder


def built(tree: Path, folder: Path) -> Built:
    """Build both distributions of a tree into a folder."""
    ran(sys.executable, "-m", "build", "--outdir", folder, tree)
    return Built(next(folder.glob("*.whl")), next(folder.glob("*.tar.gz")))


def both(place: Path) -> Built:
    """Build twice in a folder, check what was built, and return it.

    Raises `Failed` if the builds differ, or if the index could not render the description.
    """
    first, second = (built(committed(place / f"tree{n}"), place / f"dist{n}") for n in (1, 2))
    unlike = [a.name for a, b in zip(first, second, strict=True) if digest(a) != digest(b)]
    if unlike:
        message = f"two builds of one commit differ: {', '.join(unlike)}"
        raise Failed(message)
    ran(sys.executable, "-m", "twine", "check", "--strict", *first)
    return first


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def environment(folder: Path, python: str, wheel: Path, extra: str = "") -> Path:
    """Make an environment with the wheel and perhaps an extra, and return its Python."""
    ran(python, "-m", "venv", folder)
    own = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    ran(
        own,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        f"{wheel}{extra and f'[{extra}]'}",
    )
    ran(own, "-m", "pip", "check")
    return own


def without_wasmtime(python: Path) -> None:
    """Remove the package that runs modules."""
    ran(python, "-m", "pip", "uninstall", "--quiet", "--yes", "wasmtime")


def without_libyaml(python: Path) -> None:
    """Remove the part of PyYAML that is written in C."""
    place = ran(python, "-c", "import yaml._yaml as y; print(y.__file__)").strip()
    Path(place).unlink()


def pythons() -> list[str]:
    """Return the supported Pythons that are found, by the names under which they are run."""
    found = [f"python{version}" for version in PYTHONS]
    return [path for name in found if (path := shutil.which(name)) is not None and _runs(path)]


def _runs(path: str) -> bool:
    return subprocess.run([path, "-c", ""], capture_output=True, check=False).returncode == 0


def told(name: str, begun: float, failed: str = "") -> bool:
    """Print the outcome of a step, and return whether it failed."""
    print(f"{'FAILED' if failed else 'ok':6}  {time.monotonic() - begun:5.0f} s  {name}", flush=True)
    if failed:
        print(failed, flush=True)
    return bool(failed)


def unready(version: str) -> str:
    """Return why the files of the repository are not those of a version, or an empty text if they are."""
    package = re.search(
        r'^__version__ = "(.*)"$', (ROOT / "gamespec" / "__init__.py").read_text("utf-8"), re.MULTILINE
    )
    extension = json.loads((ROOT / "editors" / "vscode" / "package.json").read_text(encoding="utf-8"))
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    section = re.search(rf"^## \[{re.escape(version)}\] - (\d{{4}}-\d\d-\d\d)$", changelog, re.MULTILINE)
    wrong = [
        f"{place} says {said}"
        for place, said in (
            ("gamespec/__init__.py", package and package[1]),
            ("editors/vscode/package.json", extension["version"]),
        )
        if said != version
    ]
    return "\n".join(wrong + ([] if section else [f"CHANGELOG.md has no section `[{version}] - DATE`"]))


class Trial(NamedTuple):
    """An environment to try: its name, its Python, its extra, what is removed from it, and what is run there.

    `run` is run besides the commands that run in every environment.
    """

    name: str
    python: str
    extra: str = ""
    less: Callable[[Path], None] | None = None
    run: tuple[str, ...] = ()


def trials(several: list[str], extras: list[str]) -> Iterator[Trial]:
    """Yield the environments to try: under each Python, then with each extra, then without optional parts."""
    for path in several:
        yield Trial(f"no extra, {Path(path).name}", path)
    for name in extras:
        yield Trial(f"[{name}] alone", several[0], name, run=EXTRAS[name])
    yield Trial("no wasmtime", several[0], less=without_wasmtime)
    yield Trial("no libyaml", several[0], less=without_libyaml)


def tried(trial: Trial, wheel: Path, folder: Path) -> bool:
    """Try an environment and print the outcome. Return whether anything failed."""
    begun, failed = time.monotonic(), ""
    try:
        python = environment(folder, trial.python, wheel, trial.extra)
        if trial.less is not None:
            trial.less(python)
        for command in ALWAYS:
            ran(python, "-m", "gamespec", *command, cwd=folder)
        if trial.run:
            ran(python, *trial.run, cwd=folder)
    except Failed as error:
        failed = str(error)
    shutil.rmtree(folder, ignore_errors=True)
    return told(trial.name, begun, failed)


def there_are_wheels(system: str, version: str, wheel: Path) -> bool:
    """Ask the index for wheels of all requirements, and print the outcome. Return whether anything failed."""
    begun, failed = time.monotonic(), ""
    for_it = ("--platform", system, "--python-version", version, "--only-binary", ":all:")
    into = ("--dry-run", "--ignore-installed", "--target", wheel.parent / "none")
    try:
        ran(sys.executable, "-m", "pip", "install", "--quiet", *into, *for_it, wheel)
    except Failed as error:
        failed = str(error)
    return told(f"wheels for {system}, Python {version}", begun, failed)


def main() -> int:
    """Build, install and try. Return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--python", action="append", metavar="PATH", help="default: all supported ones found")
    parser.add_argument("--extra", action="append", choices=sorted(EXTRAS), help="default: all")
    parser.add_argument("--release", metavar="VERSION", help="also check that the files say this version")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="copy what was built to a folder")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        place, begun = Path(name), time.monotonic()
        try:
            first = both(place)
        except Failed as error:
            return told("build", begun, str(error))
        told("two builds are equal, and the description can be rendered", begun)
        if asked.release is not None and told("the version", begun, unready(asked.release)):
            return 1
        several = asked.python or pythons() or [sys.executable]
        wrong = [
            tried(t, first.wheel, place / "environment") for t in trials(several, asked.extra or [*EXTRAS])
        ]
        wrong += [there_are_wheels(s, v, first.wheel) for s in SYSTEMS for v in (PYTHONS[0], PYTHONS[-1])]
        if asked.keep is not None:
            asked.keep.mkdir(parents=True, exist_ok=True)
            for file in first:
                shutil.copy2(file, asked.keep)
    return int(any(wrong))


if __name__ == "__main__":
    sys.exit(main())
