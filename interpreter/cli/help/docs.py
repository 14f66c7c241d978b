"""The command `gamespec docs [PAGE [SECTION]]`, which shows the manual."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

import click

from gamespec.system.resources import directory
from gamespec.text.plurals import counted
from gamespec.text.suggest import did_you_mean
from interpreter.cli.common.arguments import example
from interpreter.cli.common.boundary import Status, Stop
from interpreter.cli.common.output import coloured, print_table
from interpreter.cli.common.screen import echo, paged, styled

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

__all__ = ["command", "headings", "pages", "section_of", "title_of"]

_HEADING = re.compile(r"^(#{1,6}) +(.+?) *$", re.MULTILINE)
_FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r"^<!-- Made by .*?-->\n+", re.MULTILINE)
_ELSEWHERE = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?:|#|[^)]*\.md\b)[^)]+\)")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")


@click.command(
    "docs", epilog=example("gamespec docs", "gamespec docs language 17", "gamespec docs --find repeated")
)
@click.argument("name", metavar="[PAGE]", required=False)
@click.argument("section", metavar="[SECTION]", required=False)
@click.option("--find", "wanted", metavar="TEXT", help="List the places where this text occurs.")
@click.option("--path", "where", is_flag=True, help="Print the path of the page, or of all pages.")
def command(name: str | None, section: str | None, wanted: str | None, *, where: bool) -> int:
    """Read the manual.

    It is the manual of the installed version, and needs no network. Without PAGE the command lists the
    pages. SECTION is the number of a section, or a part of its heading. On a terminal a page opens in a
    pager. `gamespec explain` says what the code of a diagnostic means.
    """
    known = dict(pages())
    if wanted is not None:
        if name is not None or where:
            raise Stop("`--find` searches all pages", "leave out the page, and `--path`")
        return _find(wanted, known)
    if name is None:
        if where:
            echo(f"{directory('docs')}")
        else:
            _list(known)
        return Status.OK
    path = known.get(name.removesuffix(".md"))
    if path is None:
        raise Stop(
            f"the manual has no page `{name}`", did_you_mean(name, list(known)) or "see `gamespec docs`"
        )
    if where:
        echo(f"{path}")
        return Status.OK
    text = path.read_text(encoding="utf-8")
    _show(text if section is None else section_of(name, text, section))
    return Status.OK


def pages() -> Iterator[tuple[str, Path]]:
    """Yield the name and the path of each page.

    The tutorials and how-tos come first, then the reference, and then the games.
    """
    root = directory("docs")
    for part in (".", "how-to", "reference", "explanation", "games"):
        for path in sorted((root / part).glob("*.md")):
            if path.stem != "index":
                yield path.stem, path


def _list(known: Mapping[str, Path]) -> None:
    root, before = directory("docs"), ""
    rows: dict[str, list[tuple[str, str]]] = {}
    for name, path in known.items():
        rows.setdefault(path.parent.relative_to(root).as_posix(), []).append((name, title_of(path)))
    titles = {
        ".": "learn",
        "how-to": "do",
        "reference": "look up",
        "explanation": "understand",
        "games": "games",
    }
    for part, listed in rows.items():
        echo(f"{before}", styled(titles[part], bold=True))
        print_table(listed, indent="  ")
        before = "\n"


def title_of(path: Path) -> str:
    """Return the first heading of a page."""
    found = _HEADING.search(path.read_text(encoding="utf-8"))
    return found[2] if found is not None else path.stem


def headings(text: str) -> list[re.Match[str]]:
    """Return the matches of a page's headings, ignoring blocks of code."""
    blocks = [block.span() for block in _FENCED.finditer(text)]
    found = _HEADING.finditer(text)
    return [h for h in found if not any(start < h.start() < end for start, end in blocks)]


def section_of(name: str, text: str, wanted: str) -> str:
    """Return the text of a section with its subsections, given its number or a part of its heading."""
    found = headings(text)
    number = re.compile(rf"{re.escape(wanted)}(\.|\s|$)")
    fitting = [h for h in found if number.match(h[2])] or [
        h for h in found if wanted.casefold() in h[2].casefold()
    ]
    if not fitting:
        titles = [h[2] for h in found[1:]]
        listed = "; ".join(h[2] for h in found[1:] if len(h[1]) == 2)  # noqa: PLR2004 - those of the page itself
        hint = did_you_mean(wanted, titles) or f"its sections: {listed}"
        raise Stop(f"`{name}` has no section `{wanted}`", hint)
    begin = fitting[0]
    rest = found[found.index(begin) + 1 :]
    end = next((h.start() for h in rest if len(h[1]) <= len(begin[1])), len(text))
    return text[begin.start() : end]


def _find(wanted: str, known: Mapping[str, Path]) -> int:
    """Print the lines of the manual that contain `wanted`, with their pages and sections.

    Return status 1 if there are none.
    """
    number = 0
    for name, path in known.items():
        text = path.read_text(encoding="utf-8")
        marks = headings(text)
        for line in re.finditer(r".*", text):
            if wanted.casefold() not in line[0].casefold():
                continue
            number += 1
            under = next((h[2] for h in reversed(marks) if h.start() <= line.start()), "")
            place = _LINK.sub(r"\1", f"{name}, {under}")
            echo(styled(place, bold=True), f": {line[0].strip()}")
    echo(counted(number, "place"), err=True)
    return Status.OK if number else Status.FOUND


def _show(text: str) -> None:
    """Show a page formatted in a pager if the output is a terminal, and otherwise print it as written.

    The note on how a page was made is left out. Of a link to a file that is no page only the text remains.
    """
    text = _ELSEWHERE.sub(r"\1", _COMMENT.sub("", text))
    if not coloured(sys.stdout):
        echo(text.rstrip())
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console(force_terminal=True)
    with console.capture() as drawn:
        console.print(Markdown(text))
    paged(drawn.get())
