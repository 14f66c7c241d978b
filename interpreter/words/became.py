"""Describes changes of variables and resources, as in `p1 has 5 gold (+2)` or `suit led is now ♠`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gamespec.trees import types as t
from interpreter.words.happening import SUBJECT, Happening, Sentence, always
from interpreter.words.held import amount, endless, has_forms, store_name
from interpreter.words.keys import cell_space, is_player, keys_of
from interpreter.words.whose import belonging, is_reader, spelt

if TYPE_CHECKING:
    from interpreter.play.events import Changed, Transferred
    from interpreter.words.text import Words

__all__ = ["became", "carried", "transferred"]


def became(words: Words, event: Changed, reader: int | None) -> Happening:
    """Describe the change of a variable or of a resource."""
    store, before, after = words.names.stores[event.store], event.before, event.after
    keys, base = store.keys, t.strip(store.type)
    if isinstance(store.type, t.Bool):
        return _holds(words, event, reader)
    if t.NONE not in {before, after} and isinstance(base, t.Int):
        if len(keys) == 1 and is_player(keys[0]) and has_forms(words, event.store):
            return _has(words, event, reader)
        ends = _counted(words, before, after)
    else:
        ends = _set(words, event, store.type, reader)
    if len(keys) == 1 and cell_space(keys[0]) is not None:
        return _on_cell(words, event, ends)
    what = belonging(words, _name(words, event.store), keys, keys_of(store.dims, event.index), reader)
    return always(what, ends, event.store)


def _on_cell(words: Words, event: Changed, said: Sentence) -> Happening:
    """Say where on a board a value has changed, as in `disc on b6: now Red`."""
    store, name = words.names.stores[event.store], _name(words, event.store)
    cell = words.value(store.keys[0], keys_of(store.dims, event.index)[0])
    where = words.texts.gettext("{what} on {cell}", what=name, cell=SUBJECT)
    if event.after == t.NONE:
        gone = words.texts.gettext("{what}: gone", what=where)
        return always(cell, Sentence(gone, gone), event.store)
    return always(cell, Sentence(*(text.replace(SUBJECT, where) for text in said)), event.store)


def carried(words: Words, first: Changed, then: Changed) -> str | None:
    """Describe two changes as the move of a value from one cell of a board to another, if they are one."""
    store = words.names.stores[first.store]
    if (first.store, first.after, first.before) != (then.store, t.NONE, then.after) or then.after == t.NONE:
        return None
    if len(store.keys) != 1 or cell_space(store.keys[0]) is None:
        return None
    source, target = (
        words.value(store.keys[0], keys_of(store.dims, event.index)[0]) for event in (first, then)
    )
    said = {"what": _name(words, first.store), "who": words.value(store.type, then.after)}
    if then.before == t.NONE:
        return words.texts.gettext(
            "{what}: {who} moves from {source} to {target}", source=source, target=target, **said
        )
    other = words.value(store.type, then.before)
    return words.texts.gettext(
        "{what}: {who} moves from {source} to {target}, where {other} was",
        source=source,
        target=target,
        other=other,
        **said,
    )


def _name(words: Words, number: int) -> str:
    return store_name(words, number).replace("_", " ")


def _has(words: Words, event: Changed, reader: int | None) -> Happening:
    """Say how many tokens or points a player has after the change."""
    (who,) = keys_of(words.names.stores[event.store].dims, event.index)
    said = {
        "amount": amount(words, event.store, event.after),
        "difference": f"{event.after - event.before:+}",
    }
    if is_reader(words, who, reader):
        text = words.texts.gettext("you have {amount} ({difference})", **said)
        return always("", Sentence(text, text), event.store)
    one, many = (
        words.texts.ngettext(
            "{what} has {amount} ({difference})",
            "{what} have {amount} ({difference})",
            count,
            what=SUBJECT,
            **said,
        )
        for count in (1, 2)
    )
    return always(words.player(who), Sentence(one, many), event.store)


def _counted(words: Words, before: int, after: int) -> Sentence:
    """Say how a number has changed. Names of variables may be plural, so the sentence needs no verb."""
    texts, values = words.texts, {"what": SUBJECT, "before": before, "after": after}
    if after > before:
        said = texts.gettext("{what} up from {before} to {after}", **values)
    else:
        said = texts.gettext("{what} down from {before} to {after}", **values)
    return Sentence(said, said)


def _set(words: Words, event: Changed, type_: t.Type, reader: int | None) -> Sentence:
    """Say what a variable has become. If the value is a player, the name may be a verb, such as `leads`."""
    texts, before, after = words.texts, event.before, event.after
    if is_player(t.strip(type_)):
        if after == t.NONE:
            said = texts.gettext("{what}: now nobody", what=SUBJECT)
        elif is_reader(words, after, reader):
            said = texts.gettext("{what}: now you", what=SUBJECT)
        else:
            said = texts.gettext("{what}: now {value}", what=SUBJECT, value=words.value(type_, after))
        return Sentence(said, said)
    if after == t.NONE:
        one, many = (
            texts.ngettext("{what} is no longer set", "{what} are no longer set", count, what=SUBJECT)
            for count in (1, 2)
        )
        return Sentence(one, many)
    value = words.value(type_, after)
    if cell_space(type_) is not None and before != t.NONE:
        one, many = (
            texts.ngettext(
                "{what} moves from {source} to {target}",
                "{what} move from {source} to {target}",
                count,
                what=SUBJECT,
                source=words.value(type_, before),
                target=value,
            )
            for count in (1, 2)
        )
        return Sentence(one, many)
    one, many = (
        texts.ngettext("{what} is now {value}", "{what} are now {value}", count, what=SUBJECT, value=value)
        for count in (1, 2)
    )
    return Sentence(one, many)


def _holds(words: Words, event: Changed, reader: int | None) -> Happening:
    """Say that something is true or false from now on, as in `for p2 now: has stopped`."""
    store, fact = words.names.stores[event.store], _name(words, event.store)
    values, texts = keys_of(store.dims, event.index), words.texts
    if not values:
        said = (
            texts.gettext("now: {fact}", fact=fact)
            if event.after
            else texts.gettext("no longer: {fact}", fact=fact)
        )
        return always("", Sentence(said, said), event.store)
    what = ", ".join(
        texts.pgettext("for whom", "you")
        if is_player(type_) and is_reader(words, value, reader)
        else words.value(type_, value)
        for type_, value in zip(store.keys, values, strict=True)
    )
    said = (
        texts.gettext("for {what} now: {fact}", what=SUBJECT, fact=fact)
        if event.after
        else texts.gettext("for {what} no longer: {fact}", what=SUBJECT, fact=fact)
    )
    return always(what, Sentence(said, said), event.store)


def transferred(words: Words, event: Transferred, reader: int | None) -> str:
    """Say who gives tokens to whom. A holder that is a player is called by the player's name."""
    store = words.names.stores[event.store]
    giver, taker = (_holder(words, event.store, index) for index in (event.source, event.target))
    kept = taker if event.source >= store.count else giver
    which = [words.value(*pair) for pair in kept.which] if kept.player is not None else []
    if store.sort is not None:
        first, size = store.dims[-1]
        which.append(words.value(store.sort, first + event.source % size))
    what = amount(words, event.store, event.amount) + (f" ({', '.join(which)})" if which else "")
    if event.target >= store.count and giver.player is not None:
        return _to_bank(words, event.store, giver, what, reader)
    if event.source >= store.count and taker.player is not None:
        return _from_bank(words, event.store, taker, what, reader)
    if giver.player is not None and is_reader(words, giver.player, reader):
        return words.texts.gettext("you give {what} to {target}", what=what, target=taker.name)
    if taker.player is not None and is_reader(words, taker.player, reader):
        return words.texts.gettext("you get {what} from {source}", what=what, source=giver.name)
    return words.texts.ngettext(
        "{what} goes from {source} to {target}",
        "{what} go from {source} to {target}",
        event.amount,
        what=what,
        source=giver.name,
        target=taker.name,
    )


