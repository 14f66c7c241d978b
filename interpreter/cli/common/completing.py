"""Shell completion of games, variants, numbers of players, options of games, and codes.

Besides the shipped games it offers only games in the current folder and one level below, because completion
must be quick. It offers nothing for an unreadable game, since the command itself reports the mistakes.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import click
    from click.shell_completion import CompletionItem

    from gamespec import Spec

__all__ = [
    "MOST_VALUES",
    "assignments",
    "codes",
    "described",
    "games",
    "players",
    "schemas",
    "spec_of",
    "variants_of",
    "words_of_icons",
]

MOST_VALUES = 24
"""Maximum number of values of an option for which the values are offered.

For an option with more values, only the name is completed.
"""


def games(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete games by name or path. After a `+`, complete the variants of the preceding game."""
    from click.shell_completion import CompletionItem

    base, plus, _ = incomplete.rpartition("+")
    names = (f"{base}+{name}" for name in variants_of(base)) if plus else _games()
    offered = [CompletionItem(name) for name in names if name.startswith(incomplete)]
    return offered or [CompletionItem(incomplete, type="file")]


def assignments(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete `OPTION=VALUE` for the options of the game named on the command line."""
    from click.shell_completion import CompletionItem

    spec = spec_of(ctx)
    if spec is None:
        return []
    found: list[CompletionItem] = []
    told = {option.ident.name: option.label for option in spec.model.options}
    for name, values in _options(spec).items():
        label = told[name]
        help_ = None if label is None else label.in_("en")
        found += [CompletionItem(f"{name}={value}", help=help_) for value in values or ("",)]
    return [item for item in found if str(item.value).startswith(incomplete)]


def players(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the numbers of players of the game named on the command line."""
    from click.shell_completion import CompletionItem

    spec = spec_of(ctx)
    numbers = () if spec is None else spec.players
    return [CompletionItem(str(number)) for number in numbers if str(number).startswith(incomplete)]


def codes(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the codes of diagnostics, or their names if the user has begun to type a name."""
    from click.shell_completion import CompletionItem

    from gamespec.text.codes import CODES

    upper = incomplete.upper()
    found = [CompletionItem(row.code, help=row.title) for row in CODES.values() if row.code.startswith(upper)]
    named = (row.slug for row in CODES.values() if incomplete and row.slug.startswith(incomplete))
    return found or [CompletionItem(name) for name in named]


def schemas(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the names of the schemas."""
    from click.shell_completion import CompletionItem

    from gamespec.validation import schema_names

    return [CompletionItem(name) for name in schema_names() if name.startswith(incomplete)]


def words_of_icons(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the words with which icons can be found."""
    from click.shell_completion import CompletionItem

    from gamespec.icons import vocabulary

    return [CompletionItem(w) for w in vocabulary() if w.startswith(incomplete) and " " not in w]


def spec_of(ctx: click.Context) -> Spec | None:
    """Return the specification of the game named on the command line, or `None` if there is no readable one.

    The name is taken from the raw arguments if click has not parsed them yet, as when the value of an option
    is completed.
    """
    arguments = [p.name for p in ctx.command.params if p.param_type_name == "argument"]
    read = [ctx.params.get(name or "") for name in arguments]
    named = [text for value in read for text in (value if isinstance(value, tuple) else (value,)) if text]
    return next((spec for spec in map(described, named or ctx.args) if spec is not None), None)


def described(name: str) -> Spec | None:
    """Return the specification of the game with this name or path, or `None` if it cannot be read."""
    from gamespec.catalogue import UnknownGame
    from gamespec.loader import peek
    from gamespec.spec import SpecError

    try:
        return peek(name)
    except (UnknownGame, SpecError):
        return None


def _games() -> Iterator[str]:
    """Yield the shipped games, followed by the games in the current folder."""
    from gamespec.catalogue import games

    yield from games()
    here = Path()
    try:
        with os.scandir(here) as entries:
            found = sorted(entry.name for entry in entries if not entry.name.startswith("."))
    except OSError:
        return
    for name in found:
        if name.endswith((".yaml", ".yml")) or (here / name / "game.yaml").is_file():
            yield name


def variants_of(name: str) -> list[str]:
    """Return the names of a game's variants."""
    from gamespec.catalogue import UnknownGame, find, variant_folders

    try:
        base = find(name)[0]
    except UnknownGame:
        return []
    return sorted({path.stem for folder in variant_folders(base) for path in folder.glob("*.yaml")})


def _options(spec: Spec) -> dict[str, list[str]]:
    """Map the name of each option of a game to its values, as users write them.

    If an option has too many values, its list is empty.
    """
    from gamespec.trees import types as t

    world = spec.world()
    few = {
        name: domain
        for name, option in world.options.items()
        if (domain := t.domain(option.type)) is not None and domain[1] <= MOST_VALUES
    }
    return {
        name: [
            world.values.text(option.type, value)
            for first, size in (few.get(name, (0, 0)),)
            for value in range(first, first + size)
        ]
        for name, option in world.options.items()
    }
