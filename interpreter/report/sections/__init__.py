"""The sections of a report, each of which has text, charts, and tables of the charts' numbers.

Every section has its own module.
"""

from __future__ import annotations

from interpreter.report.facts import Facts
from interpreter.report.sections.actions import actions
from interpreter.report.sections.components import components
from interpreter.report.sections.ends import ends, measures
from interpreter.report.sections.openness import openness
from interpreter.report.sections.own import own
from interpreter.report.sections.players import players
from interpreter.report.sections.scores import scores
from interpreter.report.sections.seats import seats
from interpreter.report.sections.spreads import decisions, length
from interpreter.report.shown import Section

__all__ = ["SECTIONS", "sections"]

SECTIONS = (seats, length, scores, actions, components, decisions, players, ends, own, openness, measures)
"""The functions that make the sections, in the order of the report."""


def sections(facts: Facts) -> tuple[Section, ...]:
    """Return the sections of a report, or none if no game has a result."""
    return tuple(section for make in SECTIONS for section in make(facts)) if facts.completed else ()
