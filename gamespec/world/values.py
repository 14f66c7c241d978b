"""The values of a game's types with their names, and the look-up of a value by its name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from gamespec.trees.types import NONE, Bool, Named, Optional, Type, domain

__all__ = ["Values"]

_UNNAMED = frozenset({"player", "row", "line", "spot"})
"""The roots of types whose values have no bare names."""


@dataclass(eq=False, slots=True)
class Values:
    """The values of all types, by name. `labels` holds the names of each type's values, in order."""

    labels: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _named: dict[str, list[tuple[Named, int]]] = field(default_factory=dict)
    _rows: dict[str, list[tuple[Named, int]]] = field(default_factory=dict)
    _numbers: dict[str, dict[str, int]] = field(default_factory=dict, repr=False)

    def add(self, type_: Named, names: tuple[str, ...]) -> None:
        """Register the values of a type by their names."""
        self.labels[type_.name] = names
        self._numbers.pop(type_.name, None)
        if type_.sort in _UNNAMED:
            return
        for i, name in enumerate(names):
            self._named.setdefault(name, []).append((type_, type_.first + i))

    def add_rows(self, type_: Named, names: tuple[str, ...]) -> None:
        """Register the rows of a kind, whose names may equal those of its components."""
        self.labels[type_.name] = names
        for i, name in enumerate(names):
            self._rows.setdefault(name, []).append((type_, type_.first + i))

    def __contains__(self, name: str) -> bool:
        return name in self._named or name in self._rows

    def __iter__(self) -> Iterator[str]:
        return iter(self._named | self._rows)

    def named(self, name: str) -> list[tuple[Named, int]]:
        """Return the values that a bare name may mean without context, each with its type.

        A name of several copies means the first. A row counts only if nothing else has that name.
        """
        return self._named.get(name) or self._named.get(f"{name}#1") or self._rows.get(name) or []

    def single(self, name: str) -> bool:
        """Return whether a bare name has only one meaning, in any context."""
        return len({*self.named(name), *self._rows.get(name, ())}) == 1

    def find(self, type_: Named, name: str) -> int | None:
        """Return the value of a type that has a given name, or `None`.

        Among several copies, it is the first.
        """
        numbers = self._numbers.get(type_.name)
        if numbers is None:
            names = self.labels.get(type_.name, ())
            numbers = {n: len(names) - 1 - i for i, n in enumerate(reversed(names))}
            self._numbers[type_.name] = numbers
        candidates = [name, f"{name}#1"]
        if name[:1].isdigit():
            kind = type_.name.partition(".")[0]
            candidates += [f"{kind}_{name}", f"{kind}_{name}#1"]
        number = next((numbers[n] for n in candidates if n in numbers), None)
        return None if number is None else type_.first + number

    def text(self, type_: Type, value: int) -> str:
        """Return a value as specifications write it."""
        match type_:
            case _ if value == NONE:
                return "none"
            case Optional(of):
                return self.text(of, value)
            case Bool():
                return "true" if value else "false"
            case Named(_, name, first, _):
                return self.labels[name][value - first]
            case _:
                return str(value)

    @staticmethod
    def members(type_: Type) -> tuple[int, ...]:
        """Return all values of a type in order, with `none` last if the type is optional."""
        first, size = domain(type_) or (0, 0)
        values = tuple(range(first, first + size))
        return (*values, NONE) if isinstance(type_, Optional) else values
