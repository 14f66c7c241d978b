"""The errors of bots that cannot play, because their name is invalid or because they failed."""

from __future__ import annotations

__all__ = ["BadBot", "BotFailed"]


class BadBot(ValueError):
    """The name of a bot is invalid. `str` gives the reason, and `cure` suggests a fix."""

    def __init__(self, why: str, cure: str) -> None:
        super().__init__(why, cure)
        self.cure = cure

    def __str__(self) -> str:
        return str(self.args[0])


class UnknownBot(BadBot):
    """No bot has this name."""


class BotFailed(RuntimeError):
    """Raised if a bot written by a user fails, or returns an option that is not on offer."""
