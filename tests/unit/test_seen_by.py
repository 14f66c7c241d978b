"""Tests for `seen_by` in `random`, `choose` and `offer`, which says who learns the value or answer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from inside import Named

from gamespec.program.domain import Domain
from gamespec.program.instructions import Throw
from gamespec.program.written import About, Malformed, read, write
from interpreter import Fault, Game
from interpreter.perft import tree
from interpreter.play.events import Decided, Drew

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec
    from gamespec.program import Program

    Maker = Callable[[str], Spec]

CUP = """
    variables:
      die: {per: player, type: 1..6, seen_by: owner}
      bid: {type: 0..9}
    setup:
      - for: {p: players}
        do:
          - random: {n: {from: 1..6}}
            seen_by: p
          - set: {"die[p]": n}
    phases:
      play:
        turns: clockwise
        until: bid == 9
        do:
          - choose: {n: {from: "bid + 1..9"}}
          - set: {bid: n}
"""
"""Game of three players in which each has a die under a cup, and bids rise up to 9."""


def thrown(game: Game) -> list[int]:
    """Return a bit mask for each draw so far, with a bit for each player who is shown the drawn value."""
    return [event.seen for event in game.events if isinstance(event, Drew)]


def told(game: Game) -> list[int]:
    """Return a bit mask for each answer so far, with a bit for each player who is told the answer."""
    return [event.told for event in game.events if isinstance(event, Decided)]


def by_script(spec: Spec, *dice: int) -> Named:
    """Return a game in which the draws of `n` have the values in `dice`, which are given by a script."""
    return Named(spec, record=True, script={"n": list(dice)})


def by_outcomes(spec: Spec, *dice: int) -> Named:
    """Return a game in which the draws of `n` have the values in `dice`, with explicit chance."""
    game = Named(spec, record=True, explicit=True)
    for value in dice:
        assert game.chance is not None
        game.settle(value)
    return game


Made = pytest.mark.parametrize("made", [by_script, by_outcomes])


@Made
def test_a_hidden_die_is_shown_to_its_owner_alone(game_of: Maker, made: Callable[..., Named]) -> None:
    """A die under a cup is visible only to its owner.

    Two games that differ only in the die of p2 look the same to p1 and p3 throughout, and different to p2.
    """
    spec = game_of(CUP)
    first, second = made(spec, 3, 4, 5), made(spec, 3, 1, 5)
    assert thrown(first) == thrown(second) == [0b001, 0b010, 0b100]
    while True:
        same = [first.information_state(p) == second.information_state(p) for p in range(3)]
        assert same == [True, False, True]
        alike = [first.observation(p) == second.observation(p) for p in range(3)]
        assert alike == [True, False, True]
        if first.over:
            break
        assert first.options == second.options
        for game in (first, second):
            game.apply(game.options[0])
    assert told(first) == [0b111] * 9


@Made
def test_it_is_seen_that_something_fell(game_of: Maker, made: Callable[..., Named]) -> None:
    """Players who are not shown the value of a die still see that it was rolled, and from which stream."""
    game = made(game_of(CUP), 3, 4, 5)
    log = [game.words.event(event, 0) for event in game.events if isinstance(event, Drew)]
    assert log == ["n: 3 by chance", "n: hidden by chance", "n: hidden by chance"]
    assert len(game.information_state(0)) == len(made(game_of(CUP), 3, 1, 6).information_state(0))


LIAR = """
    players: 2
    options:
      faces: {type: 2..6, default: 3}
    variables:
      die: {per: player, type: 1..faces, seen_by: owner}
      bids: {type: 0..2}
      face: {type: 1..faces}
      loser: {type: player?}
    actions:
      bid:
        with:
          n: {from: 1..2}
          f: {from: 1..faces, where: n > bids or n == bids and f > face}
        do: [{set: {bids: n, face: f}}]
      doubt:
        when: bids > 0
        do: [{set: {loser: "me if count(p in players: die[p] == face) >= bids else left(me)"}}]
    setup:
      - for: {p: players}
        do:
          - random: {n: {from: 1..faces}}
            seen_by: SEEN_BY
          - set: {"die[p]": n}
    phases:
      play:
        turns: clockwise
        do: [{offer: [bid, doubt]}]
    end:
      shown: {when: loser != none, winner: left(the(loser))}
"""
"""Liar's dice for two players with one die each."""


@pytest.mark.parametrize("faces", [2, 3])
@pytest.mark.parametrize(
    ("seen_by", "kept", "dice"),
    [
        ("p", "owner", 1),
        ("everyone", "owner", 2),
        ("nobody", "owner", 1),
        ("nobody", "nobody", 0),
        ("p", "nobody", 1),
        ("nobody", "everyone", 2),
    ],
)
def test_the_information_states_of_hidden_dice(
    game_of: Maker, faces: int, seen_by: str, kept: str, dice: int
) -> None:
    """The numbers of nodes and information states agree with a count by hand.

    There are 2·faces bids, and each must be higher than the one before, so 2^(2·faces) subsets of bids can
    have been made. Each subset leads to a decision, and each except the empty one can end with a doubt. The
    player who decides has seen one die, both dice or none, either when they were rolled or in the variable
    that stores them.
    """
    text = LIAR.replace("SEEN_BY", seen_by).replace("owner", kept).replace("default: 3", f"default: {faces}")
    counted = tree(game_of(text).program())
    ways = 2 ** (2 * faces)
    assert counted.chance == 1 + faces
    assert counted.decision == faces**2 * ways
    assert counted.terminal == faces**2 * (ways - 1)
    assert counted.information_states == faces**dice * ways


