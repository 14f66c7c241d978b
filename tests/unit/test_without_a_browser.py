"""Tests that without a browser the tests of the README still pass, and report what was left out."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from chromium import MISSING, VARIABLE, reason

ROOT = Path(__file__).resolve().parents[2]
NEEDS_ONE = "tests/browser/test_page.py::test_the_keyboard_alone"


def run(choice: str) -> subprocess.CompletedProcess[str]:
    """Run a test that needs a browser, with an empty search path, and return the finished process.

    `choice` is the value of the variable that says whether a browser is required.
    """
    environment = {
        name: value for name, value in os.environ.items() if name not in {"CHROMIUM", "PYTEST_ADDOPTS"}
    }
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", NEEDS_ONE],
        cwd=ROOT,
        env=environment | {"PATH": "", VARIABLE: choice},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.long("processes")
def test_the_last_lines_say_what_was_left_out() -> None:
    """Without a browser, tests that need one are left out, and the output ends with their number."""
    done = run("")
    assert done.returncode == 0, done.stdout
    assert done.stdout.splitlines()[-2] == f"1 test that needs a browser was left out: {MISSING}"


@pytest.mark.long("processes")
def test_ci_insists_on_one() -> None:
    """If a browser is required, tests that need one fail without it; `.ci/run` requires a browser."""
    assert run("required").returncode == 1
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert 'export GAMESPEC_BROWSER="${GAMESPEC_BROWSER:-required}"' in script


def test_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Browser tests run if there is a browser, unless `none` is chosen; a misspelled choice is refused."""
    monkeypatch.setenv("CHROMIUM", sys.executable)
    for choice, why in (("", None), ("required", None), ("none", f"{VARIABLE}=none")):
        monkeypatch.setenv(VARIABLE, choice)
        assert reason() == why
    monkeypatch.setenv(VARIABLE, "no")
    with pytest.raises(pytest.UsageError, match="`required` or `none`, not `no`"):
        reason()
