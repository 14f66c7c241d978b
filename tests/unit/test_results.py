"""Tests for how games are decided: by winners, by teams, by places and by parts of a score."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gamespec.loader import check
from interpreter import Game
from interpreter.scenario import load_scenarios, run_scenario
from interpreter.simulate import playouts

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gamespec import Spec
    from interpreter import Result

GAME = """
language: 1
game: results
title: Results
players: {players}
variables:
  gold: {{per: player, type: 0..99}}
  gems: {{per: player, type: 0..99}}
setup:
  - for: {{p: players}}
    do: [{{set: {{"gold[p]": "5 * number(p)", "gems[p]": "10 - number(p)"}}}}]
phases:
  play:
    turns: clockwise
    do: [{{choose: {{x: {{from: 1..2}}}}}}]
{rest}
limit: {{decisions: 8, then: rank}}
"""
PAIRS = "teams: number(player) % 2"


def ended(game: str, game_of: Callable[[str], Spec]) -> Result:
    """Play the first turn of the game, which ends it, and return the result."""
    played = Game(game_of(game).compiled().program)
    played.apply(played.options[0])
    assert played.result is not None
    return played.result


@pytest.mark.parametrize(
    ("rest", "places", "scores", "winners"),
    [
        # With one or two winners, the winners share the first place, and all others are placed after them.
        ("end: {a: {when: true, winner: me}}", (1, 2, 2, 2), (1, -1, -1, -1), (0,)),
        ('end: {a: {when: true, winner: "{me, right(me)}"}}', (1, 3, 3, 1), (1, -1, -1, 1), (0, 3)),
        # If everybody wins, all are first. If nobody wins, nobody is first, and the game is not a draw.
        ("end: {a: {when: true, winner: players}}", (1, 1, 1, 1), (1, 1, 1, 1), (0, 1, 2, 3)),
        (
            'end: {a: {when: true, winner: "filter(p in players: gold[p] < 5)"}}',
            (2, 2, 2, 2),
            (-1, -1, -1, -1),
            (),
        ),
        ("end: {a: {when: true, draw: true}}", (1, 1, 1, 1), (0, 0, 0, 0), ()),
        # Players are ranked by 5, 10, 15 and 20 pieces of gold. A tie of all players is a draw, and a tie of
        # some of them means that they share a place.
        ('end: {a: {when: true}}\nranking: ["gold[player]"]', (4, 3, 2, 1), (-1, -1, -1, 1), (3,)),
        ("end: {a: {when: true}}\nranking: [7]", (1, 1, 1, 1), (0, 0, 0, 0), ()),
        ('end: {a: {when: true}}\nranking: ["gold[player] // 10"]', (4, 2, 2, 1), (-1, -1, -1, 1), (3,)),
    ],
)
def test_alone(
    game_of: Callable[[str], Spec],
    rest: str,
    places: tuple[int, ...],
    scores: tuple[int, ...],
    winners: tuple[int, ...],
) -> None:
    """A winner is placed first and scores 1; if `winner` names nobody, everybody has lost."""
    result = ended(GAME.format(players=4, rest=rest), game_of)
    assert (result.places, result.scores, result.winners) == (places, scores, winners)


@pytest.mark.parametrize(
    ("rest", "places", "scores", "winners"),
    [
        # A winner's partner also wins. There are two teams, so the other team is second.
        ("end: {a: {when: true, winner: me}}", (1, 2, 1, 2), (1, -1, 1, -1), (0, 2)),
        ("end: {a: {when: true, winner: players}}", (1, 1, 1, 1), (1, 1, 1, 1), (0, 1, 2, 3)),
        # One team has 5 + 15 pieces of gold, the other 10 + 20.
        ('end: {a: {when: true}}\nranking: ["gold[player]"]', (2, 1, 2, 1), (-1, 1, -1, 1), (1, 3)),
        # A team is ranked by the sum of its players' scores, but each player has a separate score.
        ('end: {a: {when: true}}\nscore: "gold[player]"', (2, 1, 2, 1), (5, 10, 15, 20), (1, 3)),
        ("end: {a: {when: true}}\nranking: [7]", (1, 1, 1, 1), (0, 0, 0, 0), ()),
        # Both teams have the same first criterion, so 9 + 7 gems beat 8 + 6.
        (
            'end: {a: {when: true}}\nranking: ["min(1, gold[player])", "gems[player]"]',
            (1, 2, 1, 2),
            (1, -1, 1, -1),
            (0, 2),
        ),
    ],
)
def test_teams(
    game_of: Callable[[str], Spec],
    rest: str,
    places: tuple[int, ...],
    scores: tuple[int, ...],
    winners: tuple[int, ...],
) -> None:
    """The players of a team win together, lose together and have the same place."""
    result = ended(GAME.format(players=4, rest=f"{PAIRS}\n{rest}"), game_of)
    assert (result.places, result.scores, result.winners) == (places, scores, winners)


@pytest.mark.parametrize(
    ("rest", "places"),
    [
        # The sums 5 + 9, 10 + 8 - 4 and 15 + 7 - 8 are all 14, so gold decides.
        ('score: {gold: "gold[player]", gems: "gems[player]", tax: "4 - 4 * number(player)"}', (3, 2, 1)),
        # Players are ranked by 9, 8 and 7 gems.
        ("score: gems[player]", (1, 2, 3)),
    ],
)
def test_a_ranking_begins_with_the_score(
    game_of: Callable[[str], Spec], rest: str, places: tuple[int, ...]
) -> None:
    """`score` in `ranking` is the sum of all parts of the score, and later criteria break ties."""
    ranks = f'end: {{a: {{when: true}}}}\nranking: [score, "gold[player]"]\n{rest}'
    assert ended(GAME.format(players=3, rest=ranks), game_of).places == places


def test_something_else_may_be_called_score(game_of: Callable[[str], Spec]) -> None:
    """A function called `score` takes precedence over the score of the game in the ranking."""
    rest = "end: {a: {when: true}}\nfunctions: {score: {is: 7}}\nscore: gold[player]\nranking: [score()]"
    assert ended(GAME.format(players=3, rest=rest), game_of).places == (1, 1, 1)


def test_one_team(game_of: Callable[[str], Spec]) -> None:
    """If all players are in one team, everybody is first, and the game is not a draw."""
    rest = 'teams: true\nend: {a: {when: true}}\nranking: ["gold[player]"]'
    assert ended(GAME.format(players=3, rest=rest), game_of).winners == (0, 1, 2)


def test_who_is_in_a_team(game_of: Callable[[str], Spec]) -> None:
    """`team` lists the players of a team by seat, whether its argument is constant or computed."""
    rest = (
        f"{PAIRS}\nend: {{a: {{when: "
        '"team(seat(1)) == {seat(1), seat(3)} and team(left(me)) == {seat(2), seat(4)} and me in team(me)"'
        ", winner: me}}"
    )
    assert ended(GAME.format(players=4, rest=rest), game_of).winners == (0, 2)


PARTS = """
score:
  gold: gold[player]
  gems: {is: "2 * gems[player]", label: {en: precious stones, de: Edelsteine}}
