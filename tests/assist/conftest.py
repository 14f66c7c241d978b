"""The fixture that runs the command in this process, as in `tests/unit/cli`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result

from interpreter.cli.app import cli

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture
def run() -> Callable[..., Result]:
    """Return a function that runs `gamespec` with the given arguments."""
    return lambda *arguments: CliRunner().invoke(cli, [str(argument) for argument in arguments])
