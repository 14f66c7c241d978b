"""Bots written by users, each of which is a function in a Python file, named as `file.py:function`."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import Path
from runpy import run_path

from gamespec.program.frozen import dataclass
from interpreter.bots.refusals import BadBot, BotFailed
from interpreter.bots.view import Luck, View
from interpreter.play.options import Option

__all__ = ["Own", "own"]


@dataclass(frozen=True, slots=True)
class Own:
    """A bot whose answers come from a function of the view and of random numbers for the decision."""

    name: str
    function: Callable[..., object]

    def choose(self, view: View, luck: Luck) -> Option:
        """Return the function's answer. Raises `BotFailed` if it fails or its answer is not on offer."""
        try:
            answer = self.function(view, luck.draws())
        except (Exception, SystemExit) as error:
            raise BotFailed(f"`{self.name}` failed: {_told(error, self.name)}") from error
        if not isinstance(answer, Option) or answer not in view.options:
            raise BotFailed(f"`{self.name}` answered {answer!r}, which is none of `view.options`")
        return answer


def own(name: str) -> Own:
    """Run the file that `name` refers to, and make a bot from its function. Raises `BadBot`."""
    path, _, function = name.rpartition(":")
    if not Path(path).is_file():
        raise BadBot(f"`{name}`: there is no file `{path}`", "write `file.py:function`")
    try:
        names = run_path(path)
    except Exception as error:
        raise BadBot(f"`{path}` failed: {_told(error, name)}", "a bot's file must run by itself") from error
    found = names.get(function)
    if not callable(found):
        given = sorted(each for each, value in names.items() if callable(value) and not each.startswith("_"))
        cure = f"it has {', '.join(f'`{each}`' for each in given[:8])}" if given else "it has none"
        raise BadBot(f"`{path}` has no function `{function}`", cure)
    return Own(name, found)


def _told(error: Exception | SystemExit, name: str) -> str:
    """Describe an error that a user's file raised, directly or in a module that it imports.

    The description includes the line in the user's file, if the file appears in the traceback.
    """
    frames, path = traceback.extract_tb(error.__traceback__), name.rpartition(":")[0]
    last = next((frame for frame in reversed(frames) if frame.filename == path), frames[-1])
    line = error.lineno if isinstance(error, SyntaxError) else last.lineno
    return f"{type(error).__name__}: {error} (line {line} of {Path(last.filename).name})"
