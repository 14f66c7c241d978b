"""Waits until something in some folders may have changed.

The system reports changes through the library watchfiles, which the extra `gamespec[watch]` installs. Without
it, or if the system refuses (the number of its watches is limited), the caller looks again and again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from gamespec.system.plain import is_folder

__all__ = ["reports_changes", "wakes"]

PAUSE = 0.5
"""Number of seconds between two looks if the system reports no changes."""

STEP = 50
"""Number of milliseconds without a further change after which changes are reported together."""

LONGEST = 1000
"""Number of milliseconds after which the caller looks all the same, as some folders report no changes."""


def reports_changes() -> bool:
    """Return whether the library is installed."""
    try:
        import watchfiles  # noqa: F401 - only whether it is there
    except ImportError:
        return False
    return True


def wakes(folders: Callable[[], Iterable[Path]]) -> Iterator[None]:
    """Yield whenever a file in one of the folders, but not in a folder inside it, may have changed.

    `folders` is asked again after each time. A change that happens while the caller works is not missed.
    """
    try:
        while reports_changes() and (there := _existing(folders)):
            for _ in _reported(there):
                yield
                if _existing(folders) != there:
                    break
    except OSError:  # no more watches, or a folder has just gone
        pass
    while True:
        time.sleep(PAUSE)
        yield


def _existing(folders: Callable[[], Iterable[Path]]) -> list[Path]:
    return [folder for folder in folders() if is_folder(folder)]


def _reported(folders: Iterable[Path]) -> Iterator[object]:
    """Yield after each group of changes, and at the latest after `LONGEST`. Raises `OSError`."""
    import watchfiles

    return watchfiles.watch(
        *folders,
        watch_filter=None,
        step=STEP,
        rust_timeout=LONGEST,
        yield_on_timeout=True,
        recursive=False,
        raise_interrupt=True,
    )
