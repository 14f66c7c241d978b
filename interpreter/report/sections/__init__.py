"""The sections of a report, one a file: what each says, its charts, and the numbers of these as tables."""

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
"""What makes them, in their order."""


def sections(facts: Facts) -> tuple[Section, ...]:
    """The sections of a report; none if no game came to a result."""
    return tuple(section for make in SECTIONS for section in make(facts)) if facts.completed else ()
