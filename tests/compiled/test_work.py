"""Compiled modules stop work that exceeds its budget, like the definitional engine, and no other work."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from agreement import both, told
from inside import fault_of
from runaways import RUNAWAYS, have, play
from strategies.claims import Tally, built
from strategies.dice import Rolled
from strategies.games import make_game

from gamespec import Spec, load
from interpreter import Fault
from interpreter.compiled.analysis.techniques import PLAIN
from interpreter.compiled.course import deciding, module, turns
from interpreter.compiled.engine import CompiledEngine
from interpreter.compiled.making.fallback import beginning
from interpreter.compiled.making.host import Instance
from interpreter.kernels import combinations
from interpreter.protocol import Engine

Maker = Callable[[str], Spec]


@pytest.mark.parametrize("text", [text for text, _ in RUNAWAYS])
def test_runaways_are_stopped(text: str, game_of: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each endless program ends with the fault for an exhausted budget.

    The point at which it ends depends on the engine. With all optimization techniques, some programs finish
    immediately, because repeated computations are done only once.
    """
    for made_with in (module, deciding, combinations):
        monkeypatch.setattr(made_with, "BUDGET", 30_000)
    monkeypatch.setattr(turns, "RESERVE", 3_000)
    program = game_of(text).program()
    start = beginning(program)
    instance = Instance(module.compiled(program, start, PLAIN).unit)
    instance.position = start
    with pytest.raises(Fault) as found:
        instance.run("start")
    assert found.value.code == "GS508"


def test_a_tenth_is_never_stopped(game_of: Maker) -> None:
    """Work that takes less than a tenth of the budget is not stopped.

    It takes 1,000 + 1,000 * 396 = 397,000 units.
    """
    spec = game_of(play('- set: {k: "min(9, sum(i in 1..1000: sum(j in 1..396: k)))"}'))
    assert not CompiledEngine(spec.program()).begin().over


def test_every_question_begins_with_the_whole_budget(game_of: Maker) -> None:
    """The whole budget is available again after each decision.

    A hundred turns of 399,000 units each are not stopped.
    """
    spec = game_of(play('- set: {k: "min(9, sum(i in 1..1000: sum(j in 1..398: k)))"}'))
    game = CompiledEngine(spec.program()).begin()
    for _ in range(100):
        game.apply(game.options[0])
    assert not game.over


IDLE = """
    players: 2
    variables: {n: {type: 0..5}}
    components: {card: {attributes: {v: 1..9}, all: {v: 1..9}, start: deck}}
    zones: {deck: {of: card, ordered: true, seen_by: nobody}}
    actions: {up: {when: n < 5, do: [{set: {n: n + 1}}]}}
    setup: SETUP
    phases: PHASES
"""
"""A game in which a player can act five times, after which nobody can act."""


@pytest.mark.parametrize("setup", ["[]", "[{shuffle: deck}]"])
@pytest.mark.parametrize(
    ("phases", "what"),
    [
        ("{idle: {turns: clockwise, do: [{offer: [up], otherwise: []}]}}", "turn"),
        ("{idle: {turns: clockwise, who: n < 9, do: [{offer: [up], otherwise: []}]}}", "turn"),
        (
            "{a: {phases: {idle: {turns: clockwise, do: [{offer: [up], otherwise: []}]}, c: {do: []}}}}",
            "turn",
        ),
        ("{idle: {turns: clockwise, do: [{shuffle: deck}, {if: n < 5, then: [{offer: [up]}]}]}}", "turn"),
        ("{a: {phases: {idle: {do: [{offer: [up], by: seat(1), otherwise: []}]}}}}", "phase"),
    ],
)  # fmt: skip
def test_a_phase_in_which_nobody_acts_is_where_the_fault_stands(
    phases: str, what: str, setup: str, game_of: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the fifth answer, both engines report a fault at the phase in which nobody can act."""
    have(30_000, monkeypatch)
    spec = game_of(IDLE.replace("PHASES", phases).replace("SETUP", setup))
    compiled = spec.compiled()
    for engine in both(compiled.program):
        game = engine.begin(1)
        for _ in range(4):
            game.apply(game.options[0])
        with pytest.raises(Fault) as found:
            game.apply(game.options[0])
        told = fault_of(found.value, compiled)
        assert (told.code, told.label.span.text) == ("GS508", "idle")
        assert told.message == f"another {what} after more than 3,600,000 units of work without a decision"


def ended(engine: Engine, seed: int) -> Fault | None:
    """Play a random game, and return the fault that ends it, or `None` if there is no fault."""
    luck = random.Random(seed)  # noqa: S311 - nothing secret
    try:
        game = engine.begin(seed)
        while not game.over:
            game.play(luck.choice(game.options))
    except Fault as fault:
        return fault
    return None


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(range(10), marks=pytest.mark.long("agreement")),
        pytest.param(range(10, 24), marks=pytest.mark.long("agreement-deep")),
    ],
    ids=str,
)
def test_whatever_came_before_the_fault_stands_at_the_phase(
    seeds: range, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Random games that end with an idle phase report the fault at that phase."""
    have(200_000, monkeypatch)
    (tmp_path / "gamespec.toml").touch()
    tally, stood = Tally(), 0
    for seed in seeds:
        sketch, limit = make_game(Rolled(seed)), {"decisions": 500, "then": "rank"}
        phases = {**sketch.phases, "idle": {"turns": "clockwise", "do": ()}}
        if built(replace(sketch, phases=phases, limit=limit), tmp_path, tally) is None:
            continue
        compiled = load(tmp_path / "game.yaml").compiled()
        one, other = (ended(engine, seed) for engine in both(compiled.program))
        if one is not None and other is not None and one.code == "GS508":
            assert told(one) == told(other)
            assert fault_of(one, compiled).label.span.text == "idle"
            stood += 1
    assert stood * 4 > len(seeds)
