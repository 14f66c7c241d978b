"""A sweep as one HTML page, rendered like a report (`interpreter.report.page`)."""

from __future__ import annotations

from gamespec.text.plurals import counted
from interpreter.report.page import rendered
from interpreter.report.sections.swept import swept
from interpreter.report.swept import SweptFacts, options_of
from interpreter.study.said import marks_said, who_plays

__all__ = ["sweep_page"]


def sweep_page(facts: SweptFacts) -> str:
    """Render the page of a sweep.

    The same facts give the same page, with the same version of the chart library.
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
        sections=swept(facts),
        games=games,
        game=made.game,
        spec_hash=made.spec_hash,
    )


def _told(facts: SweptFacts) -> list[tuple[str, str]]:
    """Return the description of the sweep, as pairs of a heading and a text."""
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
