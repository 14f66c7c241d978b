"""The location of Chromium, and the rule for running or skipping the tests that need it.

By default, these tests are skipped on a machine without Chromium, and the last lines of the run say so. With
GAMESPEC_BROWSER=required, as in `.ci/run`, they fail on such a machine instead. With GAMESPEC_BROWSER=none,
they are always skipped. CHROMIUM names an executable that is not on the path.
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
    """Return the path of Chromium, or `None` if it is not installed."""
    return os.environ.get("CHROMIUM") or next((path for path in map(shutil.which, NAMES) if path), None)


def reason() -> str | None:
    """Return the reason for skipping the tests that need a browser, or `None` if they are to run.

    Raises `pytest.UsageError` if GAMESPEC_BROWSER has an unknown value.
    """
    choice = os.environ.get(VARIABLE)
    if choice not in {None, "", REQUIRED, NONE}:
        message = f"{VARIABLE} is `{REQUIRED}` or `{NONE}`, not `{choice}`"
        raise pytest.UsageError(message)
    if choice == NONE:
        return f"{VARIABLE}={NONE}"
    return MISSING if choice != REQUIRED and chromium() is None else None


def left_out(skipped: list[pytest.TestReport]) -> str | None:
    """Return a line with the number of tests skipped for lack of a browser, or `None` if there are none."""
    why = reason()
    number = sum(
        isinstance(each.longrepr, tuple) and each.longrepr[2] == f"Skipped: {why}" for each in skipped
    )
    if not number:
        return None
    tests = "1 test that needs a browser was" if number == 1 else f"{number} tests that need a browser were"
    return f"{tests} left out: {why}"
