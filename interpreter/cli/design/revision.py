"""Loads a game as of a git revision, by writing the files of its project to a temporary folder."""

from __future__ import annotations

import io
import subprocess
import tarfile
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import gamespec
from gamespec.catalogue import find_one, is_path, parted
from gamespec.documents.files import MAX_BYTES
from gamespec.documents.reach import PROJECT_FILES, root
from gamespec.system.plain import real
from gamespec.system.writing import replace_file
from interpreter.cli.common.boundary import Status, Stop
from interpreter.cli.common.loading import load_if_sound, unknown_game

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Revision", "as_it_was"]

SHORT = 7
"""Number of digits of a commit's hash that messages show."""


class Revision:
    """A commit of the repository that contains a given folder. Raises `Stop` if there is no such revision."""

    def __init__(self, folder: Path, name: str) -> None:
        self.name, self._folder = name, folder
        top = self._git("rev-parse", "--show-toplevel")
        if top is None:
            raise Stop(
                f"`{folder}` is not in a git repository", "`--against` compares with a revision in git"
            )
        self.top = self._folder = real(Path(top.decode(errors="surrogateescape").rstrip("\n")))
        commit = self._git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
        if commit is None:
            cure = "name a commit, a branch or a tag, such as `HEAD~1`"
            raise Stop(f"there is no git revision `{name}` in `{self.top}`", cure)
        self.commit = commit.decode().strip()
        date = self._git("show", "--no-patch", "--format=%cs", self.commit)
        self.date = "" if date is None else date.decode().strip()

    def __str__(self) -> str:
        """Return the revision's name, commit and date, for messages."""
        return f"{self.name} ({self.commit[:SHORT]}, {self.date})"

    def _git(self, *words: str) -> bytes | None:
        """Return the output of a git command, or `None` if the command fails."""
        command = ["git", "-C", str(self._folder), *words]
        try:
            done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603 - git, and no shell
        except FileNotFoundError:
            raise Stop("`--against` needs git, which is not installed") from None
        return done.stdout if done.returncode == 0 else None

    def write(self, below: Path, place: Path) -> None:
        """Write the files in the repository's folder `below`, as of this revision, to the folder `place`."""
        inside = below.relative_to(self.top).as_posix()
        packed = self._git("archive", "--format=tar", f"{self.commit}:{'' if inside == '.' else inside}")
        if packed is None:
            raise Stop(f"`{below}` did not exist at {self}")
        with tarfile.open(fileobj=io.BytesIO(packed)) as files:
            for member in files:
                content = files.extractfile(member) if member.isfile() and member.size <= MAX_BYTES else None
                path = place / member.name
                if content is not None and path.resolve().is_relative_to(place.resolve()):
                    path.parent.mkdir(parents=True, exist_ok=True)
                    replace_file(path, content.read())


@contextmanager
def as_it_was(game: str, name: str) -> Iterator[tuple[gamespec.Spec, Revision]]:
    """Load a game as of a revision. Its files exist only during the `with` block.

    The other files of the game's project are also those of the revision. Games shipped with gamespec are the
    installed ones. Raises `Stop` if git does not know the revision.
    """
    base, overlays = parted(game)
    try:
        files = [find_one(base), *(find_one(each) if is_path(each) else None for each in overlays)]
    except gamespec.UnknownGame as error:
        raise unknown_game(game, error) from None
    first = real(Path(files[0] or base))
    below = root(first.parent)
    revision = Revision(first.parent, name)
    if not below.is_relative_to(revision.top):
        below = revision.top
    with TemporaryDirectory(prefix="gamespec-") as folder:
        place = real(Path(folder))
        revision.write(below, place)
        if not (place / PROJECT_FILES[0]).exists():
            replace_file(place / PROJECT_FILES[0], b"")

        def there(file: Path) -> str:
            where = real(file)
            if not where.is_relative_to(below):
                raise Stop(f"`{file}` is not in the project of `{first}`, so not in its revision")
            then = place / where.relative_to(below)
            if not then.is_file():
                raise Stop(f"`{file}` did not exist at {revision}")
            return str(then)

        parts = [
            each if file is None else there(file) for each, file in zip((base, *overlays), files, strict=True)
        ]
        spec = load_if_sound("+".join(parts), folder)
        if spec is None:
            raise Stop(f"`{game}` had these mistakes at {revision}", status=Status.FOUND)
        yield spec, revision
