"""Describes options, events, positions, faults and refusals to people, in the author's words."""

from interpreter.words.explain import why, why_plainly
from interpreter.words.faults import diagnose
from interpreter.words.text import Words

__all__ = ["Words", "diagnose", "why", "why_plainly"]
