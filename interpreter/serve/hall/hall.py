"""A hall: the games that can be played, and the tables that people have opened.

Whoever has the link of the hall may open tables and take free seats; the links of seats, spectators and hosts
let people in at a single table, as everywhere. A seat's link is given away only while nobody sits there.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from gamespec.spec import Spec, SpecError
from interpreter.play.errors import Fault
from interpreter.serve.beginning import Wanted, begun
from interpreter.serve.edition import Edition
from interpreter.serve.hall.picture import picture
from interpreter.serve.keeping import BadFolder, Folder
from interpreter.serve.levels import EASY
from interpreter.serve.notices import Refusal
from interpreter.serve.room import Room
from interpreter.serve.rules import Examples
from interpreter.serve.seats import HUMAN, Viewer, fresh_token

__all__ = ["MOST_TABLES", "Hall", "Opened"]

MOST_TABLES = 30
"""Maximum number of open tables."""
RESERVED = 60.0
"""Number of seconds for which a seat is kept for somebody who was given its link."""


@dataclass
class Opened:
    """A table of the hall, by its name, with the times until which seats are kept for somebody."""

    name: str
    room: Room
    kept: dict[int, float] = field(default_factory=dict)

    def free(self) -> list[int]:
        """Return the seats (from 0) that anybody may take."""
        now = time.monotonic()
        there = {page.viewer.seat for page in self.room.pages}
        return [
            seat
            for seat, chair in enumerate(self.room.table.chairs.seats)
            if chair.human and not chair.taken and seat not in there and self.kept.get(seat, 0.0) < now
        ]


class Hall:
    """The games and the open tables of a server, which are kept in folders below `folder`.

    `tell` prints messages for the people at the server. A seat may request a bot with at most `seat_playouts`
    playouts per decision. `examples` returns the worked examples of a specification.
    """

    def __init__(  # noqa: PLR0913 - what a hall has
        self,
        games: Sequence[Spec],
        folder: Path,
        language: str | None,
        tell: Callable[[str], None],
        *,
        token: str = "",
        seat_playouts: int = 1000,
        examples: Examples,
    ) -> None:
        self.games = {spec.called: spec for spec in games}
        self.folder, self.language, self.tell = folder, language, tell
        self.token = token or fresh_token()
        self.seat_playouts, self.examples = seat_playouts, examples
        self.tables: dict[str, Opened] = {}
        self.address = ""
        """The address by which other machines reach the server, or "" if none does."""
        self.visitors = 0
        """The number of open pages of the hall itself."""
        self.stop: Callable[[], None] = lambda: None
        self._making = ThreadPoolExecutor(1, "hall")
        self._pictures: dict[tuple[str, str], str] = {}

    def __repr__(self) -> str:
        return f"<Hall of {len(self.games)} games, {len(self.tables)} tables>"

    @property
    def failure(self) -> BaseException | None:
        """The exception that ended a table, if a bug did."""
        return next((each.room.failure for each in self.tables.values() if each.room.failure), None)

    # --- life cycle -----------------------------------------------------------------------------------------

    def open(self) -> None:
        """Take up the tables that are kept in the folder. A table that cannot go on is left alone."""
        for path in sorted(self.folder.glob("*/table.json")):
            name = path.parent.name
            spec = self.games.get(name.rpartition("-")[0])
            if spec is None or len(self.tables) >= MOST_TABLES:
                continue
            try:
                self._seat(name, self._made(spec, name, None))
            except (BadFolder, OSError, SpecError, Fault) as error:
                self.tell(f"the table in `{path.parent}` cannot go on: {error}")

    async def close(self) -> None:
        """Close all tables. Their games are kept."""
        for each in self.tables.values():
            await each.room.close()
        self._making.shutdown(wait=False, cancel_futures=True)

    # --- tables ---------------------------------------------------------------------------------------------

    def find(self, role: str, token: str) -> tuple[Room, Viewer] | None:
        """Return the room and the viewer to whom a link belongs, or `None` if there is none."""
        found = None
        for each in self.tables.values():
            viewer = each.room.table.chairs.viewer(role, token)
            if viewer is not None:
                found = each.room, viewer
        return found

    def admits(self, token: str) -> bool:
        """Return whether the token is that of the link of the hall."""
        return secrets.compare_digest(token.encode(), self.token.encode())

    async def begin(self, game: str, players: int, bots: int) -> dict[str, Any]:
        """Open a table, and return the links of its first seat and of its host.

        The last `bots` of the `players` are bots. Raises `Refusal` if there is no such game or table, or if
        too many tables are open.
        """
        spec = self.games.get(game)
        if spec is None or players not in spec.players or not 0 <= bots < players:
            raise Refusal("there is no such table")
        if len(self.tables) >= MOST_TABLES:
            raise Refusal("too many tables are open")
        number = 1
        while f"{game}-{number}" in self.tables or (self.folder / f"{game}-{number}").exists():
            number += 1
        name, seats = f"{game}-{number}", (HUMAN,) * (players - bots) + (EASY,) * bots
        (self.folder / name).mkdir(parents=True)
        loop = asyncio.get_running_loop()
        try:
            room = await loop.run_in_executor(self._making, partial(self._made, spec, name, seats))
        except (BadFolder, OSError, SpecError, Fault):
            raise Refusal("no game can begin there") from None
        opened = self._seat(name, room)
        opened.kept[0] = time.monotonic() + RESERVED
        links = {viewer.name: path for viewer, path in room.table.chairs.links()}
        return {"kind": "go", "seat": links["p1"], "host": links["host"]}

    def take(self, name: str, seat: int) -> dict[str, Any]:
        """Return the link of a free seat (from 0), which is kept for a minute. Raises `Refusal`."""
        opened = self.tables.get(name)
        if opened is None or seat not in opened.free():
            raise Refusal("this seat is not free any more")
        opened.kept[seat] = time.monotonic() + RESERVED
        links = {viewer.seat: path for viewer, path in opened.room.table.chairs.links()}
        return {"kind": "go", "seat": links[seat], "host": ""}

    def _made(self, spec: Spec, name: str, seats: tuple[str, ...] | None) -> Room:
        """Make a table for the given players, or take up the one that is kept."""
        folder = Folder(self.folder / name)
        kept = None if seats is not None else folder.kept()
        players = len(seats) if seats is not None else len(kept.chairs.seats) if kept is not None else None
        made = spec.compiled(players)
        edition = Edition(spec, made, dict(made.names.options))
        usual = (HUMAN,) * edition.players
        table, chosen, _ = begun(edition, folder, Wanted(usual, seats, None, None, self.language))
        return Room(
            table, chosen, folder, self.tell, seat_playouts=self.seat_playouts, examples=self.examples
        )

    def _seat(self, name: str, room: Room) -> Opened:
        """Open a room to people."""
        room.address, room.stop = self.address, self.stop
        room.open()
        opened = self.tables[name] = Opened(name, room)
        return opened

    # --- what the first page shows --------------------------------------------------------------------------

    def listed(self, language: str) -> dict[str, Any]:
        """Return the games and the open tables, as a dict that can be written as JSON."""
        games = [
            {
                "id": name,
                "title": spec.title.in_(language),
                "about": "" if spec.about is None else spec.about.in_(language),
                "players": list(spec.players),
            }
            for name, spec in self.games.items()
        ]
        return {
            "kind": "hall",
            "language": language,
            "games": sorted(games, key=lambda each: str(each["title"])),
            "tables": [self._shown(each, language) for each in self.tables.values()],
            "most": MOST_TABLES,
        }

    def _shown(self, opened: Opened, language: str) -> dict[str, Any]:
        table = opened.room.table
        words, free = table.words(language), opened.free()
        return {
            "name": opened.name,
            "title": table.edition.spec.title.in_(language),
            "answers": len(table.answers),
            "over": table.course.game.over,
            "seats": [
                {
                    "name": words.player(seat),
                    "person": chair.person,
                    "by": chair.by if not chair.human else "",
                    "free": seat in free,
                }
                for seat, chair in enumerate(table.chairs.seats)
            ],
        }

    async def drawn(self, game: str, language: str) -> dict[str, Any]:
        """Return a picture of a game as HTML, as it begins with some chance. Raises `Refusal` for no game."""
        spec = self.games.get(game)
        if spec is None:
            raise Refusal("there is no such table")
        if (game, language) not in self._pictures:
            loop = asyncio.get_running_loop()
            self._pictures[game, language] = await loop.run_in_executor(self._making, picture, spec, language)
        return {"kind": "picture", "game": game, "html": self._pictures[game, language]}
