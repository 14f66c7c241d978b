"""Scenarios: worked examples and rulings of a game, run as tests.

`files` finds them, `prepare` makes their programs and starting positions, `script` reads their answers and
assertions, `course` plays, `judge` checks, and `run` reports the result; `writing` turns a played game into a
scenario. Every entry of a scenario is checked before it runs: statements that are meaningless, or could not
fail, are mistakes.
"""

from interpreter.scenario.files import (
    Scenario,
    base_scenarios,
    check_file,
    load_scenarios,
    overlays_together,
    read_scenarios,
    scenario_folders,
    scenarios_beside,
    scenarios_in,
)
from interpreter.scenario.positions import SetUp, position_of, set_up
from interpreter.scenario.run import Outcome, Watch, run_scenario
from interpreter.scenario.writing import Played, scenario_text

__all__ = [
    "Outcome",
    "Played",
    "Scenario",
    "SetUp",
    "Watch",
    "base_scenarios",
    "check_file",
    "load_scenarios",
    "overlays_together",
    "position_of",
    "read_scenarios",
    "run_scenario",
    "scenario_folders",
    "scenario_text",
    "scenarios_beside",
    "scenarios_in",
    "set_up",
]
