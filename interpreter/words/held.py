"""Names variables, resources and their members for people, by their labels or else their identifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.locale import grammatical_number
from interpreter.words.keys import keys_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gamespec.model.model import Text
    from gamespec.trees.types import Type
    from interpreter.words.text import Words

__all__ = ["amount", "endless", "has_forms", "key", "member", "member_name", "store_name"]


def store_name(words: Words, number: int) -> str:
    """Return the label of variable or resource `number`, or else its name."""
    label = _label(words, number)
    return label.in_(words.language) if label is not None else words.names.stores[number].name


def amount(words: Words, number: int, count: int) -> str:
    """Format an amount of a resource, such as `1 token` or `2 tokens`.

    If the label has no plural forms, a multiplication sign separates the number and the name.
    """
    label = _label(words, number)
    if label is not None:
        language = label.chosen(words.language)
        forms = label.forms.get(language)
        if forms is not None:
            return f"{count} {forms.get(grammatical_number(language, count), forms['other'])}"
    return f"{count} \N{MULTIPLICATION SIGN} {store_name(words, number)}"


def has_forms(words: Words, number: int) -> bool:
    """Return whether the label of a variable or resource has plural forms in the reader's language."""
    label = _label(words, number)
    return label is not None and label.chosen(words.language) in label.forms


def _label(words: Words, number: int) -> Text | None:
    name, game = words.names.stores[number].name, words.names.world.game
    labels = {v.ident.name: v.label for v in game.variables} | {r.ident.name: r.label for r in game.resources}
    return labels.get(name)


def endless(words: Words, number: int) -> bool:
    """Return whether the bank of a resource is unlimited, which makes its content uninteresting."""
    name = words.names.stores[number].name
    return any(r.ident.name == name and r.supply is None for r in words.names.world.game.resources)


def member(words: Words, number: int, index: int) -> str:
    """Return the name of a member for people, such as `Gold[p1]`, `Gold.bank` or `Round`."""
    store, name = words.names.stores[number], store_name(words, number)
    if index >= store.count:
        return f"{name}.{key(words, number, index)}"
    keys = words.keys(store.keys, store.dims, index)
    return f"{name}[{keys}]" if keys else name


def member_name(words: Words, number: int, index: int) -> str:
    """Return the name of a member in the author's identifiers, for diagnostics, such as `gold[p1]`."""
    store = words.names.stores[number]
    if index >= store.count:
        sort = _named(words, store.keys[-1:], store.dims[-1:], index - store.count)
        return f"{store.name}.bank" if store.sort is None else f"{store.name}.bank[{sort}]"
    keys = _named(words, store.keys, store.dims, index)
    return f"{store.name}[{keys}]" if keys else store.name


def key(words: Words, number: int, index: int) -> str:
    """Return the text that distinguishes a member from the other members of its family.

    An example is `p1 spice`. A bank is called `bank`, followed by the sort of its tokens if there are several
    sorts.
    """
    store, bank = words.names.stores[number], words.texts.gettext("bank")
    if index < store.count:
        return words.keys(store.keys, store.dims, index).replace(", ", " ")
    if store.sort is None:
        return bank
    return f"{bank}[{words.keys((store.sort,), store.dims[-1:], index - store.count)}]"


def _named(words: Words, types: Sequence[Type], dims: Sequence[tuple[int, int]], index: int) -> str:
    """Return the keys of the member with this index, in the author's identifiers."""
    text = words.names.world.values.text
    return ", ".join(text(type_, value) for type_, value in zip(types, keys_of(dims, index), strict=True))
