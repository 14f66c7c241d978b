"""Tests for scenarios.

A statement that tests nothing does not pass, and a fault in one scenario does not stop the others.
"""

from __future__ import annotations

import os
import shutil
from textwrap import dedent, indent
from typing import TYPE_CHECKING

import pytest

from gamespec import load
from interpreter.scenario import load_scenarios, run_scenario

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gamespec import Spec

    Told = Callable[[str], str]

# p1 has the first turn. A turn is `take`, or it is `throw`, which rolls a die and asks whether to score the
# roll once or twice.
GAME = """\
language: 1
game: sample
title: Sample
players: 2..3
options:
  goal: {type: 3..20, default: 10}
  kind: {type: [short, long], default: short}
components:
  card: {attributes: {rank: 1..4}, all: {rank: 1..4}, start: deck}
  coin: {attributes: {worth: 1..9}, rows: [{id: penny, worth: 1, copies: 3}], start: purse}
zones:
  purse: {of: coin}
  deck: {of: card, ordered: true, seen_by: nobody}
  hand: {of: card, per: player, seen_by: owner}
variables:
  points: {per: player, type: 0..40}
  turns: {type: 0..99}
  luck: {type: 0..6}
actions:
  take:
    label: take {n}
    with: {n: {from: 1..3, where: n != luck}}
    do: [{set: {"points[me]": "points[me] + n"}}]
  throw:
    when: turns > 0
    do:
      - random: {eyes: {from: 1..6}}
        stream: die
      - set: {luck: eyes}
      - choose: {some: {from: 1..2}}
      - set: {"points[me]": "points[me] + eyes * some"}
  hold:
    with: {held: {from: "hand[me]", count: 0..2}}
    do: []
procedures:
  ask: {do: [{if: "points[me] > 20", then: [{offer: [hold]}]}]}
setup:
  - shuffle: deck
phases:
  play:
    turns: clockwise
    do:
      - offer: [take, throw]
        id: begin
      - set: {turns: turns + 1}
      - if: points[me] == 7
        then: [{offer: [hold]}]
  coda:
    do: [{set: {turns: 99}}]
end:
  goal: {when: "any(p in players: points[p] >= goal)"}
score: points[player]
limit: {decisions: 60, then: draw}
"""


THROWN = "given: [set: {turns: 1}]\n"
"""The beginning of a scenario in which `throw` is on offer."""


@pytest.fixture(scope="module")
def spec(tmp_path_factory: pytest.TempPathFactory) -> Spec:
    """Return a small game that contains everything that scenarios can refer to."""
    folder = tmp_path_factory.mktemp("sample")
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    return load(folder)


@pytest.fixture
def game(spec: Spec) -> Spec:
    """Return the small game with an empty folder of scenarios."""
    folder = spec.path.parent / "scenarios"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return spec


@pytest.fixture
def told(game: Spec) -> Told:
    """Return a function that runs a scenario and returns its report, which is empty if the scenario passes.

    The function takes the text of the scenario without its id.
    """

    def run(text: str) -> str:
        body = indent(dedent(text), "    ")
        path = game.path.parent / "scenarios" / "one.yaml"
        path.write_text(f"language: 1\nscenarios:\n  - id: ONE\n{body}", encoding="utf-8")
        scenarios, found = load_scenarios(game)
        assert not found
        return run_scenario(game, scenarios[0]).report

    return run


def first_line(report: str) -> str:
    """Return the first line of a report, without the file."""
    return report.partition("\n")[0].rpartition("one.yaml:")[2]


