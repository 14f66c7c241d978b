"""GS402: a measure or an invariant that belongs to the end of turns, in a game without turns."""

from __future__ import annotations

from gamespec.lint.subject import Subject
from gamespec.model.walk import every_phase

__all__ = ["unasked_measure"]


def unasked_measure(subject: Subject) -> None:
    """Report measures and invariants of turns if no phase has turns."""
    game = subject.game
    if any(phase.turns is not None for phase in every_phase(game.phases)):
        return
    measures = ((each.at, each.ident, "evaluated", "ask `at: end`") for each in game.measures)
    invariants = ((each.at, each.ident, "checked", "check it `at: decision`") for each in game.invariants)
    for at, name, what, cure in (*measures, *invariants):
        if at == "turn":
            subject.found.report(
                "GS402", f"`{name}` is never {what}: no phase of the game has `turns`", name.span,
                help=cure, severity="warning",
            )  # fmt: skip
