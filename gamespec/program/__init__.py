"""Programs: what the language ends in and engines begin with. This package imports nothing else of ours."""

from gamespec.program.program import Action, EndRule, Limit, Phase, Pick, Program, Routine, Site

__all__ = ["Action", "EndRule", "Limit", "Phase", "Pick", "Program", "Routine", "Site"]
