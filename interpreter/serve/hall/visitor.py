"""An open page of a hall: what it is sent, and what its messages ask for."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from interpreter.locale import LANGUAGES
from interpreter.serve.notices import Refusal

if TYPE_CHECKING:
    from interpreter.serve.hall.hall import Hall

__all__ = ["Visitor"]

POLLED = 1.5
"""Number of seconds between two looks at the tables."""
MOST_WAITING = 16
"""Maximum number of pending replies. The oldest ones are dropped; each belongs to a message of the page."""
LONGEST = 80
"""Maximum length of a text in a message."""


class Visitor:
    """A page of a hall, with its language and the replies that it has not been sent yet."""

    def __init__(self, hall: Hall) -> None:
        self.hall, self.language = hall, hall.language or "en"
        self._replies: deque[dict[str, Any]] = deque(maxlen=MOST_WAITING)
        self._shown: dict[str, Any] | None = None
        self._called = asyncio.Event()
        self._greeted = False

    async def to_send(self) -> list[dict[str, Any]]:
        """Wait until something has changed, or a while, and return what to send."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._called.wait(), POLLED)
        self._called.clear()
        found = [*self._replies]
        self._replies.clear()
        if self._greeted:
            listed = self.hall.listed(self.language)
            if listed != self._shown:
                self._shown = listed
                found.append(listed)
        return found

    async def hear(self, text: str) -> None:
        """Act on a message, and arrange for the reply to be sent."""
        try:
            reply = await self._obey(_fields(text))
        except Refusal as refusal:
            said = refusal.in_(self.language, lambda viewer: viewer.name)
            reply = {"kind": "refused", "reason": said}
        if reply is not None:
            self._replies.append(reply)
        self._called.set()

    async def _obey(self, said: dict[str, Any]) -> dict[str, Any] | None:
        """Do what a message asks for. Raises `Refusal` if that is not possible."""
        match said:
            case {"kind": "hello", **rest}:
                wanted = [self.hall.language, rest.get("language"), rest.get("usual")]
                self.language = next((each for each in wanted if each in LANGUAGES), "en")
                self._greeted = True
                return None
            case {"kind": "new", "game": str(game), "players": int(players), "bots": int(bots)}:
                return await self.hall.begin(game, players, bots)
            case {"kind": "take", "table": str(table), "seat": int(seat)}:
                return self.hall.take(table, seat - 1)
            case {"kind": "picture", "game": str(game)}:
                return await self.hall.drawn(game, self.language)
            case _:
                raise Refusal("this message is not understood here")


def _fields(text: str) -> dict[str, Any]:
    """Return the fields of a message, in which nothing is long. Raises `Refusal` for anything else."""
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        raise Refusal("not JSON") from None
    plain = isinstance(said, dict) and all(
        value is None or isinstance(value, int) or (isinstance(value, str) and len(value) <= LONGEST)
        for value in said.values()
    )
    if not plain:
        raise Refusal("this message is not understood here")
    assert isinstance(said, dict)  # noqa: S101 - just checked
    return said
