"""Scenarios are worked examples and rulings of a game that are run as tests.

`files` finds the scenarios, `prepare` makes their programs and starting positions, and `script` reads their
answers and assertions. `mistakes` finds what is wrong with their text. `course` plays the game, `judge`
checks it, and `run` reports the result. `writing` converts a game that was played to a scenario. Every entry
of a scenario is checked before the scenario runs. An entry that is meaningless or that could not fail is a
mistake.
"""

from interpreter.scenario.files import (
    Scenario,
    base_scenarios,
    load_scenarios,
    overlays_together,
    read_scenarios,
    report_no_overlay,
    scenario_folders,
    scenarios_beside,
    scenarios_in,
)
from interpreter.scenario.mistakes import check_file, mistakes_of
from interpreter.scenario.positions import SetUp, position_of, set_up
from interpreter.scenario.run import Outcome, Watch, run_scenario
from interpreter.scenario.writing import Played, scenario_text, variant_of

__all__ = [
    "Outcome",
    "Played",
    "Scenario",
    "SetUp",
    "Watch",
    "base_scenarios",
    "check_file",
    "load_scenarios",
    "mistakes_of",
    "overlays_together",
    "position_of",
    "read_scenarios",
    "report_no_overlay",
    "run_scenario",
    "scenario_folders",
    "scenario_text",
    "scenarios_beside",
    "scenarios_in",
    "set_up",
    "variant_of",
]
