"""Talks to `gamespec mcp` as an assistant's program does: the SDK's client, and the command as a process."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Literal, TypeAlias

from mcp import Client, StdioServerParameters

__all__ = ["Talk", "talk"]

ROOT = Path(__file__).resolve().parents[1]
Mode: TypeAlias = Literal["auto", "legacy"]

LONGEST = 120.0
"""Seconds that a conversation may take."""


class Talk:
    """A conversation with a server."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def __call__(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool, and return its structured result, which the client has held to the tool's schema."""
        result = await self.client.call_tool(tool, arguments)
        assert not result.is_error, result.content
        found: dict[str, Any] = result.structured_content
        return found

    async def refused(self, tool: str, **arguments: Any) -> str:
        """Call a tool, and return the text of the error that it answers with."""
        result = await self.client.call_tool(tool, arguments)
        assert result.is_error, result.structured_content
        (content,) = result.content
        assert content.type == "text"
        return content.text


def talk(
    root: Path, conversation: Callable[[Talk], Awaitable[None]], *options: str, mode: Mode = "auto"
) -> None:
    """Start a server of a folder, and hold a conversation with it.

    In the mode `legacy` the client begins with `initialize`, as programs did before 2026.
    """

    async def held() -> None:
        environment = {name: os.environ[name] for name in os.environ if name != "PYTHONPATH"}
        server = StdioServerParameters(
            command=sys.executable,
            args=["-m", "gamespec", "mcp", str(root), *options],
            env={**environment, "PYTHONPATH": str(ROOT)},
        )
        async with asyncio.timeout(LONGEST), Client(server, mode=mode) as client:
            await conversation(Talk(client))

    asyncio.run(held())
