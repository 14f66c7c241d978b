"""The people at a table, who are players with links to their seats, spectators, and the host."""

from __future__ import annotations

import secrets
from dataclasses import field
from typing import TYPE_CHECKING, Literal, TypeAlias

from gamespec.program.frozen import dataclass
from interpreter.sitting import HUMAN

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["HOST", "HUMAN", "WATCH", "Chair", "Chairs", "Role", "Viewer", "fresh_token"]

Role: TypeAlias = Literal["seat", "watch", "host"]


def fresh_token() -> str:
    """Return an unguessable token, made of 16 random bytes."""
    return secrets.token_urlsafe(16)


@dataclass(frozen=True, slots=True)
class Viewer:
    """A viewer of a table, either a player in a seat (from 0), or a spectator or the host without a seat."""

    role: Role
    seat: int | None = None

    @property
    def name(self) -> str:
        """The viewer's name in messages. Players are named by their ids, and other viewers by their roles."""
        return self.role if self.seat is None else f"p{self.seat + 1}"


WATCH, HOST = Viewer("watch"), Viewer("host")


@dataclass(slots=True)
class Chair:
    """A seat, with its player (`human` or a bot), its link's token, and whether a person has taken it.

    `called` is the name that the person has given, and `color` the colour chosen for the seat, or "".
    """

    by: str
    token: str = field(default_factory=fresh_token)
    taken: bool = False
    called: str = ""
    color: str = ""

    @property
    def human(self) -> bool:
        """Whether the seat is for a person."""
        return self.by == HUMAN

    @property
    def person(self) -> str:
        """The name of the person who plays here, or "" if there is none, or one without a name."""
        return self.called if self.human else ""


@dataclass(slots=True)
class Chairs:
    """All seats in their order, and the tokens of the spectators and of the host."""

    seats: list[Chair]
    watch: str = field(default_factory=fresh_token)
    host: str = field(default_factory=fresh_token)
    moved: int = 0
    """How often everybody has moved on by one seat, since the table was first opened."""

    def move_on(self) -> None:
        """Move everybody on by one seat. Links stay with the people, and bots move, too."""
        self.seats.insert(0, self.seats.pop())
        self.moved += 1

    def now(self, first: Sequence[str]) -> list[str]:
        """Return who sits in each seat now, given who sat there at first."""
        by = self.moved % len(first)
        return [*first[len(first) - by :], *first[: len(first) - by]]

    def viewer(self, role: str, token: str) -> Viewer | None:
        """Return the viewer to whom the link with this role and token belongs, or `None` if there is none.

        The token is compared with every token in constant time.
        """
        known = [(WATCH, self.watch), (HOST, self.host)]
        known += [(Viewer("seat", number), chair.token) for number, chair in enumerate(self.seats)]
        given, found = token.encode(), None
        for viewer, wanted in known:
            if secrets.compare_digest(given, wanted.encode()) and viewer.role == role:
                found = viewer
        return found

    def links(self) -> list[tuple[Viewer, str]]:
        """Return each viewer with the path of the link that admits it."""
        entries = [(Viewer("seat", number), chair.token) for number, chair in enumerate(self.seats)]
        entries += [(WATCH, self.watch), (HOST, self.host)]
        return [(viewer, f"/{viewer.role}/{token}") for viewer, token in entries]

    def people(self) -> set[int]:
        """Return the seats (from 0) that people have taken."""
        return {number for number, chair in enumerate(self.seats) if chair.human and chair.taken}
