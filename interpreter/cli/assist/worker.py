"""The program of a process that runs jobs: `python -m interpreter.cli.assist.worker ROOT`.

Each line of its input is a job, as JSON: the name of the job, its arguments, and the seconds after which it
must end. It answers with lines of JSON: `progress` any number of times, then one `result` or `refusal`. Text
that anything else prints goes to standard error. It ends when its input ends.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from threading import Timer
from time import monotonic
from typing import IO, Any, TypeAlias

from gamespec import OptionError, SpecError
from gamespec.text.render import render
from interpreter.bots.refusals import BadBot, BotFailed
from interpreter.cli.assist.checking import MOST
from interpreter.cli.common.boundary import Stop, explained

__all__ = ["JOBS", "Tell", "main"]

Tell: TypeAlias = Callable[[float, float | None, str], None]
"""Reports progress: how much is done, of how much if that is known, and a text."""

JOBS = {
    "search_manual": "manual",
    "read_manual": "manual",
    "describe_keys": "keys",
    "list_games": "reading",
    "read_game": "reading",
    "show_game": "reading",
    "write_files": "reading",
    "check_game": "checking",
    "test_game": "checking",
    "simulate_games": "measuring",
    "compare_games": "measuring",
    "fuzz_game": "fuzzing",
    "begin_game": "playing",
    "look": "playing",
    "choose": "playing",
}
"""For each job the module that has its function, which is imported when it is first needed.

A job is given the root, its arguments, and the function that reports progress.
"""

SOON = ("manual",)
"""The modules that are imported before the first job comes, beside `checking`."""

OFTEN = 0.2
"""Minimum time between two reports of progress, in seconds."""

GRACE = 2.0
"""Time after its limit at which a job ends its process, in seconds, should nobody else have done so."""


def main() -> None:
    """Run jobs until the input ends."""
    root = Path(sys.argv[1]).absolute()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # shells have it ignored in the background
    for module in SOON:
        import_module(f"interpreter.cli.assist.{module}")
    wire = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)
    for line in sys.stdin.buffer:
        asked = json.loads(line)
        last_resort = Timer(asked["seconds"] + GRACE, os._exit, (1,))
        last_resort.daemon = True
        last_resort.start()
        answer = _answer(root, asked["job"], asked["arguments"], _telling(wire))
        last_resort.cancel()
        _send(wire, answer)


def _answer(root: Path, job: str, arguments: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Run a job, and return its result, or why it was refused."""
    try:
        module = import_module(f"interpreter.cli.assist.{JOBS[job]}")
        return {"result": getattr(module, job)(root, arguments, tell)}
    except Stop as stop:
        return {"refusal": stop.message + (f"\n  = help: {stop.cure}" if stop.cure else "")}
    except SpecError as error:
        return {"refusal": "the game has mistakes\n\n" + render(error.diagnostics[:MOST])}
    except (BadBot, BotFailed, OptionError) as error:
        return {"refusal": str(error)}
    except OSError as error:
        return {"refusal": explained(error)}
    except KeyboardInterrupt:  # the time was up just after the job had ended
        return {"refusal": f"`{job}` was interrupted; call it again"}


def _telling(wire: IO[str]) -> Tell:
    """Return a function that reports progress, but not too often."""
    told = monotonic()

    def tell(done: float, total: float | None, text: str) -> None:
        nonlocal told
        if monotonic() - told > OFTEN:
            told = monotonic()
            _send(wire, {"progress": [done, total, text]})

    return tell


def _send(wire: IO[str], message: dict[str, Any]) -> None:
    wire.write(json.dumps(message, ensure_ascii=False, allow_nan=False) + "\n")
    wire.flush()


if __name__ == "__main__":
    main()
