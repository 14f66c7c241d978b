"""Processes that run jobs, so that a job can be ended whatever it does.

A process runs one job after another, and waits for the next one while it is idle. If a job is cancelled or
takes too long, its process is ended, with all that it has begun; the next job gets a new one.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from interpreter.cli.common.boundary import Stop

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    Tell = Callable[[float, float | None, str], Awaitable[None]]

__all__ = ["Workers"]

AT_ONCE = 2
"""Number of jobs that run at once; others wait."""

LONGEST_LINE = 64 * 1024 * 1024
"""Maximum length of a message from a worker, in bytes."""

BUG = "this is a bug in gamespec; its traceback is on the server's standard error"

_ENDS_GROUP = hasattr(os, "killpg")


class Workers:
    """Processes that run jobs on the files below a root. Use it within one event loop."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._idle: list[Process] = []
        self._free = asyncio.Semaphore(AT_ONCE)

    async def warm(self) -> None:
        """Start a process, which imports what jobs need while nobody waits for it."""
        self._idle.append(await self._started())

    async def run(self, job: str, arguments: dict[str, Any], seconds: float, tell: Tell) -> dict[str, Any]:
        """Run a job, and return its result. Progress is reported to `tell`.

        Raises `Stop` if the job refuses, takes longer than `seconds`, or fails.
        """
        async with self._free:
            process = await self._process()
            try:
                async with asyncio.timeout(seconds):
                    answer = await _asked(process, job, arguments, seconds, tell)
            except TimeoutError:
                _end(process)
                cure = "ask for less: fewer games, a shorter search, weaker bots"
                raise Stop(f"`{job}` took more than {seconds:g} seconds and was ended", cure) from None
            except BaseException:
                _end(process)
                raise
            if answer is None:
                await process.wait()
                raise Stop(f"`{job}` failed: {BUG}")
            self._idle.append(process)
        if "refusal" in answer:
            raise Stop(answer["refusal"])
        result: dict[str, Any] = answer["result"]
        return result

    async def _process(self) -> Process:
        """Return a process that is idle, or a new one."""
        while self._idle:
            process = self._idle.pop()
            if process.returncode is None:
                return process
        return await self._started()

    async def _started(self) -> Process:
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", "interpreter.cli.assist.worker", str(self._root),
            stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE, start_new_session=_ENDS_GROUP,
        )  # fmt: skip

    async def close(self) -> None:
        """End all processes that are idle."""
        for process in self._idle:
            _end(process)
            await process.wait()
        self._idle.clear()


async def _asked(
    process: Process, job: str, arguments: dict[str, Any], seconds: float, tell: Tell
) -> dict[str, Any] | None:
    """Send a job to a process, and return its answer, or `None` if the process ends without one."""
    assert process.stdin is not None  # noqa: S101 - it is a pipe
    assert process.stdout is not None  # noqa: S101 - it is a pipe
    question = {"job": job, "arguments": arguments, "seconds": seconds}
    with suppress(ConnectionError):
        process.stdin.write((json.dumps(question) + "\n").encode())
        await process.stdin.drain()
    while line := await process.stdout.readline():
        message: dict[str, Any] = json.loads(line)
        if "progress" not in message:
            return message
        await tell(*message["progress"])
    return None


def _end(process: Process) -> None:
    """End a process and all that it has begun."""
    with suppress(ProcessLookupError):
        if _ENDS_GROUP:
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
