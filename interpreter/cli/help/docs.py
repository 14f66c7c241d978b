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
from interpreter.cli.help.pages import headings, pages, section_of, title_of
from interpreter.cli.help.search import best, excerpt

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["command"]

FITTING = 6
"""Maximum number of sections that are listed if no line contains a text."""

_COMMENT = re.compile(r"^<!-- Made by .*?-->\n+", re.MULTILINE)
_ELSEWHERE = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?:|#|[^)]*\.md\b)[^)]+\)")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")


@click.command(
    "docs", epilog=example("gamespec docs", "gamespec docs language 17", "gamespec docs --find repeated")
)
@click.argument("name", metavar="[PAGE]", required=False)
@click.argument("section", metavar="[SECTION]", required=False)
@click.option(
    "--find",
    "wanted",
    metavar="TEXT",
    help="List the places where this text occurs, or else what fits its words.",
)
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


def _find(wanted: str, known: Mapping[str, Path]) -> int:
    """Print the lines of the manual that contain `wanted`, with their pages and sections.

    If there are none, print the sections that fit its words best. Return status 1 if there are none, either.
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
            _print_place(name, under, line[0])
    if number:
        echo(counted(number, "place"), err=True)
        return Status.OK
    fitting = best(wanted)[:FITTING]
    for section in fitting:
        _print_place(section.page, section.heading, excerpt(section.text, wanted).partition("\n")[0])
    none = "no line contains this text"
    echo(f"{none}; these sections fit its words best" if fitting else none, err=True)
    return Status.OK if fitting else Status.FOUND


def _print_place(page: str, heading: str, line: str) -> None:
    echo(styled(_LINK.sub(r"\1", f"{page}, {heading}"), bold=True), f": {line.strip()}")


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
