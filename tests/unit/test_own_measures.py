"""Tests for measures that a game declares.

The expected values are computed by hand, both for tables of games and for estimates during play.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest
from rows_of_games import recorded

import gamespec
from gamespec.program.written import program_hash
from interpreter.compiled.engine import CompiledEngine
from interpreter.engine.playout import DefinitionalEngine
from interpreter.play.luck import Seeds
from interpreter.play.tally import ALL, Counts, Measured, Turns
from interpreter.simulate import Fixed, own_measures, playouts
from interpreter.simulate.measures import ESTIMATED
from interpreter.simulate.plans import plan_of
from interpreter.study.quantities import Quantities
from interpreter.words import Words

if TYPE_CHECKING:
    from pathlib import Path

    from gamespec.compile import Compiled
    from interpreter.protocol import MakeEngine

BOTH = pytest.mark.parametrize("make", [DefinitionalEngine, partial(CompiledEngine, jobs=1)])

GAME = """\
language: 1
game: scales
title: Scales
players: 2
variables:
  step: {type: 0..4, start: 0}
  weight: {type: 0..20, per: player}
actions:
  push: {do: [{set: {"weight[me]": "weight[me] + step + 1", step: step + 1}}]}
phases:
  play: {turns: clockwise, do: [{offer: [push], ask: always}]}
end:
  over: {when: step == 4}
score: weight[player]
limit: {decisions: 9, then: truncate}
"""
"""Game in which players alternate and push by 1, 2, 3 and 4.

After each turn the weights are 1:0, 1:2, 4:2 and 4:6.
"""

MEASURES = """\
measures:
  heaviest: {is: "max(p in players: weight[p])", at: turn, label: {en: heaviest, de: am schwersten}}
  own: {is: "weight[player]", at: turn, per: player}
  behind: {is: "weight[player] - max(p in players: weight[p])", at: turn, per: player}
  uneven: {is: "weight[seat(1)] != weight[seat(2)]"}
  left: {is: "20 - weight[player]", per: player, at: end}
  level: {is: "weight[seat(1)] > weight[seat(2)]", at: turn}
"""

WANTED = Measured(
    4,
    (
        (Turns(1 + 2 + 4 + 6, 6, 6),),
        (Turns(1 + 1 + 4 + 4, 4, 4), Turns(0 + 2 + 2 + 6, 6, 6)),
        (Turns(0 - 1 + 0 - 2, 0, -2), Turns(-1 + 0 - 2 + 0, 0, 0)),
        (1,),
        (20 - 4, 20 - 6),
        (Turns(1 + 0 + 1 + 0, 1, 0),),
    ),
)


def scales(folder: Path, measures: str = MEASURES) -> Compiled:
    """Compile the game `GAME` with the declarations in `measures`."""
    file = folder / "scales.yaml"
    file.write_text(GAME + measures, encoding="utf-8")
    return gamespec.load(file).compiled()


@BOTH
def test_what_turns_and_the_end_measure(tmp_path: Path, make: MakeEngine) -> None:
    """Measures taken after turns or at the end have the right values, some of them negative.

    If they are not requested, they are not taken.
    """
    program = scales(tmp_path).measured.program
    (found,) = make(program).batch([Seeds(1, 2)], tally=ALL)
    assert found.tally is not None
    assert found.tally.measures == WANTED
    (found,) = make(program).batch([Seeds(1, 2)], tally=Counts(pace=True))
    assert found.tally is not None
    assert found.tally.measures is None


@BOTH
def test_by_a_policy_as_by_itself(tmp_path: Path, make: MakeEngine) -> None:
    """A game that a policy plays has the same measures as a game that the engine plays on its own."""
    program = scales(tmp_path).measured.program
    (found,) = make(program).batch([Seeds(1, 2)], lambda decision, _: decision.options[0], tally=ALL)
    assert found.tally is not None
    assert found.tally.measures == WANTED


def test_a_game_is_the_same_without(tmp_path: Path) -> None:
    """Declaring measures does not change a game's program; only the measuring program differs."""
    plain, measuring = scales(tmp_path, "").program, scales(tmp_path)
    assert program_hash(measuring.program) == program_hash(plain)
    assert measuring.program.measures == ()
    assert program_hash(measuring.measured.program) != program_hash(plain)
    unmeasured = scales(tmp_path, "")
    assert unmeasured.measured is unmeasured


