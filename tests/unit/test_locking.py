"""Tests for the lock on a folder, which lets only one process write there at a time."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gamespec.system.locking import LOCK, FolderLock, InUse

HOLDER = """
import sys
from pathlib import Path
from gamespec.system.locking import FolderLock
lock = FolderLock(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_a_lock_excludes_others_until_it_is_released(tmp_path: Path) -> None:
    """Until a lock is released, a second lock on the same folder is refused, even in the same process."""
    place = tmp_path / "x"
    lock = FolderLock(place)
    with pytest.raises(InUse) as refused:
        FolderLock(place)
    assert refused.value.filename == str(place)
    lock.release()
    lock.release()
    with FolderLock(place), pytest.raises(InUse):
        FolderLock(place)
    FolderLock(place).dissolve()
    assert not place.exists()


def test_a_lock_ends_with_its_process_however_that_ends(tmp_path: Path) -> None:
    """A folder that another process has locked becomes free when that process ends, even if it is killed."""
    place = tmp_path / "x"
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(place)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(InUse):
            FolderLock(place)
        holder.kill()
    FolderLock(place).release()


def test_a_folder_that_others_came_into_is_kept(tmp_path: Path) -> None:
    """Dissolving a lock keeps the folder if it contains other files, and the folder can be locked again."""
    place = tmp_path / "x"
    lock = FolderLock(place)
    (place / "theirs").touch()
    lock.dissolve()
    assert [file.name for file in place.iterdir()] == ["theirs"]
    FolderLock(place).release()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes in folders")
def test_what_is_no_plain_file_is_no_lock(tmp_path: Path) -> None:
    """If the lock file is a pipe or a link, locking is refused at once, with the name of the folder."""
    os.mkfifo(tmp_path / LOCK)
    with pytest.raises(OSError, match="not a regular file") as refused:
        FolderLock(tmp_path)
    assert refused.value.filename == str(tmp_path)
    (tmp_path / LOCK).unlink()
    (tmp_path / LOCK).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match=os.strerror(errno.ELOOP)):
        FolderLock(tmp_path)
    with pytest.raises(OSError, match="null"):
        FolderLock(tmp_path / "a\0b")
    (tmp_path / "file").touch()
    with pytest.raises(FileExistsError):
        FolderLock(tmp_path / "file")
