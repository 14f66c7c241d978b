"""The commands that people may type at the terminal instead of choosing an option, and their help."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING

from interpreter.locale import gettext_noop, pgettext_noop

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.drawn.text.screens import Screen
    from interpreter.locale import Catalogue

__all__ = ["COMMANDS", "HELP", "called", "help_lines", "hint_beside", "with_argument"]

COMMANDS = {
    pgettext_noop("command", "more"): gettext_noop("show the next options beside the table"),
    pgettext_noop("command", "options"): gettext_noop("list all options, or those that contain a text"),
    pgettext_noop("command", "look"): gettext_noop("show the table and all options again"),
    pgettext_noop("command", "show"): gettext_noop(
        "show all of the table, or one zone, board or player of it: `show hand`"
    ),
    pgettext_noop("command", "log"): gettext_noop(
        "what happened since your last decision, or the last N lines of the game"
    ),
    pgettext_noop("command", "signs"): gettext_noop("explain the symbols on the table"),
    pgettext_noop("command", "why"): gettext_noop(
        "explain why something is not on offer, in the words of the table: `why bear 4`"
    ),
    pgettext_noop("command", "undo"): gettext_noop("take back your last answer and everything that followed"),
    pgettext_noop("command", "save"): gettext_noop(
        "save the whole game, including hidden information, for `gamespec play --load FILE`"
    ),
    pgettext_noop("command", "quit"): gettext_noop("leave (as does Ctrl-D)"),
    pgettext_noop("command", "help"): gettext_noop("show this"),
}
"""Maps each command that a person may type instead of choosing an option to its description."""

_AFTER = {
    "log": gettext_noop("N"),
    "options": gettext_noop("TEXT"),
    "save": gettext_noop("FILE"),
    "show": gettext_noop("TEXT"),
    "why": gettext_noop("TEXT"),
}
"""Maps each command with an argument to the word that stands for the argument in the help."""

UNBROKEN = "\xa0"
"""Stands for a space at which a line must not be broken."""

HELP = "?"
"""The short form of the command `help`."""


def called(texts: Catalogue, name: str) -> str:
    """Return the name that a command has in the language of the interface."""
    return texts.pgettext("command", name)


def with_argument(texts: Catalogue, name: str) -> str:
    """Return the name of a command together with its argument, as the help shows it."""
    after = _AFTER.get(name)
    return called(texts, name) if after is None else f"{called(texts, name)} {texts.gettext(after)}"


def hint_beside(texts: Catalogue, screen: Screen, *, first: bool) -> str:
    """Return what stands beside a headline: what the screen leaves out and, on the `first`, where help is."""
    hints = [texts.gettext("`{help}` helps", help=HELP)] if first else []
    if screen.before:
        before = texts.ngettext(
            "{count} earlier line: `{log}`",
            "{count} earlier lines: `{log}`",
            screen.before,
            log=called(texts, "log"),
        )
        hints.append(before)
    if not screen.whole:
        hints.append(texts.gettext("whole table: `{show}`", show=called(texts, "show")))
    return f"  {', '.join(hints)}" if hints else ""


def help_lines(texts: Catalogue, options: int, width: int) -> Iterator[str]:
    """Yield lines that explain what can be typed when there are so many `options`."""
    rows = []
    if options:
        rows.append(
            (f"1 … {options}" if options > 1 else "1", texts.gettext("take the option with this number"))
        )
        rows.append(
            (
                texts.gettext("words"),
                texts.gettext("take the option that these words fit, or list all they fit"),
            )
        )
        rows.append(("1-9", texts.gettext("list the options of a range of numbers")))
    for name, said in COMMANDS.items():
        typed = with_argument(texts, name)
        rows.append((f"{typed}, {HELP}" if name == "help" else typed, texts.gettext(said)))
    left = max(len(typed) for typed, _ in rows)
    for typed, said in rows:
        first, *more = _wrapped(said, max(width - left - 4, 20))
        yield f"  {typed.ljust(left)}  {first}"
        yield from (" " * (left + 4) + line for line in more)


def _wrapped(text: str, width: int) -> list[str]:
    """Break a text into lines, but not within something to be typed, which stands between backticks."""
    whole = re.sub(r"`[^`]*`", lambda typed: typed[0].replace(" ", UNBROKEN), text)
    return [line.replace(UNBROKEN, " ") for line in textwrap.wrap(whole, width)]