def test_rows_have_them_and_give_them_back(tmp_path: Path) -> None:
    """A row has the mean, greatest and last value of each measure of turns.

    The playout can be read back from the row.
    """
    compiled = scales(tmp_path).measured
    (played,) = CompiledEngine(compiled.program, jobs=1).batch([Seeds.of(0, 0)], tally=ALL)
    recording, names, (row,) = recorded(compiled, [played])
    said = dict(zip(names, row, strict=True))
    own = {name: value for name, value in said.items() if name.startswith("measure.")}
    assert own == {
        "measure.uneven": 1,
        "measure.left.1": 16,
        "measure.left.2": 14,
        "measure.heaviest.mean": 13 / 4,
        "measure.own.1.mean": 10 / 4,
        "measure.own.2.mean": 10 / 4,
        "measure.behind.1.mean": -3 / 4,
        "measure.behind.2.mean": -3 / 4,
        "measure.level.mean": 2 / 4,
        "measure.heaviest.greatest": 6,
        "measure.own.1.greatest": 4,
        "measure.own.2.greatest": 6,
        "measure.behind.1.greatest": 0,
        "measure.behind.2.greatest": 0,
        "measure.level.greatest": 1,
        "measure.heaviest.last": 6,
        "measure.own.1.last": 4,
        "measure.own.2.last": 6,
        "measure.behind.1.last": -2,
        "measure.behind.2.last": 0,
        "measure.level.last": 0,
    }
    assert [*recording.playouts()] == [played]


def test_they_are_told_among_the_measures(tmp_path: Path) -> None:
    """A game's own measures are estimated by name and seat, with their labels as titles.

    Conditions are shares. Even if a condition held in every game, its interval extends below 1.
    """
    compiled = scales(tmp_path).measured
    counts = Counts(pace=True, lead=True, measures=True)
    summary = playouts(compiled.program, 5, engine=CompiledEngine, tally=counts)
    own = own_measures(Words(compiled, "de"))
    found = {
        (e.measure.key, e.seats): e for e in summary.measures.estimates(Fixed(), own) if "." in e.measure.key
    }
    assert {key: e.mean for key, e in found.items()} == {
        ("measure.heaviest", ()): 13 / 4,
        ("measure.own", (1,)): 10 / 4,
        ("measure.own", (2,)): 10 / 4,
        ("measure.behind", (1,)): -3 / 4,
        ("measure.behind", (2,)): -3 / 4,
        ("measure.uneven", ()): 1,
        ("measure.left", (1,)): 16,
        ("measure.left", (2,)): 14,
        ("measure.level", ()): 1 / 2,
    }
    assert found["measure.heaviest", ()].measure.title == "am schwersten (mean of turns)"
    assert found["measure.own", (1,)].low == found["measure.own", (1,)].high == 10 / 4
    always = found["measure.uneven", ()]
    assert (always.measure.unit, always.high) == ("share", 1)
    assert always.low is not None
    assert always.low < 1  # 5 of 5 games do not prove that it always holds
    assert not [e for e in summary.measures.estimates(Fixed()) if "." in e.measure.key]


def test_overlays_add_and_change_them(tmp_path: Path) -> None:
    """An overlay can add, remove and change measures like any other declaration."""
    scales(tmp_path)
    overlay = tmp_path / "more.yaml"
    overlay.write_text(
        "language: 1\ngame: more\ntitle: More\nextends: ./scales.yaml\n"
        'measures:\n  sum: {is: "sum(p in players: weight[p])"}\n'
        "edit:\n  - remove: [measures.own, measures.behind, measures.level, measures.left]\n"
        "  - set: {measures.heaviest.at: end}\n",
        encoding="utf-8",
    )
    program = gamespec.load(overlay).compiled().measured.program
    (found,) = DefinitionalEngine(program).batch([Seeds.of(0, 0)], tally=ALL)
    assert found.tally is not None
    assert found.tally.measures == Measured(0, ((6,), (1,), (4 + 6,)))