end: {a: {when: true}}
"""


def test_parts_of_a_score(game_of: Callable[[str], Spec]) -> None:
    """A score with parts is the sum of its parts.

    The scores are 5 + 2 * 9 and 10 + 2 * 8.
    """
    result = ended(GAME.format(players=2, rest=PARTS), game_of)
    assert (result.parts, result.scores, result.places) == (((5, 18), (10, 16)), (23, 26), (2, 1))


def test_playouts_tell_parts_teams_and_ends_apart(game_of: Callable[[str], Spec]) -> None:
    """Playouts count the wins of each partner, the entries of `end`, and the parts of scores."""
    rest = f"{PAIRS}\n{PARTS.replace('when: true', 'when: false')}"
    program = game_of(GAME.format(players=4, rest=rest)).compiled().program
    summary = playouts(program, 3)
    # One team has 5 + 18 and 15 + 14, the other 10 + 16 and 20 + 12, so it is 52 against 58.
    assert [(seat.won, seat.shared) for seat in summary.seats] == [(0, 0), (3, 0), (0, 0), (3, 0)]
    assert [part.mean for part in summary.seats[0].parts] == [5, 18]
    assert list(summary.ends.values()) == [3]


SCENARIOS = """
language: 1
scenarios:
  - id: parts
    title: Parts
    then:
      - score: {seat(1): {gold: 5, gems: GEMS}, seat(2): 26}
"""


@pytest.mark.parametrize(
    ("gems", "said"),
    [
        ("18", "ok"),
        ("17", "expected score of `gems` 17; the scores of `gems` are p1: 18, p2: 16"),
        ("17x", "expected a number"),
    ],
)
def test_scenarios_ask_for_parts(
    game_of: Callable[[str], Spec], tmp_path: Path, gems: str, said: str
) -> None:
    """A scenario can state the value of a part of the score, and fails if the actual value differs."""
    spec = game_of(GAME.format(players=2, rest=PARTS))
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "one.yaml").write_text(SCENARIOS.replace("GEMS", gems), encoding="utf-8")
    scenarios, found = load_scenarios(spec)
    report = "\n".join(f"{d.code} {d.message}" for d in found) or run_scenario(spec, scenarios[0]).report
    assert said in (report or "ok")


@pytest.mark.parametrize(
    ("teams", "same"),
    [
        ("min(number(player), number(left(player, 2)))", (0, 1, 0, 1)),  # the lesser of seats 1 and 3 is 1
        ("min(number(player), number(right(player, 6)))", (0, 1, 0, 1)),  # six seats to the right are two
        ("number(left(player, number(player)))", (0, 1, 0, 1)),  # 2 of 4, 4, 6 or 2, 8 or 4
    ],
)
def test_teams_by_seats_further_on(teams: str, same: tuple[int, ...], game_of: Callable[[str], Spec]) -> None:
    """`teams` may use `left` and `right`, because seats are known before the game."""
    found = game_of(GAME.format(players=4, rest=f"teams: {teams}")).compiled().program.teams
    assert tuple(found.index(team) for team in found) == same


@pytest.mark.parametrize(
    ("rest", "message"),
    [
        ("teams: gold[player]", "this must be known before the game begins"),
        ("teams: players", "`teams` needs a single value, but this is a `list of player`"),
        ("end: {a: {when: me in team(me), winner: me}}", "this game has no teams"),
        ("score: {gold: {label: x}}", "missing key `is` in a part of the score"),
        ("score: {gold: players}", "expected `number`, but this is a `list of player`"),
    ],
)
def test_mistakes(tmp_path: Path, rest: str, message: str) -> None:
    """Mistakes in the declarations of teams and of parts of a score are reported."""
    path = tmp_path / "game.yaml"
    path.write_text(GAME.format(players=2, rest=rest), encoding="utf-8")
    assert message in [d.message for d in check(path).diagnostics]
