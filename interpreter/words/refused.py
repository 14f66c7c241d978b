"""Tells why an answer is not on offer, as far as that is known."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.engine.game import Game
from interpreter.locale import gettext_noop
from interpreter.play.errors import Fault
from interpreter.words.explain import why
from interpreter.words.faults import diagnose
from interpreter.words.text import Words

__all__ = ["refused"]

ON_OFFER = gettext_noop("it is on offer")
"""The answer of `why` if no condition is found to fail. The action's `keeps` may fail nevertheless."""


def refused(
    game: Game, action: str, texts: Mapping[str, str], words: Words, player: int | None = None
) -> str | None:
    """Return what forbids an action with these values, as far as a player can tell.

    If `player` is `None`, everything is known. Returns `None` if nothing is known to forbid the action, or if
    the action takes several values for one pick, because then no single value is at fault. The game must be
    at a decision.
    """
    assert game.decision is not None  # noqa: S101 - the caller knows
    branches = words.names.sites[game.decision.site].branches
    if any(pick.counts is not None for spec in branches if spec.name == action for pick in spec.picks):
        return None
    try:
        reason = why(game, action, texts, words, player)
    except ValueError as error:
        return str(error)
    except Fault as fault:
        return diagnose(fault, words.names).message
    return None if reason == words.texts.gettext(ON_OFFER) else reason
