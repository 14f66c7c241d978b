"""Tests for the contract that every game satisfies.

A game with every construct satisfies it, and each way of breaking it is noticed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from interpreter.contract import Breach, hold, play_checked
from interpreter.engine import Game
from interpreter.engine.state.effects import Atoms
from interpreter.play.events import Decided
from interpreter.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec
    from gamespec.compile import Compiled

# This game uses every construct of the language: hidden and open zones, a face-down row, secret offers,
# decisions inside loops and procedures that run for another player, handlers, chance, actions that are tried
# first, choices of several values at once, and variables that last a turn.
BAZAAR = """
    players: 2..4
    options:
      rounds: {type: 1..9, default: 4}
    enums:
      good: [wine, salt, silk]
    components:
      card:
        attributes: {good: good, worth: 1..3}
        all: {good: good, worth: 1..3}
        copies: 2
        start: deck
      stall: {attributes: {good: good}, all: {good: good}, start: street}
    spaces:
      market: {grid: [3, 2]}
    zones:
      deck: {of: card, ordered: true, seen_by: nobody}
      hand: {of: card, per: player, seen_by: owner}
      shop: {of: card, per: market, capacity: 1}
      bag: {of: card, seen_by: nobody}
      discard: {of: card, ordered: true}
      street: {of: stall}
      owned: {of: stall, per: player}
    variables:
      round: {type: 0..9}
      bid: {per: player, type: 0..9, seen_by: owner}
      haggled: {type: bool, lasts: turn}
      taken: {per: [player, good], type: 0..18}
    resources:
      gold: {per: player, type: 0..90, start: 9, supply: 90}
    actions:
      stake:
        label: "stake {n}"
        with: {n: {from: "0..min(9, gold[me])"}}
        do: [{set: {"bid[me]": n}}]
      buy:
        given: {most: 0..9}
        when: not haggled
        with: {spot: {from: market, where: "any(c in shop[spot]: c.worth <= min(most, gold[me]))"}}
        do:
          - let: {bought: "the(shop[spot])"}
          - {transfer: bought.worth, from: "gold[me]", to: gold.bank}
          - {move: bought, to: "hand[me]"}
          - {announce: sold, with: {what: bought}}
      swap:
        with:
          away: {from: "hand[me]", count: 1..2, where: "size(away) <= size(deck)"}
        do:
          - {move: away, to: bag}
          - {run: draw, with: {n: size(away)}}
          - set: {haggled: true}
      set_up_shop:
        with: {booth: {from: street}}
        keeps: "count(c in hand[me]: c.good == booth.good) > 1"
        do:
          - {move: booth, to: "owned[me]"}
      show:
        with:
          to_whom: {from: players, where: to_whom != me}
          shown: {from: "hand[me]", optional: true}
        do:
          - if: shown != none
            then: [{reveal: shown, to: to_whom}]
          - set: {haggled: true}
      rest:
        do: [{stop: turn}]
    procedures:
      draw:
        with: {n: 0..6}
        do:
          - for: {i: 1..n}
            do:
              - if: empty(deck)
                then:
                  - {move: bag, to: deck}
                  - {move: discard, to: deck}
                  - {shuffle: deck}
              - {move: "top(deck, 1)", to: "hand[me]"}
      shed:
        with: {left: 0..9}
        do:
          - while: size(hand[me]) > left
            do:
              - choose: {c: {from: "hand[me]"}}
                prompt: what do you discard
                ask: choice
              - {move: c, to: discard}
              - if: c.worth == 3
                then: [{stop: loop}]
      fill:
        do:
          - for: {spot: market}
            do:
              - if: empty(shop[spot])
                then: [{move: "top(deck, 1)", to: "shop[spot]"}]
    events:
      sold: {with: {what: card}}
    handlers:
      count:
        event: sold
        do: [{set: {"taken[me, what.good]": "taken[me, what.good] + 1"}}]
      tip:
        event: sold
        when: what.worth == 1
        do:
          - choose: {whom: {from: "filter(p in players: p != me)"}}
            by: left(me)
            otherwise: []
          - if: whom != none
            then: [{transfer: "min(1, gold.bank)", from: gold.bank, to: "gold[whom]"}]
    setup:
      - shuffle: deck
      - for: {p: players}
        do: [{run: draw, with: {n: 3}, as: p}]
      - run: fill
    phases:
      auction:
        do:
          - for: {k: 1..rounds}
            do:
              - {offer: [stake], by: players}
              - random: {tie: {from: "best(p in players: bid[p])", weight: "1 + gold[tie]"}}
              - {transfer: "bid[tie]", from: "gold[tie]", to: gold.bank}
              - {run: draw, with: {n: 1}, as: tie}
      play:
        turns: clockwise
        until: round == 9
        next: me if round % 4 == 3 else left(me)
        do:
          - set: {round: "round + 1"}
          - offer: [{buy: {most: round}}, swap, set_up_shop, show, rest]
          - {run: fill}
          - if: not haggled
            then: [{offer: [rest, show]}]
          - run: shed
            with: {left: 4}
            as: left(me)
    score: gold[player] + 2 * size(owned[player])
    limit: {decisions: 500, then: rank}
