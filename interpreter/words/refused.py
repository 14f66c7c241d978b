"""Why an answer that somebody has written down is not on offer, in one line, where that can be told."""

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
"""What `why` says where no condition fails; then what the action does may not be kept."""


def refused(
    game: Game, action: str, texts: Mapping[str, str], words: Words, player: int | None = None
) -> str | None:
    """What forbids an action with these values, as far as a player (all, if `None`) can tell.

    `None` if nothing is known to, or if the action takes several values of one name, of which no single one
    is at fault. The game must be at a decision.
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
