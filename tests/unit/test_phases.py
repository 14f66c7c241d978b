"""Tests for phases that repeat other phases.

They cover the order of phases, resets of variables, `stop`, and scenarios that begin in a phase.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from inside import Named

from gamespec import SpecError
from interpreter.play.events import PhaseBegan
from interpreter.scenario import load_scenarios, run_scenario

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

    Maker = Callable[[str], Spec]

# A match consists of games, and a game consists of deals. In a deal, each of the two players takes one turn
# and scores the number, from 1 to 3, that the player says. The first player with 4 points wins the game. The
# match ends when a player has won two games.
MATCH = """
    players: 2
    variables:
      wins: {per: player, type: 0..3}
      points: {per: player, type: 0..9, lasts: match}
      tricks: {type: 0..9, lasts: games}
      asked: {type: 0..9, lasts: trick}
      last: {type: 0..3, lasts: turn}
      deals: {type: 0..99}
      sum: {type: 0..99}
    actions:
      say:
        with: {n: {from: 1..3}}
        do: [{set: {"points[me]": "points[me] + n", last: n, asked: asked + 1}}]
      leave_deal: {do: [{stop: trick}]}
      leave_game: {do: [{stop: games}]}
      leave_match: {do: [{stop: match}]}
    phases:
      match:
        until: "any(p in players: wins[p] == 2)"
        phases:
          games:
            until: "any(p in players: points[p] >= 4)"
            phases:
              deal: {do: [{set: {deals: deals + 1}}]}
              trick:
                turns: clockwise
                until: tricks == 2
                do:
                  - set: {tricks: tricks + 1}
                  - offer: [say, leave_deal, leave_game, leave_match]
          close:
            do:
              - for: {p: "best(q in players: points[q])"}
                do: [{set: {"wins[p]": "wins[p] + 1"}}]
      after: {do: [{set: {sum: "100 - 1"}}]}
    score: wins[player]
    limit: {decisions: 99, then: truncate}
