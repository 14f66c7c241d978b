"""The tools: for each its description, its arguments, its result, and the time that a call may take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import ValidationError

from gamespec.text.suggest import did_you_mean
from interpreter.cli.assist import arguments as a
from interpreter.cli.assist import results as r
from interpreter.cli.common.boundary import Stop
from interpreter.cli.common.playouts import said

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pydantic import BaseModel
    from pydantic_core import ErrorDetails

__all__ = ["TOOLS", "Tool"]

SHOULD = ": input should be "
"""What stands between an argument and what it should be."""

UNSAID = frozenset(
    {"$defs", "title", "maxLength", "maxItems", "maxProperties", "minProperties", "propertyNames"}
)
"""Keywords that the published schemas leave out, because no model goes by them. Calls are held to all."""


NOTHING_SAID = (("default", None), ("additionalProperties", True), ("additionalProperties", False))
"""Keywords with values that say no more than their absence."""


class Tool(NamedTuple):
    """A tool. `seconds` is the time that a call may take, apart from the `seconds` among its arguments."""

    name: str
    title: str
    says: str
    arguments: type[a.Arguments]
    result: type[BaseModel]
    seconds: float = 60.0
    writes: bool = False
    plays: bool = False

    def input_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the arguments."""
        return _published(self.arguments)

    def output_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the result."""
        return _published(self.result)

    def read(self, given: dict[str, Any]) -> dict[str, Any]:
        """Return the arguments of a call with their defaults. Raises `Stop` if they are not as declared."""
        try:
            found = self.arguments.model_validate(given).model_dump()
        except ValidationError as error:
            wrong = dict.fromkeys(self._wrong(each) for each in error.errors(include_url=False))
            raise Stop("\n".join(_joined(wrong))) from None
        for name in ("options", "other_options"):
            if name in found:
                found[name] = {key: said(value) for key, value in found[name].items()}
        return found

    def limit(self, arguments: dict[str, Any]) -> float:
        """Return the seconds that a call with these arguments may take."""
        return self.seconds + float(arguments.get("seconds", 0))

    def _wrong(self, error: ErrorDetails) -> str:
        """Describe one mistake in the arguments."""
        name, *inner = error["loc"]
        place = f"{name}" + "".join(f"[{part}]" for part in inner if isinstance(part, int))
        if error["type"] == "extra_forbidden":
            known = list(self.arguments.model_fields)
            listed = ", ".join(f"`{each}`" for each in known)
            near = did_you_mean(str(name), known) or f"it has {listed}"
            return f"`{self.name}` has no argument `{name}`; {near}"
        if error["type"] == "missing":
            return f"the argument `{name}` is missing"
        return f"`{place}`: {error['msg'][:1].lower()}{error['msg'][1:]}"


def _joined(messages: Iterable[str]) -> list[str]:
    """Return messages, with those about what one argument should be made one."""
    found: dict[str, str] = {}
    for each in messages:
        place, said, what = each.partition(SHOULD)
        key = place if said else each
        found[key] = f"{found[key]} or {what}" if key in found else each
    return [*found.values()]


def _published(made: type[BaseModel]) -> dict[str, Any]:
    schema = made.model_json_schema()
    plain: dict[str, Any] = _plain(schema, schema.get("$defs", {}))
    return plain


def _plain(schema: Any, parts: dict[str, Any]) -> Any:
    """Return a schema without `UNSAID`, without its `parts` apart, and without defaults that mean nothing."""
    if isinstance(schema, list):
        return [_plain(each, parts) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return _plain(parts[schema["$ref"].rpartition("/")[2]], parts)
    plain = {
        key: {name: _plain(part, parts) for name, part in value.items()}
        if key == "properties"
        else _plain(value, parts)
        for key, value in schema.items()
        if key not in UNSAID and (key, value) not in NOTHING_SAID
    }
    if "default" in schema and schema["default"] is None:  # it may be left out, and then it is `null`
        (other,) = (each for each in plain.pop("anyOf") if each != {"type": "null"})
        plain = {**other, **plain}
    return plain


TOOLS = (
    Tool(
        "search_manual",
        "Search the manual",
        "Find sections of the manual by words: how to write a rule, what a key or command does.",
        a.SearchManual,
        r.Found,
    ),
    Tool(
        "read_manual",
        "Read the manual",
        "Read a page or section of the manual, or what a diagnostic's code means. Without `page`: all pages.",
        a.ReadManual,
        r.Page,
    ),
    Tool(
        "describe_keys",
        "Describe keys",
        "List the keys that may stand at a place of a file, and what they mean.",
        a.DescribeKeys,
        r.Keys,
    ),
    Tool(
        "list_games",
        "List games",
        "List the shipped games, which are models to learn from, and the games below the root.",
        a.ListGames,
        r.Games,
    ),
    Tool(
        "read_game",
        "Read a game",
        "Read a file of a game, or a draft: by default the rules, or scenarios or variants.",
        a.ReadGame,
        r.File,
    ),
    Tool(
        "show_game",
        "Show a game",
        "Show what a valid game consists of, with the names of components and zones for scenarios.",
        a.ShowGame,
        r.Shown,
    ),
    Tool(
        "check_game",
        "Check a game",
        "Edit drafts, then report every mistake in rules, variants and scenarios; or apply the cures.",
        a.CheckGame,
        r.Checked,
        seconds=120.0,
    ),
    Tool(
        "test_game",
        "Run scenarios",
        "Run the scenarios of a game, which are examples of its rules (`scenarios/*.yaml` beside it).",
        a.RunScenarios,
        r.Ran,
    ),
    Tool(
        "simulate_games",
        "Simulate games",
        "Let bots play many games: who wins, how games end, length, choices, faults (see fuzz_game).",
        a.SimulateGames,
        r.Simulated,
    ),
    Tool(
        "compare_games",
        "Compare two games",
        "Play two games, or one with other options, with the same luck; say which differences are clear.",
        a.CompareGames,
        r.Compared,
    ),
    Tool(
        "fuzz_game",
        "Search for mistakes",
        "Search for games that fault or break an invariant, and for rules that nothing reaches.",
        a.FuzzGame,
        r.Fuzzed,
        seconds=120.0,
    ),
    Tool(
        "begin_game",
        "Begin a game",
        "Begin a game in which you have one or more seats and bots the others. The result is what the seat "
        "that decides may know, with its options.",
        a.BeginGame,
        r.Played,
        seconds=120.0,
        plays=True,
    ),
    Tool(
        "look",
        "Look at a game",
        "See a game once more, as one of your seats; or in full, as JSON.",
        a.Look,
        r.Played,
        plays=True,
    ),
    Tool(
        "choose",
        "Choose an option",
        "Answer for the seat that decides. Bots play on until a seat of yours decides; the result is for it.",
        a.Choose,
        r.Played,
        seconds=120.0,
        plays=True,
    ),
    Tool(
        "write_files",
        "Write files",
        "Save drafts, or the given texts, below the root.",
        a.WriteFiles,
        r.Written,
        writes=True,
    ),
)
"""All tools, in the order in which an author needs them."""
