"""What the package says about itself: its version, and where it and its manual are published."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, metadata

import gamespec

__all__ = ["manual", "source", "version"]


def version() -> str:
    """Return the version of gamespec."""
    return gamespec.__version__


def manual() -> str | None:
    """Return the address of the manual, or `None` if the package names none or is not installed."""
    return _url("Documentation")


def source() -> str | None:
    """Return the address of the repository, or `None` if the package names none or is not installed."""
    return _url("Source")


def _url(wanted: str) -> str | None:
    """Return the address with a label among the project's URLs in `pyproject.toml`."""
    try:
        urls = metadata("gamespec").get_all("Project-URL") or []
    except PackageNotFoundError:
        return None
    named = (url.partition(",") for url in urls)
    return next((address.strip() for label, _, address in named if label.strip() == wanted), None)
