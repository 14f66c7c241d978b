"""The option `--budget TIME`, whose value is a time such as `90s`, `2m` or `1h`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, TypeVar

import click

from interpreter.cli.common.boundary import Stop

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["MINUTE", "budget_option"]

F = TypeVar("F", bound="Callable[..., Any]")

MINUTE = 60.0
"""A minute, in seconds."""

_UNITS = {"s": 1.0, "m": MINUTE, "h": 60 * MINUTE}

_LONGEST = 1_000_000
"""More than the longest time, in seconds: eleven days."""


def _seconds(_ctx: click.Context, _param: click.Parameter, text: str | None) -> float | None:
    """Parse a time such as `90s`, `2m` or `1h`. Raises `Stop` if it is invalid."""
    if text is None:
        return None
    found = re.fullmatch(r"(\d{1,7}(?:\.\d{1,3})?)([smh])", text, re.ASCII)
    seconds = float(found[1]) * _UNITS[found[2]] if found else 0.0
    if not 0 < seconds < _LONGEST:
        raise Stop(f"`--budget {text}` is not a time", "write it like `90s`, `2m` or `1h`")
    return seconds


def budget_option(says: str) -> Callable[[F], F]:
    """Return a decorator that adds the option `--budget TIME`, passed as `seconds`, or `None` if absent."""
    return click.option("--budget", "seconds", metavar="TIME", callback=_seconds, help=says)
