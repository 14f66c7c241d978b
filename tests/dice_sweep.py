"""A sweep of a game with a single throw, for tests of pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import gamespec
from interpreter.report.sweep_facts import SweepFacts
from interpreter.simulate import plan_of
from interpreter.study.sweep import Sweep

__all__ = ["DIE", "sweep_facts"]

DIE = """
language: 1
game: die
title: A die
players: 2
options: {sides: {type: 2..20, default: 6}, twice: {type: bool, default: false}}
variables: {thrown: {type: 0..40}}
actions:
  throw: {do: [{random: {n: {from: 1..sides}}}, {set: {thrown: "2 * n if twice else n"}}]}
phases: {throw: {turns: clockwise, do: [{offer: [throw]}]}}
end:
  hit: {when: thrown == 1 or thrown == 2 and twice, winner: seat(1)}
  missed: {when: thrown > 0, winner: seat(2)}
score: thrown
limit: {decisions: 9, then: draw}
"""
"""A game with a single throw. Seat 1 throws a die, by default with 6 sides, and wins with a one.

The score is the number thrown. The option `twice` doubles the throw and the score.
"""


@cache
def _die() -> gamespec.Spec:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "die.yaml"
        path.write_text(DIE, encoding="utf-8")
        return gamespec.load(path)


def sweep_facts(
    axes: Mapping[str, Sequence[str]], keys: Sequence[str], games: int = 200, **more: Any
) -> SweepFacts:
    """Return the facts of a sweep over the option values in `axes`, with `games` games in each cell."""
    chosen = [dict(zip(axes, values, strict=True)) for values in product(*axes.values())]
    base, cells = (
        Sweep(plan_of(_die()), [plan_of(_die(), options=options) for options in chosen], keys)
        .play(games)
        .told()
    )
    quantities = {o.quantity.key: o.quantity for cell in (base, *cells) for o in cell.outcomes.values()}
    found = (outcome.difference for cell in cells for outcome in cell.outcomes.values())
    told: dict[str, Any] = {
        "called": "die",
        "title": "A die",
        "axes": axes,
        "base": base,
        "cells": list(zip(chosen, cells, strict=True)),
        "quantities": list(quantities.values()),
        "differences": [each for each in found if each is not None and each.verdict != "same"],
        "left_out": [],
        "failures": [],
        "command": "gamespec sweep die",
    }
    return SweepFacts(**{**told, **more})
