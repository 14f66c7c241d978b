"""Programs: the output of the language and the input of engines.

This package imports no other package of this repository.
"""

from gamespec.program.program import Action, EndRule, Limit, Phase, Pick, Program, Routine, Site

__all__ = ["Action", "EndRule", "Limit", "Phase", "Pick", "Program", "Routine", "Site"]
