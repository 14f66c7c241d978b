"""Loops: which situations come again, who can go on for ever, and what of that is proven.

The games are small enough to count their situations by hand. Some options do the same as others, so that a
player has a choice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gamespec.program.tables import Head
from interpreter.engine.playout import DefinitionalEngine
from interpreter.engines import best
from interpreter.fuzz import Cases
from interpreter.fuzz.corpus import Sample
from interpreter.fuzz.loops import Loop, LoopKind, loop_of
from interpreter.fuzz.situations import situation
from interpreter.play.luck import Seeds
from interpreter.play.playout import uniform
from interpreter.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec
    from interpreter.protocol import MakeEngine

    Made = Callable[[str], Spec]

ENGINES: list[MakeEngine | None] = [DefinitionalEngine, None]
"""Both engines; `None` stands for the best one."""


def loops(spec: Spec, make: MakeEngine | None = None, games: int = 20, seconds: float = 20.0) -> list[Loop]:
    """Return the loops in some random games of the first case."""
    case = next(iter(Cases(spec, None, {})))
    program = case.compiled.program
    engine = (make or best(program, 1, steps=True).make)(program)
    found = list[Loop]()
    for index in range(games):
        seeds = Seeds.of(1, index)
        (playout,) = engine.batch([seeds])
        loop = loop_of(Sample(case, seeds, uniform, playout.decisions), engine, seconds)
        if loop is not None:
            assert_closed(loop)
            found.append(loop)
    return found


def assert_closed(loop: Loop) -> None:
    """Check that the answers of a loop lead from a situation back to it, and not before the last one."""
    program = loop.case.compiled.program
    games = [game for game, _, _ in loop.steps]
    last = games[-1].clone()
    last.play(loop.steps[-1][2])
    keys = [situation(program, game.position) for game in (*games, last)]
    assert keys[0] == keys[-1]
    assert len(set(keys)) == len(loop.cycle)
    assert len(loop.lead) == len(loop.before)
    assert games[0].position[Head.DECISIONS] == len(loop.before)


def said(loop: Loop) -> list[str]:
    """Return the options of a cycle in words."""
    words = Words(loop.case.compiled)
    return [words.option(game, option) for game, _, option in loop.steps]


LOCK = """
    players: 2
    variables: {locked: {type: bool}}
    actions:
      lock: {when: not locked, do: [{set: {locked: true}}]}
      leave: {when: not locked, do: [{stop: phase}]}
      wait: {}
      doze: {}
    phases: {play: {turns: clockwise, do: [{offer: [lock, leave, wait, doze]}]}}
    limit: {decisions: 40, then: draw}
"""


@pytest.mark.parametrize("make", ENGINES)
def test_a_game_that_cannot_end(game_of: Made, make: MakeEngine | None) -> None:
    """After the door is locked, nobody can leave: two situations follow one another, one for each turn.

    In a game of 40 decisions that was locked, the shortest cycle is two answers. The first situation from
    which nobody can leave is the one after `lock`. A game in which somebody leaves has no such loop.
    """
    found = loops(game_of(LOCK), make)
    endless = [loop for loop in found if loop.kind is LoopKind.CANNOT_END]
    assert endless
    for loop in endless:
        assert (loop.proven, loop.coalitions, loop.chance, loop.in_turn) == (True, (), False, False)
        assert (len(loop.cycle), loop.explored) == (2, 2)
        words = Words(loop.case.compiled)
        assert words.option(loop.lead[-1][0], loop.lead[-1][2]) == "lock"


def test_what_can_still_end_is_forced_at_most(game_of: Made) -> None:
    """While the door is open, the player who decides can lock it, after which the game goes on for ever.

    The other player cannot force that, who may find that the first one leaves. There are two situations
    with an open door, and two with a locked one.
    """
    found = [loop for loop in loops(game_of(LOCK), games=60) if loop.kind is not LoopKind.CANNOT_END]
    assert found
    for loop in found:
        assert (loop.kind, loop.coalitions) == (LoopKind.FORCED, ((loop.steps[0][1],),))
        assert (loop.proven, len(loop.cycle), loop.explored) == (True, 2, 4)


SHUT = """
    players: 2
    variables: {open: {type: bool}}
    actions:
      open: {do: [{set: {open: true}}]}
      shut: {}
      leave: {when: open, do: [{stop: phase}]}
      wait: {when: not open}
      doze: {when: not open}
    phases:
      play:
        turns: clockwise
        do:
          - if: "me == seat(1)"
            then: [{offer: [open, shut]}]
            else: [{offer: [leave, wait, doze]}]
    limit: {decisions: 40, then: draw}
