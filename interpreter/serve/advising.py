"""Asks a bot what it thinks of a player's options, in a process of its own that can be cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from interpreter.bots import BadBot, BotFailed
from interpreter.bots.apart import Ended
from interpreter.bots.good import GOOD, known
from interpreter.play.errors import Fault
from interpreter.play.openness import is_open
from interpreter.serve.thinking import Thinking

if TYPE_CHECKING:
    from gamespec.program import Program
    from interpreter.serve.pages import Page
    from interpreter.serve.table import Thought

__all__ = ["Advising", "adviser"]

SEARCHES = "mcts:200"

Reply: TypeAlias = Callable[[list[float] | None], dict[str, Any]]
"""Makes the reply to a page from the share of each option, or from `None` if the bot failed."""


def adviser(program: Program) -> str:
    """Return the name of the bot that gives advice. It learns no more of the game than the player knows."""
    return GOOD if is_open(program) and known(program) is not None else SEARCHES


class Advising:
    """The question that a bot thinks about, if there is one."""

    def __init__(self) -> None:
        self._thinking = Thinking()
        self._asked: tuple[Page, Thought] | None = None

    def ask(self, page: Page, thought: Thought, reply: Reply) -> asyncio.Task[None] | None:
        """Ask a bot, and later send the page the reply. An earlier question is cancelled.

        Return the task that waits for the bot, or `None` if the page has asked the same already.
        """
        if self._asked == (page, thought):
            return None
        self.cancel()
        self._asked = page, thought
        return asyncio.create_task(self._answer(page, thought, reply))

    async def _answer(self, page: Page, thought: Thought, reply: Reply) -> None:
        shares: list[float] | None = None
        try:
            shares = await self._thinking.shares(thought)
        except Ended:
            return
        except (BadBot, BotFailed, Fault):
            pass  # the reply says that there is none
        if self._asked == (page, thought):
            self._asked = None
            await page.reply(reply(shares))

    def cancel(self, page: Page | None = None) -> None:
        """Cancel the question, or only one that the given page has asked."""
        if self._asked is not None and page in (None, self._asked[0]):
            self._asked = None
            self._thinking.cancel()

    def cancel_unless(self, asked: Callable[[Thought], bool]) -> None:
        """Cancel the question unless `asked` says that its answer is still needed."""
        if self._asked is not None and not asked(self._asked[1]):
            self.cancel()

    def close(self) -> None:
        """End the process for good."""
        self._asked = None
        self._thinking.close()
