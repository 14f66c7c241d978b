"""The server's own messages: refusals, and reports of what has happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from interpreter.locale import catalogue
from interpreter.serve.seats import Viewer

__all__ = ["Counted", "Refusal"]


class Counted(NamedTuple):
    """A message in singular and plural; the value `count` decides."""

    one: str
    many: str


class Refusal(Exception):
    """Something is not done; `said` is the message that says why, and `values` what it names.

    A value may itself be a refusal, or a viewer, whose name is that of the player in the game.
    """

    def __init__(self, said: str | Counted, **values: object) -> None:
        super().__init__(said)
        self.said, self.values = said, values

    def __str__(self) -> str:
        return self.in_("en", lambda viewer: viewer.name)

    def in_(self, language: str, called: Callable[[Viewer], str]) -> str:
        """Format the message in a language, with `called` naming viewers."""
        told: dict[str, object] = {}
        for name, value in self.values.items():
            match value:
                case Refusal():
                    told[name] = value.in_(language, called)
                case Viewer():
                    told[name] = called(value)
                case _:
                    told[name] = value
        match self.said:
            case Counted(one, many):
                count = told.pop("count")
                assert isinstance(count, int)  # noqa: S101 - who counts says how many
                return catalogue(language).ngettext(one, many, count, **told)
            case said:
                return catalogue(language).gettext(said, **told)
