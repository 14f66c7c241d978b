"""Processes in which bots play end with the one that has started them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

SLOW = """
import os, time

def slow(view, draws):
    open(os.environ["THERE"], "a").write(f"{os.getpid()}\\n")
    while True:
        time.sleep(0.01)
"""


def alive(process: int) -> bool:
    """Whether there is a process that has not ended."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{process}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_nobody_plays_on_for_one_who_was_killed(tmp_path: Path) -> None:
    """After `kill -9` bots that think for ever are gone within seconds."""
    (tmp_path / "mine.py").write_text(SLOW, "utf-8")
    there = tmp_path / "there"
    there.touch()
    words = ["simulate", "kuhn-poker", "--seats", "mine.py:slow,mine.py:slow", "--games", "20", "--jobs", "2"]
    with subprocess.Popen(
        [sys.executable, "-m", "gamespec", *words],
        cwd=tmp_path,
        env={**os.environ, "THERE": str(there)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as started:
        for _ in range(600):
            if len(there.read_text().split()) == 2:
                break
            time.sleep(0.1)
        started.send_signal(signal.SIGKILL)
    playing = [int(process) for process in there.read_text().split()]
    assert len(playing) == 2
    for _ in range(100):
        if not any(alive(process) for process in playing):
            return
        time.sleep(0.1)
    raise AssertionError(playing)
