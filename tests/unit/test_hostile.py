"""Tests with inputs that try to overload the checker, a sample of those in `bench/hostile.py`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from long_checks import sampled

SCRIPT = Path(__file__).parents[2] / "bench" / "hostile.py"


@pytest.mark.parametrize("count", sampled([4, 24], "generated", 2))
def test_a_sample_is_answered(count: int) -> None:
    """No input crashes the checker, takes 500 MB of memory, or takes eight seconds of processor time.

    Eight seconds are long enough for slow machines.
    """
    done = subprocess.run(
        [sys.executable, SCRIPT, "--count", str(count), "--seed", "7", "--seconds", "8"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, f"{count} inputs, 0 found wrong\n"), done.stdout
