"""The server of the Model Context Protocol, on standard input and output.

This module alone imports the SDK. It lists the tools, hands each call to a worker process, passes on the
progress, and returns the result twice: as structured content, and as text for clients that show only that. If
a call is cancelled, the SDK cancels the task that waits for the worker, which is then ended.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import TYPE_CHECKING, Any, cast

import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from gamespec.system.resources import directory
from interpreter.cli.assist.declared import TOOLS, Tool
from interpreter.cli.assist.drafts import Drafts
from interpreter.cli.assist.lines import Lines
from interpreter.cli.assist.tables import Tables
from interpreter.cli.assist.workers import Workers
from interpreter.cli.common.about import version
from interpreter.cli.common.boundary import Stop
from interpreter.cli.help.pages import pages, title_of

if TYPE_CHECKING:
    from pathlib import Path

    from anyio import AsyncFile
    from mcp.server.context import ServerRequestContext

__all__ = ["declared", "run"]

INSTRUCTIONS = """\
gamespec describes board and card games as data: YAML with a small expression language, which you do not \
know from elsewhere. Games are checked, tested by scenarios, measured with bots, and played.

To write a game: read_manual(page="tutorial", section="9") for a whole one, read_game of a shipped game of \
the same kind, search_manual for each mechanism, describe_keys for the keys at a place. Give texts once, in \
`files`, such as {"game.yaml": "...", "scenarios/rules.yaml": "..."}: later calls use these drafts in place \
of files below the root, and `game` may be left out. check_game changes drafts with `edits` and applies \
cures with `cure`; read_manual(page=CODE) explains a diagnostic. Quote expressions: in YAML all that contain \
`: ` must be quoted, and within braces or brackets all with commas, brackets or braces. Write scenarios for \
the rulings (read_manual(page="short-answers", section="scenario") shows how) and run test_game. Then \
fuzz_game, simulate_games, and play it yourself with begin_game and choose. Nothing is saved before \
write_files."""

PROMPT = """\
Help me to write a game with gamespec: {idea}

