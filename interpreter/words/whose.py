"""Names zones, variables and their members within sentences, as in `p2's hand`, `your hand` or `d4`.

The names that authors give stand unchanged in every language, without an article.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from gamespec.trees import types as t
from interpreter.engine.knowledge.knowledge import EVERYBODY
from interpreter.words.keys import cell_space, is_player, keys_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.words.text import Words

__all__ = ["belonging", "family", "is_reader", "owner_of", "path", "place", "spelt", "the"]


def is_reader(words: Words, player: int, reader: int | None) -> bool:
    """Return whether a sentence addresses a player as its reader."""
    return words.address and reader not in {None, EVERYBODY} and player == reader


def spelt(words: Words, name: str) -> str:
    """Return a name as it stands after a preposition.

    German would inflect the adjectives in a name of several words, so that quotation marks set it apart.
    """
    return words.texts.pgettext("a name of several words", "{name}", name=name) if " " in name else name


def the(words: Words, name: str) -> str:
    """Return a name as it stands after a preposition, with an article where all names take one."""
    articles = words.texts.pgettext("articles with which names begin", "the a an your").split()
    if name.split(" ", 1)[0] in articles:
        return name
    return words.texts.pgettext("with its article", "the {name}", name=spelt(words, name))


def place(words: Words, zone: int, reader: int | None, *, owned: bool = True, article: bool = False) -> str:
    """Return the name of a zone in a sentence for `reader`, who is a seat, `EVERYBODY` or `None`.

    A cell has its own name, if its zone is the one in which people expect a component on the board. The
    player who has the zone is named if `owned`. With `article`, the name has one if nothing else shows which
    zone of its family it is.
    """
    rule = words.rule(zone)
    keys, values = rule.zone.keys, keys_of(rule.zone.dims, zone - rule.zone.first)
    if words.program.zones[zone].family in _bare(words):
        return words.value(keys[0], values[0])
    name = spelt(words, family(words, zone))
    if article and not any(map(is_player, keys)) and not _is_numbered(words, keys):
        name = the(words, family(words, zone))
    return belonging(words, name, keys, values, reader, owned=owned)


def owner_of(words: Words, zone: int) -> int | None:
    """Return the player who has a zone, or `None` if a zone belongs to nobody or to several players."""
    rule = words.rule(zone)
    values = keys_of(rule.zone.dims, zone - rule.zone.first)
    owners = [value for type_, value in zip(rule.zone.keys, values, strict=True) if is_player(type_)]
    return owners[0] if len(owners) == 1 else None


def family(words: Words, zone: int) -> str:
    """Return the name of a zone without its keys, for a sentence."""
    rule = words.rule(zone)
    return rule.label.in_(words.language) if rule.label else rule.zone.name.replace("_", " ")


def path(words: Words, source: int, target: int) -> tuple[str, str] | None:
    """Return the names of two cells, if these zones are cells of one board in one family."""
    rule = words.rule(source)
    keys = rule.zone.keys
    if words.rule(target) is not rule or len(keys) != 1 or cell_space(keys[0]) is None:
        return None
    a, b = (words.value(keys[0], keys_of(rule.zone.dims, z - rule.zone.first)[0]) for z in (source, target))
    return a, b


def belonging(  # noqa: PLR0913 - a name, a member and a reader
    words: Words,
    name: str,
    keys: Sequence[t.Type],
    values: Sequence[int],
    reader: int | None,
    *,
    owned: bool = True,
) -> str:
    """Add to the name of a family what distinguishes one member, as in `p1's points (city)` or `pile 2`."""
    pairs = list(zip(keys, values, strict=True))
    owners = [value for type_, value in pairs if is_player(type_)]
    if len(owners) == 1:
        pairs = [(type_, value) for type_, value in pairs if not is_player(type_)]
        name = _owned(words, name, owners[0], reader) if owned else name
    if _is_numbered(words, [type_ for type_, _ in pairs]):
        return f"{name} {words.value(*pairs[0])}"
    return f"{name} ({', '.join(_key(words, *pair) for pair in pairs)})" if pairs else name


def _is_numbered(words: Words, keys: Sequence[t.Type]) -> bool:
    """Return whether members of a family are distinguished by a number alone, as in `pile 2`."""
    return len(keys) == 1 and (isinstance(keys[0], t.Int) or _numbered(words, keys[0]))


def _key(words: Words, type_: t.Type, value: int) -> str:
    """Return the name of a key. A part has none, so that its tile stands for it."""
    plane = words.plane_of(type_) if isinstance(type_, t.Named) and type_.sort == "part" else None
    if plane is None or not isinstance(type_, t.Named):
        return words.value(type_, value)
    return words.component(words.names.planes[plane].tile_of[value - type_.first])


def _owned(words: Words, name: str, owner: int, reader: int | None) -> str:
    if is_reader(words, owner, reader):
        return words.texts.gettext("your {thing}", thing=name)
    return words.texts.gettext("{player}'s {thing}", player=words.player(owner), thing=name)


@lru_cache(maxsize=64)
def _bare(words: Words) -> frozenset[int]:
    """Return the numbers of the families whose zones are called by their cells alone.

    For every kind of components, this is the first family in order of declaration that has a zone for each
    cell of a board and that everybody sees. Cells that are numbers need the name of the family.
    """
    found: dict[tuple[str, str], int] = {}
    for number, rule in enumerate(words.names.families):
        keys = rule.zone.keys
        space = cell_space(keys[0]) if len(keys) == 1 else None
        if space is None or rule.seen_by != "everyone" or rule.zone.first in words.unshown_zones:
            continue
        if not _numbered(words, keys[0]):
            found.setdefault((space, rule.kind.name), number)
    return frozenset(found.values())


def _numbered(words: Words, type_: t.Type) -> bool:
    """Return whether a type is that of cells that have numbers instead of names."""
    space = cell_space(type_)
    return space is not None and all(name.isdecimal() for name in words.names.world.spaces[space].names)
