"""Why no bot plays: its name says none, or it failed while it played."""

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
    """A bot that somebody has written failed, or answered what is not on offer."""
