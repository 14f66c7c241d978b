"""The index: what each name means, and the types of expressions."""

from __future__ import annotations

from typing import get_args, get_type_hints

import pytest

import gamespec
from gamespec.analysis import Analysis
from gamespec.analysis.mentions import OWN_NAMES, REFERS
from gamespec.model import model as m
from gamespec.model.spelling import SPELT

GAME = """\
language: 1
game: beans
title: Beans
players: 2..4
enums:
  hue: [red, blue]
components:
  bean:
    attributes: {tint: hue, worth: 1..3}
    all: {tint: hue, worth: 1..3}
    start: bag
zones:
  bag: {of: bean}
  plate: {of: bean, per: player}
functions:
  dear: {with: {b: bean}, is: b.worth == 3}
actions:
  take:
    with: {it: {from: bag, where: dear(it) or it.tint == red}}
    do: [{move: it, to: "plate[me]"}]
phases:
  play: {turns: clockwise, do: [{offer: [take], otherwise: []}]}
end:
  empty_bag: {when: "none(b in bag: dear(b))"}
score: sum(it in plate[player]: it.worth)
ranking: [score]
limit: {decisions: 9, then: rank}
"""
PATH = "beans.yaml"


def analysed(text: str = GAME) -> Analysis:
    """Return the analysis of a text."""
    return gamespec.analyse(PATH, texts={PATH: text}, stage="names")


def meant(text: str, near: str, name: str) -> tuple[str, str, str]:
    """Return the kind and type of what `name` means within `near`, and the line that declares it."""
    offset = text.index(near) + near.index(name)
    mention = analysed(text).index.mention(PATH, offset)
    assert mention is not None
    place = mention.declaration.place
    line = "" if place is None else place.source.line(place.line).strip()
    return mention.declaration.kind, mention.declaration.type, line


@pytest.mark.parametrize(
    ("near", "name", "kind", "type_", "line"),
    [
        ("from: bag", "bag", "zone", "zone of bean", "bag: {of: bean}"),
        ('to: "plate[', "plate", "zone", "player -> zone of bean", "plate: {of: bean, per: player}"),
        ("b.worth == 3", "worth", "attribute", "1..3", "attributes: {tint: hue, worth: 1..3}"),
        ("it.tint == red", "red", "value", "hue", "hue: [red, blue]"),
        ("b.worth == 3", "b", "local", "bean", "dear: {with: {b: bean}, is: b.worth == 3}"),
        ("dear(it) or", "dear", "function", "dear(b) -> bool", "dear: {with: {b: bean}, is: b.worth == 3}"),
        ("offer: [take]", "take", "action", "take(it)", "take:"),
        ("{tint: hue, worth: 1..3}\n    all", "hue", "enumeration", "", "hue: [red, blue]"),
        ("{of: bean}", "bean", "kind", "", "bean:"),
        ("none(b in", "none", "built-in", "none(x in list: …) -> bool", ""),
        ("start: bag", "bag", "zone", "zone of bean", "bag: {of: bean}"),
    ],
)  # fmt: skip
def test_a_name_means(near: str, name: str, kind: str, type_: str, line: str) -> None:
    """Each name is what its declaration says."""
    assert meant(GAME, near, name) == (kind, type_, line)


def test_every_place_of_a_local_is_found_and_no_other() -> None:
    """`b` in the end of the game is another local than the parameter `b` of the function."""
    index = analysed().index
    offset = GAME.index("none(b in") + len("none(")
    mention = index.mention(PATH, offset)
    assert mention is not None
    assert mention.declares
    places = [m.place.start for m in index.of(mention.declaration)]
    assert sorted(places) == [offset, GAME.index("dear(b))") + len("dear(")]


def test_a_type_is_known_at_each_part_of_an_expression() -> None:
    """The smallest part counts, with the locals that are in scope there."""
    index = analysed().index
    part = index.part(PATH, GAME.index("b.worth == 3") + 2)
    assert part is not None
    assert (part.place.text, part.type, dict(part.locals)) == ("b.worth", "1..3", {"b": "bean"})


def test_a_game_with_mistakes_has_an_index() -> None:
    """What is sound is found beside a name that nobody knows."""
    wrong = GAME.replace("ranking: [score]", "ranking: [scor]").replace("per: player}", "per: playr}")
    assert analysed(wrong).spec is None
    assert meant(wrong, "from: bag", "bag")[0] == "zone"
    assert meant(wrong, "offer: [take]", "take")[0] == "action"


def test_a_file_that_is_no_game_has_an_empty_index() -> None:
    """Nothing is known of a text that is not YAML."""
    found = gamespec.analyse(PATH, texts={PATH: "{"}, stage="names")
    assert found.index.declarations == ()
    assert found.symbols(PATH) == ()


def test_an_outline_has_sections_and_declarations() -> None:
    """The tree follows the file."""
    symbols = {symbol.name: symbol for symbol in analysed().symbols(PATH)}
    assert list(symbols)[:4] == ["language", "game", "title", "players"]
    assert [each.name for each in symbols["zones"].below] == ["bag", "plate"]
    assert [each.name for each in symbols["zones"].below[1].below] == ["of", "per"]
    assert symbols["zones"].span.text.startswith("zones:\n  bag")


@pytest.mark.parametrize("name", gamespec.games())
def test_each_mention_is_the_name_that_it_means(name: str) -> None:
    """In shipped games, each place of a name reads as the name, and each declaration is among its places."""
    index = gamespec.analyse(name, stage="names").index
    assert len(index.mentions) > 50
    for mention in index.mentions:
        assert mention.place.text.strip("\"'") == mention.declaration.name, mention.place
    placed = {m.place for m in index.mentions if m.declares}
    assert all(d.place in placed for d in index.declarations if d.place is not None)


def test_each_name_in_the_model_refers_or_declares() -> None:
    """A new field of the model with names cannot be forgotten."""
    found = set()
    classes = [
        *(c for c in SPELT if vars(m).get(c.__name__) is c),
        m.Argument,
        m.Branch,
        m.EnumDecl,
        m.Offered,
        m.RowRule,
        m.Shown,
        m.TypeRef,
        m.Diagram,
    ]
    for each in classes:
        hints = get_type_hints(each)
        found |= {
            (each.__name__, name)
            for name, hint in hints.items()
            if name not in {"ident", "id"} and _has_ident(hint)
        }
    assert found - REFERS.keys() - OWN_NAMES == set()


def _has_ident(hint: object) -> bool:
    return hint is m.Ident or any(_has_ident(part) for part in get_args(hint))
