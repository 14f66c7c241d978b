"""Scenarios: worked examples and rulings of a game, run as tests.

`files` finds them, `prepare` makes the program of each and what is to be set up, `script` reads what is
answered and asked, `course` plays, `judge` asks, `run` says what came of it. Whatever a scenario says is
checked before it runs: what has no meaning, or could not fail, is a mistake.
"""

from interpreter.scenario.files import Scenario, base_scenarios, load_scenarios, scenario_folders
from interpreter.scenario.run import Outcome, Watch, run_scenario

__all__ = [
    "Outcome",
    "Scenario",
    "Watch",
    "base_scenarios",
    "load_scenarios",
    "run_scenario",
    "scenario_folders",
]
