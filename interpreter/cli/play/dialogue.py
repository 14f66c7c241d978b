"""The dialogue with people at the terminal, which covers what they see and what they may type.

`COMMANDS` lists the possible commands. Each is accepted under its English name as well as under its name in
the language of the game.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from gamespec.text.visible import in_one_line
from interpreter.cli.common.boundary import Stop, explained
from interpreter.cli.common.output import terminal_width
from interpreter.cli.common.screen import echo, emptied, styled
from interpreter.cli.play.typed import choices_told, fitting
from interpreter.drawn.text import ending_lines, legend_lines, table_text
from interpreter.locale import gettext_noop, pgettext_noop
from interpreter.play.openness import is_open
from interpreter.play.options import in_order
from interpreter.scene.asked import asked_of
from interpreter.scene.parse_question import parse_question
from interpreter.words import why

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from interpreter import Decision, Option
    from interpreter.scene.choices import Asked
    from interpreter.sitting import Sitting

__all__ = ["COMMANDS", "Dialogue", "save_or_stop"]

SHOWN = 40
LONGEST = 10_000
"""Maximum length of a line that a person types, in characters."""

COMMANDS = {
    pgettext_noop("command", "options"): gettext_noop(
        "list the options, all of them or those that contain a text"
    ),
    pgettext_noop("command", "look"): gettext_noop("show the table again"),
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

_AFTER = {"options": gettext_noop("TEXT"), "why": gettext_noop("TEXT"), "save": gettext_noop("FILE")}
"""Maps each command with an argument to the word that stands for the argument in the help."""


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
        self.asked: Asked | None = None
        self.labels: list[str] = []
        self.told: list[str] = []
        self._at_the_screen: int | None = None
        self._signs_shown = False
        does: dict[str, Callable[[str], None]] = {
            "help": lambda _: self._help(),
            "look": lambda _: self._look(),
            "options": self._list,
            "quit": self._quit,
            "save": self._save,
            "signs": lambda _: self._signs(),
            "undo": lambda _: self._undo(),
            "why": self._why,
        }
        self.commands = {self._command(name).casefold(): act for name, act in does.items()} | does

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
        self.asked, self.labels = asked, [in_one_line(choice.label) for choice in asked.choices]
        self.told = choices_told(asked, self.labels, self.sitting.words)
        echo(styled(f"\n--- {self._player(decision.player)} ---", bold=True))
        scene = self.sitting.scene(decision.player)
        self._news(self.sitting.news(decision.player))
        self._print(table_text(scene, terminal_width()))
        if not self._signs_shown:
            self._signs_shown = True
            self._signs()
        echo(styled(in_one_line(asked.prompt), bold=True))
        self._list("")
        revision = self.sitting.revision
        while self.sitting.revision == revision:
            self._obey(self._read(), in_order(self.sitting.program, decision.options))

    def _command(self, name: str) -> str:
        """Return the name that a command has in the language of the interface."""
        return self.texts.pgettext("command", name)

    def _with_what(self, name: str) -> str:
        """Return the name of a command together with its argument, as the help shows it."""
        after = _AFTER.get(name)
        return self._command(name) if after is None else f"{self._command(name)} {self.texts.gettext(after)}"

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

    def _news(self, told: Sequence[str]) -> None:
        if len(told) > SHOWN:
            more = self.texts.ngettext("{count} line before", "{count} lines before", len(told) - SHOWN)
            echo(f"* ({more})")
        for line in told[-SHOWN:]:
            echo(f"* {in_one_line(line)}")

    def _look(self) -> None:
        decision = self.sitting.game.decision
        if decision is not None:
            self._print(table_text(self.sitting.scene(decision.player), terminal_width()))

    def _signs(self) -> None:
        decision = self.sitting.game.decision
        if decision is not None:
            self._print([*legend_lines(self.sitting.scene(decision.player), terminal_width())])

    def _help(self) -> None:
        names = {name: self._with_what(name) for name in COMMANDS}
        number = self.texts.gettext("3, or words")
        width = max(len(name) for name in [*names.values(), number])
        taken = self.texts.gettext("take an option: by number, text or part of it")
        echo(f"  {number.ljust(width)}  {taken}")
        for name, called in names.items():
            echo(f"  {called.ljust(width)}  {self.texts.gettext(COMMANDS[name])}")

    def _list(self, text: str) -> None:
        self._list_some(fitting(text, self.told) if text else range(len(self.labels)))

    def _list_some(self, indexes: Sequence[int]) -> None:
        for index in indexes[:SHOWN]:
            echo(f"{index + 1:>4}  {self.labels[index]}")
        if len(indexes) > SHOWN:
            more = self.texts.ngettext(
                "and {count} more; `{command}` lists those that contain a text",
                "and {count} more; `{command}` lists those that contain a text",
                len(indexes) - SHOWN,
                command=self._with_what("options"),
            )
            echo(f"      {more}")
        if not indexes:
            none = self.texts.gettext("none")
            echo(f"      {none}")

    def _end(self) -> None:
        sitting = self.sitting
        watcher = min(sitting.humans) if len(sitting.humans) == 1 else None
        scene = sitting.scene(watcher)
        self._news_at_the_end(watcher)
        self._print(table_text(scene, terminal_width()))
        if scene.ending is not None:
            headline, *places = ending_lines(scene, scene.ending, terminal_width())
            echo(styled(f"\n{in_one_line(headline)}", bold=True))
            self._print(places)

    def _news_at_the_end(self, watcher: int | None) -> None:
        if watcher is not None:
            self._news(self.sitting.news(watcher))
        else:
            since = 0 if not self.sitting.humans else None
            self._news(self.sitting.told_to_all(since))

    def _after_the_end(self) -> None:
        self.labels, self.told, self.asked, revision = [], [], None, self.sitting.revision
        names = [self._command(name) for name in ("undo", "save", "quit")]
        asks = ", ".join(f"`{name}`" for name in names)
        while self.sitting.revision == revision:
            self._obey(self._read(asks), ())

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
        if line.isascii() and line.isdecimal():
            self._take_number(line, options)
        elif word.casefold() in self.commands:
            self.commands[word.casefold()](rest.strip())
        elif line:
            self._take(fitting(line, self.told, self.labels), options)

    def _take_number(self, line: str, options: Sequence[Option]) -> None:
        number = int(line[:9])
        if 1 <= number <= len(options):
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
            echo(self.texts.gettext("this fits several options:"))
            self._list_some(found)
        else:
            said = self.texts.gettext(
                "no option fits this; `{options}` lists them, `{help}` shows what else you can type",
                options=self._command("options"),
                help=self._command("help"),
            )
            echo(said)

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
            echo(why(game, action, values, words, game.player))
        except ValueError as error:
            echo(str(error))

    def _quit(self, _rest: str) -> None:
        raise _Quit
