"""Where Chromium is, and what becomes of the tests that need it where there is none.

By itself, a machine without Chromium leaves them out and the run says so in its last lines. With
GAMESPEC_BROWSER=required they fail there instead, as `.ci/run` has it; with GAMESPEC_BROWSER=none they are
left out everywhere. CHROMIUM names a program that is not on the path.
"""

from __future__ import annotations

import os
import shutil

import pytest

__all__ = ["MISSING", "VARIABLE", "chromium", "left_out", "reason"]

VARIABLE = "GAMESPEC_BROWSER"
REQUIRED, NONE = "required", "none"
NAMES = ("chromium", "chromium-browser", "google-chrome")
MISSING = "there is no Chromium; install one, or name it in CHROMIUM, to run them"


def chromium() -> str | None:
    """The path of Chromium, if the machine has it."""
    return os.environ.get("CHROMIUM") or next((path for path in map(shutil.which, NAMES) if path), None)


def reason() -> str | None:
    """Why the tests that need a browser are left out, if they are.

    Raises `pytest.UsageError` for a choice that is not known.
    """
    choice = os.environ.get(VARIABLE)
    if choice not in {None, "", REQUIRED, NONE}:
        message = f"{VARIABLE} is `{REQUIRED}` or `{NONE}`, not `{choice}`"
        raise pytest.UsageError(message)
    if choice == NONE:
        return f"{VARIABLE}={NONE}"
    return MISSING if choice != REQUIRED and chromium() is None else None


def left_out(skipped: list[pytest.TestReport]) -> str | None:
    """The line that tells how many tests were left out for want of a browser, if any were."""
    why = reason()
    number = sum(
        isinstance(each.longrepr, tuple) and each.longrepr[2] == f"Skipped: {why}" for each in skipped
    )
    if not number:
        return None
    tests = "1 test that needs a browser was" if number == 1 else f"{number} tests that need a browser were"
    return f"{tests} left out: {why}"
