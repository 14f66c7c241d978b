"""Follow a page as a reader would: write its files, type its commands, and compare the output.

Only the fenced blocks of a page count:

- A block with `title="PATH"` is a file. With `part` after the title, it contains only some of the file's
  sections (top-level keys), which replace those in the file or are added at its end. With `more`, it contains
  entries of such sections, which replace entries with the same name or are added to their section.
- A `console` block is a session, in which `$ gamespec …`, `$ python FILE` or `$ node FILE` is followed by
  its whole output. Text that a player types follows `> `. A line `…` stands for any number of lines. Where
  Node is not installed, its commands are not run.
- Other blocks are not run.
"""

from __future__ import annotations

import re
import runpy
import shlex
import shutil
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

import pytest
from click.testing import CliRunner

from interpreter.cli.app import cli

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parents[2]
NODE = shutil.which("node")
BLOCK = re.compile(
    r'^```(?P<language>\w+)(?: title="(?P<title>[^"]+)")?(?P<part> part| more)?\n(?P<body>.*?)^```$',
    re.MULTILINE | re.DOTALL,
)
CONSOLE = re.compile(r"^```console\n.*?^```$", re.MULTILINE | re.DOTALL)
TYPED = re.compile(
    r"^(?:`undo`, `save`, `quit`|\S+ comes to the screen and presses Enter)?> ?(.*)$", re.MULTILINE
)
SPEED = re.compile(r"^speed .*$", re.MULTILINE)
SECTION = re.compile(r"^(?=[a-z]\w*:)", re.MULTILINE)
ENTRY = re.compile(r"^(?=  [a-z]\w*:)", re.MULTILINE)
ANY_LINES = "…"
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
A_LITTLE = 2
"""Difference that is always allowed between two figures, even if they are small."""


def sections(text: str, at: re.Pattern[str] = SECTION) -> dict[str, str]:
    """Return the sections of a file, or the entries of a section, keyed by name.

    Any text before the first of them has the key "".
    """
    return {part.partition(":")[0] if at.match(part) else "": part for part in at.split(text) if part}


def merged(old: str, new: str) -> str:
    """Return the file `old` with the sections in `new` replaced.

    Sections that `old` lacks are added at its end, after an empty line.
    """
    whole = sections(old)
    for key, text in sections(new).items():
        there = whole.get(key)
        if there is None:
            last = list(whole)[-1]
            whole[last] = whole[last].rstrip("\n") + "\n\n"
            there = "\n"
        whole[key] = text.rstrip("\n") + there[len(there.rstrip("\n")) :]
    return "".join(whole.values())


def grown(old: str, new: str) -> str:
    """Return the file `old` with the entries in `new` replaced.

    Entries that `old` lacks are added at the end of their sections.
    """
    whole = sections(old)
    for key, text in sections(new).items():
        there = whole[key]
        body = there.rstrip("\n")
        entries = sections(f"{body}\n", ENTRY) | {k: v for k, v in sections(text, ENTRY).items() if k}
        whole[key] = "".join(entries.values()).rstrip("\n") + there[len(body) :]
    return "".join(whole.values())


def run(command: str, typed: str, place: Path) -> str:
    """Run a command with the input `typed`, and return its output on both streams.

    The path of the folder `place` is removed from the output.
    """
    program, *arguments = shlex.split(command)
    if program == "gamespec":
        printed = CliRunner(echo_stdin=True).invoke(cli, arguments, input=typed).output
    elif program == "python" and not arguments[0].startswith("-"):
        printed = script(arguments, place)
    else:
        runs = {"python": sys.executable, "node": NODE}.get(program)
        assert runs, f"a page can run `gamespec`, `python` and `node`, not `{program}`"
        done = subprocess.run([runs, *arguments], cwd=place, capture_output=True, text=True, check=False)
        printed = done.stdout + done.stderr
    return printed.replace(f"{place}/", "").strip("\n")


def script(arguments: list[str], place: Path) -> str:
    """Run a script as `python FILE` does, but with modules already imported, and return its output.

    Modules in the folder `place` are imported again each time.
    """
    printed, there = StringIO(), set(sys.modules)
    with (
        redirect_stdout(printed),
        redirect_stderr(printed),
        mock.patch.object(sys, "argv", arguments),
        mock.patch.object(sys, "path", [str(place), *sys.path]),
    ):
        runpy.run_path(arguments[0], run_name="__main__")
    for name in set(sys.modules) - there:
        if Path(getattr(sys.modules[name], "__file__", None) or "").parent == place:
            del sys.modules[name]
    return printed.getvalue()


def same(shown: str, printed: str) -> bool:
    """Return whether the text on the page agrees with the printed output, except for timings.

    A line `…` in the text stands for any number of lines.
    """
    lines = SPEED.sub("speed", shown.strip("\n")).splitlines(keepends=True)
    pattern = "".join("(?s:.*)" if line.strip() == ANY_LINES else re.escape(line) for line in lines)
    return re.fullmatch(pattern, SPEED.sub("speed", printed)) is not None


