"""The bots of a table, which think in a separate process that can be cancelled.

One process serves the current game. It is started before a bot is asked, since starting takes seconds. A game
that replaces it, such as a loaded one, gets another process.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from interpreter.bots.apart import Apart

if TYPE_CHECKING:
    from interpreter.bots.along import Beginning
    from interpreter.serve.table import Thought

__all__ = ["Thinking"]


class Thinking:
    """The process in which the bots of a table think, one at a time."""

    def __init__(self) -> None:
        self._waiting = ThreadPoolExecutor(1, "bot")
        self._apart: Apart | None = None

    async def prepare(self, beginning: Beginning) -> None:
        """Start the process for a game, so that its first answer takes no longer than the others."""
        if self._apart is None or self._apart.beginning is not beginning:
            loop, apart = asyncio.get_running_loop(), self._apart_of(beginning)
            await loop.run_in_executor(self._waiting, apart.start)

    async def answer(self, thought: Thought) -> int:
        """Return the index of the option that a bot takes.

        Raises `Fault`, `BadBot` or `BotFailed` if the bot fails to decide, and `Ended` if it is cancelled.
        """
        loop, apart = asyncio.get_running_loop(), self._apart_of(thought.beginning)
        return await loop.run_in_executor(self._waiting, apart.answer, thought.asked)

    async def shares(self, thought: Thought) -> list[float]:
        """Return how much a bot thinks of each option. Raises the same exceptions as `answer`."""
        loop, apart = asyncio.get_running_loop(), self._apart_of(thought.beginning)
        return await loop.run_in_executor(self._waiting, apart.shares, thought.asked)

    def _apart_of(self, beginning: Beginning) -> Apart:
        if self._apart is None or self._apart.beginning is not beginning:
            self.cancel()
            self._apart = Apart(beginning)
        return self._apart

    def cancel(self) -> None:
        """End the process, even if a bot is thinking."""
        if self._apart is not None:
            self._apart.end()
            self._apart = None

    def close(self) -> None:
        """End the process for good, so that no further tasks are accepted."""
        self.cancel()
        self._waiting.shutdown(wait=False)
