"""Sets up positions as scenarios do, for callers that play on from there.

The game continues like any other game, and keeps a record from the position on. The rules do not allow the
set-up itself, so it is not part of what players have been shown. Outcomes of chance during the set-up are
final; with explicit chance, later outcomes are left to the caller.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from textwrap import dedent, indent
from typing import NamedTuple

from gamespec.compile import Compiled
from gamespec.loader import Spec, SpecError
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Source
from interpreter.game import Game
from interpreter.play.errors import Refused
from interpreter.scenario.course import Course
from interpreter.scenario.files import Scenario, read_scenarios
from interpreter.scenario.judge import Judge, Unmet
from interpreter.scenario.prepare import prepare
from interpreter.scenario.script import read_script

__all__ = ["SetUp", "position_of", "set_up"]

HEAD = "language: 1\nscenarios:\n  - id: set-up\n    title: a position\n"
THEN = "    then: [ended: false]\n"


class SetUp(NamedTuple):
    """A game in the position that was set up, with its compiled program."""

    compiled: Compiled
    game: Game


def set_up(spec: Spec, position: str | Mapping[str, object], *, explicit: bool = False) -> SetUp:
    """Make a game in the position that is described by the keys of a scenario.

    These keys are `given`, `turn`, `phase`, `when`, `players` and so on, as YAML text or as an equivalent
    mapping. Raises `SpecError` with the mistakes in the description, `Refused` if an answer under `when` is
    not on offer, and `Fault`.
    """
    written = indent(dedent(position), "    ") if isinstance(position, str) else _written(position)
    found = Collector()
    source = Source("the position", f"{HEAD}{written}\n{THEN}")
    scenarios = list(read_scenarios(source, found))
    faults = (*found, *(fault for scenario in scenarios for fault in scenario.faults))
    if faults or len(scenarios) != 1:
        raise SpecError("the position", faults)
    return position_of(spec, scenarios[0], explicit=explicit)


def _written(position: Mapping[str, object]) -> str:
    """Convert a mapping to YAML text, with each of its items on a line of its own."""
    lines = (f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in position.items())
    return indent("\n".join(lines), "    ")


def position_of(spec: Spec, scenario: Scenario, *, explicit: bool = False) -> SetUp:
    """Make a game in the position that a scenario reaches after all entries under `when`.

    Raises `SpecError` with the mistakes in the scenario, `Refused` if an entry under `when` fails, and
    `Fault`.
    """
    found = Collector()
    setting = prepare(spec, scenario, found) if not scenario.faults else None
    script = read_script(setting, found) if setting is not None else None
    if setting is None or script is None or len(found):
        raise SpecError(scenario.id, (*scenario.faults, *found))
    draws = {stream: [draw.value for draw in drawn] for stream, drawn in script.draws.items()}
    judge = Judge(Course(setting, draws), "en")
    try:
        judge.course.play_on()
        for item in script.when:
            judge.judge(item)
        judge.all_used(script.draws, draws)
    except Unmet as unmet:
        raise Refused(str(unmet)) from None
    position = list(judge.game.position)
    game = Game.restore(setting.compiled.program, position, record=True, explicit=explicit)
    return SetUp(setting.compiled, game)