"""


@pytest.mark.parametrize("make", ENGINES)
def test_one_player_can_force_it(game_of: Made, make: MakeEngine | None) -> None:
    """Seat 1 keeps the door shut for ever; seat 2 must leave if it is open, and cannot keep it shut.

    With the door shut, there is one situation for each player; open, it is seat 2 who must leave.
    """
    found = loops(game_of(SHUT), make)
    assert found
    for loop in found:
        assert (loop.kind, loop.coalitions, loop.seats) == (LoopKind.FORCED, ((0,),), (0,))
        assert (loop.proven, loop.chance, loop.in_turn) == (True, False, False)
        assert (len(loop.cycle), loop.explored) == (2, 3)
        assert [seat for _, seat, _ in loop.steps] == [0, 1]


def test_hidden_information_leaves_force_unproven(game_of: Made) -> None:
    """If something is hidden, a strategy may need it; then it is not proven that the player can force it."""
    hidden = "    variables: {secret: {type: 0..1, seen_by: nobody}, open:"
    found = loops(game_of(SHUT.replace("    variables: {open:", hidden)))
    assert found
    assert {(loop.kind, loop.proven) for loop in found} == {(LoopKind.FORCED, False)}


def test_a_team_can_force_it(game_of: Made) -> None:
    """Seats 1 and 3 can end the game at their turns: a partner alone cannot prevent it, both together can."""
    text = """
    players: 4
    actions: {leave: {do: [{stop: phase}]}, wait: {}, doze: {}}
    phases:
      play:
        turns: clockwise
        do:
          - if: "number(me) % 2 == 1"
            then: [{offer: [leave, wait]}]
            else: [{offer: [wait, doze]}]
    teams: number(player) % 2
    limit: {decisions: 40, then: draw}
    """
    found = loops(game_of(text))
    assert found
    for loop in found:
        assert (loop.kind, loop.coalitions, loop.proven) == (LoopKind.FORCED, ((0, 2),), True)
        assert (len(loop.cycle), loop.explored) == (4, 4)


ENDLESS = """
    players: 3
    variables: {up: {type: bool}, turns: {type: 0..9}}
    actions:
      flip: {when: "me == seat(2)", do: [{set: {up: not up}}]}
      done: {do: [{stop: turn}]}
    phases:
      play:
        turns: clockwise
        until: turns == 9
        do:
          - set: {turns: turns + 1}
          - while: true
            do: [{offer: [flip, done]}]
    limit: {decisions: 60, then: draw}
