"""Histories: what counts as the same situation, how it is kept, and what a wrong use is told."""

from __future__ import annotations

from dataclasses import replace
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest
from chances import by_draws, by_outcomes
from inside import Named, fault_of

from gamespec import SpecError, load
from gamespec.loader import check
from gamespec.program.forms import Malformed
from gamespec.program.verify import verify
from interpreter import Fault
from interpreter.contract import hold
from interpreter.engine.position import check_position
from interpreter.play.events import Remembered
from interpreter.play.information import information_state

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gamespec import Spec

    GameOf = Callable[[str], Spec]

BOX = """
    components:
      card: {attributes: {}, rows: [{id: a}, {id: b}, {id: c}], start: deck}
      wolf: {attributes: {}, rows: [{id: grey, copies: 3}, {id: black}], start: wood}
    spaces:
      board: {grid: [2, 2]}
    zones:
      deck: {of: card, ordered: true}
      hand: {of: card, per: player}
      wood: {of: wolf}
      den: {of: wolf}
      lair: {of: wolf, per: board, capacity: 1}
      pack: {of: wolf, ordered: true}
    variables:
      mark: {per: board, type: player?}
      round: {type: 0..9}
      wide: {type: -2147483647..2147483647}
      seen: {type: 0..20}
    resources:
      gold: {per: player, type: 0..9, start: 3, supply: 12}
    histories:
      h: {of: [OF], length: 8}
"""


def seen(game_of: GameOf, of: str, first: str, second: str) -> int:
    """How often a situation that two steps lead to was there before the second."""
    steps = f"""
    setup:
      - {first}
      - remember: h
      - {second}
      - set: {{seen: occurred(h)}}
    """
    return Named(game_of(BOX.replace("OF", of) + steps)).held("seen")[0]


NOTHING = "{set: {round: 0}}"
DEN = "{move: grey#1, to: den}"
BACK = "{if: round == 0, then: [{move: grey#1, to: wood}, {move: WOLF, to: 'THERE'AT}]}"


def other(one: str, zone: str, order: str = "") -> str:
    """A step that puts the first grey wolf back, and another one where it was."""
    return BACK.replace("WOLF", one).replace("THERE", zone).replace("AT", order)


SAME = {
    # what a situation consists of, what leads to the first and the second, and whether they are the same
    "nothing has changed": ("mark", NOTHING, NOTHING, 1),
    "a member has changed": ("mark", NOTHING, '{set: {"mark[b2]": seat(2)}}', 0),
    "what is not part of it has changed": ("mark", NOTHING, "{set: {round: 4}}", 1),
    "a value of all 32 bits": ("wide", "{set: {wide: -2147483647}}", "{set: {wide: 2147483647}}", 0),
    "none is another value": ("mark", NOTHING, '{set: {"mark[a1]": seat(1)}}', 0),
    "a token has gone": ("gold", NOTHING, '{transfer: 1, from: "gold[seat(1)]", to: gold.bank}', 0),
    "the order where it counts": ("deck", NOTHING, "{move: a, to: deck, at: bottom}", 0),
    "the order where there is none": ("wood", NOTHING, "{move: grey#1, to: wood}", 1),
    "another copy lies there": ("den, wood", DEN, other("grey#2", "den"), 1),
    "another wolf lies there": ("den, wood", DEN, other("black", "den"), 0),
    "a wolf less, where others lie": ("wood", NOTHING, DEN, 0),
    "a copy in a place for one": ("lair", DEN.replace("den", "'lair[a1]'"), other("grey#2", "lair[a1]"), 1),
    "another in a place for one": ("lair", DEN.replace("den", "'lair[a1]'"), other("black", "lair[a1]"), 0),
    "another place for one": ("lair", DEN.replace("den", "'lair[a1]'"), "{move: grey#1, to: 'lair[b1]'}", 0),
    "copies in an order": (
        "pack",
        "{move: '{grey#1, black}', to: pack}",
        other("grey#2", "pack", ", at: bottom"),
        1,
    ),
    "another order of them": ("pack", "{move: '{grey#1, black}', to: pack}", other("grey#2", "pack"), 0),
    "another's hand": ("hand", "{move: a, to: 'hand[seat(1)]'}", "{move: a, to: 'hand[seat(2)]'}", 0),
}