@BOTH
def test_without_turns_there_is_nothing_of_turns(tmp_path: Path, make: MakeEngine) -> None:
    """In a game without turns, such as Kuhn poker, measures taken after turns have no values."""
    file = tmp_path / "kuhn.yaml"
    file.write_text(
        "language: 1\ngame: kuhn\ntitle: Kuhn\nextends: kuhn-poker\n"
        "measures:\n  never: {is: 1, at: turn}\n  once: {is: 1}\n",
        encoding="utf-8",
    )
    compiled = gamespec.load(file).compiled().measured
    (found,) = make(compiled.program).batch([Seeds.of(0, 0)], tally=ALL)
    assert found.tally is not None
    assert found.tally.measures == Measured(0, ((Turns(),), (1,)))
    recording, _, (row,) = recorded(compiled, [found], make=make)
    assert row[-4:] == [1, None, None, None]
    assert [*recording.playouts()] == [found]


@pytest.mark.parametrize("name", ["trapper", "carcassonne"])
def test_the_engines_measure_shipped_games_alike(name: str) -> None:
    """The compiled engine takes the same measures as the definitional engine, alone and in batches."""
    program, seeds = gamespec.load(name).compiled().measured.program, [Seeds.of(5, i) for i in range(2)]
    wanted = list(DefinitionalEngine(program).batch(seeds, tally=ALL))
    engine = CompiledEngine(program, jobs=2)
    assert list(engine.batch(seeds, tally=ALL)) == wanted
    assert all(played.tally is not None and played.tally.measures is not None for played in wanted)
    counts = Counts(measures=True)
    assert [p.tally.measures for p in engine.batch(seeds, tally=counts) if p.tally] == [
        p.tally.measures for p in wanted if p.tally
    ]


FINE = [
    "max(p in players: weight[p])",
    "max(l in {1, 2}: l)",
    "0 if step == 0 else 6 // step",
    "6 // step if step > 0 else 0",
    "6 // step if 1 <= step else 0",
    "6 // step if not (step == 0 or weight[seat(1)] > 3) else 0",
    "step != 0 and 6 % step == 0",
    "step == 0 or 6 % step == 0",
    "let(l = filter(n in 1..step: n > 1): max(l) if not empty(l) else 0)",
    "max(map(n in 1..step: n * n)) if size(1..step) > 0 else 0",
    "6 // (step + 1)",
    "nth({4, 5}, 2)",
]

WRONG = [
    "max(n in 1..step: n)",
    "6 // step",
    "6 // step if step >= 0 else 0",
    "6 // step if step == 0 else 0",
    "step == 0 and 6 % step == 0",
    "step != 0 or 6 % step == 0",
    "6 // weight[seat(1)] if step > 0 else 0",
    "max(1..step) if not empty(filter(n in 1..step: n > 1)) or step == 3 else 0",
    "nth({4, 5}, step)",
    "the(n in 1..step: n > 1)",
]


@pytest.mark.parametrize("text", FINE)
def test_what_cannot_fail_may_be_measured(tmp_path: Path, text: str) -> None:
    """A measure may contain an operation that could raise a fault, provided a condition excludes it."""
    scales(tmp_path, f'measures:\n  it: {{is: "{text}"}}\n')


@pytest.mark.parametrize("text", WRONG)
def test_what_may_fail_may_not(tmp_path: Path, text: str) -> None:
    """A measure that could raise a fault is rejected unless a condition in the measure excludes the fault."""
    with pytest.raises(gamespec.SpecError) as found:
        scales(tmp_path, f'measures:\n  it: {{is: "{text}"}}\n')
    assert [d.code for d in found.value.diagnostics] == ["GS321"]


def test_two_games_are_compared_by_them(tmp_path: Path) -> None:
    """A comparison of two games includes the measures that the games declare.

    Measures per player are compared by seat, and measures of turns by their means.
    """
    plan = plan_of(scales(tmp_path), engine=partial(CompiledEngine, jobs=1))
    quantities = Quantities(plan.compiled, plan.players)
    (game,) = plan.games(range(1))
    vector = quantities.of(game)
    pairs = zip(quantities.indexes, zip(vector[::2], vector[1::2], strict=True), strict=True)
    found = {key: value for key, value in pairs if key.startswith("measure.")}
    assert found == {
        "measure.heaviest": (13 / 4, 1),
        "measure.own.1": (10 / 4, 1),
        "measure.own.2": (10 / 4, 1),
        "measure.behind.1": (-3 / 4, 1),
        "measure.behind.2": (-3 / 4, 1),
        "measure.uneven": (1, 1),
        "measure.left.1": (16, 1),
        "measure.left.2": (14, 1),
        "measure.level": (2 / 4, 1),
    }
    assert set(found) <= set(quantities.known)
    assert not set(ESTIMATED) & set(quantities.known)