"""


@pytest.mark.parametrize("make", ENGINES)
def test_an_endless_turn(game_of: Made, make: MakeEngine | None) -> None:
    """Turns are counted, so a situation comes again only within one: seat 2 turns a card over and back."""
    found = loops(game_of(ENDLESS), make)
    assert found
    for loop in found:
        assert (loop.kind, loop.coalitions, loop.proven) == (LoopKind.ENDLESS_TURN, ((1,),), True)
        assert (loop.chance, loop.in_turn) == (False, True)
        assert said(loop) == ["flip", "flip"]
        assert {game.position[Head.TURN] for game, _, _ in loop.steps} == {1}
        assert repr(loop) == f"<Loop, endless turn: 2 answers, after {len(loop.before)}>"


def test_turns_of_one_player_are_not_one_turn(game_of: Made) -> None:
    """The only player of a game plays one turn after another; the loop goes through two turns."""
    text = """
    players: 1
    variables: {up: {type: bool}}
    actions: {flip: {do: [{set: {up: not up}}]}, leave: {do: [{stop: phase}]}}
    phases: {play: {turns: clockwise, do: [{offer: [flip, leave]}]}}
    limit: {decisions: 60, then: draw}
    """
    found = loops(game_of(text))
    assert found
    for loop in found:
        assert (loop.kind, loop.coalitions, loop.proven) == (LoopKind.FORCED, ((0,),), True)
        assert (said(loop), loop.in_turn) == (["flip", "flip"], False)


def test_the_last_player_can_play_on_alone(game_of: Made) -> None:
    """After seat 2 has gone home, seat 1 has all turns: each is a situation again, and no turn is endless.

    Who has not gone home decides alone, and can wait for ever.
    """
    text = """
    players: 2
    variables: {home: {per: player, type: bool}}
    actions: {go_home: {do: [{set: {"home[me]": true}}]}, wait: {}}
    phases: {play: {turns: clockwise, who: "not home[player]", do: [{offer: [go_home, wait]}]}}
    limit: {decisions: 60, then: draw}
    """
    alone = [loop for loop in loops(game_of(text)) if len(loop.cycle) == 1]
    assert alone
    for loop in alone:
        assert (loop.kind, loop.coalitions, loop.proven) == (LoopKind.FORCED, (loop.seats,), True)
        assert (said(loop), loop.seats, loop.in_turn) == (["wait"], (loop.steps[0][1],), False)


HEAP = """
    players: 2
    variables: {heap: {type: 0..3, start: 3}}
    actions: {take: {do: [{set: {heap: heap - 1}}]}, pass: {}}
    phases: {play: {turns: clockwise, until: heap == 0, do: [{offer: [take, pass]}]}}
    limit: {decisions: 60, then: draw}
"""


@pytest.mark.parametrize("make", ENGINES)
def test_players_who_only_repeat_together(game_of: Made, make: MakeEngine | None) -> None:
    """Two passes repeat a situation; whoever wants to end the game takes all stones, so nobody can force it.

    With k stones left at the repetition, 2k situations follow, one for each number of stones and each player.
    """
    found = loops(game_of(HEAP), make)
    assert found
    for loop in found:
        assert (loop.kind, loop.coalitions, loop.proven) == (LoopKind.REPEATS, (), True)
        assert said(loop) == ["pass", "pass"]
        stones = 3 - sum(number != loop.cycle[0] for number in loop.before)
        assert loop.explored == 2 * stones


def test_the_limit_is_no_end(game_of: Made) -> None:
    """What follows is explored beyond the limit of decisions, which neither ends a game nor hides an end.

    With 9 stones and at most 6 decisions, no game ends by its rules, but one can.
    """
    text = HEAP.replace("0..3, start: 3", "0..9, start: 9").replace("decisions: 60", "decisions: 6")
    found = loops(game_of(text))
    assert found
    assert {(loop.kind, loop.proven) for loop in found} == {(LoopKind.REPEATS, True)}


def test_beyond_the_budget_nothing_is_proven(game_of: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    """A repetition is reported even if nothing may be explored; then nothing about it is proven."""
    monkeypatch.setattr("interpreter.fuzz.arena.MOST_SITUATIONS", 0)
    for text in (HEAP, LOCK, SHUT):
        found = loops(game_of(text))
        assert {(loop.kind, loop.proven, loop.explored) for loop in found} == {(LoopKind.REPEATS, False, 0)}


def test_a_fault_is_an_end(game_of: Made) -> None:
    """Two stones cannot be taken from one: a fault stops the game, so nobody can force it to go on."""
    text = HEAP.replace("heap - 1", "heap - 2")
    found = loops(game_of(text))
    assert found
    assert {(loop.kind, loop.proven) for loop in found} == {(LoopKind.REPEATS, True)}


COIN = """
    players: 2
    variables: {coin: {type: 1..2}}
    actions:
      left: {do: [{random: {thrown: {from: 1..2}}}, {set: {coin: thrown}}]}
      right: {do: [{random: {thrown: {from: 1..2}}}, {set: {coin: thrown}}]}
    phases: {play: {turns: clockwise, do: [{offer: [left, right]}]}}
    limit: {decisions: 40, then: draw}
