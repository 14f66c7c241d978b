"""Reads the data of snapshots, which may have any form, and defines the error for unusable snapshots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.locale import catalogue

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["CannotGoOn", "a_list", "a_number", "a_single", "a_table", "a_text", "listed", "said"]

MOST_NAMED = 5


class CannotGoOn(ValueError):
    """The program has no position that corresponds to a snapshot.

    `said` is a message that gives the reason, and `values` are the values for its placeholders.
    """

    def __init__(self, said: str, **values: str | int) -> None:
        super().__init__(said.format(**values))
        self.said, self.values = said, values

    def in_(self, language: str) -> str:
        """Return the reason, translated into a language."""
        return catalogue(language).gettext(self.said, **self.values)


def listed(names: Sequence[str]) -> str:
    """Quote names and join them. At most `MOST_NAMED` names are shown."""
    shown = ", ".join(f"`{name}`" for name in names[:MOST_NAMED])
    return shown + (", …" if len(names) > MOST_NAMED else "")


def said(named: object) -> str:
    """Format a value that is given by name."""
    return "`none`" if named is None else f"`{str(named).lower() if isinstance(named, bool) else named}`"


def _is_none(what: str) -> CannotGoOn:
    return CannotGoOn("`{part}` of the kept position is not what it should be", part=what)


def a_table(found: object, what: str) -> dict[str, Any]:
    """Return `found` if it is a JSON object. Otherwise raise `CannotGoOn`, as the functions below do."""
    if not isinstance(found, dict):
        raise _is_none(what)
    return found


def a_list(found: object, what: str) -> list[Any]:
    """Return `found` if it is a list. Raises `CannotGoOn` for anything else."""
    if not isinstance(found, list | tuple):
        raise _is_none(what)
    return list(found)


def a_text(found: object, what: str) -> str:
    """Return `found` if it is a text. Raises `CannotGoOn` for anything else."""
    if not isinstance(found, str):
        raise _is_none(what)
    return found


def a_number(found: object, what: str, least: int = 0) -> int:
    """Return `found` if it is an integer from `least` to 2**31 - 1. Raises `CannotGoOn` for anything else."""
    if not isinstance(found, int) or isinstance(found, bool) or not least <= found < 2**31:
        raise _is_none(what)
    return found


def a_single(found: object, what: str) -> bool | int | str | None:
    """Return `found` if it is a single value given by name. Raises `CannotGoOn` for anything else."""
    if found is None or isinstance(found, str | int):  # a bool is an int
        return found
    raise _is_none(what)
