"""The open pages of a table, with their viewers and pending messages."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from interpreter.serve.offered import Offered
from interpreter.serve.sent import Log

if TYPE_CHECKING:
    from interpreter.serve.seats import Viewer

__all__ = ["Page"]

MOST_WAITING = 64
"""Maximum number of pending replies. While it is reached, no messages are read from the page."""


@dataclass(eq=False)
class Page:
    """An open page, with its viewer, the position that it shows, and its pending messages."""

    viewer: Viewer
    log: Log
    at: int | None = None
    epoch: int = 0
    """The epoch of the game that the page shows. Positions of earlier games are no longer shown."""
    sent: dict[str, Any] = field(default_factory=dict)
    """The table that the page was sent last, or an empty dict if it was sent none."""
    offered: Offered = field(default_factory=Offered)
    """The options of which the page has been told."""
    greeted: bool = False
    heard: int | None = None
    """The number of chat lines that the page has been sent, or `None` if all must be sent again."""
    replies: deque[dict[str, Any]] = field(default_factory=deque)
    stale: bool = False
    """Whether the table must be sent to the page again."""
    called: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when there is something to send to the page."""
    dismissed: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the page must be closed because another page has taken its place."""
    _free: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(MOST_WAITING))

    def move(self, viewer: Viewer) -> None:
        """Show the table to another viewer, because the person has changed seats."""
        self.viewer, self.log = viewer, Log(viewer, self.language)
        self.at = self.heard = None

    def speak(self, language: str) -> None:
        """Set the language, and arrange for everything to be sent again."""
        self.log.again(language)
        self.heard = None

    async def reply(self, reply: dict[str, Any]) -> None:
        """Append a reply to the queue, waiting until the queue has room."""
        await self._free.acquire()
        self.replies.append(reply)
        self.called.set()

    def refresh(self) -> None:
        """Request that the page be sent the table, in the state it is in when the message is sent."""
        self.stale = True
        self.called.set()

    async def to_send(self) -> tuple[list[dict[str, Any]], bool]:
        """Wait until there is something to send.

        Return the pending replies, and whether to send the table as well.
        """
        await self.called.wait()
        self.called.clear()
        replies, stale = list(self.replies), self.stale and self.greeted
        self.replies.clear()
        self.stale = False
        for _ in replies:
            self._free.release()
        return replies, stale

    @property
    def language(self) -> str:
        """The language of the page."""
        return self.log.language
