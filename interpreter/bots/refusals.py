"""Why a bot cannot play: its name is unknown, or it failed."""

from __future__ import annotations

__all__ = ["BadBot", "BotFailed"]


class BadBot(ValueError):
    """A name that no bot has; `str` says why, `cure` what to write instead."""

    def __init__(self, why: str, cure: str) -> None:
        super().__init__(why, cure)
        self.cure = cure

    def __str__(self) -> str:
        return str(self.args[0])


class BotFailed(RuntimeError):
    """A user-written bot failed, or answered something that is not on offer."""
