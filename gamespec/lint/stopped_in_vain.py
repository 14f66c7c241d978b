"""GS402: a `stop: event` without effect, because its handler is the last and no announcer reacts.

Rules beside rows run before the game's `handlers`. To prevent those rules, a handler needs an earlier event
of its own.
"""

from __future__ import annotations

from gamespec.lint.subject import Subject
from gamespec.model import model as m
from gamespec.model.walk import every_step, steps_within

__all__ = ["stopped_in_vain"]


def stopped_in_vain(subject: Subject) -> None:
    """Report stops in the last handler of an event if every announcer continues regardless."""
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
                    help="handlers run in the order declared, after the rules beside rows; to prevent "
                    "those, announce a separate event before theirs",
                )  # fmt: skip