# --- the position, the answers, the outcome ---------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "then: ['points[seat(1)] == 0', asked: begin, 'me == seat(1)']",
        "when: [take: {n: 3}]\nthen: ['points[seat(1)] == 3', {asked: [take, throw], by: seat(2)}]",
        "given: [set: {luck: 2}]\nwhen: [take 3]\nthen: [{refused: {take: {n: 2}}, by: seat(2)}]",
        "given: [set: {luck: 2}]\nwhen: [take 3]\nthen: [{offered: {throw: {}}}]",
        "turn: seat(2)\nthen: [{asked: take, by: seat(2)}]",
        "then: [penny.worth == 1]",
        "phase: coda\nthen: [turns == 99, asked: nobody, ended: true]",
        "given: [set: {'points[seat(1)]': 9}]\nthen: [score: {seat(1): 9}]",
        "given: [set: {'points[seat(1)]': 9}]\nthen: [score: {seat(2): 0, seat(1): 9}]",
        "given: [set: {'points[seat(2)]': 9}]\nturn: seat(2)\nwhen: [take 1]\nthen: [score: {seat(2): 10}]",
        "given: [set: {'points[seat(1)]': 9}]\nwhen: [take 1]\nthen: [places: {seat(1): 1, seat(2): 2}]",
        "given: [set: {turns: 1}]\nwhen: [{chance: die, is: 5}, throw: {}]\nthen: [luck == 5]",
        THROWN + "when: [{chance: die, is: 5}, throw: {}, choose: {some: 2}]\nthen: [ended: true]",
        "when: [{ended: false}, take: {n: 1}]\nthen: ['points[seat(1)] == 1']",
        # Two of the three cards may be held, but not one of them twice.
        (
            "given: [set: {'points[seat(1)]': 5}, {move: 'top(deck, 3)', to: 'hand[seat(1)]'}]\n"
            "when: [take: {n: 2}]\nthen: [refused: {hold: {held: '{card_1, card_1}'}}]"
        ),
        "given: [set: {turns: 1}]\nwhen: [throw: {}]\nthen: [asked: choose, offered: {choose: {some: 2}}]",
    ],
)
def test_what_holds_passes(told: Told, text: str) -> None:
    """A scenario passes if all its statements are true.

    The goal of 10 is reached by 9 + 1 points, and also by 5 eyes that are scored twice.
    """
    assert told(text) == ""


def test_a_position_is_checked_as_it_is_set_up(told: Told) -> None:
    """Without `when`, `turn` and `phase`, conditions are checked before the first turn.

    The first turn begins only when a condition needs it. The points of p1 reach the goal, so the game would
    be over after the first turn, but it is not over before that turn.
    """
    given = "given: [{set: {'points[seat(1)]': 40, luck: 6}}, {move: 'top(deck, 1)', to: 'hand[seat(1)]'}]\n"
    assert (
        told(given + "then: [luck == 6, 'size(hand[seat(1)]) == 1', score: {seat(1): 40}, asked: take]") == ""
    )


def test_steps_that_are_given_see_the_whole_game(told: Told) -> None:
    """Steps under `given` may use locals, loops and chance, and the scenario can settle that chance."""
    given = """\
        when: [{chance: die, is: 4}, take: {n: 1}]
        given:
          - random: {eyes: {from: 1..6}}
            stream: die
          - for: {p: players}
            do: [{set: {"points[p]": "eyes - 3"}}]
        then: ['points[seat(1)] == 2', 'points[seat(2)] == 1', size(deck) == 4]
        """
    assert told(given) == ""


@pytest.mark.parametrize(
    "text",
    [
        "given: [set: {turns: 2}]\nwhen: [take: {n: turns}]\nthen: ['points[seat(1)] == 2']",
        "given: [set: {luck: 2}]\nthen: [refused: {take: {n: luck}}, offered: {take: {n: luck + 1}}]",
        "when: [take: {n: 3}, take: {n: 'points[seat(1)] - 1'}]\nthen: ['points[seat(2)] == 2']",
        (
            "given: [set: {'points[seat(1)]': 5}, {move: 'top(deck, 2)', to: 'hand[seat(1)]'}]\n"
            "when: [take: {n: 2}]\nthen: [offered: {hold: {held: 'hand[seat(1)]'}}]"
        ),
    ],
)
def test_values_of_answers_are_expressions(told: Told, text: str) -> None:
    """The values in an answer are expressions, which are evaluated when the answer is due.

    After three points were taken, `points - 1` is 2.
    """
    assert told(text) == ""


def test_a_value_that_there_is_not(told: Told) -> None:
    """A value that is out of bounds is reported as a fault at its place.

    Before the first turn, `turns` is 0.
    """
    report = told("when: [take: {n: turns}]\nthen: [turns == 1]")
    assert report.startswith("error[GS505]: 0 is not in `1..3`"), report