@pytest.mark.parametrize("case", SAME)
def test_what_is_the_same(game_of: GameOf, case: str) -> None:
    """Situations are the same if they agree in each of their parts, copies of a fungible kind being alike."""
    of, first, second, times = SAME[case]
    assert seen(game_of, of, first, second) == times


def test_situations_take_little_room(game_of: GameOf) -> None:
    """As many digits as fit share 31 bits: 3^19 < 2^31 < 3^20, so 81 cells of three states take 5 words."""
    go = game_of("""
        spaces: {board: {grid: [9, 9]}}
        variables: {stone: {per: board, type: 1..3}, times: {type: 0..7}}
        histories: {past: {of: [stone], length: 7}}
        setup: [{remember: past}, {set: {times: occurred(past)}}]
    """)
    (history,) = go.program().histories
    assert 3**19 < 2**31 < 3**20
    assert (history.words, history.size) == (5, 1 + 7 * 5)


def test_all_is_part_of_it_without_of(game_of: GameOf) -> None:
    """Without `of` zones, variables, resources, turn and phase count, and neither locals nor decisions do."""
    game = Named(
        game_of("""
        players: 2
        variables: {n: {type: 0..1}, times: {per: 0..9, type: 0..9}, at: {type: 0..9}}
        histories: {past: {of: [n, turn, phase], length: 9}}
        phases:
          once: {turns: clockwise, until: at == 4, do: [{run: note}]}
          again: {turns: clockwise, until: at == 6, do: [{run: note}]}
        procedures:
          note:
            do:
              - choose: {x: {from: 0..1}}
              - remember: past
              - set: {"times[at]": occurred(past), at: at + 1}
    """)
    )
    while not game.over:
        game.apply(game.options[game.position[2] % 2])
    # seats 1, 2, 1, 2 in one phase, then 1, 2 in another
    assert game.held("times")[:6] == [1, 1, 2, 2, 1, 1]
    every = game_of("""
        variables: {n: {type: 0..1}}
        histories: {past: {length: 9}}
        setup: [{remember: past}, {if: occurred(past) == 1, then: [{set: {n: 1}}]}]
    """)
    # 3 players or nobody, one phase or none, two values of `n`: 4 · 2 · 2 = 16 situations in one word
    (history,) = every.program().histories
    assert [digit.size for digit in history.digits] == [4, 2, 2]


def test_the_order_of_remembering_leaves_no_trace(game_of: GameOf) -> None:
    """Equal situations are equal lists: which of two situations came first makes no difference later."""
    text = """
    variables: {n: {type: 0..9}, times: {type: 0..9}}
    histories: {past: {of: [n], length: 3}}
    setup: [{set: {n: FIRST}}, {remember: past}, {set: {n: SECOND}}, {remember: past},
      {set: {n: 0, times: occurred(past)}}]
    """
    one, other = (
        Named(game_of(text.replace("FIRST", a).replace("SECOND", b))).position for a, b in ("58", "85")
    )
    assert one == other


def test_what_is_forgotten_leaves_no_trace(game_of: GameOf) -> None:
    """A history that was emptied is one to which nothing ever came."""
    text = """
    variables: {n: {type: 0..9}, times: {type: 0..9}}
    histories: {past: {of: [n], length: 3}}
    setup: [{set: {n: 3}}, STEPS{set: {times: occurred(past)}}]
    """
    plain, forgot = (
        Named(game_of(text.replace("STEPS", steps)), record=True)
        for steps in ("", "{remember: past}, {forget: past}, ")
    )
    assert plain.position[:-2] == forgot.position[:-2]
    assert [event for event in forgot.events if isinstance(event, Remembered)] == [
        Remembered(0, 1),
        Remembered(0, 0),
    ]
    assert information_state(plain.program, plain.events, 0) == information_state(
        forgot.program, forgot.events, 0
    )


