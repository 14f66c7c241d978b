"""GS402: a measure that is taken at the end of turns, in a game without turns."""

from __future__ import annotations

from gamespec.lint.subject import Subject
from gamespec.model.walk import every_phase

__all__ = ["unasked_measure"]


def unasked_measure(subject: Subject) -> None:
    """Report measures of turns if no phase has turns."""
    game = subject.game
    if any(phase.turns is not None for phase in every_phase(game.phases)):
        return
    for measure in game.measures:
        if measure.at == "turn":
            subject.found.report(
                "GS402", f"`{measure.ident}` is never evaluated: no phase of the game has `turns`",
                measure.ident.span, help="ask `at: end`", severity="warning",
            )  # fmt: skip
