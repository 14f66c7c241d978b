"""Bots of a table, which think in a process of their own: it is ended where nobody waits for their answer.

One process serves the game that is played. Another game, such as one that was loaded, gets another one.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from interpreter.bots.apart import Apart

if TYPE_CHECKING:
    from interpreter.serve.table import Thought

__all__ = ["Thinking"]


class Thinking:
    """Where the bots of a table think, one at a time."""

    def __init__(self) -> None:
        self._waiting = ThreadPoolExecutor(1, "bot")
        self._apart: Apart | None = None

    async def answer(self, thought: Thought) -> int:
        """What a bot answers, by its place among the options. Raises `Fault`, `BadBot` and `BotFailed`.

        Raises `Ended` once it is cancelled.
        """
        if self._apart is None or self._apart.beginning is not thought.beginning:
            self.cancel()
            self._apart = Apart(thought.beginning)
        loop, apart = asyncio.get_running_loop(), self._apart
        return await loop.run_in_executor(self._waiting, apart.answer, thought.asked)

    def cancel(self) -> None:
        """End the process, whatever a bot is at."""
        if self._apart is not None:
            self._apart.end()
            self._apart = None

    def close(self) -> None:
        """End the process, for good."""
        self.cancel()
        self._waiting.shutdown(wait=False)
