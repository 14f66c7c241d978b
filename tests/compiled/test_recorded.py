"""Recorded games have the same events as on the definitional engine, and many redeals at once."""

from __future__ import annotations

import random
from array import array
from collections import Counter
from collections.abc import Hashable
from typing import TYPE_CHECKING

import pytest
from hidden_games import UNTOLD, critical, is_large, is_small, some
from long_checks import sampled, split
from posterior import chi_squared, settled, shares
from retold import chain_of, replayer, script_of

import gamespec
from gamespec.program.instructions import DrawSecret
from gamespec.program.tables import NOWHERE
from interpreter.compiled.engine import CompiledEngine
from interpreter.compiled.run.recorded import RecordedGame
from interpreter.compiled.wasm.memory import PAGE, WORD
from interpreter.engine.playout import DefinitionalEngine
from interpreter.kernels.sights import SightLogger
from interpreter.play.events import Moved
from interpreter.play.luck import Draws
from interpreter.play.options import Option
from interpreter.protocol import MOST_CHANGES
from interpreter.redeal import found as found_in
from interpreter.redeal.replayer import End

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hidden_games import Walked

    from gamespec import Spec
    from gamespec.program import Program
    from interpreter.protocol import Engine, Playing

HIDING = [
    "euchre", "goofspiel+hidden-bids", "hanabi", "hearts", "kuhn-poker", "liars-dice", "ogallala", "rufus",
    "trapper", "trumpet+revoke", "carcassonne+traders-and-builders",
]  # fmt: skip
"""Shipped games with hidden information, or with many kinds of events."""


def played(engine: Engine, seed: int, most: int = 150) -> Playing:
    """Return a recorded game with fewer than `most` decisions; its answers follow from the seed."""
    luck, game = random.Random(seed), engine.begin(seed, record=True)  # noqa: S311 - nothing secret
    for _ in range(random.Random(-seed).randrange(most)):  # noqa: S311 - as above
        if game.over:
            break
        game.play(luck.choice(game.options))
    return game


@pytest.mark.parametrize("name", sampled(HIDING, "agreement", 5))
def test_the_events_are_those_of_the_definitional_engine(name: str) -> None:
    """Events and information states equal those of the definitional engine, and a clone is independent."""
    program = gamespec.load(name).program()
    engines = DefinitionalEngine(program), CompiledEngine(program, jobs=1)
    for seed in range(3):
        one, other = (played(engine, seed) for engine in engines)
        assert other.events == one.events
        assert other.record == one.record
        copy = other.clone()
        for _ in range(3):
            if not other.over:
                other.play(other.options[-1])
        assert copy.events == one.events
        for player in range(program.players):
            assert copy.information_state(player) == one.information_state(player)


def test_a_record_goes_on_where_a_game_was_saved() -> None:
    """A game restored with its record has all events, and one restored without has only those that follow.

    Neither asks the current question again.
    """
    program = gamespec.load("hearts").program()
    engine = CompiledEngine(program, jobs=1)
    game = played(engine, 5, 20)
    whole, later = (engine.restore(game.position, record=each) for each in (game.record or False, True))
    assert whole.events == game.events
    assert later.events == []
    option = game.options[0]
    for each in (game, whole, later):
        each.play(Option(program, option.action, option.values))
    assert whole.events == game.events
    assert game.events[-len(later.events) :] == later.events
    assert whole.record is not None
    assert whole.record.whole
    assert later.record is not None
    assert not later.record.whole


@pytest.mark.parametrize("name", sampled(HIDING, "agreement", 5))
def test_a_history_is_replayed_from_its_record(name: str) -> None:
    """Replaying a record's chance and answers leads to the same position, except for seed and streams."""
    program = gamespec.load(name).program()
    layout = program.layout
    for seed in range(4):
        game = played(DefinitionalEngine(program), seed)
        if game.over:
            continue
        again = chain_of(program, game.events, game.position, game.player, Draws(seed, "test"))
        there = again.position
        kept = range(layout.places, len(there))
        assert [there[i] for i in kept] == [game.position[i] for i in kept]


