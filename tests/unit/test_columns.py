"""Tests for values printed on components and in tables, with keys, defaults and CSV files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from inside import Named, elaborated

from gamespec import SpecError, load
from gamespec.trees.types import show
from interpreter.contract import hold
from interpreter.scenario import load_scenarios, run_scenario

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

GEMS = """
language: 1
game: gems
title: Gems
players: 2..4
enums:
  gem: [ruby, onyx, pearl]
spaces:
  board: {grid: [2, 2]}
components:
  card:
    attributes:
      cost: {per: gem, type: 0..7, default: 0}
      points: {type: 0..5, default: 1}
      wild: {type: gem?, default: ruby}
      seats: {per: [player, bool], type: 0..3, default: 2}
      near: {per: 1..2, type: board?}
    rows:
      - {id: mine, cost: {ruby: 2, onyx: 1}, points: 3, wild: none}
      - {id: ship, near: {1: a1, 2: b2}, seats: {p1: {true: 3}, p4: {false: 1}}}
    table: cards.csv
    start: "deck[points > 1]"
    label: "{row} {sum(g in gem: cost[g])} {cost[onyx]}"
tables:
  home:
    columns: {who: player, cell: board, far: {type: bool, default: false}}
    key: who
    rows: [{who: p1, cell: a1}, {who: p2, cell: b1}, {who: p3, cell: a2, far: true}, {who: p4, cell: b2}]
  payout:
    columns:
      place: 1..3
      count: 2..3
      gold: {type: 0..20, default: 0}
      by: {per: gem, type: 0..9, default: 1}
    key: [place, count]
    table: payout.csv
  some:
    columns: {a: 1000000000..1000000001, b: -3..-2, c: 0..9}
    key: [a, b]
    partial: true
    rows: [{a: 1000000001, b: -2, c: 7}, {a: 1000000000, b: -3, c: 4}]
zones:
  deck: {of: card, per: bool, seen_by: nobody}
  hand: {of: card, per: player, seen_by: owner}
variables:
  best: {type: 0..20, start: "payout[2, 3].gold"}
  place: {type: 1..3, start: 2}
  big: {type: 1000000000..1000000001, start: 1000000001}
  low: {type: -3..-2, start: -3}
  kept: {type: card, start: mine}
actions:
  take:
    with: {c: {from: "deck[true]"}}
    label: "take {c} ({c.cost[ruby]})"
    do: [{move: c, to: "hand[me]"}]
  pass: {do: []}
phases:
  play: {turns: clockwise, do: [{offer: [take, pass]}]}
end:
  dear: {when: "sum(c in hand[me]: sum(g in gem: c.cost[g])) > 99", draw: true}
