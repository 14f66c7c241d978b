"""Describes moves of components between zones, as in `blue moves from h1 to g1` or `p2 takes ♠5`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.words.happening import SUBJECT, Happening, Sentence
from interpreter.words.keys import cell_space, is_player, keys_of
from interpreter.words.whose import family, is_reader, owner_of, path, place, spelt, the

if TYPE_CHECKING:
    from interpreter.play.events import Moved
    from interpreter.words.text import Words

__all__ = ["is_turned_up", "moved"]


def moved(words: Words, event: Moved, reader: int | None, *, known: bool, exact: bool) -> Happening | None:
    """Describe a move between zones to a reader, who knows which component it is if it is `known`.

    Zones that people never see are omitted. Returns `None` for a move between two such zones. An `exact`
    sentence names both zones, and the component by its own name.
    """
    c, source, target = event.component, event.source, event.target
    ends = (_exactly if exact else _for_people)(words, source, target, reader)
    if ends is None:
        return None
    kind = words.called_by_kind(c) if known and not exact else None
    what = words.some(c, source, target) if not known else kind or words.component(c)
    cell = "" if {source, target} & words.unshown_zones else _cell(words, source, target)
    if cell:
        what = words.texts.gettext("{what} on {cell}", what=what, cell=cell)
    counted = (not known or kind is not None) and not cell
    kind_of = words.rule(source).kind.name
    return Happening(what, *ends, kind=kind_of if counted else "", family="" if cell else kind_of)


_Ends = tuple[Sentence, Sentence, Sentence]
"""A sentence, the one that names the family of the target, and the one that names that of the source."""


def _exactly(words: Words, source: int, target: int, reader: int | None) -> _Ends | None:
    """Return the sentences about a move that name both zones."""
    said = _on_one_table(words, source, target, reader)
    if said is None:
        return None
    if {source, target} & words.unshown_zones:
        return said, said, said
    a, b = (place(words, zone, reader) for zone in (source, target))
    families = [spelt(words, family(words, zone)) for zone in (source, target)]
    owner = owner_of(words, source)
    if said is not NO_CASE:
        pass
    elif _cell(words, source, target):
        said = _goes(words, *families)
    elif owner is not None and owner == owner_of(words, target):
        said = _stays_with(words, owner, source, target, reader)
    else:
        said = _goes(words, a, b)
    return said, _goes(words, a, families[1]), _goes(words, families[0], b)


def _for_people(words: Words, source: int, target: int, reader: int | None) -> _Ends | None:
    """Return the sentences about a move as people tell it."""
    said = _on_one_table(words, source, target, reader)
    if said is None:
        return None
    if {source, target} & words.unshown_zones:
        return said, said, said
    giver, taker = _holder(words, source), _holder(words, target)
    a, b = (_shared(words, zone) or place(words, zone, reader, article=True) for zone in (source, target))
    families = [the(words, family(words, zone)) for zone in (source, target)]
    ends = _goes(words, a, families[1]), _goes(words, families[0], b)
    if said is not NO_CASE:
        pass
    elif _cell(words, source, target):
        said = _is_turned_up(words) if is_turned_up(words, source, target) else _goes(words, *families)
    elif giver is not None and giver == taker:
        said = _stays_with(words, giver, source, target, reader)
    elif taker is not None and giver is not None:
        said = _gets(words, taker, giver, reader)
        ends = said, said
    elif taker is not None:
        parts = any(words.is_part(key) for key in words.rule(source).zone.keys)
        said = _takes(words, taker, source, reader, "" if parts else a)
        ends = said, _takes(words, taker, source, reader, families[0])
    elif giver is None and is_turned_up(words, source, target):
        said = _is_turned_up(words)
        ends = said, said
    else:
        said = _goes(words, a, b)
    return said, *ends


NO_CASE = Sentence("", "")
"""Stands for a move that is told by the players who have the zones."""


def _on_one_table(words: Words, source: int, target: int, reader: int | None) -> Sentence | None:
    """Return the sentence about a move of which people see only one end, or which stays in one family."""
    match [zone in words.unshown_zones for zone in (source, target)]:
        case [True, True]:
            return None
        case [True, False]:
            return _comes(words, place(words, target, reader))
        case [False, True]:
            return _leaves(words, place(words, source, reader))
        case _:
            pass
    if source == target:
        return _stays(words, place(words, source, reader))
    cells = path(words, source, target)
    return _moves(words, *cells) if cells else NO_CASE


def _holder(words: Words, zone: int) -> int | None:
    """Return the player who has a zone, or `None` if it is nobody's or lies with those of the others."""
    return None if _shared(words, zone) else owner_of(words, zone)


def _shared(words: Words, zone: int) -> str:
    """Return the name of a family whose zones, one of each player, lie together on the table, or ""."""
    rule = words.rule(zone)
    if len(rule.zone.keys) != 1 or not is_player(rule.zone.keys[0]):
        return ""
    view = words.names.world.game.view.zones.get(rule.zone.name)
    together = view.together if view is not None and view.together is not None else rule.capacity == 1
    return the(words, family(words, zone)) if together else ""


