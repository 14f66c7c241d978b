"""Tests for the counts of games, which agree with arithmetic on both engines."""

from __future__ import annotations

from functools import partial
from itertools import count
from typing import TYPE_CHECKING

import pytest

import gamespec
from interpreter.compiled.engine import CompiledEngine
from interpreter.engine.playout import DefinitionalEngine
from interpreter.play.luck import Seeds
from interpreter.play.tally import ALL, NOTHING, Cells, Counts, Lead, Pace, Tally, has_leader

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec
    from gamespec.program import Program
    from interpreter.play.options import Decision, Option
    from interpreter.protocol import MakeEngine, Policy

BOTH = pytest.mark.parametrize("make", [DefinitionalEngine, partial(CompiledEngine, jobs=1)])

RACE = """
    players: 3
    variables:
      gold: {per: player, type: 0..99}
      turns: {type: 0..9}
      repeats: {type: bool}
    phases:
      play:
        turns: clockwise
        next: me if repeats else left(me)
        do:
          - choose: {n: {from: 0..2}}
          - set: {"gold[me]": "gold[me] + n", repeats: n == 2, turns: turns + 1}
    end:
      over: {when: turns == 9}
    score: gold[player]
"""
"""Game of three players in which a player who takes 2 has another turn."""

CHIPS = """
    players: 2
    components:
      chip: {rows: [{id: red, copies: 2}, {id: blue}], start: bag}
    zones:
      bag: {of: chip, ordered: true}
      cup: {of: chip, per: player}
    actions:
      draw:
        when: not empty(bag)
        do: [{move: "top(bag, 1)", to: "cup[me]"}]
        keeps: not empty(bag)
      give:
        with: {c: {from: "cup[me]"}}
        do: [{move: c, to: "cup[left(me)]"}]
    setup:
      - {move: "bottom(bag, 1)", to: bag}
      - {move: "bottom(bag, 1)", to: "cup[seat(1)]"}
    phases:
      play:
        turns: clockwise
        do: [{offer: [draw, give], ask: choice}]
    limit: {decisions: 1, then: draw}
"""


def picked(*numbers: int) -> Policy:
    """Return a policy that chooses options by the given indexes, and then always the first option."""
    taken = count()

    def policy(decision: Decision, _: object) -> Option:
        at = next(taken)
        return decision.options[numbers[at] if at < len(numbers) else 0]

    return policy


def tally(make: MakeEngine, program: Program, policy: Policy | None, counts: Counts = ALL) -> Tally:
    """Play one game with a policy, and return its counts."""
    (played,) = make(program).batch([Seeds(1, 2)], policy, tally=counts)
    assert played.tally is not None
    return played.tally


@BOTH
def test_each_mark_takes_a_cell(make: MakeEngine) -> None:
    """A game of tic-tac-toe in which everybody takes the first option has the expected counts.

    The first player fills the cells 0, 2, 4 and 6, and the second fills 1, 3 and 5. Cells 2, 4 and 6 form a
    line.
    """
    found = tally(make, gamespec.load("tic-tac-toe").program(), picked())
    options = 9 + 8 + 7 + 6 + 5 + 4 + 3
    assert found.pace == Pace(turns=7, rounds=4, alone=0, forced=0, options=options, most=9)
    assert found.actions is not None
    assert found.actions.offered == found.actions.chosen == ((4,), (3,))
    assert found.actions.options == ((9 + 7 + 5 + 3,), (8 + 6 + 4,))
    assert found.lead is None  # the game ranks nobody
    assert found.components is not None
    assert found.components.came == found.components.left == ()


OFFERS = """
    players: 2
    variables:
      turns: {type: 0..6}
    actions:
      wait: {do: [{set: {turns: turns + 1}}]}
      put: {with: {n: {from: 1..2}}, when: turns >= 2, do: [{set: {turns: turns + 1}}]}
      only: {do: [{set: {turns: turns}}]}
    phases:
      play:
        turns: clockwise
        do:
          - offer: [wait, put]
          - {offer: [only], ask: always}
    end:
      over: {when: turns == 6}
"""
"""Game in which `wait` is the only option in each player's first turn; later there is also `put`."""