limit: {decisions: 6, then: draw}
"""
CARDS = """\
id,cost.ruby,cost.onyx,points,wild,near.1
# an empty field is the default, else `none`
inn,3,,2,pearl,a2
barn,,2,,none,
mill,,1,,,
"""
PAYOUT = """\
place,count,gold,by.ruby
1,2,5,
2,2,,
3,2,,
1,3,6,
2,3,4,2
3,3,,
"""


@pytest.fixture
def gems(tmp_path: Path) -> Path:
    """Return the folder of a game with cards that have costs."""
    (tmp_path / "game.yaml").write_text(GEMS, encoding="utf-8")
    (tmp_path / "cards.csv").write_text(CARDS, encoding="utf-8")
    (tmp_path / "payout.csv").write_text(PAYOUT, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("text", "type_", "value"),
    [
        ("map(c in card: c.cost[ruby])", "list of 0..7", (3, 0, 0, 2, 0)),
        ("map(c in card: sum(g in gem: c.cost[g]))", "list of 0..21", (3, 2, 1, 3, 0)),
        ("mine.cost[onyx]", "0..7", 1),
        ("kept.cost[ruby]", "0..7", 2),
        ("kept.seats[seat(1), true]", "0..3", 2),
        ("card.inn.cost[the(inn.wild)]", "0..7", 0),
        ("map(c in card: c.points)", "list of 0..5", (2, 1, 1, 3, 1)),
        ("map(c in card: c.wild == ruby)", "list of bool", (0, 0, 1, 0, 1)),
        ("count(c in card: c.wild == none)", "0..5", 2),
        ("map(c in card: c.near[1] == a2)", "list of bool", (1, 0, 0, 0, 0)),
        ("ship.near[2]", "board?", 3),
        ("mine.near[1]", "board?", -(2**31)),
        ("ship.seats[me, true]", "0..3", 3),
        ("ship.seats[me, false]", "0..3", 2),
        ("sum(p in players: ship.seats[p, 1 == 1] + inn.seats[p, false])", "0..12", 3 + 2 + 2 + 2),
        ("home[me].cell", "board", 0),
        ("map(p in players: home[p].cell)", "list of board", (0, 1)),
        ("size(home)", "2", 2),
        ("payout[2, 3].gold", "0..20", 4),
        ("payout[place, size(players)].gold", "0..20", 0),
        ("payout[place, size(players) + 1].by[ruby]", "0..9", 2),
        ("payout[place, 3].by[pearl]", "0..9", 1),
        ("sum(a in 1..3: sum(b in 2..3: payout[a, b].gold))", "0..120", 5 + 6 + 4),
        ("the(some[big, low + 1]).c", "0..9", 7),
        ("some[big, low] == none", "bool", 1),
        ("map(r in some: r.c)", "list of 0..9", (7, 4)),
    ],
)
def test_values(gems: Path, text: str, type_: str, value: object) -> None:
    """A printed value is the value in the row, or else the default of the column, or else `none`.

    A row may also say `none` itself.
    """
    game = Named(load(gems))
    node, found = elaborated(game.compiled, text)
    assert not found.errors, [d.message for d in found]
    assert node is not None
    assert show(node.type) == type_
    assert game.asked(node) == value


def test_who_does_not_play_has_no_row(gems: Path) -> None:
    """Rows and keys for seats in which nobody plays are left out."""
    for players, cells in ((2, (0, 1)), (3, (0, 1, 2)), (4, (0, 1, 2, 3))):
        game = Named(load(gems), players=players)
        for text, value in (
            ("map(r in home: r.cell)", cells),
            ("count(r in home: r.far)", int(players > 2)),
            ("sum(p in players: ship.seats[p, false])", {2: 4, 3: 6, 4: 7}[players]),
        ):
            node, found = elaborated(game.compiled, text)
            assert not found.errors
            assert node is not None
            assert game.asked(node) == value


def test_labels_and_starts_see_what_is_printed(gems: Path) -> None:
    """The zone in which a card starts and its label may depend on printed values.

    Random games of this specification satisfy the contract.
    """
    spec = load(gems)
    game = Named(spec)
    where = game.compiled.world.kinds["card"].start
    assert [game.words.zone(zone) for zone in where] == [
        f"deck[{x}]" for x in ("true", "false", "false", "true", "false")
    ]
    texts = [game.words.component(c) for c in range(5)]
    assert texts == ["inn 3 0", "barn 2 2", "mill 1 1", "mine 3 1", "ship 0 0"]
    for players in (2, 4):
        assert hold(spec.compiled(players), range(8), stride=1).games == 8


def test_what_is_known_of_a_card(gems: Path) -> None:
    """Players who know a card know each value that is printed on it for a key.

    Other players know a value only if all cards that it could be have the same value.
    """
    folder = gems / "scenarios"
    folder.mkdir()
    (folder / "all.yaml").write_text(
        """
language: 1
scenarios:
  - id: A
    title: Cards are known or not
    heading: none
    given: [{move: inn, to: "hand[seat(1)]"}]
    then:
      - knows: {seat(1): ["the(hand[seat(1)]).cost[ruby]", "the(hand[seat(1)]).cost[ruby] == 3"]}
      - hidden: {seat(2): ["the(hand[seat(1)]).cost[ruby]", "the(hand[seat(1)]).near[1] == a1"]}
      - knows: {seat(2): ["the(hand[seat(1)]).cost[pearl] == 0"]}