"""


def test_it_holds(game_of: Callable[[str], Spec]) -> None:
    """A game with every construct satisfies the contract, and each of its actions is taken at least once."""
    spec = game_of(BAZAAR)
    actions: set[str] = set()
    for players in spec.players:
        played = hold(spec.compiled(players), range(6), stride=3)
        assert (played.games, played.truncated) == (6, 0)
        actions |= played.actions
    assert actions >= {"stake", "buy", "swap", "set_up_shop", "show", "rest", "choose_c", "choose_whom"}


def test_a_game_is_the_same_again(game_of: Callable[[str], Spec]) -> None:
    """Games with the same seed have the same answers, and games with different seeds do not."""
    made = game_of(BAZAAR).compiled(3)
    assert play_checked(made, 5) == play_checked(made, 5)
    assert play_checked(made, 5).answers != play_checked(made, 6).answers


# --- breaches that are noticed ----------------------------------------------------------------------


@pytest.fixture
def bazaar(game_of: Callable[[str], Spec]) -> Compiled:
    """Return the compiled game with every construct, for three players.

    It is compiled anew for each test, so its machine is not shared.
    """
    return game_of(BAZAAR).compiled(3)


def noticed(made: Compiled) -> str:
    """Check that a game breaks the contract, and return the message.

    The message must begin with the game, the number of players and the seed, and must give the step.
    """
    with pytest.raises(Breach) as breach:
        hold(made, range(10), stride=1)
    text = str(breach.value)
    assert text.startswith("sample, 3 players, seed ")
    assert ", step " in text
    return text


def test_a_card_lost_is_noticed(bazaar: Compiled, monkeypatch: pytest.MonkeyPatch) -> None:
    """The contract check notices a move that leaves the recorded size of a zone unchanged."""
    usual = Atoms.unlink

    def careless(self: Atoms, p: list[int], c: int, zone: int) -> None:
        usual(self, p, c, zone)
        p[self.size + zone] += 1

    monkeypatch.setattr(Atoms, "unlink", careless)
    assert "components, counted" in noticed(bazaar)


def test_knowledge_out_of_nowhere_is_noticed(bazaar: Compiled, monkeypatch: pytest.MonkeyPatch) -> None:
    """The contract check notices a player who knows a component without ever having seen it."""

    def everybody(self: Atoms, *_: object, **__: object) -> int:
        return self.everyone

    monkeypatch.setattr(Atoms, "follow", everybody)
    assert "who never saw it" in noticed(bazaar)


def test_ignorance_of_what_lies_open_is_noticed(bazaar: Compiled, monkeypatch: pytest.MonkeyPatch) -> None:
    """The contract check notices a player who sees into a zone but does not know what lies there."""
    monkeypatch.setattr(Atoms, "follow", lambda *_, **__: 0)
    assert "does not know it" in noticed(bazaar)


def test_a_clone_that_keeps_the_seed_is_noticed(bazaar: Compiled, monkeypatch: pytest.MonkeyPatch) -> None:
    """The contract check notices a clone that keeps the seed instead of taking the given one.

    A search that used such a clone would know what chance will bring.
    """
    cloned = Game.clone
    monkeypatch.setattr(Game, "clone", lambda game, _seed=None: cloned(game))
    assert noticed(bazaar).endswith("a clone with another seed differs in more than the seed")


def test_locals_left_behind_are_noticed(bazaar: Compiled) -> None:
    """The contract check notices local variables that are left in the position although nothing runs."""
    program = bazaar.program
    game = Game(program, 1)
    machine = game.machine
    usual = machine._operations  # noqa: SLF001 - broken on purpose
    returns = {at for at, i in enumerate(program.code) if type(i).__name__ == "Return"}

    def forgetful(at: int) -> Callable[[list[int], object], int]:
        def operation(p: list[int], context: object) -> int:
            frames = p[program.layout.frames :]
            following = usual[at](p, context)  # type: ignore[arg-type]
            p[program.layout.frames :] = frames
            return following

        return operation

    machine._operations = tuple(  # noqa: SLF001 - what is wrong is put where it cannot come from
        forgetful(at) if at in returns else operation for at, operation in enumerate(usual)
    )  # type: ignore[assignment]
    assert "the local of nothing that runs" in noticed(bazaar)


def test_what_a_decision_gives_away_is_noticed(game_of: Callable[[str], Spec]) -> None:
    """The contract check notices options that depend on a card that the player does not know.

    Such options would reveal the card.
    """
    made = game_of("""
        components:
          card: {attributes: {red: bool}, rows: [{id: a, red: true}, {id: b, red: false}], start: deck}
        zones:
          deck: {of: card, ordered: true, seen_by: nobody}
        actions:
          pass: {}
          cheer: {when: "any(c in top(deck, 1): c.red)"}
        setup: [{shuffle: deck}]
        phases:
          play: {turns: clockwise, do: [{offer: [pass, cheer]}, {check: end}]}
        limit: {decisions: 3, then: draw}
    """).compiled()
    assert "what that player does not know" in noticed(made)


def test_a_fault_is_reported_with_its_seed(game_of: Callable[[str], Spec]) -> None:
    """A game that stops with a fault breaks the contract, and the message gives the step of the fault."""
    made = game_of("""
        variables: {n: {type: 0..2}}
        actions:
          more: {do: [{set: {n: n + 1}}]}
        phases:
          play: {turns: clockwise, do: [{offer: [more]}]}
    """).compiled()
    text = noticed(made)
    assert "GS505" in text
    assert "step 2" in text


# --- hidden choices ---------------------------------------------------------------------------------

FACE_DOWN = """
    players: 2
    components:
      card: {attributes: {n: 1..6}, rows: [{id: ace, n: 1}, {id: two, n: 2}, {id: six, n: 6}], start: row}
    zones:
      row: {of: card, ordered: true, seen_by: nobody}
      hand: {of: card, per: player, seen_by: nobody}
    setup: [{shuffle: row}]
    phases:
      play:
        turns: clockwise
        until: empty(row)
        do:
          - choose: {c: {from: row}}
          - {move: c, to: "hand[me]"}
