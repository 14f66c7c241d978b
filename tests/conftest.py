"""Golden files: expected outputs that one flag rewrites, never in CI."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable


def pytest_addoption(parser: pytest.Parser) -> None:
    """The flag that rewrites golden files."""
    parser.addoption(
        "--update-golden", action="store_true", help="rewrite expected outputs with what comes out now"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Refuse the flag in CI, where nobody would read what it wrote."""
    if config.getoption("--update-golden") and os.environ.get("CI"):
        message = "golden files are not rewritten in CI"
        raise pytest.UsageError(message)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Hold a text against the golden file at a path, or write it there with `--update-golden`."""

    def compare(path: Path, text: str) -> None:
        if request.config.getoption("--update-golden"):
            path.write_text(f"{text}\n", encoding="utf-8")
        expected = path.read_text(encoding="utf-8") if path.is_file() else ""
        assert f"{text}\n" == expected, f"{path} (rewrite it with --update-golden)"

    return compare