def test_an_unknown_variable_has_its_place_in_the_scenario(told: Told) -> None:
    """If a step under `given` sets an unknown variable, the error points to the line in the scenario."""
    report = told("given: [set: {trun: 2}]\nthen: [turns == 1]")
    assert report.startswith("error[GS201]: there is no variable `trun`")
    assert "one.yaml:4:19" in report


def test_a_wrong_answer_names_what_forbids_it(told: Told) -> None:
    """A wrong answer is reported with the reason, then the options of the same action, then all others."""
    report = told("given: [set: {turns: 1, luck: 2}]\nwhen: [take: {n: 2}]\nthen: [turns == 1]")
    reason, _, listed = report.partition("\nwhat happened")[0].partition("\nthere are\n")
    assert "this is not on offer: " in reason
    assert "`n != luck`" in reason
    assert [line.split(":")[0].strip() for line in listed.splitlines()] == ["take", "take", "throw"]


def test_the_rest_comes_behind(told: Told) -> None:
    """The report on a wrong answer begins with the reason, whatever the place of the action in its step."""
    report = told("when: [throw: {}]\nthen: [turns == 1]")
    assert "this is not on offer: `throw` is not possible now" in first_line(report)
    report = told(
        THROWN + "when: [{offered: {throw: {}}}, {take: {n: 1}}, {take: {n: 7}}]\nthen: [turns == 1]"
    )
    assert "`7` never fits into `1..3`" in report


def test_an_action_without_its_colon(told: Told) -> None:
    """If an action lacks its colon, the report shows how to write the action."""
    report = told("when: [take]\nthen: [turns == 1]")
    assert "this is not on offer: the action is written `take: {n: …}`" in first_line(report)


