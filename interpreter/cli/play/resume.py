"""Resumes a saved game by loading its specification and replaying its answers as far as they fit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import gamespec
from gamespec.catalogue import is_path, parted, paths
from gamespec.documents.reach import Reach
from gamespec.system.resources import directory
from gamespec.text.plurals import counted
from interpreter import replay
from interpreter.cli.common.arguments import named_paths
from interpreter.cli.common.boundary import Status, Stop, explained
from interpreter.cli.common.loading import compiled, faults_told, load
from interpreter.cli.common.screen import echo
from interpreter.replay import Origin
from interpreter.simulate import Seeds
from interpreter.sitting import Sitting
from interpreter.snapshot import CannotGoOn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gamespec.compile import Compiled

__all__ = ["Resumed", "not_replayed", "opened", "played_back"]


@dataclass(frozen=True)
class Resumed:
    """A saved game that has been replayed as far as its answers fit."""

    file: Path
    saved: replay.Saved
    spec: gamespec.Spec
    made: Compiled
    replayed: replay.Replayed
    diverged: replay.Diverged | None

    @property
    def changed(self) -> bool:
        """Whether the specification has changed since the game was saved."""
        return self.spec.hash != self.saved.spec_hash

    @cached_property
    def digest(self) -> str:
        """The digest of the position that the replay reached."""
        return replay.digest(self.made.program, self.replayed.game.position)

    @property
    def verified(self) -> bool:
        """Whether the position reached is known to equal the saved position."""
        return self.diverged is None and self.saved.digest == self.digest

    def note(self) -> None:
        """Warn on standard error if the specification has changed, so that the position may differ."""
        if self.diverged is not None or not self.changed:
            return
        fits = f"; {counted(len(self.replayed.answers), 'answer')} still fit" if self.replayed.answers else ""
        lost = ", but the position is different" if fits and self.saved.digest and not self.verified else ""
        echo(f"note: {self.file}: the specification has changed since it was saved{fits}{lost}", err=True)

    def sitting(self, seats: Sequence[str], language: str, luck: int = 0) -> Sitting:
        """Return a sitting in which the game continues."""
        seeds, answers = Seeds(self.saved.seed, luck), self.replayed.answers
        position = self.saved.position
        return Sitting(self.made, Origin.of(self.spec), seeds, seats, language, answers, position)


def opened(file: Path) -> tuple[replay.Saved, gamespec.Spec, Compiled]:
    """Read a saved game, and load and compile its specification. Raises `Stop` if that fails."""
    try:
        saved = replay.read(file)
    except OSError as error:
        raise Stop(explained(error)) from None
    except replay.Malformed as error:
        raise Stop(str(error), status=Status.FOUND) from None
    try:
        spec = load(_source(saved, file))
        made = compiled(spec, saved.players, saved.options)
    except Stop as stop:
        raise not_replayed(file, stop.message, stop.cure) from None
    return saved, spec, made


def played_back(file: Path, *, seat: int | None = None) -> Resumed:
    """Replay the game saved in a file.

    Raises `Stop` if that fails. If a `seat` is given, the message contains no hidden details.
    """
    saved, spec, made = opened(file)
    if saved.numbered and spec.hash != saved.spec_hash:
        raise not_replayed(file, *_numbers_lost(saved, spec))
    diverged = None
    with faults_told(made.names):
        try:
            position = saved.position
            replayed = replay.play_back(made, saved.seed, saved.answers, record=True, position=position)
        except replay.Diverged as error:
            diverged, replayed = error, error.replayed
        except CannotGoOn as lost:
            why = "" if seat is not None else f": {lost}"
            cure = None if seat is None else "without `--seat` the command gives the reason"
            said = f"it can't go on from the point where its rules were changed{why}"
            raise not_replayed(file, said, cure) from None
    again = Resumed(file, saved, spec, made, replayed, diverged)
    known = saved.digest is not None and not (saved.numbered or again.changed)
    if known and diverged is None and not again.verified:
        raise not_replayed(
            file, f"after {len(saved.answers)} answers the position differs from the saved one"
        )
    return again


def _numbers_lost(saved: replay.Saved, spec: gamespec.Spec) -> tuple[str, str]:
    """Return a message and a cure for a saved game that can no longer be replayed.

    Its answers are numbers, and its specification has changed.
    """
    now = f"its hash was {saved.spec_hash}and is now {spec.hash}"
    why = "its answers are numbers, which depend on the specification that it was saved with"
    cure = f"{now}; restore that version, and `gamespec replay FILE --save FILE` keeps the answers by name"
    return f"`{saved.game}` has changed since the game was saved; {why}", cure


def _source(saved: replay.Saved, file: Path) -> str:
    """Return the name or path of the specification that a saved game refers to.

    Raises `Stop` if `file` may not refer to that path.
    """
    if saved.path is None:
        if saved.game.partition("+")[0] not in gamespec.games():
            raise Stop(f"no game `{saved.game}` comes with gamespec", "give `path` for one of your own")
        return str(directory("games") / saved.game)
    base, overlays = parted(saved.path, file.parent)
    shipped = base in gamespec.games() and not (file.parent / base).exists()
    source = "+".join(
        [
            base if shipped else str(file.parent / base),
            *(str(file.parent / part) if is_path(part) else part for part in overlays),
        ]
    )
    for path in paths(source)[shipped:]:
        if not Reach.of(*named_paths()).covers(path, file.parent):
            raise Stop(
                f"`path`: `{saved.path}` is out of reach",
                f"allow it with `--reach {path}`, or see `gamespec explain GS140`",
            )
    return source


def not_replayed(file: Path, reason: str, cure: str | None = None) -> Stop:
    """Return the error for a saved game that cannot be replayed."""
    return Stop(f"{file}: {reason}", cure, Status.FOUND)
