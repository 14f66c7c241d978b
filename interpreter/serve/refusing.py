"""The server's own messages: refusals, and reports of what has happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from interpreter.locale import catalogue
from interpreter.serve.seats import Viewer

__all__ = ["Counted", "Refusal"]


class Counted(NamedTuple):
    """A message in singular and plural. The value `count` decides between them."""

    one: str
    many: str


class Refusal(Exception):
    """A message of the server, raised if it refuses a request. `values` fill the placeholders of `said`.

    A value may itself be a refusal, or a viewer, which stands for the player's name in the game.
    """

    def __init__(self, said: str | Counted, **values: object) -> None:
        super().__init__(said)
        self.said, self.values = said, values

    def __str__(self) -> str:
        return self.in_("en", lambda viewer: viewer.name)

    def in_(self, language: str, called: Callable[[Viewer], str]) -> str:
        """Format the message in a language. `called` returns the name of a viewer."""
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