# --- statements that must not pass ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("when: [take: {n: 1}]\nthen: [{refused: {choose: {some: 2}}}]", "`choose` is not what is asked"),
        ("when: [take: {n: 1}]\nthen: [{refused: {hold: {}}}]", "`hold` is not what is asked"),
        ("phase: coda\nthen: [{refused: {take: {}}}]", "nobody is asked, the game is over"),
        ("phase: coda\nwhen: [take: {n: 1}]\nthen: [turns == 99]", "nobody is asked, the game is over"),
        ("phase: coda\nthen: [me == seat(1)]", "there is no `me`: the game is over, nobody is asked"),
        ("when: [take: {n: 1}]\nthen: [{offered: {take: {}}, by: seat(1)}]", "expected p1 to be asked"),
        ("when: [take: {n: 1}]\nthen: [{refused: {throw: {}, by: seat(1)}}]", "expected p1 to be asked"),
        ("then: [{refused: {take: {}}}]", "expected refused, but on offer is"),
        ("then: [{asked: hold}]", "expected `hold` to be asked, but `take`, `throw` is"),
        ("then: [{asked: [take]}]", "expected `take` to be asked, but `take`, `throw` is"),
        ("then: [{asked: nobody}]", "p1 is asked: `take`, `throw`"),
        ("then: [{places: {seat(1): 1, seat(2): 1}}]", "the game is not over"),
        ("then: [{score: {seat(1): 1}}]", "expected score 1; the scores are p1: 0, p2: 0"),
        ("when: [{chance: die, is: 3}, take: {n: 1}]\nthen: ['points[seat(1)] == 1']", "`die` was not drawn"),
        (
            THROWN + "when: [throw: {}, {chance: die, is: 3}, {chance: die, is: 4}]\nthen: [luck == 3]",
            "`die` was not drawn so often",
        ),
        ("then: ['all(c in hand[seat(1)]: c.rank == 4)']", "this holds because `hand[seat(1)]` is empty"),
        ("when: [take: {}]\nthen: [turns == 1]", "this is not enough to tell options apart; there are"),
    ],
)  # fmt: skip
def test_what_is_not_tested_fails(told: Told, text: str, says: str) -> None:
    """A statement fails if it would hold trivially, and the report gives the statement's line and column."""
    report = first_line(told(text))
    place, _, said = report.partition(": ")
    assert said.startswith(says)
    assert place.count(":") == 1


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("title: no then", "GS121", "missing key `then` in a scenario"),
        ("then: []", "GS123", "expected at least 1 item, got a list of 0 items"),
        ("when: []", "GS123", "expected at least 1 item, got a list of 0 items"),
        ("then: [1 == 1]", "GS128", "this says nothing of the game"),
        ("then: [true]", "GS128", "this says nothing of the game"),
        ("then: [turns >= 0]", "GS128", "this holds in every position"),
        ("then: [turns == turns]", "GS128", "this holds in every position"),
        ("then: [not (turns < 0)]", "GS128", "this holds in every position"),
        ('then: ["turns < 0 or turns >= 0"]', "GS128", "this holds in every position"),
        ('then: ["all(i in 1..3: turns >= i - 3)"]', "GS128", "this holds in every position"),
        ("then: [refused: take 5]", "GS122", "expected an action with values, got the text `take 5`"),
        ("then: [{refused: {tkae: {}}}]", "GS201", "there is no action `tkae`"),
        ("then: [{refused: {take: {m: 1}}}]", "GS201", "there is no value `m`"),
        ("then: [{refused: {choose: {nonsense: x}}}]", "GS201", "there is no value `nonsense`"),
        ("then: [{refused: {take: {n: red}}}]", "GS201", "unknown name `red`"),
        ("then: [{refused: {take: {n: 77}}}]", "GS304", "`77` never fits into `1..3`"),
        ("then: [{refused: {take: {n: 'points[me]'}}}]", "GS206", "there is no `me` here"),
        ("then: [{refused: {take: {}, throw: {}}}]", "GS127", "an answer has one action"),
        ("then: [{refused: {by: seat(1)}}]", "GS121", "an answer needs an action"),
        ("then: [{refused: {take: {}, by: seat(1)}, by: seat(1)}]", "GS127", "`by` stands here twice"),
        ("then: [{refused: {take: {}}, by: seat(3)}]", "GS304", "`3` never fits into `1..2`"),
        ("then: [{asked: tkae}]", "GS201", "there is no question `tkae`"),
        ("then: [{asked: nobody, by: seat(1)}]", "GS127", "`nobody` and `by` exclude each other"),
        ("then: [{asked: take, ended: false}]", "GS127", "`asked` and `ended` exclude each other"),
        ("then: [{places: {seat(1): 1}}]", "GS121", "missing place of `seat(2)`"),
        ("then: [{score: {seat(1): 1, 'seat( 1 )': 1}}]", "GS103", "`seat(1)` twice"),
        ("players: 9", "GS304", "`sample` is for 2 to 3 players, not 9"),
        ("options: {gaol: 5}", "GS201", "`sample` has no option `gaol`"),
        ("options: {goal: 50}", "GS304", "option `goal` cannot be `50`"),
        ("variant: none-such", "GS201", "there is no variant `none-such`"),
        ("variant: ../../x", "GS201", "there is no variant `../../x`"),
        ("phase: paly", "GS201", "there is no phase `paly`"),
        ("turn: seat(1)\nphase: coda", "GS402", "no phase has turns"),
        ("when: [{chance: dei, is: 3}]", "GS201", "no `random` step draws from"),
        ("when: [{chance: deck, is: 3}]", "GS201", "no `random` step draws from"),
        ("when: [{chance: die, is: 7}]", "GS304", "`7` never fits into `1..6`"),
        ("when: [{chance: die, is: red}]", "GS201", "unknown name `red`"),
        ("given: [{offer: [take]}]", "GS124", "nobody can decide while"),
        ("given: [{run: ask, as: seat(1)}]", "GS124", "nobody can decide while"),
        ("given: [{stop: turn}]", "GS402", "there is no turn to leave"),
        ("given: [{stop: phase}]", "GS402", "there is no phase to leave"),
        ("seed: " + "9" * 5000, "GS113", "a number of 5000 digits"),
        ("then: [{score: {seat(1): " + "9" * 5000 + "}}]", "GS113", "a number of 5000 digits"),
        ("then: [{refused: {take: {n: " + "9" * 5000 + "}}}]", "GS113", "a number of 5000 digits"),
    ],
)  # fmt: skip
def test_what_has_no_meaning_is_a_mistake(game: Spec, text: str, code: str, says: str) -> None:
    """A meaningless name or value is reported with its code and place, and no game is played."""
    path = game.path.parent / "scenarios" / "one.yaml"
    text += "" if text.startswith(("when: []", "title")) or "then: [" in text else "\nthen: [turns == 0]"
    path.write_text("language: 1\nscenarios:\n  - id: ONE\n" + indent(text, "    "), encoding="utf-8")
    scenarios, found = load_scenarios(game)
    outcome = run_scenario(game, scenarios[0])
    assert not found
    assert not outcome.passed
    assert code in {d.code for d in outcome.diagnostics}
    assert any(d.message.startswith(says) for d in outcome.diagnostics), outcome.report
    if "run: ask" not in text:
        assert all(d.span.source.name.endswith("one.yaml") for d in outcome.diagnostics)


