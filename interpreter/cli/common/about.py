"""What the installed package says about itself: its version, and where its manual is published."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, metadata

import gamespec

__all__ = ["manual", "version"]

LABEL = "Documentation"
"""The label of the manual's address among the project's URLs in `pyproject.toml`."""


def version() -> str:
    """Return the version of gamespec."""
    return gamespec.__version__


def manual() -> str | None:
    """Return the address of the manual, or `None` if the package names none or is not installed."""
    try:
        urls = metadata("gamespec").get_all("Project-URL") or []
    except PackageNotFoundError:
        return None
    named = (url.partition(",") for url in urls)
    return next((address.strip() for label, _, address in named if label.strip() == LABEL), None)
