"""Renders a sweep as one HTML page, in the same way as a report (`interpreter.report.page`)."""

from __future__ import annotations

from gamespec.text.plurals import counted
from interpreter.report.page import rendered
from interpreter.report.sections.sweep import sweep
from interpreter.report.sweep_facts import SweepFacts, options_of
from interpreter.study.said import marks_said, who_plays

__all__ = ["sweep_page"]


def sweep_page(facts: SweepFacts) -> str:
    """Render the page of a sweep.

    With the same version of the chart library, the same facts give the same page.
    """
    base = facts.base.run
    games, cells = counted(base.summary.games, "game"), counted(len(facts.cells), "cell")
    made = base.plan.compiled.names
    return rendered(
        "sweep.html.jinja",
        facts=facts,
        subject=f"{games} of each of {cells}, with the same luck. {who_plays(base.plan.players)}",
        told=_told(facts),
        command=facts.command,
        failures=facts.failures,
        found=marks_said(facts.differences),
        sections=sweep(facts),
        games=games,
        game=made.game,
        spec_hash=made.spec_hash,
    )


def _told(facts: SweepFacts) -> list[tuple[str, str]]:
    """Return the description of the sweep as pairs of a heading and a text."""
    plan = facts.base.run.plan
    stands = ", ".join(
        f"`{name}={str(value).lower() if isinstance(value, bool) else value}`"
        for name, value in options_of(facts.base).items()
    )
    tried = "; ".join(f"`{name}`: {', '.join(values)}" for name, values in facts.axes.items())
    return [
        ("Game", f"{facts.title} (`{facts.called}`)"),
        ("As it stands", stands),
        ("Tried", tried),
        ("Players", str(plan.compiled.program.players)),
        ("Seed", str(plan.seed)),
        ("Games", f"{facts.base.run.summary.games:,} of each cell, and of the game as it stands"),
    ]
