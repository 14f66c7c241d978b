"""Stands in for `rpds`, whose persistent collections `referencing` uses, where its machine code cannot run.

It offers what `referencing` and `jsonschema` call, with the same results. Every change copies the collection.
The copies are small, since a registry of schemas has a handful of entries.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar

__all__ = ["HashTrieMap", "HashTrieSet", "List"]

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class HashTrieMap(Mapping[K, V], Generic[K, V]):
    """A mapping that never changes."""

    __slots__ = ("_entries",)

    def __init__(self, value: Mapping[K, V] | Iterable[tuple[K, V]] = (), **kwargs: V) -> None:
        self._entries: dict[Any, V] = dict(value, **kwargs)

    @classmethod
    def convert(cls, value: Mapping[K, V] | Iterable[tuple[K, V]]) -> HashTrieMap[K, V]:
        """Return the value as such a mapping, or the value itself if it is one."""
        return value if isinstance(value, HashTrieMap) else cls(value)

    def __getitem__(self, key: K) -> V:
        return self._entries[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __hash__(self) -> int:
        return hash(frozenset(self._entries.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HashTrieMap) and self._entries == other._entries

    def __repr__(self) -> str:
        return f"HashTrieMap({self._entries!r})"

    def insert(self, key: K, val: V) -> HashTrieMap[K, V]:
        """Return the mapping with one more entry, or with another value for a known key."""
        return HashTrieMap({**self._entries, key: val})

    def update(self, *maps: Mapping[K, V], **kwargs: V) -> HashTrieMap[K, V]:
        """Return the mapping with the entries of others. Later ones win."""
        entries = dict(self._entries)
        for each in maps:
            entries.update(each)
        entries.update(kwargs)
        return HashTrieMap(entries)

    def remove(self, key: K) -> HashTrieMap[K, V]:
        """Return the mapping without a key. Raises `KeyError` if it has no such key."""
        entries = dict(self._entries)
        del entries[key]
        return HashTrieMap(entries)

    def discard(self, key: K) -> HashTrieMap[K, V]:
        """Return the mapping without a key, which it need not have."""
        return self.remove(key) if key in self._entries else self


class HashTrieSet(frozenset[K]):
    """A set that never changes."""

    def __repr__(self) -> str:
        return f"HashTrieSet({{{', '.join(map(repr, self))}}})"

    def insert(self, value: K) -> HashTrieSet[K]:
        """Return the set with one more member."""
        return HashTrieSet({*self, value})

    def update(self, *iterables: Iterable[K]) -> HashTrieSet[K]:
        """Return the set with further members."""
        return HashTrieSet(self.union(*iterables))

    def remove(self, value: K) -> HashTrieSet[K]:
        """Return the set without a member. Raises `KeyError` if it has no such member."""
        if value not in self:
            raise KeyError(value)
        return self.discard(value)

    def discard(self, value: K) -> HashTrieSet[K]:
        """Return the set without a member, which it need not have."""
        return HashTrieSet(self - {value})


class List(tuple[V, ...]):
    """A list that never changes, to which elements are added in front.

    `List([1, 2])` and `List(1, 2)` are equal: a single argument is taken for the elements.
    """

    __slots__ = ()

    def __new__(cls, *elements: Any) -> List[V]:
        """Make a list of the elements."""
        return super().__new__(cls, elements[0] if len(elements) == 1 else elements)

    def __repr__(self) -> str:
        return f"List([{', '.join(map(repr, self))}])"

    @property
    def first(self) -> V:
        """The first element. Raises `IndexError` if there is none."""
        if not self:
            raise IndexError("empty list")
        return self[0]

    @property
    def rest(self) -> List[V]:
        """The list without its first element."""
        return List(self[1:])

    def push_front(self, other: V) -> List[V]:
        """Return the list with another element in front of it."""
        return List((other, *self))

    def drop_first(self) -> List[V]:
        """Return the list without its first element. Raises `IndexError` if there is none."""
        if not self:
            raise IndexError("empty list")
        return self.rest
