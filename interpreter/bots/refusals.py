"""The errors of bots that cannot play: the name is unknown, or the bot failed."""

from __future__ import annotations

__all__ = ["BadBot", "BotFailed"]


class BadBot(ValueError):
    """A name that no bot has; `str` gives the reason, `cure` a fix."""

    def __init__(self, why: str, cure: str) -> None:
        super().__init__(why, cure)
        self.cure = cure

    def __str__(self) -> str:
        return str(self.args[0])


class BotFailed(RuntimeError):
    """A user-written bot failed, or gave an answer that is not on offer."""