def is_turned_up(words: Words, source: int, target: int) -> bool:
    """Return whether what goes from one zone to another is seen by all from then on, and by nobody before.

    The zones belong to the same cell of a board, or the second one has no keys.
    """
    rules = words.rule(source), words.rule(target)
    if (rules[0].seen_by, rules[1].seen_by) != ("nobody", "everyone"):
        return False
    return not rules[1].zone.keys or bool(_cell(words, source, target))


def _takes(words: Words, taker: int, source: int, reader: int | None, place_: str) -> Sentence:
    """Say that a player takes something that was nobody's, or gets it if nobody could see it."""
    texts, who, own = words.texts, words.player(taker), is_reader(words, taker, reader)
    said = {"what": SUBJECT, "source": place_}
    if words.rule(source).seen_by == "nobody":
        if own:
            text = texts.gettext("you get {what} from {source}", **said)
        else:
            text = texts.gettext("{player} gets {what} from {source}", player=who, **said)
    elif not place_:
        if own:
            text = texts.gettext("you take {what}", what=SUBJECT)
        else:
            text = texts.gettext("{player} takes {what}", player=who, what=SUBJECT)
    elif own:
        text = texts.gettext("you take {what} from {source}", **said)
    else:
        text = texts.gettext("{player} takes {what} from {source}", player=who, **said)
    return Sentence(text, text)


def _gets(words: Words, taker: int, giver: int, reader: int | None) -> Sentence:
    """Say that a player gets something of another player."""
    texts = words.texts
    if is_reader(words, taker, reader):
        text = texts.gettext("you get {what} from {source}", what=SUBJECT, source=words.player(giver))
    elif is_reader(words, giver, reader):
        text = texts.gettext("{player} gets {what} from you", player=words.player(taker), what=SUBJECT)
    else:
        text = texts.gettext(
            "{player} gets {what} from {source}",
            player=words.player(taker),
            what=SUBJECT,
            source=words.player(giver),
        )
    return Sentence(text, text)


def _is_turned_up(words: Words) -> Sentence:
    return Sentence(
        *(
            words.texts.ngettext("{what} is turned up", "{what} are turned up", count, what=SUBJECT)
            for count in (1, 2)
        )
    )


def _cell(words: Words, source: int, target: int) -> str:
    """Return the name of the cell to which two zones of different families belong, or ""."""
    rules = [words.rule(zone) for zone in (source, target)]
    keys = rules[0].zone.keys
    if rules[0] is rules[1] or rules[1].zone.keys != keys or len(keys) != 1 or cell_space(keys[0]) is None:
        return ""
    a, b = (
        keys_of(rule.zone.dims, zone - rule.zone.first)[0]
        for rule, zone in zip(rules, (source, target), strict=True)
    )
    return words.value(keys[0], a) if a == b else ""


def _goes(words: Words, source: str, target: str) -> Sentence:
    return Sentence(
        *(
            words.texts.ngettext(
                "{what} goes from {source} to {target}",
                "{what} go from {source} to {target}",
                count,
                what=SUBJECT,
                source=source,
                target=target,
            )
            for count in (1, 2)
        )
    )


def _stays_with(words: Words, owner: int, source: int, target: int, reader: int | None) -> Sentence:
    """Describe a move between two zones of one player, who is named only once."""
    a, b = (place(words, zone, reader, owned=False) for zone in (source, target))
    if is_reader(words, owner, reader):
        return Sentence(
            *(
                words.texts.ngettext(
                    "{what} goes from your {source} to {target}",
                    "{what} go from your {source} to {target}",
                    count,
                    what=SUBJECT,
                    source=a,
                    target=b,
                )
                for count in (1, 2)
            )
        )
    return Sentence(
        *(
            words.texts.ngettext(
                "{what} goes from {player}'s {source} to {target}",
                "{what} go from {player}'s {source} to {target}",
                count,
                what=SUBJECT,
                player=words.player(owner),
                source=a,
                target=b,
            )
            for count in (1, 2)
        )
    )


def _moves(words: Words, source: str, target: str) -> Sentence:
    return Sentence(
        *(
            words.texts.ngettext(
                "{what} moves from {source} to {target}",
                "{what} move from {source} to {target}",
                count,
                what=SUBJECT,
                source=source,
                target=target,
            )
            for count in (1, 2)
        )
    )


def _comes(words: Words, target: str) -> Sentence:
    return Sentence(
        *(
            words.texts.ngettext(
                "{what} comes to {target}", "{what} come to {target}", count, what=SUBJECT, target=target
            )
            for count in (1, 2)
        )
    )


def _leaves(words: Words, source: str) -> Sentence:
    return Sentence(
        *(
            words.texts.ngettext(
                "{what} leaves {source}", "{what} leave {source}", count, what=SUBJECT, source=source
            )
            for count in (1, 2)
        )
    )


def _stays(words: Words, zone: str) -> Sentence:
    return Sentence(
        *(
            words.texts.ngettext(
                "{what} changes places in {zone}",
                "{what} change places in {zone}",
                count,
                what=SUBJECT,
                zone=zone,
            )
            for count in (1, 2)
        )
    )