def test_a_history_may_be_full(game_of: GameOf) -> None:
    """One situation more than there is room for is GS515, at the step."""
    spec = game_of("""
        variables: {n: {type: 0..9}, times: {type: 0..9}}
        histories: {past: {of: [n], length: 2}}
        setup:
          - for: {i: 1..3}
            do: [{remember: past}]
          - set: {times: occurred(past)}
    """)
    with pytest.raises(Fault) as caught:
        Named(spec)
    fault = fault_of(caught.value, spec.compiled())
    assert (fault.code, fault.message) == (
        "GS515",
        "`past` holds 2 situations and has no room for another",
    )


def test_a_position_with_a_history_is_checked(game_of: GameOf) -> None:
    """What no history can hold is found: too much, in no order, beyond the last, or beyond its digits."""
    game = Named(
        game_of("""
        variables: {n: {type: 0..9}, times: {type: 0..9}}
        histories: {past: {of: [n], length: 3}}
        setup: [{set: {n: 4}}, {remember: past}, {set: {n: 2}}, {remember: past},
          {set: {times: occurred(past)}}]
        phases: {play: {turns: clockwise, do: [{choose: {x: {from: 1..2}}}]}}
    """)
    )
    machine, at = game.machine, game.program.histories[0].place
    assert game.position[at : at + 4] == [2, 2, 4, 0]
    for wrong in ([4, 2, 4, 0], [2, 4, 2, 0], [2, 2, 4, 1], [2, 2, 10, 0]):
        broken = list(game.position)
        broken[at : at + 4] = wrong
        with pytest.raises(AssertionError):
            check_position(game.program, machine.atoms, machine.frames, broken)
    check_position(game.program, machine.atoms, machine.frames, game.position)


def test_a_deck_in_a_situation_is_read(game_of: GameOf) -> None:
    """With explicit chance a situation settles the order that it consists of, with its shares."""
    program = game_of("""
        players: 2
        components: {card: {attributes: {rank: 1..3}, all: {rank: 1..3}, start: deck}}
        zones: {deck: {of: card, ordered: true, seen_by: nobody}}
        variables: {same: {type: 0..9}}
        histories: {past: {of: [deck], length: 2}}
        setup: [{remember: past}, {shuffle: deck}, {set: {same: occurred(past)}}]
    """).program()
    found = by_outcomes(program, 20_000)
    assert found == by_draws(program, 20_000)


PING = """
    language: 1
    players: 2
    spaces: {ring: {track: 4, loop: true}}
    variables: {at: {per: player, type: ring, start: "cell(ring, 1)"}}
    histories: {past: {of: [at], length: 20}}
    actions:
      go:
        with: {to: {from: "neighbours(at[me])"}}
        do: [{set: {"at[me]": to}}]
        keeps: occurred(past) == 0
    setup: [{remember: past}]
    phases:
      play: {turns: clockwise, do: [{offer: [go], otherwise: [{stop: phase}]}, {remember: past}]}
"""


def test_no_situation_comes_twice(game_of: GameOf) -> None:
    """Two walkers on a ring of four come to no situation twice, of which there are 4 · 4."""
    spec = game_of(PING)
    for seed in range(6):
        game, seen = Named(spec, seed), set()
        while not game.over:
            at = tuple(game.held("at"))
            assert at not in seen
            seen.add(at)
            game.apply(game.options[(seed * 7 + len(seen)) % len(game.options)])
        assert len(seen) <= 16
    hold(spec.compiled(), range(3))


