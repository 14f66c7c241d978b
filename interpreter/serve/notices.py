"""The server's own messages, both refusals and reports of what has happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from interpreter.locale import catalogue
from interpreter.serve.seats import Viewer

__all__ = ["Counted", "Notice", "Refusal"]


class Counted(NamedTuple):
    """A message in singular and plural form. Its value `count` decides which form is used."""

    one: str
    many: str


class Notice:
    """A message of the server. `values` fill the placeholders in `said`.

    A value may itself be a notice. It may also be a viewer, which is replaced by the player's name in the
    game.
    """

    def __init__(self, said: str | Counted, **values: object) -> None:
        self.said, self.values = said, values

    def __str__(self) -> str:
        return self.in_("en", lambda viewer: viewer.name)

    def in_(self, language: str, called: Callable[[Viewer], str]) -> str:
        """Format the message in `language`. `called` returns the name by which to call a viewer."""
        told: dict[str, object] = {}
        for name, value in self.values.items():
            match value:
                case Notice():
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


class Refusal(Notice, Exception):
    """Raised if the server refuses to do something. The message gives the reason."""
