"""The dialogue with people at the terminal, which covers what they see and what they may type.

Each decision is a screen that fits the terminal: the table, the question, and as many options as have room.
Whatever lists other options draws the screen again, so the table stays in sight. Everything is printed line
by line and nothing is overwritten, in a terminal as well as in a file. Each command (`commands.COMMANDS`) is
accepted under its English name as well as under its name in the language of the game.
"""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from gamespec.text.visible import in_one_line
from interpreter.cli.common.boundary import Stop, explained
from interpreter.cli.common.output import terminal_height, terminal_width
from interpreter.cli.common.screen import echo, emptied, styled
from interpreter.cli.play.commands import HELP, called, help_lines, hint_beside, with_argument
from interpreter.cli.play.typed import choices_told, fitting
from interpreter.drawn.text import ending_lines, legend_lines, table_text
from interpreter.drawn.text.named import shown_lines
from interpreter.drawn.text.options import Listing, columned
from interpreter.drawn.text.screens import fitted
from interpreter.drawn.text.signs import signs_of
from interpreter.play.openness import is_open
from interpreter.play.options import in_order
from interpreter.scene.asked import asked_of
from interpreter.scene.parse_question import parse_question
from interpreter.words import why_plainly

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from interpreter import Decision, Option
    from interpreter.sitting import Sitting

__all__ = ["Dialogue", "save_or_stop"]

SHOWN = 40
"""Maximum number of lines of news at the end of a game that nobody played."""

LONGEST = 10_000
"""Maximum length of a line that a person types, in characters."""

FRAME = 2
"""Lines of a screen for the headline and for what is typed."""

_RANGE = re.compile(r"(\d{1,9})\s*-\s*(\d{1,9})", re.ASCII)


class _Quit(Exception):
    """Raised when a person leaves the game."""


def _place(name: str) -> Path:
    """Return a typed path with its `~` expanded. A `~` before the name of an unknown user is kept."""
    try:
        return Path(name).expanduser()
    except RuntimeError:
        return Path(name)


def save_or_stop(sitting: Sitting, path: Path) -> None:
    """Save a game to `path`. Raises `Stop` if the file cannot be written."""
    try:
        sitting.save(path)
    except OSError as error:
        raise Stop(explained(error)) from None


