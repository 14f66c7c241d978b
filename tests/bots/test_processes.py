"""The processes of bots end when the process that started them ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from waiting import PATIENCE, until

SLOW = """
import os, time

def slow(view, draws):
    open(os.environ["THERE"], "a").write(f"{os.getpid()}\\n")
    while True:
        time.sleep(0.01)
"""


def alive(process: int) -> bool:
    """Return whether a process exists and is not a zombie."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{process}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.long("processes")
@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_nobody_plays_on_for_one_who_was_killed(tmp_path: Path) -> None:
    """After `kill -9` of the command, the processes of bots end, even if the bots never answer."""
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
        until(lambda: len(there.read_text().split()) == 2)
        started.send_signal(signal.SIGKILL)
    playing = [int(process) for process in there.read_text().split()]
    until(lambda: not any(alive(process) for process in playing))


@pytest.mark.long("processes")
@pytest.mark.skipif(sys.platform == "win32", reason="signals are others there")
@pytest.mark.parametrize("all_of_them", [False, True], ids=["kill", "terminal"])
def test_ctrl_c_ends_bots_that_think_for_ever(tmp_path: Path, *, all_of_them: bool) -> None:
    """Ctrl-C ends a run with bots that never answer. The status is 130, and no traceback is printed.

    The signal goes to the command alone, or to all its processes, as when a terminal sends it.
    """
    (tmp_path / "mine.py").write_text(SLOW, "utf-8")
    there = tmp_path / "there"
    there.touch()
    words = ["simulate", "kuhn-poker", "--seats", "mine.py:slow,mine.py:slow", "--games", "20", "--jobs", "2"]
    with subprocess.Popen(
        [sys.executable, "-m", "gamespec", *words],
        cwd=tmp_path,
        env={**os.environ, "THERE": str(there)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as started:
        until(lambda: len(there.read_text().split()) == 2)
        (os.killpg if all_of_them else os.kill)(started.pid, signal.SIGINT)
        _, said = started.communicate(timeout=PATIENCE)
    assert (started.returncode, said.strip()) == (130, "interrupted")
    until(lambda: not any(alive(int(process)) for process in there.read_text().split()))
