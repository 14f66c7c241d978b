"""Fuzzing: which games are played, what is found, and how short the games are that show it."""

from __future__ import annotations

from itertools import islice, product
from typing import TYPE_CHECKING

import pytest

import gamespec
from interpreter.engine.playout import DefinitionalEngine
from interpreter.engines import best
from interpreter.fuzz import Cases, Search, kept, shrunk
from interpreter.fuzz.swarm import swarm
from interpreter.play.luck import Draws, Seeds
from interpreter.play.playout import uniform

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gamespec import Spec
    from interpreter.fuzz import Finding

    Made = Callable[[str], Spec]

HEAP = """
    players: 2..3
    options: {start: {type: 5..8, default: 8}, fast: {type: bool, default: false}}
    components: {stone: {attributes: {n: 1..9}, all: {n: 1..9}, start: heap}}
    zones:
      heap: {of: stone}
      hand: {of: stone, per: player}
    variables: {coins: {per: player, type: -9..9, start: start - 5}}
    actions:
      take: {with: {c: {from: heap}}, do: [{move: c, to: "hand[me]"}]}
      pay: {do: [{set: {"coins[me]": "max({coins[me] - (2 if fast else 1), -9})"}}]}
      pass: {}
    phases: {play: {turns: clockwise, until: empty(heap), do: [{offer: [take, pay, pass]}]}}
    limit: {decisions: 60, then: draw}
    invariants:
"""


def found(spec: Spec, games: int = 2_000, seed: int = 1) -> list[Finding]:
    """Play a number of games at least, and return the shrunk findings."""
    make = best(spec.program(), 1, steps=False)[0]
    search = Search(Cases(spec, None, {}), make, seed)
    for _ in search.rounds():
        if search.games >= games:
            break
    return [shrunk(each, make, 20.0) for each in search.findings()]


@pytest.mark.parametrize(
    ("invariant", "players", "options", "decisions"),
    [
        # Seat 1 decides first and then every other time; its third stone is the fifth decision.
        ('few: {is: "size(hand[player]) < 3", per: player}', 2, {}, 5),
        # Both take: the fourth stone of all is the fourth decision.
        ('few: {is: "size(heap) > 5"}', 2, {}, 4),
        # Three coins: the fourth payment of seat 1 is its fourth decision, the seventh of all.
        ('solvent: {is: "coins[player] >= 0", per: player}', 2, {"start": 5}, 1),
        # With three players only.
        ('three: {is: "count(p in players: not empty(hand[p])) < 3"}', 3, {}, 3),
        # With the option only: two coins at once.
        ('fast: {is: "coins[me] >= old(coins[me]) - 1", after: pay}', 2, {"fast": True}, 1),
    ],
)  # fmt: skip
def test_the_shortest_game_is_found(
    game_of: Made, invariant: str, players: int, options: dict[str, int], decisions: int
) -> None:
    """A planted mistake is shown with as few decisions, players and options as arithmetic allows."""
    (finding,) = found(game_of(HEAP + f"      {invariant}\n"))
    assert finding.fault.code == "GS517"
    assert (finding.case.players, dict(finding.case.options)) == (players, options)
    assert len(finding.answers) == decisions
    assert len(finding.played) == decisions


def test_what_holds_is_not_found(game_of: Made) -> None:
    """Nothing is found in a game whose invariants hold."""
    held = '      all: {is: "size(heap) + sum(p in players: size(hand[p])) == 9", at: step}\n'
    assert found(game_of(HEAP + held)) == []


def test_a_fault_is_found_without_an_invariant(game_of: Made) -> None:
    """A fault is a finding, whether or not a game has invariants: here a number that does not fit."""
    text = HEAP.replace('"max({coins[me] - (2 if fast else 1), -9})"', '"coins[me] - 3"').replace(
        "    invariants:\n", ""
    )
    (finding,) = found(game_of(text))
    # From two coins or fewer, the fourth payment of three leads below -9; seat 2 passes in between.
    assert (finding.fault.code, len(finding.answers)) == ("GS505", 7)
    assert finding.case.options in [{"start": start} for start in (5, 6, 7)]


def test_an_invariant_without_a_value_is_a_finding(game_of: Made) -> None:
    """The greatest of no stones is a fault, at the invariant: both hands are empty at the first decision."""
    (finding,) = found(game_of(HEAP + '      low: {is: "max(c in hand[player]: c.n) < 9", per: player}\n'))
    said = finding.diagnostic()
    assert (said.code, said.notes[-1]) == ("GS503", "the invariant `low` has no value here")
    assert said.span.text == "max(c in hand[player]: c.n)"
    assert finding.answers == ()


