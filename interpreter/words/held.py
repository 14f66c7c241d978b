"""What people call variables and resources, and their members: by their labels, or by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.words.text import Words

__all__ = ["endless", "key", "member", "member_name", "store_name"]


def store_name(words: Words, number: int) -> str:
    """A variable or resource as people call it: its label, else its name."""
    name = words.names.stores[number].name
    game = words.names.world.game
    labels = {v.ident.name: v.label for v in game.variables} | {r.ident.name: r.label for r in game.resources}
    label = labels.get(name)
    return label.in_(words.language) if label is not None else name


def endless(words: Words, number: int) -> bool:
    """Whether it is a resource whose bank never runs dry: what is left there tells nobody anything."""
    name = words.names.stores[number].name
    return any(r.ident.name == name and r.supply is None for r in words.names.world.game.resources)


def member(words: Words, number: int, index: int) -> str:
    """A member as people call it: `Gold[p1]`, `Gold.bank`, `Round`."""
    return _of(words, store_name(words, number), number, index, words.word("bank"))


def member_name(words: Words, number: int, index: int) -> str:
    """A member by the author's name, as diagnostics call it: `gold[p1]`."""
    return _of(words, words.names.stores[number].name, number, index)


def key(words: Words, number: int, index: int) -> str:
    """What tells a member from others of its family: `p1 spice`; of what the bank has `bank` and the sort."""
    return _key(words, number, index, words.word("bank"))


def _key(words: Words, number: int, index: int, bank: str) -> str:
    store = words.names.stores[number]
    if index < store.count:
        return words.keys(store.keys, store.dims, index).replace(", ", " ")
    if store.sort is None:
        return bank
    return f"{bank}[{words.keys((store.sort,), store.dims[-1:], index - store.count)}]"


def _of(words: Words, name: str, number: int, index: int, bank: str = "bank") -> str:
    store = words.names.stores[number]
    if index >= store.count:
        return f"{name}.{_key(words, number, index, bank)}"
    keys = words.keys(store.keys, store.dims, index)
    return f"{name}[{keys}]" if keys else name