def _to_bank(words: Words, number: int, giver: _Holder, what: str, reader: int | None) -> str:
    """Say that a player gives tokens to the bank. A bank without limit is not worth mentioning."""
    texts, own = words.texts, giver.player is not None and is_reader(words, giver.player, reader)
    if endless(words, number):
        if own:
            return texts.gettext("you lose {what}", what=what)
        return texts.gettext("{player} loses {what}", player=giver.name, what=what)
    if own:
        return texts.gettext("you give {what} to the bank", what=what)
    return texts.gettext("{player} gives {what} to the bank", player=giver.name, what=what)


def _from_bank(words: Words, number: int, taker: _Holder, what: str, reader: int | None) -> str:
    """Say that a player gets tokens from the bank. A bank without limit is not worth mentioning."""
    texts, own = words.texts, taker.player is not None and is_reader(words, taker.player, reader)
    if endless(words, number):
        if own:
            return texts.gettext("you get {what}", what=what)
        return texts.gettext("{player} gets {what}", player=taker.name, what=what)
    if own:
        return texts.gettext("you get {what} from the bank", what=what)
    return texts.gettext("{player} gets {what} from the bank", player=taker.name, what=what)


class _Holder(NamedTuple):
    """A holder of tokens: its name, the player if it is one, and the other keys, each with its type."""

    name: str
    player: int | None = None
    which: tuple[tuple[t.Type, int], ...] = ()


def _holder(words: Words, number: int, index: int) -> _Holder:
    """Return a holder of tokens. The sort of the tokens is no part of it."""
    store = words.names.stores[number]
    if index >= store.count:
        return _Holder(words.texts.pgettext("holder of tokens", "the bank"))
    pairs = list(zip(store.keys, keys_of(store.dims, index), strict=True))
    pairs = pairs[: -1 if store.sort is not None else None]
    owners = [value for type_, value in pairs if is_player(type_)]
    if len(owners) == 1:
        which = tuple(pair for pair in pairs if not is_player(pair[0]))
        return _Holder(words.player(owners[0]), owners[0], which)
    named = ", ".join(words.value(*pair) for pair in pairs)
    return _Holder(named or spelt(words, _name(words, number)))