def test_a_mistake_in_the_set_up_needs_no_decision(game_of: Made) -> None:
    """What fails before the first decision is shown without any."""
    (finding,) = found(game_of(HEAP + '      set: {is: "size(heap) < 9"}\n'))
    assert (finding.answers, finding.played) == ((), [])
    assert (finding.case.players, dict(finding.case.options)) == (2, {})
    assert finding.diagnostic().code == "GS517"


def test_players_with_habits_reach_what_others_do_not(game_of: Made) -> None:
    """One seat takes all nine stones only if the other never takes any: once in more than 3,000 games.

    While there are k stones, a random player takes one with the probability k / (k + 2). The other seat
    decides at least eight times, with 8 to 1 stones left, and must do something else each time. This has the
    probability 2/10 · 2/9 · … · 2/3 = 0.00014, and either seat may be the one.
    """
    spec = game_of(HEAP + '      all: {is: "size(hand[player]) < 9", per: player}\n')
    engine = DefinitionalEngine(spec.compiled(checked=True).program)
    seeds = [Seeds.of(1, index) for index in range(100)]
    stopped = {
        policy: sum(playout.fault is not None for playout in engine.batch(seeds, policy))
        for policy in (uniform, swarm)
    }
    assert stopped[uniform] == 0
    assert stopped[swarm] > 0
    (finding,) = found(spec)
    assert len(finding.answers) == 17


def test_the_cases_cover_options_and_players(game_of: Made) -> None:
    """Two values of different options occur together, with all numbers of players; what is given stays."""
    spec = game_of(HEAP.replace("2..3", "2..4") + "      x: {is: size(heap) < 10}\n")
    every = list(Cases(spec, None, {}))
    assert (every[0].players, dict(every[0].options)) == (2, {})
    seen = {(c.players, c.compiled.names.options["start"], c.compiled.names.options["fast"]) for c in every}
    values = ((2, 3, 4), (5, 8), (False, True))
    for one, other in ((0, 1), (0, 2), (1, 2)):
        assert {(case[one], case[other]) for case in seen} == set(product(values[one], values[other]))
    fixed = list(Cases(spec, 3, {"fast": "true"}))
    assert {c.players for c in fixed} == {3}
    assert {c.compiled.names.options["fast"] for c in fixed} == {True}
    assert {c.compiled.names.options["start"] for c in fixed} == {5, 8}


def test_what_is_given_stays_where_options_constrain_each_other(game_of: Made) -> None:
    """No requirement of the game changes a value that is given."""
    asked = 'requires: [{is: "start > 5 or not fast", says: not so fast}]'
    spec = game_of(
        HEAP.replace("    components:", f"    {asked}\n    components:") + "      x: {is: size(heap) < 10}\n"
    )
    every = list(Cases(spec, None, {"start": "7"}))
    assert {c.compiled.names.options["start"] for c in every} == {7}
    assert {c.players for c in every} == {2, 3}


def test_only_games_that_the_limit_ends_are_counted_as_such(game_of: Made) -> None:
    """A game whose last possible decision ends it by its rules is not stopped by the limit."""
    text = HEAP.replace("[take, pay, pass]", "[take]").replace("decisions: 60", "decisions: 9")
    search = Search(Cases(game_of(text + "      x: {is: size(heap) < 10}\n"), 2, {}), DefinitionalEngine, 1)
    for _ in islice(search.rounds(), 2):
        pass
    assert (search.games > 8, search.limited) == (True, 0)


def test_options_have_values_between_their_bounds(game_of: Made) -> None:
    """The covering array has the bounds and the default of a number; later rounds try the values between."""
    text = HEAP.replace("type: 5..8, default: 8", "type: 1..8, default: 8")
    spec = game_of(text + "      x: {is: start != 4}\n")
    every = Cases(spec, 2, {})
    tried = {case.compiled.names.options["start"] for case in every}
    assert 4 not in tried
    others = [every.other(Draws(1, f"case {number}")) for number in range(40)]
    assert None in others  # there are 16 choices
    keys = [(c.options.get("start", 8), c.options.get("fast", False)) for c in others if c is not None]
    assert len(keys) == len(set(keys))
    assert {start for start, _ in keys} > {4}
    search = Search(Cases(spec, 2, {"fast": "false"}), DefinitionalEngine, 1)
    for _ in islice(search.rounds(), 60):
        if search.first:
            break
    (finding,) = search.findings()
    assert finding.case.options == {"start": 4}
    (given,) = Cases(spec, 2, {"start": "6", "fast": "true"})
    assert given.compiled.names.options == {"start": 6, "fast": True}