"""


def play(game: Named, *texts: str) -> None:
    """For each text in `texts`, answer with the option that has this text."""
    for text in texts:
        (option,) = [o for o in game.options if game.text(o) == text]
        game.apply(option)
        game.check()


def phases(game: Named) -> list[str]:
    """Return the names of the phases that have begun, in the order in which they began."""
    names = game.compiled.names.phases
    return [names[event.phase] for event in game.events if isinstance(event, PhaseBegan)]


def test_phases_repeat_two_levels_deep(game_of: Maker) -> None:
    """Phases can be nested two levels deep: deals repeat within a game, and games within a match.

    In each deal p1 says 3 and p2 says 1. After two deals p1 has 6 points and wins the game. The match ends
    after two such games.
    """
    game = Named(game_of(MATCH), record=True)
    play(game, *["say 3", "say 1"] * 4)
    assert game.over
    assert game.result is not None
    assert game.result.scores == (2, 0)
    assert (game.held("deals"), game.held("sum")) == ([4], [99])
    one = ["games", "deal", "trick", "deal", "trick", "close"]
    assert phases(game) == ["match", *one, *one, "after"]


def test_variables_begin_again(game_of: Maker) -> None:
    """`lasts` names the phase whose repetitions reset a variable.

    A variable with `lasts: games` lasts one deal, with `lasts: match` one game, and with `lasts: trick` one
    run of `trick`.
    """
    game = Named(game_of(MATCH))
    play(game, "say 3", "say 1")  # the first deal is over
    assert [game.held(n) for n in ("points", "tricks", "asked", "last")] == [[3, 1], [1], [0], [0]]
    play(game, "say 1", "say 1")  # the first game is over
    assert [game.held(n) for n in ("points", "tricks", "asked", "wins")] == [[0, 0], [1], [0], [1, 0]]


def test_a_phase_is_left_by_its_name(game_of: Maker) -> None:
    """`stop: NAME` leaves the phase NAME and all phases nested in it, and resets their variables."""
    game = Named(game_of(MATCH), record=True)
    play(game, "say 3", "leave deal")
    assert [game.held(n) for n in ("points", "tricks", "asked", "deals")] == [[3, 0], [1], [0], [2]]
    play(game, "leave game")  # p1 wins the game with 3 points to 0
    assert [game.held(n) for n in ("points", "tricks", "wins", "deals")] == [[0, 0], [1], [1, 0], [3]]
    play(game, "say 2", "leave match")
    assert game.over
    assert [game.held(n) for n in ("points", "tricks", "asked", "last", "wins")] == [
        [0, 0], [0], [0], [0], [1, 0],
    ]  # fmt: skip
    assert phases(game)[-2:] == ["trick", "after"]


def test_until_holds_from_the_beginning(game_of: Maker) -> None:
    """`until` is evaluated before the first repetition; if it holds, the nested phases do not run at all."""
    game = Named(game_of(MATCH.replace('wins[p] == 2)"', 'wins[p] == 0)"')), record=True)
    assert game.over
    assert phases(game) == ["match", "after"]


def test_an_observation_shows_the_innermost_phase(game_of: Maker) -> None:
    """Of several nested phases, an observation shows the innermost one, which runs the turns."""
    game = Named(game_of(MATCH))
    assert game.compiled.names.phases[game.observation(0).phase] == "trick"


# --- scenarios --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("begins", "holds"),
    [
        # The first deal is not counted, because the game begins in the middle of it.
        ("phase: trick", ["deals == 0", "sum == 0"]),
        ("phase: games", ["deals == 1"]),
        ("phase: deal", ["deals == 1"]),
        # Nobody has points, so both players win this game, and the match continues with the next one.
        ("phase: close", ["wins[seat(1)] == 1", "wins[seat(2)] == 1", "deals == 1"]),
        ("turn: seat(2)", ["me == seat(2)", "deals == 1"]),
        ("phase: close, turn: seat(2)", ["me == seat(2)", "deals == 1"]),
    ],
)
def test_a_scenario_begins_in_any_phase(game_of: Maker, begins: str, holds: list[str]) -> None:
    """A scenario can begin in a repeated phase, and `turn` applies to the next phase that has turns."""
    spec = game_of(MATCH)
    folder = spec.path.parent / "scenarios"
    folder.mkdir()
    then = ", ".join(f'"{condition}"' for condition in holds)
    text = f"language: 1\nscenarios:\n  - {{id: a, title: A, heading: H, {begins}, then: [{then}]}}\n"
    (folder / "a.yaml").write_text(text, encoding="utf-8")
    (scenario,) = load_scenarios(spec)[0]
    assert run_scenario(spec, scenario).report == ""


# --- mistakes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "code", "place"),
    [
        ("lasts: games", "lasts: gemes", "GS201", "gemes"),
        ("after: {do: [{set", "deal: {do: [{set", "GS202", "deal"),
        ("stop: trick}", "stop: trik}", "GS201", "trik"),
        ("stop: trick}", "stop: after}", "GS402", "stop"),
        ('sum: "100 - 1"}}]', "sum: 1}}, {stop: games}]", "GS402", "stop"),
        ("      close:\n", "      close:\n            turns: clockwise\n            phases: {x: {do: []}}\n",
         "GS127", "phases"),
        ("until: tricks == 2", "until: me == seat(1)", "GS206", "me"),
        ("      after: {do", "      after: {until: sum == 1, do", "GS402", "sum == 1"),
    ],
)  # fmt: skip
def test_mistakes(game_of: Maker, old: str, new: str, code: str, place: str) -> None:
    """The first error that is reported has the expected code and marks the expected text."""
    assert old in MATCH
    with pytest.raises(SpecError) as told:
        game_of(MATCH.replace(old, new))
    found = [d for d in told.value.diagnostics if d.severity == "error"]
    assert (found[0].code, found[0].span.text) == (code, place)