@BOTH
def test_first_free_offers(make: MakeEngine, game_of: Callable[[str], Spec]) -> None:
    """Only the first decision between an action and other actions counts as the action's first free offer.

    For the first player it comes in the third turn, for the second in the fourth, with one option to wait and
    two to put. In this first free offer, the first player puts and the second waits. What they do in later
    decisions does not count, and neither does an action that is never offered together with another action.
    """
    found = tally(make, game_of(OFFERS).program(), picked(0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1))
    assert found.actions is not None
    assert found.actions.chosen == ((2, 1, 3), (2, 1, 3))
    assert found.actions.first == ((1, 2, 0), (1, 2, 0))
    assert found.actions.of == ((3, 3, 0), (3, 3, 0))
    assert found.actions.took == ((0, 1, 0), (1, 0, 0))


@BOTH
def test_random_marks_take_cells_too(make: MakeEngine) -> None:
    """In random games of tic-tac-toe, decisions have 9, 8, 7, … options.

    The ninth decision is forced, but the player is asked nevertheless.
    """
    program, lengths = gamespec.load("tic-tac-toe").program(), set()
    for played in make(program).batch((Seeds.of(3, index) for index in range(60)), tally=ALL):
        n, found = played.decisions, played.tally
        assert found is not None
        assert found.pace == Pace(n, (n + 1) // 2, 0, int(n == 9), sum(range(10 - n, 10)), 9)
        assert found.actions is not None
        assert found.actions.chosen == (((n + 1) // 2,), (n // 2,))
        lengths.add(n)
    assert {5, 9} < lengths


@BOTH
def test_who_always_holds_gains_nothing(make: MakeEngine) -> None:
    """In a game of Pig in which both players always hold, each turn has one decision, and nobody ever leads.

    The limit of 1000 decisions makes the game a draw when the next turn has begun. Each player has been
    offered both actions 500 times.
    """
    found = tally(make, gamespec.load("pig").program(), lambda decision, _: decision.options[-1])
    assert found.pace == Pace(turns=1001, rounds=501, alone=0, forced=0, options=2000, most=2)
    assert found.actions is not None
    assert found.actions.offered == found.actions.options == ((500, 500), (500, 500))
    assert found.actions.chosen == ((0, 500), (0, 500))
    assert found.lead == Lead(0, (0, 0))


@BOTH
def test_a_bet_that_is_called(make: MakeEngine) -> None:
    """A bet and a call in Kuhn poker have the expected counts.

    Before the bet, the set-up deals a card to each hand.
    """
    program = gamespec.load("kuhn-poker").program()
    found = tally(make, program, lambda decision, _: decision.options[1])
    assert found.pace == Pace(turns=0, rounds=0, alone=0, forced=0, options=4, most=2)
    assert found.actions is not None
    assert found.actions.offered == ((1, 1, 0, 0), (0, 0, 1, 1))  # the actions are check, bet, fold and call
    assert found.actions.chosen == ((0, 1, 0, 0), (0, 0, 0, 1))
    assert found.lead == Lead(0, (0, 0))  # no turn has ended
    cells, ways = Cells(program), found.components
    assert ways is not None
    assert [sort for _, *sort in cells.pairs] == [[0, -1], [1, 0], [1, 1]] * 3
    first, second, deck = ways.came[1::3], ways.came[2::3], ways.left[::3]
    assert sorted(first) == sorted(second) == [0, 0, 1]
    assert deck == tuple(1 - mine - theirs for mine, theirs in zip(first, second, strict=True))
    assert (ways.left[1::3], ways.left[2::3]) == (first, second)
    assert ways.came[::3] == (0, 0, 0)


@BOTH
def test_turns_rounds_and_leaders(make: MakeEngine, game_of: Callable[[str], Spec]) -> None:
    """Turns, rounds and changes of the lead are counted correctly in nine turns of A, B and C.

    A player who takes 2 also has the next turn. The header shows what each player takes.

    | turn  | A 1   | B 1   | C 0   | A 0   | B 2   | B 0   | C 2   | C 2   | C 0   |
    |-------|-------|-------|-------|-------|-------|-------|-------|-------|-------|
    | gold  | 1 0 0 | 1 1 0 | 1 1 0 | 1 1 0 | 1 3 0 | 1 3 0 | 1 3 2 | 1 3 4 | 1 3 4 |
    | leads | A     |       |       |       | B     | B     | B     | C     | C     |
    | round | 1     | 1     | 1     | 2     | 2     | 3     | 3     | 4     | 5     |

    The lead goes from A to B, with ties in between, and from B to C.
    """
    program = game_of(RACE).program()
    found = tally(make, program, picked(1, 1, 0, 0, 2, 0, 2, 2, 0))
    assert found.pace == Pace(turns=9, rounds=5, alone=0, forced=0, options=27, most=3)
    assert found.actions is not None
    assert found.actions.chosen == ((2,), (3,), (4,))
    assert found.actions.options == ((6,), (9,), (12,))
    assert found.lead == Lead(changes=2, led=(1, 3, 2))


@BOTH
def test_partners_lead_together(make: MakeEngine, game_of: Callable[[str], Spec]) -> None:
    """Partners, who are A and C in this game, lead together.

    A, B and C take 1 each, so A and C lead at the end of every turn except the second.
    """
    text = RACE.replace("players: 3", "players: 4") + "    teams: number(player) % 2\n"
    found = tally(make, game_of(text).program(), picked(1, 1, 1))
    assert found.lead == Lead(0, (8, 0, 8, 0))


@BOTH
@pytest.mark.parametrize(
    ("ranking", "known"),
    [
        ("gold[player]", True),
        ("gold[player] // 2", True),
        ("10 // gold[player]", False),  # nobody has any gold at first
        ("max(p in filter(q in players: gold[q] > 0): gold[p])", False),
    ],
)
def test_who_leads_is_known_only_if_asking_cannot_fail(
    make: MakeEngine,
    game_of: Callable[[str], Spec],
    ranking: str,
    known: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    """The lead is counted only if the ranking can be evaluated early without raising a fault."""
    text = RACE.replace("score: gold[player]", f'ranking: ["{ranking}"]')
    program = game_of(text).program()
    found = tally(make, program, picked(*[1] * 9))
    assert has_leader(program) == known
    assert (found.lead is not None) == known


@BOTH
def test_components_come_and_stay(make: MakeEngine, game_of: Callable[[str], Spec]) -> None:
    """Moves between zones are counted, even in the set-up; trials and moves within a zone are not.

    The bag holds two red chips and below them a blue one. The set-up puts the blue chip on top, which is a
    move within the bag, and gives the bottom chip, which is red, to A. A could draw the blue chip, which is
    tried, or give the red chip away, and does the latter.
    """
    program = game_of(CHIPS).program()
    cells = Cells(program)
    assert cells.first == [0, 2]
    assert cells.face == [0, 0, 1]
    assert cells.pairs == [(0, 0, -1), (0, 1, 0), (0, 1, 1), (1, 0, -1), (1, 1, 0), (1, 1, 1)]
    found = tally(make, program, picked(1))
    assert found.components is not None
    assert found.components.came == (0, 1, 1, 0, 0, 0)
    assert found.components.left == (1, 0, 1, 1, 0, 0)
    assert found.actions is not None
    assert found.actions.offered == ((1, 1), (0, 0))  # the limit comes before the next decision


@BOTH
def test_what_answers_itself_is_a_decision(make: MakeEngine, game_of: Callable[[str], Spec]) -> None:
    """A decision that is answered automatically also counts as a decision.

    Two of the three decisions have one option. The player is still asked the first one, but not the second.
    """
    text = """
    players: 2
    variables: {x: {type: 0..9}}
    actions:
      a: {with: {n: {from: 1..1}}, do: [{set: {x: n}}]}
      b: {with: {n: {from: 1..1}}, do: [{set: {x: n}}]}
    phases:
      once:
        do:
          - {offer: [a], by: seat(1)}
          - {offer: [a], by: seat(2), ask: choice}
          - {offer: [a, b], by: seat(2), ask: choice}
    """
    (played,) = make(game_of(text).program()).batch([Seeds(0, 0)], picked(0, 1), tally=ALL)
    assert played.decisions == 2
    assert played.tally is not None
    assert played.tally.pace == Pace(turns=0, rounds=0, alone=1, forced=2, options=4, most=2)
    assert played.tally.actions is not None
    assert played.tally.actions.offered == ((1, 0), (2, 1))
    assert played.tally.actions.chosen == ((1, 0), (1, 1))


@BOTH
@pytest.mark.parametrize(("turns", "width"), [(1, 1), (16, 1), (17, 2), (32, 2), (33, 4), (100, 8)])
def test_stages(make: MakeEngine, game_of: Callable[[str], Spec], turns: int, width: int) -> None:
    """Decisions and options are counted in stages, all of which have the same number of turns.

    Before the first turn there is one decision with two options. Turn *t* has one decision with *t* options,
    and one that is answered automatically.
    """
    text = f"""
    players: 2
    variables: {{turn: {{type: 1..200, start: 1}}}}
    phases:
      before: {{do: [{{choose: {{m: {{from: 1..2}}}}, by: seat(1)}}]}}
      play:
        turns: clockwise
        until: turn > {turns}
        do:
          - choose: {{m: {{from: "filter(n in 1..200: n <= turn)"}}}}
            ask: always
          - {{choose: {{k: {{from: 1..1}}}}, ask: choice}}
          - {{set: {{turn: turn + 1}}}}
    """
    counts = Counts(pace=True, course=True)
    (played,) = make(game_of(text).program()).batch([Seeds(0, 0)], picked(0), tally=counts)
    assert played.tally is not None
    assert played.tally.course is not None
    assert played.tally.course.width == width
    stages = [range(1 + width * i, 1 + min(turns, width * (i + 1))) for i in range(16)]
    first = [1, *[0] * 15]
    assert list(played.tally.course.decisions) == [
        2 * len(stage) + more for stage, more in zip(stages, first, strict=True)
    ]
    assert list(played.tally.course.options) == [
        sum(stage) + len(stage) + 2 * more for stage, more in zip(stages, first, strict=True)
    ]


@pytest.mark.long("commands")
@BOTH
@pytest.mark.parametrize("policy", [None, picked()])
def test_groups_are_counted_each_by_itself(make: MakeEngine, policy: Policy | None) -> None:
    """A group of counts has the same values whether it is counted alone or with all groups.

    Groups that are not requested are missing from the tally.
    """
    program = gamespec.load("trapper").program()
    whole = tally(make, program, policy)
    assert None not in (whole.pace, whole.actions, whole.lead, whole.components)
    both = tally(make, program, policy, Counts(pace=True, course=True))
    assert both == Tally(pace=whole.pace, course=whole.course)
    for name in ("pace", "actions", "lead", "components"):
        one = tally(make, program, policy, Counts(**{name: True}))
        assert one == Tally(**{name: getattr(whole, name)})
    (played,) = make(program).batch([Seeds(1, 2)], policy, tally=NOTHING)
    assert played.tally is None


@BOTH
@pytest.mark.parametrize("policy", [None, picked()])
def test_a_game_that_comes_to_a_fault_has_no_tally(
    make: MakeEngine, game_of: Callable[[str], Spec], policy: Policy | None
) -> None:
    """A game that ends in a fault has no tally, and the counts of the next game begin at 0."""
    text = """
    players: 2
    variables: {x: {type: 0..9}}
    phases:
      play:
        turns: clockwise
        until: x > 2
        do:
          - random: {n: {from: 0..2}}
          - choose: {m: {from: 0..1}}
          - set: {x: 4 // n}
    """
    batch = make(game_of(text).program()).batch(
        (Seeds.of(0, index) for index in range(40)), policy, tally=ALL
    )
    faults = 0
    for played in batch:
        faults += played.fault is not None
        assert (played.tally is None) == (played.fault is not None)
        if played.tally is not None:
            assert played.tally.pace is not None
            assert played.tally.pace.turns == played.decisions
            assert played.tally.pace.options == 2 * played.decisions
    assert 0 < faults < 40


def test_cells_are_those_of_the_kind() -> None:
    """Each pair of a face and a sort of zone occurs only once.

    Zones of this sort hold components of the face's kind.
    """
    program = gamespec.load("trapper").program()
    cells = Cells(program)
    kinds = [number for number, kind in enumerate(program.kinds) for _ in range(kind.size)]
    assert len(set(cells.pairs)) == len(cells)
    for face, family, _ in cells.pairs:
        assert program.families[family].kind == kinds[cells.first[face]]
    for component, face in enumerate(cells.face):
        for zone in range(len(program.zones)):
            family = program.zones[zone].family
            if program.families[family].kind == kinds[component]:
                owner = program.zones[zone].owner
                assert cells.pairs[cells.of(component, zone)] == (face, family, owner)