MISTAKES = {
    "of: [n, no]": ("GS201", "there is no zone, variable or resource `no`"),
    "of: [n, n]": ("GS202", "`n` is named twice"),
    "of: [board]": ("GS205", "`board` does not change in play"),
    "of: [past]": ("GS201", "there is no zone, variable or resource `past`"),
    "length: 0": ("GS304", ""),
    "length: n": ("GS306", ""),
    "length: 65537": ("GS304", ""),
    "of: []": ("GS123", ""),
    "lenght: 3": ("GS120", ""),
    "remember: pats": ("GS201", "there is no history `pats`"),
    "remember: n": ("GS205", "`n` is not a history"),
    "occurred(n)": ("GS302", "`occurred` needs the name of a history"),
    "occurred(past, past)": ("GS305", "`occurred` takes 1 argument, not 2"),
    "past == 1": ("GS305", "`past` is a history"),
    "past[1] == 1": ("GS205", "`past` has no members"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes(tmp_path: Path, mistake: str) -> None:
    """Each wrong use is told at its place, and nothing follows from it."""
    of = mistake if mistake.startswith("of") else "of: [n]"
    length = mistake if mistake.startswith("len") else "length: 3"
    step = mistake if mistake.startswith("remember") else "remember: past"
    asked = (
        mistake if ("past" in mistake and "==" in mistake) or "occurred" in mistake else "occurred(past) > 1"
    )
    path = tmp_path / "game.yaml"
    path.write_text(
        dedent(f"""\
        language: 1
        game: sample
        title: Sample
        players: 2
        spaces: {{board: {{grid: [2, 2]}}}}
        variables: {{n: {{type: 0..3}}}}
        histories: {{past: {{{of}, {length}}}}}
        phases:
          play:
            turns: clockwise
            do:
              - choose: {{c: {{from: board}}}}
              - {step}
              - if: {asked if asked != "occurred(n)" else "occurred(n) > 1"}
                then: [{{set: {{n: 1}}}}]
              - forget: past
        limit: {{decisions: 10, then: draw}}
        """)
    )
    found = [d for d in check(path).diagnostics if d.severity == "error"]
    code, message = MISTAKES[mistake]
    assert [d.code for d in found] == [code]
    assert message in found[0].message


def test_turn_may_be_a_name(game_of: GameOf) -> None:
    """Where a game declares something called `turn`, the word says nothing certain any more."""
    with pytest.raises(SpecError) as caught:
        game_of("""
            variables: {turn: {type: 0..3}, times: {type: 0..3}}
            histories: {past: {of: [turn], length: 3}}
            setup: [{remember: past}, {set: {times: occurred(past)}}]
        """).program()
    assert [d.code for d in caught.value.diagnostics if d.severity == "error"] == ["GS203"]


def test_what_is_never_asked_is_told(tmp_path: Path) -> None:
    """A history of which nothing is asked is unused, whatever is remembered in it."""
    path = tmp_path / "game.yaml"
    path.write_text(
        dedent(PING).replace("keeps: occurred(past) == 0", "keeps: at[me] == to").lstrip()
        + "game: ping\ntitle: Ping\nlimit: {decisions: 9, then: draw}\n"
    )
    load(path)
    assert [d.message for d in check(path).diagnostics if d.code == "GS401"] == [
        "history `past` is never used"
    ]


BROKEN: dict[str, tuple[dict[str, int], dict[str, object], str]] = {
    "another place": ({"place": 3}, {}, "the history lies at"),
    "too many words": ({"words": 3}, {}, "the digits fill 1 words"),
    "a weight of another": ({}, {"weight": 7}, "the weight is 1"),
    "a word of its own": ({}, {"word": 1}, "the digit belongs to word 0"),
    "always the same": ({}, {"size": 1}, "no part of a situation"),
    "too large": ({}, {"size": 2**31 - 1}, "the weight is 2147483647"),
    "no such place": ({}, {"of": 10**6}, "is not in"),
    "a table for a value": ({}, {"table": (0, 1)}, "2 values, not 0"),
    "no such zone": ({}, {"read": "count", "of": 99}, "is not in"),
    "a table too short": ({}, {"read": "occupant", "of": 0, "table": (1,), "first": 0}, "values, not 3"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_history_is_refused(game_of: GameOf, case: str) -> None:
    """A program whose digits do not fill its words, or read what is not there, is none."""
    program = game_of(BOX.replace("OF", "round, deck")).program()
    verify(program)
    changed, digit, message = BROKEN[case]
    (history,) = program.histories
    digits = (replace(history.digits[0], **digit), *history.digits[1:])  # type: ignore[arg-type] # of their types
    with pytest.raises(Malformed, match=message):
        verify(replace(program, histories=(replace(history, digits=digits, **changed),)))
