"""The one way in which this package writes files.

A file is written under a unique name beside its place, and renamed when it is complete and on the disk. So a
reader sees either the old file or the new one, and after a full disk or a crash the old file is still there.
If the system refuses, the `OSError` gives the reason and names the file as the caller did. Processes that
share a folder also take the folder's lock (`gamespec.system.locking`).
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import rmtree
from typing import BinaryIO

from gamespec.system.plain import located, read_bytes

__all__ = [
    "HEAD",
    "check_replaceable",
    "in_the_way",
    "new_folder",
    "remove_drafts",
    "replace_file",
    "replacing",
]

HEAD = 256
"""Number of bytes at the start of a file that identify its kind."""

DRAFT = ".gamespec-"
"""Prefix of the names of incomplete files."""


@contextmanager
def replacing(
    path: Path, *, like: bytes = b"", room: Path | None = None, private: bool = False
) -> Iterator[BinaryIO]:
    """Open a file that replaces `path` when the block ends, and that disappears if the block raises.

    It gets the mode of the file that it replaces. If it is new and `private`, only its owner may read it. It
    replaces only a plain file (not even a symbolic link) that may be written and that has `like` in its head.
    The draft is in `room`, a folder on the same disk, or by default beside the file. Raises `OSError`.
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
    """Write a file completely or not at all, as `replacing` does. Raises `OSError` if that fails."""
    with replacing(path, like=like, room=room, private=private) as file:
        file.write(content)


def in_the_way(folder: Path, files: Iterable[str]) -> Path | None:
    """Return something at the place of a new folder that keeps it from being made, or `None`.

    A folder may be there already if all its entries are hidden and none of the `files`, which are relative
    paths, would lie in them or replace them.
    """
    if not os.path.lexists(folder):
        return None
    if not folder.is_dir():
        return folder
    made = {Path(name).parts[0] for name in files}
    entries = sorted(folder.iterdir())
    return next((each for each in entries if not each.name.startswith(".") or each.name in made), None)


def new_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Make a folder with the given files, by their relative paths, completely or not at all.

    Nothing may be `in_the_way`, so nothing is overwritten. Missing parent folders are made. Raises `OSError`.
    """
    there = folder.is_dir()
    draft = (folder if there else folder.parent) / f"{DRAFT}{secrets.token_hex(8)}"
    drafts = {draft / name: content for name, content in files.items()}
    with located(folder, draft, *(each for path in drafts for each in (path, path.parent))):
        if in_the_way(folder, files) is not None:
            number = errno.ENOTEMPTY if there else errno.EEXIST
            raise OSError(number, os.strerror(number), str(folder))
        folder.parent.mkdir(parents=True, exist_ok=True)
        draft.mkdir()
        try:
            for path, content in drafts.items():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            if there:
                _moved_into(draft, folder)
            else:
                draft.rename(folder)
        except BaseException:
            rmtree(draft, ignore_errors=True)
            raise


def _moved_into(draft: Path, folder: Path) -> None:
    """Move all entries of a draft into the folder around it, or none if that fails. Raises `OSError`."""
    entries = sorted(draft.iterdir())
    try:
        for entry in entries:
            entry.rename(folder / entry.name)
        draft.rmdir()
    except BaseException:
        for entry in entries:
            if not os.path.lexists(entry):
                (folder / entry.name).rename(entry)
        raise


def remove_drafts(folder: Path) -> None:
    """Remove the drafts that interrupted processes have left in a folder. Raises `OSError`.

    Nobody else may be writing to the folder.
    """
    for draft in folder.glob(f"{DRAFT}*"):
        draft.unlink()


def _expect_like(path: Path, like: bytes) -> None:
    """Raise `OSError` if the file exists, is not empty, and its first bytes do not contain `like`."""
    head = read_bytes(path, HEAD)
    if head and like not in head:
        reason = "another kind of file is there, and is not replaced"
        raise FileExistsError(errno.EEXIST, reason, str(path))


def check_replaceable(path: Path) -> int | None:
    """Return the mode of the plain file at a path, or `None` if nothing is there.

    Raises `OSError` if the file may not be replaced, because it is not a plain file or not writable, or if
    the folder in which it would be does not exist.
    """
    if not path.parent.exists():
        raise FileNotFoundError(errno.ENOENT, "there is no folder", str(path.parent))
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
