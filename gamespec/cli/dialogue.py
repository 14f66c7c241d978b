"""The conversation with the people at the terminal: what they are shown and what they may type."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from gamespec.cli import narrate
from gamespec.cli.boundary import Stop, explained
from gamespec.cli.output import counted, terminal_width
from gamespec.cli.screen import echo, styled
from gamespec.cli.view import picture
from gamespec.visible import in_one_line
from interpreter.words import why

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from interpreter import Decision, Option
    from interpreter.sitting import Sitting

__all__ = ["Dialogue", "fitting", "save_or_stop"]

SHOWN = 40
LONGEST = 10_000
"""Characters of a line that is typed."""
HELP = """\
  3, take bear    take an option: its number, its text or a part of the text that fits no other
  options TEXT    list the options, all of them or those that contain the text
  look            show the position again
  why ACTION ...  why an action is not on offer: `why take tile=bear_4`
  undo            take back your last answer and all that came of it
  save FILE       save all of the game, what is hidden included, for `gamespec replay FILE`
  quit            leave (as does Ctrl-D)
  help            show this"""


class _Quit(Exception):
    """The person leaves."""


def fitting(text: str, labels: Sequence[str]) -> list[int]:
    """The indexes of the labels that a text stands for: the equal ones, else those that contain its words."""
    wanted = text.casefold().split()
    folded = [label.casefold() for label in labels]
    equal = [index for index, label in enumerate(folded) if label.split() == wanted]
    return equal or [index for index, label in enumerate(folded) if all(word in label for word in wanted)]


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
        self.labels: list[str] = []
        self.commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: echo(HELP),
            "look": lambda _: self._look(),
            "options": self._list,
            "quit": self._quit,
            "save": self._save,
            "undo": lambda _: self._undo(),
            "why": self._why,
        }

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
        game, words = self.sitting.game, self.sitting.words
        self.labels = [in_one_line(words.option(game, option)) for option in decision.options]
        echo(styled(f"\n--- {words.player(decision.player)} ---", bold=True))
        self._news(decision.player)
        self._look()
        echo(styled(in_one_line(words.prompt(game)), bold=True))
        self._list("")
        revision = self.sitting.revision
        while self.sitting.revision == revision:
            self._obey(self._read(), decision.options)

    def _news(self, seat: int) -> None:
        told = narrate.counted_runs(self.sitting.news(seat))
        if len(told) > SHOWN:
            echo(f"* ({counted(len(told) - SHOWN, 'event')} before these)")
        for line in told[-SHOWN:]:
            echo(f"* {in_one_line(line)}")

    def _look(self) -> None:
        game = self.sitting.game
        if game.decision is not None:
            seen = game.observation(game.decision.player)
            for line in picture(seen, self.sitting.words, terminal_width()):
                echo(in_one_line(line))

    def _list(self, text: str) -> None:
        self._list_some(fitting(text, self.labels) if text else range(len(self.labels)))

    def _list_some(self, indexes: Sequence[int]) -> None:
        for index in indexes[:SHOWN]:
            echo(f"{index + 1:>4}  {self.labels[index]}")
        if len(indexes) > SHOWN:
            echo(f"      and {len(indexes) - SHOWN} more; `options TEXT` lists those that contain a text")
        if not indexes:
            echo("      none")

    def _end(self) -> None:
        if not self.sitting.humans:
            for line in narrate.log(self.sitting.game, self.sitting.words):
                echo(in_one_line(line))
        elif len(self.sitting.humans) == 1:
            self._news(min(self.sitting.humans))
        headline, *places = narrate.ending(self.sitting.game, self.sitting.words)
        echo(styled(f"\n{headline}", bold=True))
        echo("\n".join(places))

    def _after_the_end(self) -> None:
        self.labels, revision = [], self.sitting.revision
        while self.sitting.revision == revision:
            self._obey(self._read("`undo`, `save FILE` or `quit`"), ())

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
        elif word in self.commands:
            self.commands[word](rest.strip())
        elif line:
            self._take(fitting(line, self.labels), options)

    def _take_number(self, line: str, options: Sequence[Option]) -> None:
        number = int(line[:9])
        if 1 <= number <= len(options):
            self.sitting.answer(options[number - 1])
        else:
            echo(f"there is no option {line}: there are {counted(len(options), 'option')}")

    def _take(self, found: Sequence[int], options: Sequence[Option]) -> None:
        if len(found) == 1:
            self.sitting.answer(options[found[0]])
        elif found:
            echo("this fits several options:")
            self._list_some(found)
        else:
            echo("no option fits this; `options` lists them, `help` tells what else can be typed")

    def _undo(self) -> None:
        if not self.sitting.undo():
            echo("nobody has answered yet")

    def _save(self, name: str) -> None:
        if not name:
            echo("say where: `save FILE`")
            return
        try:
            self.sitting.save(_place(name))
        except OSError as error:
            echo(f"not saved: {explained(error)}")
        else:
            echo(f"saved as `{name}`")

    def _why(self, text: str) -> None:
        action, *words = text.split() or [""]
        if not action or any("=" not in word for word in words):
            echo("say which action, and its values by name: `why take tile=bear_4`")
            return
        try:
            values = dict(word.split("=", 1) for word in words)
            game = self.sitting.game
            echo(why(game, action, values, self.sitting.words, game.player))
        except ValueError as error:
            echo(str(error))

    def _quit(self, _rest: str) -> None:
        raise _Quit
