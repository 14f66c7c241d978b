"""The results of the tools, which are published as JSON Schemas.

Jobs return mappings. Tests hold them to these classes, and so does the SDK's client.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from pydantic import BaseModel, Field

__all__ = [
    "Checked",
    "Compared",
    "File",
    "Found",
    "Fuzzed",
    "Games",
    "Keys",
    "Page",
    "Played",
    "Ran",
    "Shown",
    "Simulated",
    "Written",
]

Rows: TypeAlias = list[dict[str, Any]]


class _Section(BaseModel):
    page: str
    section: str
    excerpt: str


class Found(BaseModel):  # noqa: D101 - the tool says what it gives, as with all below
    sections: list[_Section]


class Page(BaseModel):  # noqa: D101
    page: str | None
    text: str
    cut: bool | None = None
    sections: list[str] | None = None


class _Key(BaseModel):
    key: str
    means: str
    required: bool | None = None


class Keys(BaseModel):  # noqa: D101
    at: str
    means: str
    keys: list[_Key]
    value: str | None = None


class Games(BaseModel):  # noqa: D101
    shipped: list[dict[str, str]]
    here: list[dict[str, str]]


class File(BaseModel):  # noqa: D101
    files: list[str]
    file: str
    text: str
    left_out: list[str] | None = None
    next_offset: int | None = None


class Shown(BaseModel):  # noqa: D101
    page: str
    components: dict[str, list[str]]
    zones: list[str]


class _Change(BaseModel):
    file: str
    lines: Annotated[list[int], Field(description="First and last.")]
    instead: str


class _Diagnostic(BaseModel):
    code: str
    text: str
    cure: list[_Change] | None = None


class Checked(BaseModel):  # noqa: D101
    game: str
    ok: bool
    errors: int
    warnings: int
    diagnostics: list[_Diagnostic]
    choices_tried: int
    scenarios: int | None = None
    cured: list[_Change] | None = None


class _Failure(BaseModel):
    id: str
    title: str
    report: str


class Ran(BaseModel):  # noqa: D101
    ok: bool
    passed: int
    failed: list[_Failure]
    mistakes: list[str] | None = None


class Simulated(BaseModel):  # noqa: D101
    game: str
    players: int
    options: dict[str, str]
    bots: list[str]
    games: int
    decisions: int
    reached_limit: int
    seats: Rows
    by_bot: Rows | None = None
    ends: Rows
    measures: Annotated[Rows, Field(description="Intervals: mean, low, high (95 %).")]
    faults: Rows
    note: str | None = None
    cut_short: str | None = None


class Compared(BaseModel):  # noqa: D101
    pairs: int
    players: int
    bots: list[str]
    differences: Annotated[Rows, Field(description="Intervals: 95 %.")]
    unclear: list[str]
    same: list[str]
    faults: list[int]
    note: str | None = None
    cut_short: str | None = None


class _Mistake(BaseModel):
    name: str
    text: str
    scenario: str


class Fuzzed(BaseModel):  # noqa: D101
    ok: bool
    games: int
    decisions: int
    reached_limit: int
    found: list[_Mistake]
    never_reached: list[str]
    breach: str | None = None


class Played(BaseModel):  # noqa: D101
    game_id: str
    decides: str | None
    text: str | None = None
    position: Annotated[
        dict[str, Any] | None, Field(description="See resource gamespec://schemas/position.")
    ] = None


class Written(BaseModel):  # noqa: D101
    written: list[str]
