"""The exceptions that a running game can raise, one for each kind of mistake.

A `Fault` is a mistake of the game's author, found at run time. `Refused` means that a player gave an answer
that is not on offer. `Unlike` reports a mistake in scripted chance. `Broken` reveals a bug in gamespec.
"""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["Broken", "Fault", "Refused", "Unlike", "check_seat", "no_option"]


class Fault(Exception):
    """An impossible operation that the specification required at a certain place of the program.

    Each key of `numbers` is a field in braces in `message`. The values of `zone`, `store`, `history`, `plane`
    and `spot` are indices into the program's tables, `invariant` is the number of an invariant in the
    specification, and `seat` a seat, from 0. `interpreter.words.faults` translates them into the
    author's words, and it fills in `goes`, the destination of a value that does not fit.
    """

    def __init__(self, code: str, at: int, message: str, cure: str | None = None, **numbers: int) -> None:
        said = message.format_map({"goes": ""} | {name: _plain(name, n) for name, n in numbers.items()})
        super().__init__(f"{code} at {at}: {said}")
        self.code = code
        self.at = at
        self.message = message
        self.cure = cure
        self.numbers = numbers

    def __reduce__(self) -> tuple[Callable[..., Fault], tuple[object, ...]]:
        """Return the function and arguments with which pickle recreates the fault."""
        return _fault, (self.code, self.at, self.message, self.cure, self.numbers)


def _fault(code: str, at: int, message: str, cure: str | None, numbers: dict[str, int]) -> Fault:
    return Fault(code, at, message, cure, **numbers)


def _plain(name: str, number: int) -> str:
    return f"{name} {number}" if name in {"zone", "store", "history", "plane", "spot"} else str(number)


class Unlike(Exception):
    """A script lets a shuffle put a component on top that is not in the shuffled zone."""

    def __init__(self, stream: str, component: int) -> None:
        super().__init__(f"component {component} is not among those that `{stream}` shuffles")
        self.stream = stream
        self.component = component


class Refused(Exception):
    """A player gave an answer that is not on offer."""


def check_seat(seat: int, players: int) -> None:
    """Raise `ValueError` unless there is a seat with a number, counted from 0, among `players`."""
    if not 0 <= seat < players:
        message = f"there is no seat {seat} among {players}, which are counted from 0"
        raise ValueError(message)


def no_option(k: int, count: int) -> Refused:
    """Return the error for the index `k` of an option, if only `count` options are on offer."""
    return Refused(f"there is no option {k} among {count}")


class Broken(AssertionError):
    """The position is one that no specification can produce, which reveals a bug in gamespec."""
