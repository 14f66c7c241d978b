"""Files written: one way for all of them.

A file is written beside its place, under a name that nobody else uses, and is renamed when it is whole and
on the disk. So a reader sees the old file or the new one, and a full disk or a crash leaves the old one.
What the system refuses is an OSError that names the file, by the name that the caller gave, and the reason.
Who shares a folder with other processes takes its lock, too (`gamespec.system.locking`).
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import rmtree
from typing import BinaryIO

from gamespec.system.plain import located, read_bytes

__all__ = ["HEAD", "check_replaceable", "new_folder", "remove_drafts", "replace_file", "replacing"]

HEAD = 256
"""In so many bytes a file says what it is."""

DRAFT = ".gamespec-"
"""How the names of files begin that are not whole yet."""


@contextmanager
def replacing(
    path: Path, *, like: bytes = b"", room: Path | None = None, private: bool = False
) -> Iterator[BinaryIO]:
    """A file to write into, which takes the place of `path` when the block ends, and goes if it raises.

    It has the mode of the file it replaces; a new one that is `private` only its owner may read. What is not
    a plain file (a symbolic link, too), or may not be written, is not replaced, nor is a file that does not
    have `like` at its head. The draft lies in `room`, a folder on the same disk; without it, beside the file.
    Raises OSError.
    """
    draft = (room or path.parent) / f"{DRAFT}{secrets.token_hex(8)}"
    mode = check_replaceable(path)
    if mode is not None and like:
        _expect_like(path, like)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with located(path, draft):
        number = os.open(draft, flags, 0o600 if private else 0o666)
        try:
            with open(number, "wb") as file:  # noqa: PTH123 - a number, not a path
                yield file
                file.flush()
                os.fsync(file.fileno())
            if mode is not None:
                draft.chmod(mode)
            draft.replace(path)
        except BaseException:
            with suppress(OSError):
                draft.unlink(missing_ok=True)
            raise


def replace_file(
    path: Path, content: bytes, *, like: bytes = b"", room: Path | None = None, private: bool = False
) -> None:
    """Write a file, all of it or nothing, as `replacing` does. Raises OSError."""
    with replacing(path, like=like, room=room, private=private) as file:
        file.write(content)


def new_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Make a folder with these files, by their paths in it: all of it or nothing. Raises OSError.

    There must be nothing at its place; folders above it are made if there are none.
    """
    draft = folder.parent / f"{DRAFT}{secrets.token_hex(8)}"
    drafts = {draft / name: content for name, content in files.items()}
    with located(folder, draft, *(each for path in drafts for each in (path, path.parent))):
        folder.parent.mkdir(parents=True, exist_ok=True)
        draft.mkdir()
        try:
            for path, content in drafts.items():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            draft.rename(folder)
        except BaseException:
            rmtree(draft, ignore_errors=True)
            raise


def remove_drafts(folder: Path) -> None:
    """Remove what was not whole when its process ended; nobody else may be writing there. Raises OSError."""
    for draft in folder.glob(f"{DRAFT}*"):
        draft.unlink()


def _expect_like(path: Path, like: bytes) -> None:
    """Raise OSError if a file that is there is not of the sort that may replace it; an empty one is."""
    head = read_bytes(path, HEAD)
    if head and like not in head:
        reason = "there is another sort of file already, which is not replaced"
        raise FileExistsError(errno.EEXIST, reason, str(path))


def check_replaceable(path: Path) -> int | None:
    """The mode of the plain file at a path, None if there is nothing.

    Raises OSError if it may not be replaced: what is not a plain file, or may not be written.
    """
    with located(path):
        try:
            mode = path.lstat().st_mode
        except FileNotFoundError:
            return None
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, "is a directory")
        if not stat.S_ISREG(mode):
            what = "is a symbolic link" if stat.S_ISLNK(mode) else "is not a regular file"
            raise OSError(errno.EINVAL, f"{what}, which is not replaced")
        if not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return stat.S_IMODE(mode) & 0o777
