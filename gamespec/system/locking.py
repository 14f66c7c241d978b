"""The lock on a folder to which only one process at a time writes.

The writer holds a lock on the file `.lock` in the folder. The operating system releases the lock when the
process ends, for whatever reason. So a lock never outlives its process, and nobody has to decide whether a
lock is stale. Within a process, too, two locks on the same folder exclude each other. A reader needs no lock,
because each file is replaced as a whole (`gamespec.system.writing`).
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self
from weakref import finalize

from gamespec.system.plain import check_plain, located

__all__ = ["LOCK", "FolderLock", "InUse"]

LOCK = ".lock"
"""The name of the lock file in a folder."""

_FLAGS = os.O_RDWR | os.O_CREAT | sum(getattr(os, n, 0) for n in ("O_NONBLOCK", "O_NOCTTY", "O_NOFOLLOW"))


class InUse(OSError):
    """Raised if another process, or another part of this process, holds the lock on a folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__(errno.EBUSY, "another process is writing into this folder", str(folder))


class FolderLock:
    """The lock on a folder. The folder is created if it does not exist, and taking the lock never waits.

    Raises `InUse` if another holder has the lock, and `OSError` with the folder's name if the lock cannot be
    taken.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        number: int | None = None
        with located(folder, folder / LOCK):
            while number is None:
                number = _taken(folder)
        self._end = finalize(self, os.close, number)

    def release(self) -> None:
        """Release the folder. Calling it again has no effect."""
        self._end()

    def dissolve(self) -> None:
        """Remove the folder, which must be empty except for the lock file, and release the lock.

        The folder stays if another process has used it in the meantime.
        """
        if sys.platform == "win32":  # Windows cannot remove an open file
            self.release()
        with suppress(OSError):
            (self.folder / LOCK).unlink()
            self.folder.rmdir()
        self.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def _taken(folder: Path) -> int | None:
    """Return the descriptor of the locked file, or `None` if it was removed before it was locked.

    Raises `OSError`.
    """
    folder.mkdir(exist_ok=True)
    try:
        number = os.open(folder / LOCK, _FLAGS, 0o666)
    except FileNotFoundError:  # the folder was removed in between
        return None
    try:
        _lock(number, folder)
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(number), (folder / LOCK).lstat()):
                return number
    except OSError:
        os.close(number)
        raise
    os.close(number)
    return None


def _lock(number: int, folder: Path) -> None:
    check_plain(os.fstat(number))
    if not _locked(number):
        raise InUse(folder)


if sys.platform == "win32":
    import msvcrt

    def _locked(number: int) -> bool:
        try:
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            if error.errno not in (errno.EACCES, errno.EDEADLK):
                raise
            return False
        return True

else:
    import fcntl

    def _locked(number: int) -> bool:
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
