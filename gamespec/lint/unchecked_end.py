"""GS404: an `end` that is never checked, because no phase has turns and no step checks it."""

from __future__ import annotations

from gamespec.lint.subject import Subject, walk
from gamespec.model import model as m
from gamespec.model.walk import every_phase

__all__ = ["unchecked_end"]


def unchecked_end(subject: Subject) -> None:
    """Report the entries of `end` if the game never reaches a point where they are checked."""
    game = subject.game
    if any(phase.turns is not None for phase in every_phase(game.phases)):
        return
    unused = {
        f"{what} {d.ident}"
        for what, ds in (("action", game.actions), ("procedure", game.procedures))
        for d in ds
    }
    unused -= subject.used
    if any(isinstance(step, m.Check) and where.routine not in unused for step, where in walk(game)):
        return
    for entry in game.end:
        subject.found.report(
            "GS404", f"`{entry.ident}` is never checked", entry.ident.span, severity="warning",
            help="write `check: end` where it may hold, or give a phase `turns`",
        )  # fmt: skip