WHO = """
    variables:
      chief: {{type: player?}}
      total: {{type: 0..99}}
    setup:
      - set: {{chief: seat(3)}}
      - random: {{n: {{from: 1..6}}}}
{0}
      - set: {{total: n}}
"""


@pytest.mark.parametrize(
    ("seen_by", "who"),
    [
        ("", 0b111),
        ("seen_by: everyone", 0b111),
        ("seen_by: nobody", 0),
        ("seen_by: players", 0b111),
        ("seen_by: seat(2)", 0b010),
        ('seen_by: "{seat(3), seat(1)}"', 0b101),
        ('seen_by: "{seat(2), seat(2)}"', 0b010),
        ('seen_by: "filter(p in players: p != chief)"', 0b011),
        ("seen_by: the(chief)", 0b100),
    ],
)
@Made
def test_who_is_told(game_of: Maker, made: Callable[..., Named], seen_by: str, who: int) -> None:
    """`seen_by` may be nobody, everybody, a player, or a list of players, which may contain repetitions."""
    game = made(game_of(WHO.format("        " + seen_by)), 4)
    assert thrown(game) == [who]
    for player in range(3):
        shown = [part for part in game.information_state(player) if part[0] == 6]
        assert [len(part) for part in shown] == [4 if who >> player & 1 else 3]


KEPT = """
    variables:
      kept: {per: player, type: 0..9, seen_by: owner}
    phases:
      play:
        turns: clockwise
        until: kept[seat(3)] != 0
        do:
          - choose: {n: {from: 1..9}}
            seen_by: SEEN_BY
          - set: {"kept[me]": n}
"""


@pytest.mark.parametrize(
    ("seen_by", "who"),
    [
        ("nobody", [0b001, 0b010, 0b100]),
        ("me", [0b001, 0b010, 0b100]),
        ("left(me)", [0b011, 0b110, 0b101]),
        ("seat(1)", [0b001, 0b011, 0b101]),
        ("everyone", [0b111, 0b111, 0b111]),
    ],
)
def test_a_choice_is_told_to_some(game_of: Maker, seen_by: str, who: list[int]) -> None:
    """In `seen_by`, `me` is the player who chooses; this player always knows the answer."""
    game = Named(game_of(KEPT.replace("SEEN_BY", seen_by)), record=True)
    while not game.over:
        game.apply(game.options[2])
    assert told(game) == who


def test_a_secret_choice_makes_no_difference_to_others(game_of: Maker) -> None:
    """Two games that differ only in a secret choice of p2 look the same to p1 and p3."""
    spec = game_of(KEPT.replace("SEEN_BY", "nobody"))
    games = [Named(spec, record=True) for _ in range(2)]
    for game, answers in zip(games, [(1, 4), (1, 7)], strict=True):
        for answer in answers:
            game.apply(game.options[answer])
    first, second = games
    assert first.player == second.player == 2
    assert first.options == second.options
    for player, same in enumerate([True, False, True]):
        assert (first.information_state(player) == second.information_state(player)) is same
        assert (first.observation(player) == second.observation(player)) is same
        logs = [[game.words.event(event, player) for event in game.events] for game in games]
        assert (logs[0] == logs[1]) is same
    assert "p2 has decided" in [first.words.event(event, 0) for event in first.events]


OFFER = """
    enums: {way: [stay, run]}
    variables:
      move: {per: player, type: way?, seen_by: owner}
    actions:
      go: {with: {m: {from: way}}, do: [{set: {"move[me]": m}}]}
      wait: {do: [{set: {"move[me]": stay}}]}
    phases:
      play:
        do:
          - offer: [go, wait]
            by: seat(2)
            seen_by: left(me)
          - offer: [wait]
            by: seat(1)
            ask: choice
            seen_by: nobody
"""


def test_an_offer_is_told_to_some(game_of: Maker) -> None:
    """In `seen_by`, `me` is the player to whom the actions are offered.

    With `seen_by: nobody`, a forced answer is told to no other player.
    """
    spec = game_of(OFFER)
    games = [Named(spec, record=True) for _ in range(3)]
    for game, option in zip(games, (0, 1, 2), strict=True):
        game.apply(game.options[option])
    for game in games:
        assert told(game) == [0b110, 0b001]
    assert len({game.information_state(0) for game in games}) == 1
    assert len({game.information_state(1) for game in games}) == 3
    assert len({game.information_state(2) for game in games}) == 3


