"""Anchors: for each decision of a player, one history that shows this player the same.

Most of what a player was shown at a decision was shown at the one before. So an anchor is found from that of
the decision before: it goes on with what the player was shown since, and components that are seen elsewhere
than they lie in it change places. From time to time, and if something was shuffled since, the anchor is found
from scratch instead. Its luck comes from a seed, the *lineage*, and the hash of what the player was shown.

Therefore an anchor follows from the lineage and from the player's information state, and is the same whether
those before it were kept along the game or not. The changes that come after it make it a random history. But
histories may fall into groups between which small changes do not lead. Which group redeals are in depends on
the lineage; other lineages have other anchors.
"""

from __future__ import annotations

from collections.abc import Sequence

from gamespec.program import Program
from gamespec.program.frozen import dataclass
from interpreter.kernels.sights import SightLog
from interpreter.play.events import EventKind
from interpreter.play.luck import Draws, derived
from interpreter.redeal.mended import Chapters, Mended, from_scratch
from interpreter.redeal.replayer import Replayer

__all__ = ["Kept", "anchored"]

BLOCK = 16
"""One in this many anchors is found from scratch, so that one that was not kept is found soon."""

MOST_CHANGES = 600
"""Maximum number of changes of guesses until an anchor is given up."""


@dataclass(frozen=True, slots=True)
class _Anchor:
    """The anchor of a player's decision, by its number and the hash of sights; `None` if there is none."""

    lineage: int
    number: int
    seen: int
    mended: Mended | None


class Kept(Chapters):
    """What is kept along a game for the redeals of one player: the last chapter, and the last anchor."""

    anchor: _Anchor | None = None


def anchored(program: Program, replay: Replayer, shown: SightLog, kept: Kept, lineage: int) -> Mended | None:
    """Return the anchor of the player's decision at which the game waits, and keep it.

    Return `None` if the game does not wait for the player, or if there is none.
    """
    state, player = shown.state, shown.player
    if not state or state[-1][:2] != (EventKind.ASKED, player):
        return None
    asked = [at for at, sight in enumerate(state) if sight[0] == EventKind.ASKED]
    own = [(at, wait) for wait, at in enumerate(asked) if state[at][1] == player]
    here, anchor, kept.anchor = len(own) - 1, kept.anchor, None
    first = _scratch(shown, own, here)
    if anchor is None or not (
        anchor.lineage == lineage
        and first <= anchor.number <= here
        and anchor.seen == shown.hashes[own[anchor.number][1]]
    ):
        anchor = None
    for number in range(first if anchor is None else anchor.number + 1, here + 1):
        at, wait = own[number]
        seen = shown.hashes[wait]
        log = SightLog(player, state[: at + 1], shown.hashes[: wait + 1])
        luck = Draws(derived(lineage, f"anchor {seen}"), "histories")
        mended = None
        if anchor is not None and anchor.mended is not None:
            mended = anchor.mended.onward(program, replay, log, luck)
        if mended is None:
            mended = from_scratch(program, replay, log, luck, MOST_CHANGES, kept)
        anchor = _Anchor(lineage, number, seen, mended)
    assert anchor is not None  # noqa: S101 - there is one of this decision
    kept.anchor = anchor
    return anchor.mended


def _scratch(shown: SightLog, own: Sequence[tuple[int, int]], here: int) -> int:
    """Return the number of the last decision, up to `here`, whose anchor is always found from scratch."""
    last = here - here % BLOCK
    if last == here:
        return here
    first, _ = own[last]
    shuffled = [at for at in range(first, len(shown.state)) if shown.state[at][0] == EventKind.SHUFFLED]
    if not shuffled:
        return last
    return next(number for number in range(last, here + 1) if own[number][0] > shuffled[-1])
