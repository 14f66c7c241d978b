"""Follow a page as a reader would: write the files it shows, type the commands it shows, compare what comes out.

What counts in a page of `docs` is its fenced blocks:

- a block with `title="PATH"` is a file; with `part` after the title it holds only some of the file's sections (top-level
  keys), which replace those in the file or are added at its end;
- a `console` block is a session: `$ gamespec …` or `$ python FILE`, and below it everything that comes out. What
  somebody types in a game stands after `> `. A line `…` stands for any lines;
- other blocks are only read.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from gamespec.cli.app import cli

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(
    r'^```(?P<language>\w+)(?: title="(?P<title>[^"]+)")?(?P<part> part)?\n(?P<body>.*?)^```$',
    re.MULTILINE | re.DOTALL,
)
TYPED = re.compile(r"^(?:`undo`, `save FILE` or `quit`)?> (.*)$", re.MULTILINE)
SPEED = re.compile(r"^speed .*$", re.MULTILINE)
SECTION = re.compile(r"^(?=[a-z]\w*:)", re.MULTILINE)


def sections(text: str) -> dict[str, str]:
    """The top-level sections of a file by key; what stands before the first has the key ``."""
    parts = SECTION.split(text)
    return {part.partition(":")[0] if SECTION.match(part) else "": part for part in parts if part}


def merged(old: str, new: str) -> str:
    """A file after some of its sections were replaced and others added at its end."""
    before, after = sections(old), sections(new)
    last = list(before)[-1] if before else ""
    if set(after) - set(before) and last:
        before[last] = before[last].rstrip("\n") + "\n\n"
    changed = {**before, **{k: v.rstrip("\n") + "\n\n" for k, v in after.items()}}
    return "".join(changed.values()).rstrip("\n") + "\n"


def run(command: str, typed: str, place: Path) -> str:
    """What a command prints, on both streams."""
    program, *arguments = shlex.split(command)
    if program == "gamespec":
        printed = CliRunner(echo_stdin=True).invoke(cli, arguments, input=typed).output
    else:
        assert program == "python", f"a page can run `gamespec` and `python`, not `{program}`"
        printed = subprocess.run(
            [sys.executable, *arguments], cwd=place, capture_output=True, text=True, check=False
        ).stdout
    return printed.replace(f"{place}/", "")


def same(shown: str, printed: str) -> bool:
    """Whether a page shows what is printed, timings apart and `…` standing for any lines."""
    pattern = re.escape(SPEED.sub("speed", shown.strip("\n"))).replace("…\n", "(?:.*\n)*?")
    return re.fullmatch(pattern.removesuffix("…") + "(?s:.*)" * pattern.endswith("…"), SPEED.sub("speed", printed.strip("\n"))) is not None


def session(body: str, place: Path) -> str:
    """A `console` block as it should be."""
    lines: list[str] = []
    for entry in re.split(r"^(?=\$ )", body, flags=re.MULTILINE):
        head, _, shown = entry.partition("\n")
        if not head.startswith("$ "):
            continue
        typed = "".join(f"{line}\n" for line in TYPED.findall(shown))
        printed = run(head.removeprefix("$ "), typed, place)
        kept = shown.rstrip("\n") if same(shown, printed) else printed.strip("\n")
        lines += [head, kept, ""] if kept else [head]
    return "\n".join(lines).rstrip("\n") + "\n"


def follow_page(page: str, place: Path) -> str:
    """Follow a page in a folder, which must be the current one; return it with the output that comes out now."""

    def block(match: re.Match[str]) -> str:
        if match["title"]:
            path = place / match["title"]
            path.parent.mkdir(parents=True, exist_ok=True)
            text = match["body"]
            if match["part"]:
                text = merged(path.read_text(encoding="utf-8"), text)
            path.write_text(text, encoding="utf-8")
        elif match["language"] == "console":
            return f"```console\n{session(match['body'], place)}```"
        return match[0]

    return BLOCK.sub(block, page)


def write_files(page: str, place: Path) -> None:
    """Write the files that a page shows, as they are at its end, without running anything."""
    follow_page(re.sub(r"^```console\n.*?^```$", "", page, flags=re.MULTILINE | re.DOTALL), place)


@pytest.fixture
def follow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """Follow a page in an empty folder; return it with the output that comes out now."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    return lambda page: follow_page(page, tmp_path)