First ask me what is unclear: players, components, turns, the end, who wins. Then write the rules as \
`game.yaml` and scenarios for the rulings, check and test them with the tools until nothing is left, \
search for mistakes, simulate a thousand games, play one game yourself, and tell me what you noticed. \
Save the files when I agree."""

SCHEMA = "gamespec://schemas/position"


class _Service:
    """What the server answers to a client."""

    def __init__(self, root: Path, *, read_only: bool) -> None:
        self.tools = {tool.name: tool for tool in TOOLS if not (read_only and tool.writes)}
        self.workers = Workers(root)
        self.tables = Tables()
        self.drafts = Drafts(root)

    async def list_tools(
        self, _context: ServerRequestContext[Any], _asked: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[declared(tool) for tool in self.tools.values()])

    async def call_tool(
        self, context: ServerRequestContext[Any], asked: types.CallToolRequestParams
    ) -> types.CallToolResult:
        tool = self.tools.get(asked.name)
        if tool is None:
            raise MCPError(types.INVALID_PARAMS, f"there is no tool `{asked.name}`")
        try:
            arguments = tool.read(asked.arguments or {})
            result = await (self._play if tool.plays else self._run)(context, tool, arguments)
        except Stop as stop:
            text = stop.message + (f"\n  = help: {stop.cure}" if stop.cure else "")
            return types.CallToolResult(content=[types.TextContent(type="text", text=text)], is_error=True)
        text = json.dumps(result, ensure_ascii=False, separators=(",", ":"))
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=text)], structured_content=result
        )

    async def _run(
        self, context: ServerRequestContext[Any], tool: Tool, arguments: dict[str, Any]
    ) -> dict[str, Any]:
        """Run a job on the drafts. Keep those that it has changed, and drop those that it has saved."""
        if not tool.writes:
            drafts = self.drafts.take(arguments.get("files", {}))
        else:
            drafts = arguments["files"] or self.drafts.take({})
        result = await self.workers.run(
            tool.name, {**arguments, "files": drafts}, tool.limit(arguments), context.session.report_progress
        )
        self.drafts.take(result.pop("drafts", {}))
        self.drafts.drop(result.get("written", ()))
        return result

    async def _play(
        self, context: ServerRequestContext[Any], tool: Tool, arguments: dict[str, Any]
    ) -> dict[str, Any]:
        """Run a job on a game in play, and keep the record that it returns."""
        if "game_id" not in arguments:
            result = await self._run(context, tool, {**arguments, "id": self.tables.new_id()})
            self.tables.add(result.pop("record"))
            return result
        table = self.tables.find(arguments["game_id"])
        async with table.lock:
            result = await self._run(context, tool, {**arguments, "record": table.record})
            table.record = result.pop("record", table.record)
        return result

    async def list_resources(
        self, _context: ServerRequestContext[Any], _asked: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        manual = [
            types.Resource(
                uri=f"gamespec://manual/{name}", name=name, title=title_of(path), mime_type="text/markdown"
            )
            for name, path in pages()
            if path.parent.name != "games"
        ]
        schema = types.Resource(
            uri=SCHEMA, name="position", title="JSON Schema of positions", mime_type="application/schema+json"
        )
        return types.ListResourcesResult(resources=[*manual, schema])

    async def list_resource_templates(
        self, _context: ServerRequestContext[Any], _asked: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(resource_templates=[])

    async def read_resource(
        self, _context: ServerRequestContext[Any], asked: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        uri = str(asked.uri)
        if uri == SCHEMA:
            text = (directory("schemas") / "play" / "position.schema.json").read_text(encoding="utf-8")
            return _contents(uri, text, "application/schema+json")
        known = dict(pages())
        name = uri.removeprefix("gamespec://manual/")
        if name not in known:
            raise MCPError(types.INVALID_PARAMS, f"there is no resource `{uri}`")
        return _contents(uri, known[name].read_text(encoding="utf-8"), "text/markdown")

    async def list_prompts(
        self, _context: ServerRequestContext[Any], _asked: types.PaginatedRequestParams | None
    ) -> types.ListPromptsResult:
        idea = types.PromptArgument(name="idea", description="What the game is about.", required=True)
        prompt = types.Prompt(
            name="write_game",
            title="Write a game",
            description="Write, test and try a game.",
            arguments=[idea],
        )
        return types.ListPromptsResult(prompts=[prompt])

    async def get_prompt(
        self, _context: ServerRequestContext[Any], asked: types.GetPromptRequestParams
    ) -> types.GetPromptResult:
        if asked.name != "write_game":
            raise MCPError(types.INVALID_PARAMS, f"there is no prompt `{asked.name}`")
        text = PROMPT.format(idea=(asked.arguments or {}).get("idea", "one of my own"))
        message = types.PromptMessage(role="user", content=types.TextContent(type="text", text=text))
        return types.GetPromptResult(messages=[message])


def run(root: Path, *, read_only: bool) -> None:
    """Serve a client until its connection ends."""
    try:
        asyncio.run(_serve(root, read_only=read_only))
    except* ConnectionError:  # the client has gone without a word
        pass


async def _serve(root: Path, *, read_only: bool) -> None:
    service = _Service(root, read_only=read_only)
    server: Server[Any] = Server(
        "gamespec",
        version=version(),
        title="gamespec",
        instructions=INSTRUCTIONS,
        on_list_tools=service.list_tools,
        on_call_tool=service.call_tool,
        on_list_resources=service.list_resources,
        on_list_resource_templates=service.list_resource_templates,
        on_read_resource=service.read_resource,
        on_list_prompts=service.list_prompts,
        on_get_prompt=service.get_prompt,
    )
    await service.workers.warm()
    try:
        lines = cast("AsyncFile[str]", Lines(sys.stdin.fileno()))  # all that the SDK does is to iterate
        async with stdio_server(stdin=lines) as (received, sent):
            await server.run(received, sent, server.create_initialization_options())
    finally:
        await service.workers.close()


def declared(tool: Tool) -> types.Tool:
    """Return a tool as clients see it."""
    hints = types.ToolAnnotations(read_only_hint=not tool.writes, destructive_hint=tool.writes)
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.says,
        input_schema=tool.input_schema(),
        output_schema=tool.output_schema(),
        annotations=hints,
    )


def _contents(uri: str, text: str, mime_type: str) -> types.ReadResourceResult:
    contents = types.TextResourceContents(uri=uri, text=text, mime_type=mime_type)
    return types.ReadResourceResult(contents=[contents])