class Dialogue:
    """Plays a sitting in the terminal until the game is over or the people leave."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.texts = sitting.words.texts
        self.listing: Listing | None = None
        self.scene = sitting.scene(None)
        """The scene that the person sees. What had changed when the decision came is still marked in it."""
        self.labels: list[str] = []
        self.told: list[str] = []
        self._news: list[str] = []
        self._following: int | None = None
        self._at_the_screen: int | None = None
        self._met: set[int] = set()
        does: dict[str, Callable[[str], None]] = {
            "help": lambda _: self._help(),
            "log": self._log,
            "look": lambda _: self._look(),
            "more": lambda _: self._more(),
            "options": self._list,
            "quit": self._quit,
            "save": self._save,
            "show": self._show,
            "signs": lambda _: self._signs(),
            "undo": lambda _: self._undo(),
            "why": self._why,
        }
        self.commands = {self._command(name).casefold(): act for name, act in does.items()} | does
        self.commands[HELP] = does["help"]

    def run(self) -> None:
        """Play until the game is over or the people leave. Raises `Fault` if a fault stops the game."""
        try:
            while True:
                decision = self.sitting.wait_for_human()
                if decision is not None:
                    self._ask(decision)
                    continue
                self._end()
                if not self.sitting.humans:
                    return
                self._after_the_end()
        except _Quit:
            return

    # --- output ---------------------------------------------------------------------------------------------

    def _ask(self, decision: Decision) -> None:
        """Show a decision, and read commands until one of them changes the game."""
        self._change_seats(decision.player)
        asked = asked_of(self.sitting.words, self.sitting.game)
        assert asked is not None  # noqa: S101 - there is a decision
        self.labels = [in_one_line(choice.label) for choice in asked.choices]
        self.told = choices_told(asked, self.labels, self.sitting.words)
        self.listing = Listing(asked, self.labels, range(len(self.labels)), self.sitting.words.language)
        self.scene = self.sitting.scene(decision.player)
        self._news = [in_one_line(line) for line in self.sitting.news(decision.player)]
        first = decision.player not in self._met
        self._met.add(decision.player)
        self._draw(first=first)
        revision = self.sitting.revision
        while self.sitting.revision == revision:
            self._obey(self._read(), in_order(self.sitting.program, decision.options))

    def _draw(self, said: str = "", *, first: bool = False) -> None:
        """Print the screen of a decision, with the text `said` below the question.

        On the `first` screen of a person, say how to get help and what the signs mean.
        """
        assert self.listing is not None  # noqa: S101 - there is a decision
        scene, width, height = self.scene, terminal_width(), terminal_height() - FRAME - bool(said)
        legend = [*legend_lines(scene, width)] if first else []
        prompt = in_one_line(self.listing.asked.prompt)
        screen = fitted(scene, self._news, prompt, self.listing, legend, width, height)
        self._following = screen.options.following
        hint = hint_beside(self.texts, screen, first=first)
        echo(styled(f"\n--- {self._player(self.listing.asked.seat)} ---", bold=True), hint)
        self._print([*screen.told, *screen.table])
        for line in screen.question:
            echo(styled(line, bold=True))
        self._print([*([said] if said else []), *screen.options.lines])

    def _command(self, name: str) -> str:
        return called(self.texts, name)

    def _with_what(self, name: str) -> str:
        return with_argument(self.texts, name)

    def _player(self, seat: int) -> str:
        return in_one_line(self.sitting.words.player(seat))

    def _change_seats(self, seat: int) -> None:
        """Wait until the person at `seat` is at the screen.

        This is necessary only if the game has secrets and several people share the screen.
        """
        shared = len(self.sitting.humans) > 1 and not is_open(self.sitting.program)
        if shared and self._at_the_screen != seat:
            if self._at_the_screen is not None:
                emptied()
            self._at_the_screen = seat
            line = self._read(
                self.texts.gettext(
                    "{player} comes to the screen and presses Enter", player=self._player(seat)
                )
            )
            if line.casefold() in {"quit", self._command("quit").casefold()}:
                raise _Quit

    def _print(self, lines: Sequence[str]) -> None:
        for line in lines:
            echo(in_one_line(line))

    def _watcher(self) -> int | None:
        return min(self.sitting.humans) if len(self.sitting.humans) == 1 else None

    def _look(self) -> None:
        if self.listing is None:
            self._print(table_text(self.scene, terminal_width()))
        else:
            self.listing = replace(self.listing, shown=range(len(self.labels)), start=None)
            self._draw()

    def _more(self) -> None:
        """Draw the screen again, with the options that follow those on it."""
        if self.listing is not None:
            self.listing = replace(self.listing, start=self._following)
            self._draw()

    def _show(self, text: str) -> None:
        """Print the whole table, or the things on it that have a name."""
        self._print(shown_lines(self.scene, text, terminal_width()))

    def _log(self, text: str) -> None:
        """Print what has happened since the last decision, or the last lines about the game."""
        number = int(text[:9]) if text.isascii() and text.isdecimal() else 0
        told = self._story()[-number:] if number else self._news
        self._print([f"* {line}" for line in told] or [self.texts.gettext("none")])

    def _story(self) -> list[str]:
        decision = self.sitting.game.decision
        return self.sitting.story(decision.player if decision is not None else self._watcher())

    def _signs(self) -> None:
        width = terminal_width()
        none = ("", self.texts.gettext("none"))
        self._print(columned(signs_of(self.scene, width) or [none], width, 1))

    def _help(self) -> None:
        self._print([*help_lines(self.texts, len(self.labels), terminal_width())])

    def _list(self, text: str) -> None:
        indexes = fitting(text, self.told) if text else range(len(self.labels))
        entries = [(str(index + 1), self.labels[index]) for index in indexes]
        none = self.texts.gettext("none")
        self._print(columned(entries or [("", none)], terminal_width(), 1))

    def _end(self) -> None:
        """Print the table and the result when the game is over."""
        watcher, width = self._watcher(), terminal_width()
        scene = self.sitting.scene(watcher)
        self.scene = scene
        told = self._news_at_the_end(watcher)
        if not is_open(self.sitting.program):
            told.append(self.texts.gettext("everything that was hidden is laid open"))
        ending = [] if scene.ending is None else [*ending_lines(scene, scene.ending, width)]
        if self.sitting.humans:
            self._news = told
            screen = fitted(scene, told, "", None, (), width, terminal_height() - FRAME - len(ending))
            self._print([*screen.told, *screen.table])
        else:
            self._print([*(f"* {line}" for line in told[-SHOWN:]), *table_text(scene, width)])
        if ending:
            echo(styled(f"\n{in_one_line(ending[0])}", bold=True))
            self._print(ending[1:])

    def _news_at_the_end(self, watcher: int | None) -> list[str]:
        if watcher is not None:
            return self.sitting.news(watcher)
        return self.sitting.told_to_all(None if self.sitting.humans else 0)

    def _after_the_end(self) -> None:
        self.labels, self.told, self.listing, revision = [], [], None, self.sitting.revision
        echo(self._commands_at_the_end())
        while self.sitting.revision == revision:
            self._obey(self._read(), ())

    # --- input ----------------------------------------------------------------------------------------------

    def _read(self, prompt: str = "") -> str:
        echo(f"{prompt}> ", nl=False)
        line = sys.stdin.readline(LONGEST + 1)
        if not line:
            echo()
            raise _Quit
        if len(line) > LONGEST:
            raise Stop(f"the typed line has more than {LONGEST:,} characters")
        return line.strip()

    def _obey(self, line: str, options: Sequence[Option]) -> None:
        word, _, rest = line.partition(" ")
        spoken = bool(rest) and line.casefold() in [label.casefold() for label in self.labels]
        if line.isascii() and line.isdecimal():
            self._take_number(line, options)
        elif word.casefold() in self.commands and not spoken:
            self.commands[word.casefold()](rest.strip())
        elif line and self.listing is None:
            echo(self._over())
        elif line:
            found = fitting(line, self.told, self.labels) or self._ranged(line)
            self._take(found, options)

    def _ranged(self, line: str) -> Sequence[int]:
        """Return the indexes of the options in a range of numbers, such as `3-9`."""
        typed = _RANGE.fullmatch(line)
        if typed is None:
            return ()
        first, last = (int(number) for number in typed.groups())
        return range(max(first, 1) - 1, min(last, len(self.labels)))

    def _take_number(self, line: str, options: Sequence[Option]) -> None:
        number = int(line[:9])
        if self.listing is None:
            echo(self._over())
        elif 1 <= number <= len(options):
            self.sitting.answer(options[number - 1])
        else:
            said = self.texts.ngettext(
                "there is no option {number}: there is one",
                "there is no option {number}: there are {count}",
                len(options),
                number=line,
            )
            echo(said)

    def _take(self, found: Sequence[int], options: Sequence[Option]) -> None:
        if len(found) == 1:
            self.sitting.answer(options[found[0]])
        elif found:
            assert self.listing is not None  # noqa: S101 - there are options
            self.listing = replace(self.listing, shown=found, start=None)
            self._draw(self.texts.gettext("this fits several options:"))
        else:
            said = self.texts.gettext(
                "no option fits this; `{options}` lists them, `{help}` shows what else you can type",
                options=self._command("options"),
                help=HELP,
            )
            echo(said)

    def _over(self) -> str:
        commands = self._commands_at_the_end()
        return self.texts.gettext("the game is over; what is left: {commands}", commands=commands)

    def _commands_at_the_end(self) -> str:
        return ", ".join(f"`{self._command(name)}`" for name in ("undo", "save", "quit"))

    def _undo(self) -> None:
        if not self.sitting.undo():
            echo(self.texts.gettext("nobody has answered yet"))

    def _save(self, name: str) -> None:
        if not name:
            echo(self.texts.gettext("say where: `{command}`", command=self._with_what("save")))
            return
        try:
            self.sitting.save(_place(name))
        except OSError as error:
            echo(self.texts.gettext("not saved: {reason}", reason=explained(error)))
        else:
            echo(self.texts.gettext("saved as `{name}`", name=name))

    def _why(self, text: str) -> None:
        game, words = self.sitting.game, self.sitting.words
        try:
            action, values = parse_question(words, game, text)
            echo(why_plainly(game, action, values, words, game.player).text)
        except ValueError as error:
            echo(str(error))

    def _quit(self, _rest: str) -> None:
        raise _Quit