"""


@pytest.mark.parametrize("make", ENGINES)
def test_chance_is_explored_outcome_by_outcome(game_of: Made, make: MakeEngine | None) -> None:
    """A coin is thrown for ever: with either option, by either player, after either throw.

    That makes 2 · 2 situations with a decision and 2 · 2 · 2 chance nodes. The loop cannot end, whatever
    comes by chance, and it comes again after two answers if the coin falls so.
    """
    found = loops(game_of(COIN), make, games=5)
    assert len(found) == 5
    for loop in found:
        assert (loop.kind, loop.proven, loop.chance) == (LoopKind.CANNOT_END, True, True)
        assert (len(loop.cycle) % 2, loop.explored) == (0, 12)


def test_nobody_forces_chance(game_of: Made) -> None:
    """If a 2 ends the game, luck can always end it: the loop is only observed, and nobody can force it.

    The only player decides in one situation; each of the two options leads to one chance node.
    """
    text = COIN.replace("players: 2", "players: 1").replace("coin: {type", "count: {type: 1..2}, coin: {type")
    text = text.replace("{set: {coin: thrown}}", "{if: thrown == 2, then: [{stop: phase}]}")
    found = loops(game_of(text))
    assert found
    for loop in found:
        assert (loop.kind, loop.proven, loop.chance) == (LoopKind.REPEATS, True, True)
        assert (len(loop.cycle), loop.explored) == (1, 3)


def test_shuffles_are_explored(game_of: Made) -> None:
    """A deck of two cards is shuffled and its top looked at, for ever; each top card can come again."""
    text = """
    players: 1
    components: {card: {attributes: {n: 1..2}, all: {n: 1..2}, start: deck}}
    zones: {deck: {of: card, ordered: true, seen_by: nobody}}
    variables: {last: {type: 1..2}}
    actions:
      look: {do: [{shuffle: deck}, {set: {last: "the(top(deck)).n"}}]}
      stay: {}
    phases: {play: {turns: clockwise, do: [{offer: [look, stay]}]}}
    limit: {decisions: 20, then: draw}
    """
    found = loops(game_of(text), games=3)
    assert len(found) == 3
    assert {(loop.kind, loop.proven) for loop in found} == {(LoopKind.CANNOT_END, True)}


@pytest.mark.parametrize("make", ENGINES)
def test_games_without_loops(game_of: Made, make: MakeEngine | None) -> None:
    """A heap that only shrinks, passes that are counted, and a history that forbids what was there."""
    shrinks = HEAP.replace("pass: {}", "pass: {do: [{set: {heap: heap - 1}}]}")
    counted = HEAP.replace("heap: {type", "n: {type: 0..60}, heap: {type").replace(
        "pass: {}", "pass: {do: [{set: {n: n + 1}}]}"
    )
    forbidden = """
    players: 1
    spaces: {ring: {track: 3}}
    variables: {at: {type: ring, start: "cell(ring, 1)"}}
    histories: {past: {of: [at], length: 3}}
    actions:
      step:
        with: {goal: {from: neighbours(at)}}
        do: [{set: {at: goal}}]
        keeps: occurred(past) == 0
    setup: [{remember: past}]
    phases:
      play: {turns: clockwise, do: [{offer: [step], otherwise: [{stop: phase}]}, {remember: past}]}
    """
    for text in (shrinks, counted, forbidden):
        assert loops(game_of(text), make, games=5) == []