"""


def test_who_picks_a_card_face_down_does_not_learn_which(game_of: Callable[[str], Spec]) -> None:
    """A player who chooses a component that lies face down does not learn which component it is."""
    hold(game_of(FACE_DOWN).compiled(), range(3))


def test_options_do_not_name_cards_that_lie_face_down(game_of: Callable[[str], Spec]) -> None:
    """The text of an option does not name a card that the deciding player does not know."""
    made = game_of(FACE_DOWN).compiled()
    game, words = Game(made.program), Words(made)
    texts = " ".join(words.option(game, option) for option in game.options)
    assert not any(name in texts for name in ("ace", "two", "six"))


def test_what_was_played_is_told_to_who_knows_it(game_of: Callable[[str], Spec]) -> None:
    """If a player moves a card from hand into a bag, that player is told which card it was.

    The other players are not told.
    """
    spec = game_of("""
        components:
          card: {attributes: {n: 1..6}, rows: [{id: ace, n: 1}, {id: two, n: 2}], start: "hand[seat(1)]"}
        zones:
          bag: {of: card, seen_by: nobody}
          hand: {of: card, per: player, seen_by: owner}
        phases:
          play:
            turns: clockwise
            until: not empty(bag)
            do: [{choose: {c: {from: "hand[me]"}}}, {move: c, to: bag}]
    """)
    made = spec.compiled()
    game, words = Game(made.program, record=True), Words(made)
    game.apply(game.options[0])
    decided = next(event for event in game.events if isinstance(event, Decided))
    assert decided.seen == (0b001,)
    assert "ace" in (words.event(decided, 0) or "")
    assert "ace" not in (words.event(decided, 1) or "")


# --- equal positions --------------------------------------------------------------------------------


def test_the_way_to_a_position_does_not_show(game_of: Callable[[str], Spec]) -> None:
    """Positions with the same marks are equal, in whatever order the marks were set.

    The actions that set the marks contain loops, choices and procedures, none of which may leave a trace.
    """
    made = game_of("""
        players: 2
        spaces: {board: {grid: [3, 3]}}
        variables: {mark: {per: board, type: player?}, total: {per: player, type: 0..99}}
        actions:
          put:
            with: {column: {from: 1..3}}
            when: true
            do:
              - let: {free: "filter(c in board: column(c) == column and mark[c] == none)"}
              - choose: {cell: {from: free}}
              - run: write
                with: {where_to: cell}
        procedures:
          write:
            with: {where_to: board}
            do:
              - for: {c: neighbours(where_to)}
                do:
                  - if: "mark[c] != none"
                    then: [{set: {"total[me]": "total[me]"}}]
                    else: [{stop: loop}]
              - set: {"mark[where_to]": me, "total[me]": "total[me] + number(where_to)"}
        phases:
          play:
            turns: clockwise
            until: "none(c in board: mark[c] == none)"
            do: [{offer: [put]}]
    """).compiled()

    def after(*cells: str) -> list[int]:
        game, words = Game(made.program), Words(made)
        for cell in cells:
            column = "abc".index(cell[0]) + 1
            game.apply(next(o for o in game.options if o.values == (column,)))
            game.apply(next(o for o in game.options if words.option(game, o) == cell))
        return game.position

    assert after("a1", "b2", "c3", "a2") == after("c3", "a2", "a1", "b2")
    assert after("b1", "a3", "a1", "c2", "c1", "b2") == after("a1", "b2", "c1", "a3", "b1", "c2")
    assert after("a1", "b2", "c3", "a2") != after("a1", "b2", "c3", "b3")