def test_an_outcome_without_weight_is_not_drawn(game_of: Callable[[str], Spec], tmp_path: Path) -> None:
    """A scenario cannot settle a random value on an outcome whose weight is 0."""
    spec = game_of(
        """\
        variables: {x: {type: 0..9}}
        actions: {go: {do: [{random: {d: {from: 1..6, weight: "1 if d > 1 else 0"}}}, {set: {x: d}}]}}
        phases: {play: {turns: clockwise, do: [{offer: [go]}]}}
        """
    )
    (tmp_path / "scenarios").mkdir()
    text = "{language: 1, scenarios: [{id: a, when: [{chance: d, is: 1}, go: {}], then: [x == 1]}]}"
    (tmp_path / "scenarios" / "a.yaml").write_text(text, encoding="utf-8")
    assert "GS511" in run_scenario(spec, load_scenarios(spec)[0][0]).report


def test_what_happened_is_told_as_it_was_read(game_of: Callable[[str], Spec], tmp_path: Path) -> None:
    """The report shows each label as it was before the answer.

    The labels are for 7, and for 5 after 2 were taken.
    """
    spec = game_of(
        """\
        players: 2
        variables: {heap: {type: 0..7, start: 7}}
        actions:
          take:
            label: "take {n} of {heap}"
            with: {n: {from: 1..3, where: n <= heap}}
            do: [{set: {heap: heap - n}}]
        phases: {play: {turns: clockwise, do: [{offer: [take]}]}}
        """
    )
    (tmp_path / "scenarios").mkdir()
    text = "{language: 1, scenarios: [{id: a, when: [take: {n: 2}, take: {n: 3}], then: [heap == 3]}]}"
    (tmp_path / "scenarios" / "a.yaml").write_text(text, encoding="utf-8")
    lines = run_scenario(spec, load_scenarios(spec)[0][0]).report.splitlines()
    assert [line.strip() for line in lines if "take" in line] == ["p1: take 2 of 7", "p2: take 3 of 5"]


def test_what_the_game_has_not_come_to_is_not_tested(game_of: Callable[[str], Spec], tmp_path: Path) -> None:
    """A scenario fails if the game never comes to the point where `given` or `turn` applies.

    In one scenario the set-up asks a question first, and in another the game ends first.
    """
    spec = game_of(
        """\
        players: 2
        variables: {x: {type: 0..9}}
        actions: {go: {do: [{set: {x: x + 1}}]}}
        setup: [{offer: [go], by: seat(1)}]
        phases:
          first: {do: [{check: end}]}
          play: {turns: clockwise, do: [{offer: [go]}]}
        end: {over: {when: x == 2, draw: true}}
        """
    )
    (tmp_path / "scenarios").mkdir()
    text = """\
language: 1
scenarios:
  - {id: a, given: [{set: {x: 5}}], then: [x == 0, ended: false]}
  - {id: b, given: [{set: {x: 5}}], when: [go: {}], then: [x == 5]}
  - {id: c, turn: seat(2), given: [{set: {x: 2}}], when: [go: {}], then: [ended: true]}
  - {id: d, turn: seat(2), when: [{go: {}}], then: [asked: go, me == seat(2)]}
"""
    (tmp_path / "scenarios" / "a.yaml").write_text(text, encoding="utf-8")
    reports = {s.id: run_scenario(spec, s).report.partition("\n")[0] for s in load_scenarios(spec)[0]}
    assert {id_: report.rpartition(": ")[2] for id_, report in reports.items()} == {
        "a": "the game has not come to this",
        "b": "",
        "c": "the game has not come to this",
        "d": "",
    }