CARDS = """
    components:
      card: {attributes: {n: 1..3}, all: {n: 1..3}, copies: 2, start: "hand[seat(1)]"}
    zones:
      hand: {of: card, per: player, seen_by: owner}
    setup:
      - random: {c: {from: "hand[seat(1)]"}}
      - move: c
        to: hand[seat(2)]
"""


def test_a_component_is_shown_to_nobody_who_does_not_know_it(game_of: Maker) -> None:
    """A randomly drawn component is shown only to players who know it already.

    Whoever steals a random card learns it when it moves. p3 sees neither of the two hands and does not learn
    it.
    """
    spec = game_of(CARDS)
    cards = [Named(spec, record=True, script={"c": [c]}) for c in range(6)]
    assert [thrown(game) for game in cards] == [[0b001]] * 6
    assert len({game.information_state(2) for game in cards}) == 1
    # The cards 0 and 1, 2 and 3, and 4 and 5 are equal copies, which nobody can distinguish.
    for player in (0, 1):
        states = [game.information_state(player) for game in cards]
        assert states[0] == states[1]
        assert len(set(states)) == 3


FAULTY = """
    variables:
      chief: {type: player?}
      n: {type: 0..9}
    actions:
      name: {do: [{set: {chief: me}}]}
    phases:
      play:
        do:
          - offer: [name]
            by: seat(1)
          - set: {chief: none}
          - choose: {k: {from: 1..9}}
            by: seat(1)
            seen_by: the(chief)
          - set: {n: k}
"""


@pytest.mark.parametrize("record", [True, False])
def test_a_fault_of_it_is_one_of_the_question(game_of: Maker, record: bool) -> None:  # noqa: FBT001 - a parameter
    """A fault in `seen_by` is raised by the answer that leads to the question, with or without a record.

    Nobody is chief in this game, which raises GS504.
    """
    game = Named(game_of(FAULTY), record=record)
    before = list(game.position)
    with pytest.raises(Fault) as caught:
        game.apply(game.options[0])
    assert caught.value.code == "GS504"
    assert list(game.position) == before


ORDER = """
    players: 2
    components:
      card: {attributes: {to: 1..2}, rows: [{id: a, to: 1}, {id: b, to: 2}], start: deck}
    zones:
      deck: {of: card, ordered: true, seen_by: nobody}
    variables:
      n: {type: 0..6}
    phases:
      play:
        do:
          - shuffle: deck
          - STEP
            seen_by: "seat(nth(deck, 1).to)"
          - set: {n: x}
"""
"""Game that tells a value to the player whom the top card of the deck names."""


def test_an_order_that_it_reads_is_settled_before_the_draw(game_of: Maker) -> None:
    """With explicit chance, the top card that `seen_by` reads is settled once, before the die is rolled."""
    game = Named(game_of(ORDER.replace("STEP", "random: {x: {from: 1..6}}")), record=True, explicit=True)
    assert game.chance is not None
    assert game.chance.stream is None
    game.settle(game.chance.outcomes[1])
    assert game.chance is not None
    assert game.chance.outcomes == (1, 2, 3, 4, 5, 6)
    game.settle(5)
    assert game.over
    assert thrown(game) == [0b10]
    assert game.held("n") == [5]


def test_an_order_that_it_reads_is_settled_before_the_question(game_of: Maker) -> None:
    """With explicit chance, the top card that `seen_by` reads is settled before the decision."""
    asked = ORDER.replace("STEP", "choose: {x: {from: 1..6}}\n            by: seat(1)")
    game = Named(game_of(asked), record=True, explicit=True)
    assert game.chance is not None
    assert game.options == ()
    game.settle(game.chance.outcomes[1])
    assert len(game.options) == 6
    game.apply(game.options[5])
    assert told(game) == [0b11]


def written(spec: Spec, program: Program | None = None) -> bytes:
    """Return the file of a program, with the names of the game `spec`.

    If `program` is None, this is the game's own program.
    """
    names = spec.compiled().names
    return write(program or spec.program(), About(names.game, names.options, names.spec_hash))


def test_a_program_that_was_written_tells_the_same(game_of: Maker) -> None:
    """`seen_by` changes a program's hash, and has the same effect after the program is read from a file."""
    spec, open_ = game_of(CUP), game_of(CUP.replace("seen_by: p\n", "id: throw\n"))
    again = read(written(spec))
    assert again.hash != read(written(open_)).hash
    first, second = (Game(program, 7, record=True) for program in (spec.program(), again.program))
    assert first.events == second.events
    assert thrown(second) == [0b001, 0b010, 0b100]


@pytest.mark.parametrize("domain", [Domain(0, 2), Domain(0, 3, most=3), Domain(-1, 2, most=3)])
def test_who_is_told_is_a_list_of_players(game_of: Maker, domain: Domain) -> None:
    """A program file is refused if `seen_by` in it is not a list of players."""
    spec = game_of(CUP)
    program = spec.program()
    code = tuple(
        replace(i, told=replace(i.told, domain=domain)) if isinstance(i, Throw) and i.told is not None else i
        for i in program.code
    )
    assert code != program.code
    with pytest.raises(Malformed, match="this is not a list of players"):
        read(written(spec, replace(program, code=code)))
