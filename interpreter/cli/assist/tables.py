"""The games that are being played: their records by id, at most so many at once."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

from interpreter.cli.common.boundary import Stop

__all__ = ["Tables"]

MOST = 32
"""Maximum number of games at once. Another one ends the game that was not played for the longest time."""


@dataclass
class _Table:
    """A game in play. Its lock lets one call at a time change it."""

    record: dict[str, Any]
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Tables:
    """The games that a client plays, by their ids."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, _Table] = OrderedDict()
        self._begun = 0

    def new_id(self) -> str:
        """Return an id that no game has had."""
        self._begun += 1
        return f"game-{self._begun}"

    def add(self, record: dict[str, Any]) -> None:
        """Add a game that has begun."""
        self._tables[record["id"]] = _Table(record)
        while len(self._tables) > MOST:
            self._tables.popitem(last=False)

    def find(self, ident: str) -> _Table:
        """Return the game with an id. Raises `Stop` if there is none."""
        if ident not in self._tables:
            known = ", ".join(f"`{each}`" for each in self._tables)
            cure = f"there are {known}" if known else "`begin_game` begins one"
            raise Stop(f"no game has the id `{ident}`", cure)
        self._tables.move_to_end(ident)
        return self._tables[ident]
