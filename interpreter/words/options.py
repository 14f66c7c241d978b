"""Makes a unique text for each option of a decision.

The text is the option's label, or else the names of the action and its values. If several options have the
same text, additions in brackets distinguish them. As many additions are made as are needed, in this order:
the chosen values, where the chosen components lie, what is printed on them, and a number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from gamespec.program.tables import Head
from gamespec.trees import types as t
from interpreter.engine.machine.explicit import settled_only
from interpreter.inspection import Inspector
from interpreter.play.options import in_order, is_place
from interpreter.words.answered import has_place
from interpreter.words.said import value_in
from interpreter.words.sides import side_of

if TYPE_CHECKING:
    from gamespec.compile.draft.draft import PickSpec
    from gamespec.program import Pick
    from interpreter.engine.game import Game
    from interpreter.play.options import Option, Value
    from interpreter.words.text import Words

__all__ = ["on_its_tile", "plain_text", "texts_of"]

Chosen = tuple["PickSpec", "Pick", "Value"]
"""A pick as declared by the author, the same pick in the program, and its chosen value."""
Detail = Callable[["Words", Inspector, "Option", Sequence[Chosen]], Iterator[str]]
"""A function that yields additional descriptions of an option, some of which may be empty."""


def texts_of(words: Words, game: Game) -> dict[int, str]:
    """Return the text of each option of the pending decision, keyed by its number. Raises `Fault`."""
    options = in_order(words.program, game.options)
    found = {option.number: plain_text(words, game, option) for option in options}
    inspector = Inspector.of(words.compiled, game)
    for group in _alike(found):
        alike = [option for option in options if option.number in group]
        told = _told_apart(words, inspector, alike, (_action, _values, _where, _printed))
        found |= {each: f"{found[each]} ({', '.join(parts)})" for each, parts in told.items() if parts}
    while groups := _alike(found):  # text with brackets may equal another label
        for group in groups:
            found |= {each: f"{found[each]} ({_number(words, i)})" for i, each in enumerate(group, start=1)}
    return found


def _alike(texts: dict[int, str]) -> list[list[int]]:
    """Return the groups of options that have the same text. Options are given by their numbers."""
    groups: dict[str, list[int]] = {}
    for number, text in texts.items():
        groups.setdefault(text, []).append(number)
    return [group for group in groups.values() if len(group) > 1]


def plain_text(words: Words, game: Game, option: Option) -> str:
    """Return the text of an option without regard to other options, so it may not be unique.

    Raises `Fault`.
    """
    spec, inspector = words.names.actions[option.action], Inspector.of(words.compiled, game)
    picks = words.program.actions[option.action].picks

    def known(type_: t.Type, value: int) -> str:
        return words.known_value(type_, value, inspector, game.player)

    with settled_only(game.place):
        texts = {
            named.slot: words.chosen(pick, named.slot.type, value, known)
            for named, pick, value in zip(spec.picks, picks, option.values, strict=True)
        }
        if spec.label is not None:
            inspector.hand_over(option.action)
            for pick, value in zip(picks, inspector.filled_in(option), strict=True):
                inspector.put(pick.slot, value)
            chosen = zip(spec.picks, option.values, strict=True)
            unseen = {pick.slot: texts[pick.slot] for pick, value in chosen if has_place(pick, value)}
            return words.template(spec.label, inspector, unseen)
    values = ", ".join(texts.values())
    return values if spec.routine is None else f"{spec.name.replace('_', ' ')} {values}".rstrip()


# --- what tells options apart ---------------------------------------------------------------------------


def _told_apart(
    words: Words, inspector: Inspector, options: Sequence[Option], details: Sequence[Detail]
) -> dict[int, tuple[str, ...]]:
    """Return texts that distinguish options with equal texts, keyed by the numbers of the options.

    The details are tried in order. If they do not suffice, the options are numbered.
    """
    chosen = [_chosen(words, option) for option in options]
    if not details:
        return {each.number: (_number(words, i, chosen),) for i, each in enumerate(options, start=1)}
    detail, *others = details
    both = zip(options, chosen, strict=True)
    columns = [*zip_longest(*(detail(words, inspector, each, of) for each, of in both), fillvalue="")]
    telling = [column for column in columns if len(set(column)) > 1]
    groups: dict[tuple[str, ...], list[Option]] = {}
    for i, option in enumerate(options):
        groups.setdefault(tuple(column[i] for column in telling), []).append(option)
    found: dict[int, tuple[str, ...]] = {}
    for said, group in groups.items():
        rest = _told_apart(words, inspector, group, others) if len(group) > 1 else {group[0].number: ()}
        found |= {number: (*filter(None, said), *more) for number, more in rest.items()}
    return found


def _chosen(words: Words, option: Option) -> list[Chosen]:
    picks = words.program.actions[option.action].picks
    return [*zip(words.names.actions[option.action].picks, picks, option.values, strict=True)]


def _number(words: Words, number: int, chosen: Sequence[Sequence[Chosen]] = ()) -> str:
    """Format a running number, preceded by the name of a pick if the options differ only in this pick."""
    said = words.texts.gettext("no. {number}", number=number)
    names = [same[0][0] for same in zip(*chosen, strict=False) if len({value for _, _, value in same}) > 1]
    return f"{words.pick(names[0])} {said}" if len(names) == 1 else said


def _action(words: Words, _: Inspector, option: Option, __: Sequence[Chosen]) -> Iterator[str]:
    """Yield the name of the action, or "" for a `choose` step."""
    spec = words.names.actions[option.action]
    yield "" if spec.routine is None else spec.name.replace("_", " ")


def _values(words: Words, inspector: Inspector, _: Option, chosen: Sequence[Chosen]) -> Iterator[str]:
    """Yield the chosen values. A part of a tile is described by its position on the tile."""
    player = inspector.position[Head.ME]

    def called(type_: t.Type, value: int) -> str:
        part = on_its_tile(words, inspector, type_, value)
        return words.known_value(type_, value, inspector, player) if part is None else part

    for named, pick, value in chosen:
        yield words.chosen(pick, named.slot.type, value, called)


def _where(words: Words, inspector: Inspector, _: Option, chosen: Sequence[Chosen]) -> Iterator[str]:
    """Yield the zones in which the chosen components, or the tiles of the chosen parts, lie."""
    for named, pick, value in chosen:
        inner = t.element(named.slot.type) or named.slot.type
        places = [_place(words, inspector, inner, one) for one in _components(pick, value)]
        yield words.all_of(places)


def _place(words: Words, inspector: Inspector, type_: t.Type, value: int) -> str:
    base = t.strip(type_)
    if isinstance(base, t.Named) and base.sort == "part":
        number = words.plane_of(base)
        if number is None:
            return ""
        value = words.names.planes[number].tile_of[value - base.first]
    elif not t.is_component(base):
        return ""
    zone = inspector.position[words.program.layout.zone_of + value]
    index = inspector.contents(zone).index(value)
    return words.zone(zone) + (f" {index + 1}" if words.program.zones[zone].ordered else "")


def _printed(words: Words, _: Inspector, __: Option, chosen: Sequence[Chosen]) -> Iterator[str]:
    """Yield the attributes that are printed on the chosen components."""
    for named, pick, value in chosen:
        base = t.strip(t.element(named.slot.type) or named.slot.type)
        if not isinstance(base, t.Named) or base.sort != "component":
            continue
        kind = words.names.world.kinds[base.name]
        for column, (type_, printed) in kind.columns.items():
            if column != "row" and words.is_shown(base.name, column):
                values = [printed[one - kind.type.first] for one in _components(pick, value)]
                texts = words.all_of(words.value(type_, each) for each in values)
                yield f"{words.attribute(base.name, column)} {texts}" if values else ""


def _components(pick: Pick, value: Value) -> Iterable[int]:
    """Return those of the chosen values that are neither `none` nor places."""
    values = value if isinstance(value, tuple) else (value,)
    return (one for one in values if one != t.NONE and not (pick.hidden and is_place(one)))


def on_its_tile(words: Words, inspector: Inspector, type_: t.Type, value: int) -> str | None:
    """Describe a part by its position on its rotated tile. Return `None` for any other value."""
    base = t.strip(type_)
    if not isinstance(base, t.Named) or base.sort != "part" or value == t.NONE:
        return None
    number = words.plane_of(base)
    if number is None:
        return None
    plane, places = words.names.planes[number], words.program.planes[number].at
    tile = plane.tile_of[value - base.first] - plane.first_tile
    spot = inspector.position[places.spot_of + tile] - 1
    return value_in(words.texts, side_of(plane, value - base.first, spot % 4 if spot >= 0 else 0))
