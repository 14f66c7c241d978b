"""Players who learn: the progress of a training, and the policy of the bot `good`."""

from __future__ import annotations

import sys
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from interpreter.cli.common.boundary import Stop
from interpreter.cli.common.screen import echo

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from gamespec.program import Program

__all__ = ["good_told", "note_good", "prepare", "training_progress"]


def prepare(program: Program, names: Sequence[str]) -> None:
    """See to it that there is a policy if `good` is among the bots; if there is none, players learn it now.

    Then a line on standard error says so. Raises `Stop` if players cannot learn the game.
    """
    from interpreter.bots import good

    with ExitStack() as shown:

        def begun(game: str) -> Callable[[float, int], None]:
            echo(f"note: {good.learning_note(game)}", err=True)
            return shown.enter_context(training_progress(good.SECONDS, None))

        try:
            good.prepared(program, names, begun)
        except good.CannotLearn as error:
            raise Stop(f"`{good.GOOD}`: {error}", "seat other bots, such as `mcts:100`") from None


def good_told(program: Program, names: Sequence[str]) -> str:
    """Return what follows the names of players in a headline if `good` is among them: whose policy it is."""
    from interpreter.bots import good

    found = good.known(program) if good.good_among(names) else None
    if found is None:
        return ""
    return f"; {good.GOOD} is a policy {found.where}, learned from {found.policy.learned['games']:,} games"


def note_good(program: Program, names: Sequence[str]) -> None:
    """Say on standard error whose policy `good` is, if it is among the bots."""
    if told := good_told(program, names):
        echo(f"note: {told.removeprefix('; ')}", err=True)


@contextmanager
def training_progress(seconds: float | None, games: int | None) -> Iterator[Callable[[float, int], None]]:
    """Show how far a training is on standard error if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda *_: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TimeElapsedColumn(), BarColumn(), TextColumn("{task.fields[told]}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("learn", total=seconds if seconds is not None else games, told="")

        def tell(spent: float, played: int) -> None:
            done = spent if seconds is not None else played
            speed = played / max(spent, 1e-9)
            bar.update(task, completed=done, told=f"{played:,} games, {speed:,.0f} a second")

        yield tell
