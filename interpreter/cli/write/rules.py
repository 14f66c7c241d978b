"""The command `gamespec rules GAME`, which tells a specification back as a rule sheet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gamespec.system.writing import replace_file
from gamespec.text.plurals import counted
from interpreter.cli.common.arguments import (
    example,
    game_argument,
    language_option,
    players_option,
    reach_option,
    set_option,
)
from interpreter.cli.common.boundary import Status, Stop, explained
from interpreter.cli.common.loading import compiled, load, tell
from interpreter.cli.common.output import terminal_width
from interpreter.cli.common.results import WRITTEN
from interpreter.cli.common.screen import Drawn, echo

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import gamespec
    from interpreter.rulebook import Sheet
    from interpreter.scenario import Scenario

__all__ = ["command"]

SHELL = Path("-")
MARKDOWN = (".md", ".markdown")
HTML = (".html", ".htm")
TEXT = (".txt",)


@click.command(
    "rules",
    epilog=example(
        "gamespec rules my-game",
        "gamespec rules my-game -o rules.html",
        "gamespec rules my-game --lang de -o regeln.html",
        "gamespec rules my-game+young --players 4 --set hand_size=8 -o rules.md",
    ),
)
@game_argument
@click.option(
    "-o",
    "--output",
    "file",
    type=WRITTEN,
    metavar="FILE",
    help="Write the sheet to FILE: a page if its name ends in .html, Markdown if it ends in .md, text if it "
    "ends in .txt. Without it, or with `-`, the sheet is printed.",
)
@language_option
@players_option
@set_option
@reach_option
def command(
    *,
    game: str,
    file: Path | None,
    language: str,
    players: int | None,
    options: Mapping[str, str],
) -> int:
    """Tell the rules of a game back in words.

    The sheet says what the specification means, sentence by sentence: what there is, the set-up, the course
    of turns, each action with its conditions and effects, the end, the score, terms, options and rulings. It
    is written from the specification alone, with the author's names and texts, so a designer can read it
    against what was meant. The sheet of a variant begins with what differs from its game. On the page, each
    sentence shows its place in the specification, and actions, options and rulings list their scenarios. In
    German, names without a German text stay as they are written in the specification.
    """
    if file is not None and file != SHELL:
        _check(file)
    spec = load(game)
    printed = file is None or file == SHELL
    sheet = _sheet(spec, players, options, language, examples=not printed)
    if file is None or printed:
        from interpreter.rulebook.plain import text

        echo(Drawn(text(sheet, terminal_width())), nl=False)
        return Status.OK
    content = _written(sheet, file, spec)
    try:
        replace_file(file, content.encode(), like=b"<!doctype html>" if file.suffix.lower() in HTML else b"")
    except OSError as error:
        raise Stop(explained(error)) from None
    echo(f"{file}: {counted(sum(1 for _ in sheet.all()), 'sentence')}", err=True)
    return Status.OK


def _check(file: Path) -> None:
    """Raise `Stop` if the name of a file says no form."""
    if file.suffix.lower() not in (*HTML, *MARKDOWN, *TEXT):
        raise Stop(f"`{file}` does not end in `.html`, `.md` or `.txt`", "its end says which form is wanted")


def _sheet(
    spec: gamespec.Spec, players: int | None, options: Mapping[str, str], language: str, *, examples: bool
) -> Sheet:
    """Return the sheet of a game. Its scenarios are read for `examples`, which files list."""
    from interpreter.rulebook import sheet_of
    from interpreter.words import Words

    made = compiled(spec, players, options)
    return sheet_of(spec, Words(made, language), _scenarios(spec) if examples else ())


def _scenarios(spec: gamespec.Spec) -> Sequence[Scenario]:
    """Return the scenarios of a game, and report the mistakes in their files."""
    from interpreter.scenario import load_scenarios

    scenarios, mistakes = load_scenarios(spec)
    if mistakes:
        tell(mistakes)
    return scenarios


def _written(sheet: Sheet, file: Path, spec: gamespec.Spec) -> str:
    """Return a sheet in the form that the name of a file asks for."""
    from interpreter.rulebook.page import page
    from interpreter.rulebook.plain import markdown, text

    if file.suffix.lower() in HTML:
        return page(sheet, spec.files[0].parent)
    return markdown(sheet) if file.suffix.lower() in MARKDOWN else text(sheet)