def shortened(shown: str, printed: str) -> str:
    """Return the output without the lines for which `…` stands, or all of it if they cannot be identified.

    The lines between two `…` are as many as before, and the first of them is equal except for figures. The
    lines before the first `…` come from the beginning of the output, and those after the last `…` from its
    end.
    """
    lines, found, at = printed.rstrip("\n").splitlines(), list[str](), 0
    stretches = [
        part.splitlines() for part in re.split(r"^ *…\n", shown.strip("\n") + "\n", flags=re.MULTILINE)
    ]
    if len(stretches) == 1:
        return printed
    for number, stretch in enumerate(stretches):
        alike = (i for i in range(at, len(lines)) if stretch and worded(lines[i]) == worded(stretch[0]))
        if number == 0:
            start = 0
        elif number == len(stretches) - 1:
            start = len(lines) - len(stretch)
        else:
            start = next(alike, len(lines))
        if start < at or start + len(stretch) > len(lines):
            return printed
        found += [ANY_LINES] * (number > 0) + lines[start : start + len(stretch)]
        at = start + len(stretch)
    return "\n".join(found)


def worded(line: str) -> str:
    """Return a line without figures, spaces and signs."""
    return re.sub(r"[\d\s.,+-]", "", line)


def near(shown: str, printed: str) -> bool:
    """Return whether the text on the page agrees with the printed output; figures may differ by a quarter.

    This is meant for figures that change with the compiler.
    """
    pattern, wanted = "", list[str]()
    for line in squeezed(shown.strip("\n")).splitlines(keepends=True):
        if line.strip() == ANY_LINES:
            pattern += "(?s:.*)"
        else:
            pattern += r"(\d[\d,]*(?:\.\d+)?)".join(re.escape(part) for part in NUMBER.split(line))
            wanted += NUMBER.findall(line)
    found = re.fullmatch(pattern, squeezed(printed))
    if found is None:
        return False
    pairs = [
        (float(a.replace(",", "")), float(b.replace(",", "")))
        for a, b in zip(wanted, found.groups(), strict=True)
    ]
    return all(abs(a - b) <= max(A_LITTLE, max(a, b) / 4) for a, b in pairs)


def squeezed(text: str) -> str:
    """Return `text` without indentation and with single spaces, so that column widths do not matter."""
    return re.sub(r" +", " ", re.sub(r"^ +", "", text, flags=re.MULTILINE))


def counts(command: str, place: Path) -> bool:
    """Return whether a command prints figures that compiled code has counted."""
    program, *arguments = shlex.split(command)
    if program == "python":
        file = place / arguments[0]
        return file.is_file() and "interpreter.profile" in file.read_text(encoding="utf-8")
    return arguments[:1] == ["profile"]


def session(body: str, place: Path) -> str:
    """Run the commands of a `console` block, and return the block with their current output."""
    entries: list[str] = []
    for entry in re.split(r"^(?=\$ )", body, flags=re.MULTILINE):
        command, _, shown = entry.partition("\n")
        if not command.startswith("$ "):
            continue
        if command.startswith("$ node ") and NODE is None:
            entries.append(entry.rstrip("\n"))
            continue
        typed = "".join(f"{line}\n" for line in TYPED.findall(shown))
        printed = run(command.removeprefix("$ "), typed, place)
        alike = near if counts(command.removeprefix("$ "), place) else same
        kept = shown.rstrip("\n") if alike(shown, printed) else shortened(shown, printed)
        entries.append(f"{command}\n{kept}".rstrip("\n"))
    return "\n\n".join(entries) + "\n"


def follow_page(page: str, place: Path) -> str:
    """Follow a page in the current folder, which is `place`, and return the page with the current output."""

    def block(match: re.Match[str]) -> str:
        if match["title"]:
            path = place / match["title"]
            path.parent.mkdir(parents=True, exist_ok=True)
            text = match["body"]
            if match["part"]:
                change = merged if match["part"] == " part" else grown
                text = change(path.read_text(encoding="utf-8"), text)
            path.write_text(text, encoding="utf-8")
        elif match["language"] == "console":
            return f"```console\n{session(match['body'], place)}```"
        return match[0]

    return BLOCK.sub(block, page)


def write_files(page: str, place: Path) -> None:
    """Write the files that a page shows, as they are at its end, without running any command."""
    follow_page(CONSOLE.sub("", page), place)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder, which becomes the current folder for commands."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("LINES", "24")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    return tmp_path


@pytest.fixture
def hold(place: Path, golden: Callable[[Path, str], None]) -> Callable[[str], None]:
    """Return a function that compares a page with the current output of its commands.

    The function takes the path of the page in the repository.
    """

    def compare(name: str) -> None:
        path = ROOT / name
        golden(path, follow_page(path.read_text(encoding="utf-8"), place).rstrip("\n"))

    return compare


@pytest.fixture
def files(place: Path) -> Callable[[str], None]:
    """Return a function that writes the files that a page shows into the folder `place`."""
    return lambda page: write_files(page, place)


@pytest.fixture
def low_tide(place: Path) -> None:
    """Write the files of the tutorial's game into the folder `place`."""
    write_files((ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8"), place)
