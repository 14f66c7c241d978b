"""The location of Chromium, and the tests that need it.

By default, a machine without Chromium skips them, and the run's last lines say so. With
GAMESPEC_BROWSER=required, as in `.ci/run`, they fail there instead; with GAMESPEC_BROWSER=none they are
always skipped. CHROMIUM names a program that is not on the path.
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
    """Return the path of Chromium, or `None` if the machine does not have it."""
    return os.environ.get("CHROMIUM") or next((path for path in map(shutil.which, NAMES) if path), None)


def reason() -> str | None:
    """Return the reason for skipping the tests that need a browser, or `None` if they run.

    Raises `pytest.UsageError` for an unknown setting.
    """
    choice = os.environ.get(VARIABLE)
    if choice not in {None, "", REQUIRED, NONE}:
        message = f"{VARIABLE} is `{REQUIRED}` or `{NONE}`, not `{choice}`"
        raise pytest.UsageError(message)
    if choice == NONE:
        return f"{VARIABLE}={NONE}"
    return MISSING if choice != REQUIRED and chromium() is None else None


def left_out(skipped: list[pytest.TestReport]) -> str | None:
    """Return a line with the number of tests that were skipped without a browser, or `None`."""
    why = reason()
    number = sum(
        isinstance(each.longrepr, tuple) and each.longrepr[2] == f"Skipped: {why}" for each in skipped
    )
    if not number:
        return None
    tests = "1 test that needs a browser was" if number == 1 else f"{number} tests that need a browser were"
    return f"{tests} left out: {why}"
