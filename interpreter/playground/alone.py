"""The table of a single person, with the page of `gamespec serve` and without a server.

The page is the same, and so are its messages (see `interpreter.serve.protocol`). They come as calls and go to
a function, instead of through a socket. Bots think here, since there are no processes.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from gamespec.program.frozen import dataclass
from interpreter.bots.along import Along
from interpreter.play.errors import Fault
from interpreter.serve.course import Course
from interpreter.serve.edition import Checked, Edition
from interpreter.serve.room import Room
from interpreter.serve.seats import HOST, HUMAN, WATCH, Chair, Chairs, Viewer
from interpreter.serve.table import Table
from interpreter.serve.thinking import Thinking
from interpreter.snapshot import CannotGoOn

if TYPE_CHECKING:
    from interpreter.bots.along import Beginning
    from interpreter.serve.pages import Page
    from interpreter.serve.table import Thought

__all__ = ["SEATINGS", "Alone", "Seating", "Wanted"]

Seating: TypeAlias = Literal["first", "all", "none"]
"""The seats that the person plays: the first one, all of them in turn, or none."""

SEATINGS: tuple[Seating, ...] = ("first", "all", "none")


@dataclass(frozen=True, slots=True)
class Wanted:
    """How a table begins: the person's seats, the bot in all others, and the seed of all chance."""

    seating: Seating = "first"
    bot: str = "random"
    seed: int = 1

    def seats(self, players: int) -> list[str]:
        """Return the player in each seat."""
        match self.seating:
            case "first":
                return [HUMAN, *[self.bot] * (players - 1)]
            case "all":
                return [HUMAN] * players
            case "none":
                return [self.bot] * players


class _Here(Thinking):
    """Bots that think in this process, one at a time, while everything else waits."""

    def __init__(self) -> None:
        super().__init__()
        self._along: tuple[Beginning, Along] | None = None

    async def prepare(self, beginning: Beginning) -> None:
        """Begin the game in which bots think."""
        self._of(beginning)

    async def answer(self, thought: Thought) -> int:
        """Return the index of the option that a bot takes. Raises `Fault`, `BadBot` and `BotFailed`."""
        return self._of(thought.beginning).answer(thought.asked)

    async def shares(self, thought: Thought) -> list[float]:
        """Return how much a bot thinks of each option. Raises the same exceptions as `answer`."""
        return self._of(thought.beginning).shares(thought.asked)

    def _of(self, beginning: Beginning) -> Along:
        if self._along is None or self._along[0] is not beginning:
            self._along = beginning, Along(beginning)
        return self._along[1]


class _OnePerson(Chairs):
    """The seats of a table at which one person plays, who has nobody to ask."""

    def people(self) -> set[int]:
        """Return nobody."""
        return set()


@dataclass(eq=False)
class _Table(Table):
    """A table at which one person may take back the last answer of any seat that is not a bot's."""

    def last_own(self, viewer: Viewer) -> int | None:
        """Return the number of answers before the last one of a person."""
        return None if viewer == WATCH else super().last_own(HOST)


@dataclass(eq=False)
class Alone:
    """The person's table, once `begin` has been called, and the page that shows it.

    `send` is given each message to the page, as JSON. `stopped` is called when a game begins and when a
    fault stops it, with the fault, if there is one.
    """

    send: Callable[[str], None]
    stopped: Callable[[Fault | None], None]
    room: Room | None = None
    wanted: Wanted = field(default_factory=Wanted)
    _page: Page | None = None
    _telling: asyncio.Task[None] | None = None

    def __repr__(self) -> str:
        return f"<Alone at {self.room!r}>"

    @property
    def edition(self) -> Edition | None:
        """The edition of the game that is played, or `None` before the first one."""
        return None if self.room is None else self.room.table.edition

    async def begin(self, edition: Edition, wanted: Wanted) -> None:
        """Begin another game, in place of the one before. Raises `Fault` if it cannot begin."""
        course = Course(edition, wanted.seed)
        chairs = _OnePerson([Chair(by) for by in wanted.seats(edition.players)])
        table = _Table(edition, course, chairs, luck=wanted.seed)
        if self.room is not None:  # or else the page would take the same numbers for the same decision
            table.revision += self.room.table.revision + 1
            table.epoch = self.room.table.epoch + 1
        await self.close()
        self.wanted = wanted
        self.room = Room(table, None, None, lambda _: None, thinking=_Here(), watches=False)
        self._page = self.room.enter(self._viewer(table))
        assert self._page is not None  # noqa: S101 - it is the only page
        self.room.open()
        self.stopped(None)
        self._telling = asyncio.create_task(self._tell(self.room, self._page))
        self._send({"kind": "open"})

    async def close(self) -> None:
        """End the game. Does nothing without one."""
        if self.room is not None and self._telling is not None:
            self._telling.cancel()
            await asyncio.gather(self._telling, return_exceptions=True)
            await self.room.close()
        self.room = self._page = self._telling = None

    async def edited(self, edition: Edition) -> None:
        """Go on under changed rules: with the same answers if all still fit, or else from the same position.

        If neither is possible, a new game begins. Raises `Fault` if it cannot begin.
        """
        room, page = self.room, self._page
        way = None if room is None or room.table.fault else _way(room.table, edition)
        if room is None or page is None or way is None:
            await self.begin(edition, self.wanted)
            return
        room.edited(Checked("", edition))
        if room.table.change is not None:
            await room.hear(page, json.dumps({"kind": "change", "way": way}))

    async def hear(self, said: str) -> None:
        """Act on a message of the page. Before its first message, the page says that it is `ready`."""
        if self.room is None or self._page is None:
            return
        if json.loads(said) == {"kind": "ready"}:
            self._send({"kind": "open"})
            return
        await self.room.hear(self._page, said)

    def _viewer(self, table: Table) -> Viewer:
        """Return as whom the person looks at the table."""
        if self.wanted.seating == "none":
            return WATCH
        decision = table.decision
        if self.wanted.seating == "first" or decision is None:
            return Viewer("seat", 0)
        return Viewer("seat", decision.player)

    async def _tell(self, room: Room, page: Page) -> None:
        """Send the page its pending replies, and the table whenever it has changed."""
        fault = None
        while True:
            replies, stale = await page.to_send()
            if room.table.fault is not fault:
                fault = room.table.fault
                self.stopped(fault)
            for reply in replies:
                self._send(reply)
            if not stale:
                continue
            if self.wanted.seating == "all" and room.table.decision is not None:
                viewer = self._viewer(room.table)
                if viewer != page.viewer:
                    page.move(viewer)
            self._send(room.shown_to(page))

    def _send(self, message: dict[str, Any]) -> None:
        self.send(json.dumps(message, ensure_ascii=False, separators=(",", ":")))


def _way(table: Table, edition: Edition) -> Literal["position", "answers"] | None:
    """Return how a game goes on under changed rules, or `None` if a new game is as good or the only way."""
    course = table.course
    if edition.players != table.edition.players or not course.answers:
        return None
    try:
        if Course.replayed(edition, course.seeds.game, course.answers, course.position)[1]:
            return "answers"
        course.carried(edition)
    except (CannotGoOn, Fault):
        return None
    return "position"
