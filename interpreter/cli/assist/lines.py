"""The lines of standard input, without a thread that keeps the process alive.

The SDK reads in a thread that cannot be interrupted, so Ctrl-C would wait for the next message. The thread
here is a daemon, which ends with the process, and it reads without any lock that the end would need.
"""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from threading import Thread
from typing import Self

__all__ = ["Lines"]

CHUNK = 1 << 16
"""Number of bytes that are read at once, at most."""


class Lines:
    """An asynchronous iterator over the lines that arrive at a file descriptor, as text."""

    def __init__(self, source: int) -> None:
        self._source = source
        self._loop = asyncio.get_running_loop()
        self._waiting = asyncio.Queue[str | None]()
        Thread(target=self._read, daemon=True).start()

    def __aiter__(self) -> Self:
        """Return the iterator itself."""
        return self

    async def __anext__(self) -> str:
        """Return the next line. Raises `StopAsyncIteration` when the input has ended."""
        line = await self._waiting.get()
        if line is None:
            raise StopAsyncIteration
        return line

    def _read(self) -> None:
        rest = b""
        with suppress(OSError, RuntimeError):  # nobody waits any more: the loop is closed
            while chunk := os.read(self._source, CHUNK):
                *lines, rest = (rest + chunk).split(b"\n") if b"\n" in chunk else (rest + chunk,)
                for line in lines:
                    self._put(line.decode(errors="replace"))
            self._put(None)

    def _put(self, line: str | None) -> None:
        self._loop.call_soon_threadsafe(self._waiting.put_nowait, line)