def test_a_replayer_takes_longer_and_longer_scripts() -> None:
    """The memory of a script grows with it, also by less than it has."""
    program = gamespec.load("kuhn-poker").program()
    game = played(CompiledEngine(program, jobs=1), 1, 2)
    script, replay = script_of(program, game.events, game.position, 0), replayer(program, 0)
    for size in (1, PAGE, PAGE + 1, 5 * PAGE // 4, 9 * PAGE // 4, PAGE):
        words = array("i", [*script.words, *([0] * (size // WORD))])
        assert replay.follow(words, script.end) is End.SAME


@pytest.mark.parametrize("name", sampled(HIDING, "redeals", 5))
def test_redeals_show_the_player_the_same(name: str) -> None:
    """Redeals, including those derived from others, have the player's observation and the same options."""
    program = gamespec.load(name).program()
    engine = CompiledEngine(program, jobs=1)
    game = next(each for each in (played(engine, seed, 60) for seed in range(100)) if not each.over)
    player, shown = game.player, game.observation(game.player)
    offered = [option.number for option in game.options]
    some_differ = False
    for other in game.redeals(player, 7, 12):
        assert other.observation(player) == shown
        assert [option.number for option in other.options] == offered
        assert other.exact
        other.check()
        some_differ |= other.position != game.position
    assert some_differ


def test_redeals_know_nothing_of_the_truth() -> None:
    """Two games that look the same to a player have the same redeals, in the same order."""
    program = gamespec.load("hearts").program()
    engine = CompiledEngine(program, jobs=1)
    game = played(engine, 3, 20)
    player = game.player
    twin = game.redealt(player, 1)
    assert twin.position != game.position
    assert twin.information_state(player) == game.information_state(player)
    one, other = ([g.position for g in each.redeals(player, 4, 8)] for each in (game, twin))
    assert one == other


@pytest.mark.parametrize(
    "name",
    split(
        ["dice", "passing", "suits", "recycled", "hints", "marks", "copies", "leduc-poker"],
        "redeals",
        is_small,
        is_large,
    ),
)
def test_what_a_player_was_shown_is_one_number(name: str, walked: Walked) -> None:
    """Two histories have equal numbers if and only if they look the same to the player.

    A module that replays them computes the same number.
    """
    program, found = walked(name)
    luck = random.Random(name)  # noqa: S311 - nothing secret
    numbers: dict[tuple[int, int], object] = {}
    for (player, shown), same in luck.sample(sorted(found.items(), key=lambda item: item[0]), 60):
        games = [settled(history.game, 3) for history in same[:3]]
        for game in games:
            chain_of(program, game.events, game.position, player, Draws(1, name))
        seen = {SightLogger(program, player).after(game.events).hashes[-1] for game in games}
        assert len(seen) == 1
        assert numbers.setdefault((player, seen.pop()), shown) == shown


def lying(program: Program, p: Sequence[int]) -> Hashable:
    """Return the contents of each zone, disregarding their order, and all stores and secret answers."""
    layout, zones = program.layout, list[list[int]]()
    for zone in range(len(program.zones)):
        there = [c for c in range(len(program.alike)) if p[layout.zone_of + c] == zone]
        zones.append(sorted(program.alike[c] for c in there))
    values = [tuple(p[s.place : s.place + s.count]) for s in program.stores]
    return tuple(map(tuple, zones)), tuple(values), tuple(p[layout.frames : layout.length])


@pytest.mark.parametrize(
    ("name", "states", "number", "between"),
    split([
        ("kuhn-poker", 3, 400, 6),
        ("leduc-poker", 2, 400, 6),
        ("goofspiel+hidden-bids", 2, 400, 6),
        ("passing", 2, 400, 6),
        ("suits", 2, 400, 6),
        ("recycled", 2, 400, 6),
        ("hints", 2, 400, 6),
        ("marks", 2, 400, 6),
        ("copies", 3, 400, 12),
        ("untold", 3, 400, 12),
        ("dice", 2, 400, 12),
        ("claims", 1, 400, 12),
    ], "redeals", is_small, is_large),
)  # fmt: skip
def test_histories_come_by_the_posterior(
    name: str, states: int, number: int, between: int, walked: Walked
) -> None:
    """Histories occur with their exact probabilities, by a chi-squared test at 0.001.

    Each sample is taken after many steps of the chain.
    """
    program, found = walked(name)
    for player, same in some(found, 60, states):
        exact = shares(same, player, lambda game: lying(program, game.position))
        first = settled(same[0].game, 1)
        chain = found_in(
            program,
            replayer(program, player),
            SightLogger(program, player).after(first.events),
            5,
            MOST_CHANGES,
        )
        assert chain is not None
        counts = Counter[Hashable]()
        for _ in range(number):
            for _ in range(between * chain.changes):
                chain.step()
            counts[lying(program, chain.position)] += 1
        assert set(counts) <= set(exact)
        statistic, free = chi_squared(counts, exact)
        assert free == 0 or statistic <= critical(free)


@pytest.mark.parametrize(
    ("name", "states"),
    split([
        ("kuhn-poker", 3),
        ("leduc-poker", 1),
        ("goofspiel+hidden-bids", 1),
        ("passing", 1),
        ("suits", 1),
        ("hints", 1),
        ("marks", 1),
        ("copies", 1),
        ("untold", 2),
        ("dice", 1),
    ], "redeals", is_small, is_large),
)  # fmt: skip
def test_many_redeals_come_by_the_posterior(name: str, states: int, walked: Walked) -> None:
    """First redeals, which are guessed and mended, have the probabilities of an exact enumeration.

    The test is chi-squared at 0.001.
    """
    program, found = walked(name)
    engine = CompiledEngine(program, jobs=1)
    for player, same in some(found, 60, states):
        exact = shares(same, player, lambda game: lying(program, game.position))
        true = settled(same[0].game, 1)
        game: Playing = engine.restore(true.position, record=true.record or False)
        firsts = (next(iter(game.redeals(player, seed, 1))) for seed in range(200))
        counts = Counter[Hashable](lying(program, each.position) for each in firsts)
        assert set(counts) <= set(exact)
        statistic, free = chi_squared(counts, exact)
        assert free == 0 or statistic <= critical(free)


@pytest.mark.parametrize("name", sampled(HIDING, "redeals", 5))
def test_guesses_are_mended(name: str) -> None:
    """In nearly all decisions, a history is found after few changes."""
    engine = CompiledEngine(gamespec.load(name).program(), jobs=1)
    games = [game for seed in range(12) if not (game := played(engine, seed, 20 + 5 * seed)).over]
    found = [game.redealt(game.player, 1, most=1200).exact for game in games]
    assert sum(found) >= 0.8 * len(found)


def test_what_no_record_says_is_redealt(game_of: Callable[[str], Spec]) -> None:
    """Draws that are told to nobody are redrawn by the luck of the script: redeals are exact, and differ."""
    program = game_of(UNTOLD).program()
    assert any(isinstance(i, DrawSecret) for i in program.code)
    game = CompiledEngine(program, jobs=1).begin(1, record=True)
    game.play(game.options[0])
    player, shown = game.player, game.observation(game.player)
    found = [*game.redeals(player, 1, 20)]
    assert all(other.exact and other.observation(player) == shown for other in found)
    assert len({tuple(other.position) for other in found}) > 5


EXCHANGE = """
    players: 2
    enums: {role: [duke, thief, guard, envoy, judge]}
    components: {card: {attributes: {role: role}, all: {role: role}, copies: 3, start: court}}
    zones:
      court: {of: card, ordered: true, seen_by: nobody}
      hand: {of: card, per: player, seen_by: owner}
      lost: {of: card, per: player}
    resources: {coins: {per: player, type: 0..12, start: 2}}
    variables: {doubted: {type: bool}, stands: {type: bool}}
    setup:
      - shuffle: court
      - {for: {p: players}, do: [{move: "top(court, 2)", to: "hand[p]"}]}
    actions:
      strike:
        when: "coins[me] >= 7"
        do: [{transfer: 7, from: "coins[me]", to: coins.bank}, {run: lose, as: left(me)}]
      tax:
        when: "coins[me] < 10"
        do:
          - {run: claim, with: {r: duke}}
          - if: stands
            then: [{transfer: 3, from: coins.bank, to: "coins[me]"}]
      exchange:
        when: "coins[me] < 10"
        do:
          - {run: claim, with: {r: envoy}}
          - if: stands
            then:
              - {let: {n: "min(2, size(court))"}}
              - {move: "top(court, n)", to: "hand[me]"}
              - {choose: {back: {from: "hand[me]", count: n}}, seen_by: me}
              - {move: back, to: court}
              - {shuffle: court}
      doubt:
        given: {who: player, r: role}
        do: [{set: {doubted: true}}, {run: prove, as: who, with: {r: r, doubter: me}}]
      allow: {do: []}
      show:
        given: {r: role}
        with: {c: {from: "hand[me]", where: c.role == r}}
        do:
          - {reveal: c}
          - {move: c, to: court}
          - {shuffle: court}
          - {move: "top(court, 1)", to: "hand[me]"}
      concede: {do: [{set: {stands: false}}]}
    procedures:
      claim:
        with: {r: role}
        do:
          - {set: {stands: true, doubted: false}}
          - {offer: [{doubt: {who: me, r: r}}, allow], by: left(me)}
      prove:
        with: {r: role, doubter: player}
        do:
          - {offer: [{show: {r: r}}, concede]}
          - if: stands
            then: [{run: lose, as: doubter}]
            else: [{run: lose}]
      lose:
        do:
          - {choose: {c: {from: "hand[me]"}}}
          - {move: c, to: "lost[me]"}
          - {check: end}
    phases: {play: {turns: clockwise, do: [{offer: [strike, tax, exchange]}]}}
    end: {last: {when: "any(p in players: empty(hand[p]))", winner: "the(p in players: not empty(hand[p]))"}}
    limit: {decisions: 300, then: draw}
"""
"""A game in which a player who claims an envoy may secretly return two of four cards.

The opponent cannot know what that player was asked.
"""


@pytest.mark.parametrize("seed", [8, 34])
def test_what_others_were_asked_is_guessed_too(seed: int, game_of: Callable[[str], Spec]) -> None:
    """Guesses may differ in what another player was asked.

    Each guess becomes a history or is rejected, without an error.
    """
    engine = CompiledEngine(game_of(EXCHANGE).program(), jobs=1)
    luck, game = random.Random(seed), engine.begin(seed, record=True)  # noqa: S311 - nothing secret
    for _ in range(12):
        if game.over:
            break
        assert isinstance(game, RecordedGame)
        for player in range(2):
            game.redealt(player, 0, most=1200)
        game.play(luck.choice(game.options))


ACROSS = """
    players: 3
    enums: {tree: [hazel, oak]}
    components:
      nut:
        attributes: {tree: tree}
        rows: [{id: hazelnut, tree: hazel}, {id: acorn, tree: oak}]
        copies: 4
        start: heap
    zones:
      heap: {of: nut, ordered: true, seen_by: nobody}
      cheek: {of: nut, per: player, seen_by: owner}
      nest: {of: nut, seen_by: nobody}
    setup:
      - shuffle: heap
      - for: {p: players}
        do: [{move: "top(heap, 2)", to: "cheek[p]"}, {reveal: "cheek[p]", to: seat(1)}]
    actions:
      steal:
        with: {lot: {from: "filter(n in cheek: n not in cheek[me])", count: 1..2}}
        do: [{move: lot, to: nest}]
    phases: {play: {turns: clockwise, do: [{offer: [steal], otherwise: []}]}}
    limit: {decisions: 2, then: draw}
"""
"""A game in which the first player takes nuts from two cheeks at once, which nobody else sees in full."""


@pytest.mark.parametrize("player", range(3))
def test_several_components_of_several_zones_are_retold(player: int, game_of: Callable[[str], Spec]) -> None:
    """Whichever nuts are taken, the history can be replayed from its record for each player."""
    program = game_of(ACROSS).program()
    engine = CompiledEngine(program, jobs=1)
    first = engine.begin(1, record=True)
    assert len(first.options) > 5
    for option in first.options:
        game = first.clone()
        game.play(option)
        chain_of(program, game.events, game.position, player, Draws(1, "test"))


TWICE = """
    players: 2
    components: {card: {rows: [{id: ace}, {id: two}, {id: three}], start: deck}}
    zones: {deck: {of: card, seen_by: nobody}, shelf: {of: card, ordered: true}}
    actions: {lay: {do: [{move: "{card.ace, card.ace, card.ace}", to: shelf}]}}
    phases: {play: {turns: clockwise, do: [{offer: [lay]}]}}
    limit: {decisions: 3, then: draw}
"""
"""A game that moves a list with the same card three times."""


def test_a_component_named_several_times_is_not_a_whole_zone(game_of: Callable[[str], Spec]) -> None:
    """Each of the moves is recorded with its place in the zone, and the history can be replayed."""
    program = game_of(TWICE).program()
    for engine in (DefinitionalEngine(program), CompiledEngine(program, jobs=1)):
        game = engine.begin(1, record=True)
        game.play(game.options[0])
        game.play(game.options[0])
        assert [event.place for event in game.events if isinstance(event, Moved)] == [NOWHERE, *[0] * 5]
        assert len([*game.redeals(1, 1, 3)]) == 3
