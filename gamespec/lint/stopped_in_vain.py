"""GS402: a `stop: event` that nothing follows, because its handler is the last and no announcer is told.

Rules beside rows come before the `handlers` of the game, so what is to prevent them is asked at another
event, which is announced before theirs.
"""

from __future__ import annotations

from gamespec.lint.subject import Subject
from gamespec.model import model as m
from gamespec.model.walk import every_step, steps_within

__all__ = ["stopped_in_vain"]


def stopped_in_vain(subject: Subject) -> None:
    """Report the stops of the last handler of each event whose announcers go on alike."""
    told = {
        step.event.name
        for step in every_step(subject.game)
        if isinstance(step, m.Announce) and step.otherwise is not None
    }
    last = {handler.event.name: handler for handler in subject.game.handlers}
    for event, handler in last.items():
        for step in steps_within(handler.do) if event not in told else ():
            if isinstance(step, m.Stop) and step.what is not None and step.what.name == "event":
                subject.found.report(
                    "GS402", f"nothing is stopped here: no handler of `{event}` comes after this one",
                    step.what.span, severity="warning",
                    help="handlers run in the order declared, after the rules beside rows; what prevents "
                    "those is asked at an event that is announced before theirs",
                )  # fmt: skip