""",
        encoding="utf-8",
    )
    spec = load(gems)
    scenarios, found = load_scenarios(spec)
    said = [d.message for d in found] + [d.message for d in run_scenario(spec, scenarios[0]).diagnostics]
    assert said == ["this is the same of all of its kind: everybody knows it"]


BACKS = """
    language: 1
    enums: {gem: [ruby, onyx]}
    components:
      card:
        attributes: {cost: {per: gem, type: 0..3, default: 0}, n: 1..3}
        rows: [{cost: {ruby: 1}, n: 1}, {cost: {ruby: 1}, n: 2}, {cost: {onyx: 1}, n: 3}]
        back: [cost]
        start: deck
    zones: {deck: {of: card, ordered: true, seen_by: nobody}}
"""


def test_on_the_back(game_of: Callable[[str], Spec]) -> None:
    """Two backs differ if their values differ for any key.

    Attributes with keys are not used in the names of components.
    """
    game = Named(game_of(BACKS))
    assert game.program.backs == (0, 0, 2)
    assert list(game.compiled.world.kinds["card"].names) == ["card_1", "card_2", "card_3"]
    assert game.words.describe(game, 0) == (
        "deck: 2 hidden (back cost ruby 1, onyx 0), 1 hidden (back cost ruby 0, onyx 1)"
    )


ROWS = "cost: {ruby: 2, onyx: 1}, points: 3"
MISTAKES = [
    ("cost: {ruby: 2, onyx: 1}", "cost: {ruby: 2, onix: 1}", "GS201: `gem` has no value `onix`", "`onyx`"),
    ("cost: {ruby: 2, onyx: 1}", "cost: {ruby: 9}", "GS304: 9 is not in `0..7`", None),
    ("cost: {ruby: 2, onyx: 1}", "cost: 2", "GS207: `cost` has a value for each key", "cost.KEY"),
    ("points: 3, wild", "points: {ruby: 3}, wild", "GS207: `points` has one value", None),
    (
        "cost: {ruby: 2, onyx: 1}",
        "cost.ruby: 2",
        "GS207: no column `cost.ruby` is declared",
        "cost: {ruby: …}",
    ),
    (
        "{p1: {true: 3}",
        "{p1: 3",
        "GS209: `seats` has one value for each `player` and one for each `bool`",
        None,
    ),
    ("{p1: {true: 3}", "{p5: {true: 3}", "GS201: `player` has no value `p5`", None),
    ("{p1: {true: 3}", "{p1: {maybe: 3}", "GS201: `bool` has no value `maybe`", None),
    ("{1: a1, 2: b2}", "{1: a1, 3: b2}", "GS201: `1..2` has no value `3`", None),
    ("default: 0}\n      points", "default: 8}\n      points", "GS304: 8 is not in `0..7`", None),
    ("type: 0..7, default: 0}", "type: 0..7}", "GS209: this row has no `cost.pearl`", None),
    (
        "{per: gem, type: 0..7, default: 0}",
        "{per: home, type: 0..7, default: 0}",
        "GS201: there is no type",
        None,
    ),
    ("{per: 1..2, type", "{per: gem?, type", "GS308: `per: gem?` is not possible", None),
    (
        "near: {per: 1..2, type: board?}",
        "near: {per: 1..2, type: list of gem}",
        "GS308: a column holds",
        None,
    ),
    ("key: [place, count]", "key: [place, cuont]", "GS207: there is no column `cuont`", "`count`"),
    (
        "key: [place, count]",
        "key: [place, by]",
        "GS209: `by` has a value for each key, and cannot be one",
        None,
    ),
    ("count: 2..3", "count: 2..3?", "GS308: `count` may be `none`", None),
    (
        "place: 1..3",
        "place: 1..4",
        "GS310: table `payout` has no row for `4, 2`",
        None,
    ),
    ("b: -2, c: 7}", "b: -3, c: 7}, {a: 1000000001, b: -3, c: 1}", "GS209: two rows have the key", None),
    ("rows: [{who: p1, cell: a1}, ", "rows: [", "GS310: table `home` has no row for `p1`", None),
    (
        "rows: [{who: p1, cell: a1}, ",
        "rows: [{who: p9, cell: a1}, ",
        "GS201: `player` has no value `p9`",
        None,
    ),
    ("c.cost[g]", "c.cost", "GS305: `cost` is printed once for each `gem`", "say which, as in `c.cost[g]`"),
    (
        "c.cost[g]",
        "c.cost[g, g]",
        "GS305: `cost` takes 1 value in brackets, not 2",
        "its form is `c.cost[gem]`",
    ),
    ("c.cost[g]", "c.cost[3]", "GS302: expected `gem`, but this is the number `3`", None),
    ("c.cost[g]", "c.points[g]", "GS205: only variables, resources, zones and tables have members", None),
    ("c.cost[g]", "c.cots[g]", "GS207: `card` has no attribute `cots`", "did you mean `cost`?"),
    (
        "payout[2, 3]",
        "payout[2]",
        "GS305: `payout` takes 2 values in brackets, not 1",
        "`payout[1..3, 2..3]`",
    ),
    ("payout[2, 3]", "payout[2, 4]", "GS304: `4` never fits into `2..3`", None),
    ("{cost[onyx]}", "{cost}", "GS305: `cost` is printed once for each `gem`", "`cost[gem]`"),
    ('start: "deck[points > 1]"', 'start: "deck[cost > 1]"', "GS305: `cost` is printed once for each", None),
    ("id: mine, cost", "id: mine, price: 3, cost", "GS207: no column `price` is declared", None),
    ("home:\n    columns: {who: player,", "home:\n    columns: {who: player, at: {per: gem},", "GS121", None),
]


@pytest.mark.parametrize(("old", "new", "said", "cure"), MISTAKES)
def test_mistakes(gems: Path, old: str, new: str, said: str, cure: str | None) -> None:
    """Each mistake in a column or its use is reported, with a suggested fix where there is one."""
    assert GEMS.count(old) >= 1
    (gems / "game.yaml").write_text(GEMS.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(SpecError) as failed:
        load(gems).compiled(2)
    told = [(f"{d.code}: {d.message}", d.help) for d in failed.value.diagnostics]
    assert any(text.startswith(said) and (cure is None or cure in (help_ or "")) for text, help_ in told), (
        told
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("cost.onyx", "cost.onix", "GS201: `gem` has no value `onix`"),
        ("cost.onyx", "cost", "GS207: `cost` has a value for each key"),
        ("points", "points.ruby", "GS207: `points` has one value"),
        ("points", "pionts", "GS207: no column `pionts` is declared"),
    ],
)
def test_mistakes_in_a_file(gems: Path, old: str, new: str, said: str) -> None:
    """The columns of a CSV file are checked against the declared attributes, just as rows are."""
    (gems / "cards.csv").write_text(CARDS.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(SpecError) as failed:
        load(gems).compiled(2)
    assert any(f"{d.code}: {d.message}".startswith(said) for d in failed.value.diagnostics)


def test_all_leaves_out_what_has_a_default(game_of: Callable[[str], Spec]) -> None:
    """`all` makes a component for each combination of the attributes that it lists.

    Attributes that it does not list have their default or `none`.
    """
    text = """
    language: 1
    enums: {gem: [ruby, onyx]}
    components:
      card:
        attributes:
          gem: gem
          n: {type: 1..3, default: 2}
          worn: gem?
          cost: {per: gem, type: 0..3, default: 1}
        all: {gem: gem}
        start: deck
    zones: {deck: {of: card}}
    """
    game = Named(game_of(text))
    assert list(game.compiled.world.kinds["card"].names) == ["ruby", "onyx"]
    node, found = elaborated(game.compiled, "sum(c in card: c.n + c.cost[ruby])")
    assert not found.errors
    assert node is not None
    assert game.asked(node) == 2 * (2 + 1)
