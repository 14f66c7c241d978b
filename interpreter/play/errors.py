"""The errors of a running game. They must not be confused.

`Fault` is the author's mistake, found at run time; `Refused` is a player's answer that is not on offer;
`Unlike` is a mistake in scripted chance; `Broken` is a bug of gamespec.
"""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["Broken", "Fault", "Refused", "Unlike"]


class Fault(Exception):
    """The specification did something impossible at a place of the program.

    `message` has a field in braces for each of `numbers`. `zone`, `store`, `history`, `plane` and `spot` are
    numbers of the program's tables, which `interpreter.words.faults` translates into the author's words, as
    it does `goes`, the destination of a value that does not fit.
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
        """Return the arguments that pickle the fault."""
        return _fault, (self.code, self.at, self.message, self.cure, self.numbers)


def _fault(code: str, at: int, message: str, cure: str | None, numbers: dict[str, int]) -> Fault:
    return Fault(code, at, message, cure, **numbers)


def _plain(name: str, number: int) -> str:
    return f"{name} {number}" if name in {"zone", "store", "history", "plane", "spot"} else str(number)


class Unlike(Exception):
    """A script names a component for a shuffle that is not in the zone."""

    def __init__(self, stream: str, component: int) -> None:
        super().__init__(f"component {component} is not among those that `{stream}` shuffles")
        self.stream = stream
        self.component = component


class Refused(Exception):
    """A player's answer is not on offer."""


class Broken(AssertionError):
    """A position that no specification can produce: a bug of gamespec."""