# --- files ------------------------------------------------------------------------------------------


def outcomes(game: Spec) -> dict[str, bool]:
    """Return whether each scenario of the game passes, keyed by id, in the order of the files."""
    return {s.id: run_scenario(game, s).passed for s in load_scenarios(game)[0]}


def test_a_fault_in_one_does_not_stop_the_others(game: Spec) -> None:
    """A structural mistake in one scenario does not keep the others in the same file from running."""
    text = """\
language: 1
scenarios:
  - {id: A, then: [turns == 0]}
  - {id: B, tehn: [turns == 0]}
  - {id: C, then: [turns == 0], seed: 1, seed: 2}
  - {id: D, then: [turns == 0]}
  - {then: [turns == 0]}
"""
    path = game.path.parent / "scenarios" / "a.yaml"
    path.write_text(text, encoding="utf-8")
    assert load_scenarios(game)[1] == ()
    assert outcomes(game) == {"A": True, "B": False, "C": False, "D": True, f"{path}:7:5": False}


def test_a_fault_of_an_anchored_value_is_that_of_who_uses_it_wrongly(game: Spec) -> None:
    """A wrong use of an anchored value fails the scenario that uses it, not the one that defines it."""
    text = """\
language: 1
scenarios:
  - {id: A, given: &steps [{set: {turns: 0}}], then: [turns == 0]}
  - {id: B, given: [*steps, {set: {turns: 0}}], then: [turns == 0]}
"""
    (game.path.parent / "scenarios" / "a.yaml").write_text(text, encoding="utf-8")
    assert outcomes(game) == {"A": True, "B": False}


def test_an_id_stands_once_in_all_files(game: Spec) -> None:
    """Of two scenarios with the same id, the second one fails, and its error points to the first.

    Scenarios are ordered by the names of their files.
    """
    for name in ("b", "a"):
        path = game.path.parent / "scenarios" / f"{name}.yaml"
        path.write_text("{language: 1, scenarios: [{id: A, then: [turns == 0]}]}", encoding="utf-8")
    first, second = load_scenarios(game)[0]
    assert run_scenario(game, first).passed
    (twice,) = run_scenario(game, second).diagnostics
    assert (twice.code, twice.span.source.name[-6:]) == ("GS202", "b.yaml")
    assert [label.span.source.name[-6:] for label in twice.others] == ["a.yaml"]


def test_files_that_cannot_be_read_are_told(game: Spec) -> None:
    """Unreadable files among the scenarios are reported, and the scenarios in other files still run."""
    folder = game.path.parent / "scenarios"
    (folder / "good.yaml").write_text(
        "{language: 1, scenarios: [{id: A, then: [turns == 0]}]}", encoding="utf-8"
    )
    (folder / "bad.yaml").write_text("scenarios: [", encoding="utf-8")
    (folder / "none.yaml").write_text("{language: 1, scenarios: []}", encoding="utf-8")
    (folder / "other.yml").write_text(
        "{language: 1, scenarios: [{id: B, then: [turns == 1]}]}", encoding="utf-8"
    )
    (folder / "folder.yaml").mkdir()
    os.mkfifo(folder / "pipe.yaml")
    (folder / "device.yaml").symlink_to("/dev/zero")
    (folder / "notes.md").write_text("no scenarios", encoding="utf-8")
    found = load_scenarios(game)[1]
    assert {d.span.source.name.rpartition("/")[2]: d.code for d in found} == {
        "bad.yaml": "GS101",
        "device.yaml": "GS140",
        "folder.yaml": "GS100",
        "none.yaml": "GS123",
        "other.yml": "GS100",
        "pipe.yaml": "GS100",
    }
    assert outcomes(game) == {"A": True}
