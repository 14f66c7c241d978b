"""The conversation with the people at the terminal: what they are shown and what they may type.

What can be typed stands in `COMMANDS`, under names in English and in the language of the game, both of which
are always understood. All that is said is a phrase of `interpreter.words.phrases`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from gamespec.visible import in_one_line
from interpreter.bots.view import is_open
from interpreter.cli.boundary import Stop, explained
from interpreter.cli.output import terminal_width
from interpreter.cli.screen import echo, emptied, styled
from interpreter.cli.typed import choices_told, fitting
from interpreter.drawn.text import ending_lines, legend_lines, table_text
from interpreter.play.options import in_order
from interpreter.scene.asked import asked_of
from interpreter.scene.meant import meant
from interpreter.words import why

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from interpreter import Decision, Option
    from interpreter.scene.choices import Asked
    from interpreter.sitting import Sitting

__all__ = ["COMMANDS", "Dialogue", "save_or_stop"]

SHOWN = 40
LONGEST = 10_000
"""Characters of a line that is typed."""

COMMANDS = {
    "options": "list the options, all of them or those that contain a text",
    "look": "show the table again",
    "signs": "say what the signs on the table mean",
    "why": "why something is not on offer, in the words of the table: `why bear 4`",
    "undo": "take back your last answer and all that came of it",
    "save": "save all of the game, what is hidden included, for `gamespec play --load FILE`",
    "quit": "leave (as does Ctrl-D)",
    "help": "show this",
}
"""What can be typed besides options, and what for."""

_AFTER = {"options": "TEXT", "why": "TEXT", "save": "FILE"}


class _Quit(Exception):
    """The person leaves."""


def _place(name: str) -> Path:
    """The path that somebody types; a `~` that stands for nobody's home stays as it is."""
    try:
        return Path(name).expanduser()
    except RuntimeError:
        return Path(name)


def save_or_stop(sitting: Sitting, path: Path) -> None:
    """Save a game; Stop if the system refuses."""
    try:
        sitting.save(path)
    except OSError as error:
        raise Stop(explained(error)) from None


class Dialogue:
    """Runs a sitting in the terminal until the game is over or the people leave."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.word = sitting.words.word
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
        self.commands = {self.word(name).casefold(): act for name, act in does.items()} | does

    def run(self) -> None:
        """Play. Raises Fault if the game comes to a stop."""
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

    # --- what is shown ---------------------------------------------------------------------------

    def _ask(self, decision: Decision) -> None:
        """Show a decision and take commands until one of them changes the game."""
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

    def _player(self, seat: int) -> str:
        return in_one_line(self.sitting.words.player(seat))

    def _change_seats(self, seat: int) -> None:
        """Let somebody else come to the screen, where a game has secrets and several people share it."""
        shared = len(self.sitting.humans) > 1 and not is_open(self.sitting.program)
        if shared and self._at_the_screen != seat:
            if self._at_the_screen is not None:
                emptied()
            self._at_the_screen = seat
            line = self._read(
                self.word("{} comes to the screen and presses Enter").format(self._player(seat))
            )
            if line.casefold() in {"quit", self.word("quit").casefold()}:
                raise _Quit

    def _print(self, lines: Sequence[str]) -> None:
        for line in lines:
            echo(in_one_line(line))

    def _news(self, told: Sequence[str]) -> None:
        if len(told) > SHOWN:
            echo(f"* ({self.word('{} more before these').format(len(told) - SHOWN)})")
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
        names = {
            name: f"{self.word(name)} {self.word(_AFTER[name]) if name in _AFTER else ''}"
            for name in COMMANDS
        }
        number = self.word("3, or words")
        width = max(len(name) for name in [*names.values(), number])
        echo(f"  {number.ljust(width)}  {self.word('take an option: by number, text or part of it')}")
        for name, called in names.items():
            echo(f"  {called.ljust(width)}  {self.word(COMMANDS[name])}")

    def _list(self, text: str) -> None:
        self._list_some(fitting(text, self.told) if text else range(len(self.labels)))

    def _list_some(self, indexes: Sequence[int]) -> None:
        for index in indexes[:SHOWN]:
            echo(f"{index + 1:>4}  {self.labels[index]}")
        if len(indexes) > SHOWN:
            more = self.word("and {} more; `{}` lists those that contain a text")
            echo(f"      {more.format(len(indexes) - SHOWN, self.word('options TEXT'))}")
        if not indexes:
            echo(f"      {self.word('none')}")

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
        names = [self.word(name) for name in ("undo", "save", "quit")]
        asks = ", ".join(f"`{name}`" for name in names)
        while self.sitting.revision == revision:
            self._obey(self._read(asks), ())

    # --- what is typed ---------------------------------------------------------------------------

    def _read(self, prompt: str = "") -> str:
        echo(f"{prompt}> ", nl=False)
        line = sys.stdin.readline(LONGEST + 1)
        if not line:
            echo()
            raise _Quit
        if len(line) > LONGEST:
            raise Stop(f"nobody types a line of more than {LONGEST:,} characters")
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
            echo(self.word("there is no option {}: there are {}").format(line, len(options)))

    def _take(self, found: Sequence[int], options: Sequence[Option]) -> None:
        if len(found) == 1:
            self.sitting.answer(options[found[0]])
        elif found:
            echo(self.word("this fits several options:"))
            self._list_some(found)
        else:
            said = self.word("no option fits this; `{}` lists them, `{}` tells what else can be typed")
            echo(said.format(self.word("options"), self.word("help")))

    def _undo(self) -> None:
        if not self.sitting.undo():
            echo(self.word("nobody has answered yet"))

    def _save(self, name: str) -> None:
        if not name:
            echo(self.word("say where: `{}`").format(self.word("save FILE")))
            return
        try:
            self.sitting.save(_place(name))
        except OSError as error:
            echo(self.word("not saved: {}").format(explained(error)))
        else:
            echo(self.word("saved as `{}`").format(name))

    def _why(self, text: str) -> None:
        game, words = self.sitting.game, self.sitting.words
        try:
            action, values = meant(words, game, text)
            echo(why(game, action, values, words, game.player))
        except ValueError as error:
            echo(str(error))

    def _quit(self, _rest: str) -> None:
        raise _Quit