def test_a_decision_that_tells_a_secret_is_found(game_of: Made) -> None:
    """What is offered must not depend on what its player cannot know, which is always checked."""
    spec = game_of(TELLS)
    search = Search(Cases(spec, None, {}), DefinitionalEngine, 1)
    for _ in islice(search.rounds(), 20):
        if search.breach is not None:
            break
    assert search.breach is not None
    assert "what is offered tells" in search.breach.breach.reason
    assert len(search.breach.played) == len(search.breach.breach.answers)


TELLS = """
    players: 2
    components: {card: {attributes: {n: 1..6}, all: {n: 1..6}, start: deck}}
    zones: {deck: {of: card, ordered: true, seen_by: nobody}}
    actions: {stay: {}, go: {when: "any(c in top(deck, 1): c.n > 3)"}}
    setup: [{shuffle: deck}]
    phases: {play: {turns: clockwise, do: [{offer: [stay, go], ask: always}]}}
    limit: {decisions: 4, then: draw}
"""


def test_shipped_games_hold() -> None:
    """A first look at a shipped game finds nothing."""
    assert found(gamespec.load("tic-tac-toe")) == []


LOCK = """
    players: 1
    variables: {level: {type: 0..6}, shut: {type: bool}}
    actions:
      dial:
        with: {k: {from: 0..9}}
        do:
          - {if: level == 0 and k == 3, then: [{set: {level: 1}}, {stop: turn}]}
          - {if: level == 1 and k == 1, then: [{set: {level: 2}}, {stop: turn}]}
          - {if: level == 2 and k == 4, then: [{set: {level: 3}}, {stop: turn}]}
          - {if: level == 3 and k == 1, then: [{set: {level: 4}}, {stop: turn}]}
          - {if: level == 4 and k == 5, then: [{set: {level: 5}}, {stop: turn}]}
          - {if: level == 5 and k == 9, then: [{set: {level: 6}}, {stop: turn}]}
          - {set: {shut: true}}
    phases: {play: {turns: clockwise, until: shut, do: [{offer: [dial]}]}}
    limit: {decisions: 20, then: draw}
    invariants: {locked: {is: level < 6}}
"""


def test_games_go_on_from_what_was_reached(game_of: Made) -> None:
    """A lock whose six digits must be right in a row opens once in a million random games.

    Each right digit reaches something new. So games go on from there, and the next digit is right in one of
    ten. That needs about a hundred games for a digit, since not all games go on from the last one.
    """
    (finding,) = found(game_of(LOCK), games=20_000)
    assert [dict(zip("k", option.values, strict=True)) for _, _, option in finding.played] == [
        {"k": digit} for digit in (3, 1, 4, 1, 5, 9)
    ]


def test_what_games_reach(game_of: Made) -> None:
    """The coverage of a search has what its games reached, in any of its cases.

    Nobody can rest, because the heap never has nine stones when somebody decides. The step within the action
    is not listed on its own.
    """
    text = HEAP.replace(
        "pass: {}", 'pass: {}\n      rest: {when: size(heap) > 9, do: [{set: {"coins[me]": 0}}]}'
    )
    spec = game_of(text.replace("pay, pass]", "pay, pass, rest]") + "      x: {is: size(heap) < 10}\n")
    search = Search(Cases(spec, None, {}), best(spec.program(), 1, steps=False)[0], 1)
    for _ in search.rounds():
        if search.games >= 500:
            break
    coverage = search.coverage
    assert [(point.what, within) for point, within in coverage.causes.items()] == [
        ("action `rest` is never taken", 1)
    ]
    assert [point.what for point in coverage.never] == [
        "action `rest` is never taken",
        "`coins[me]` is never set",
    ]


def test_a_corpus_is_kept_and_played_again(game_of: Made, tmp_path: Path) -> None:
    """The games of a corpus are saved games, from which a later search begins.

    If the rules have changed, a saved game counts as far as its answers fit.
    """
    spec = game_of(LOCK)
    make = best(spec.program(), 1, steps=False)[0]
    search = Search(Cases(spec, None, {}), make, 1)
    for _ in search.rounds():
        if search.best:
            break
    search.keep(tmp_path, list(search.findings()))
    saved = kept(tmp_path, spec)
    assert max(len(each.answers) for each in saved) >= 6
    again = Search(Cases(spec, None, {}), make, 2, saved)
    next(iter(again.rounds()))
    assert again.best
    changed = game_of(LOCK.replace("level == 5 and k == 9", "shut and k == 9"))  # opened by no digit
    other = Search(Cases(changed, None, {}), make, 3, kept(tmp_path, changed))
    next(iter(other.rounds()))
    assert not other.best
    reached = [p.what for p in other.coverage.never]
    assert "`level == 4 and k == 5` never holds" not in reached
