"""Collects what a game has to print, with each image once: components, counters, and boards."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from gamespec.program.frozen import dataclass
from interpreter.drawn.sheets.boards import board_image
from interpreter.drawn.sheets.faces import back, counter, front, size_of, size_of_counter
from interpreter.drawn.sheets.styled import standalone
from interpreter.drawn.sizes import COUNTER, FIGURE, Size

if TYPE_CHECKING:
    from interpreter.drawn.html.pen import Pen
    from interpreter.scene.components import Component
    from interpreter.scene.contents import BareBoard, Counter

__all__ = ["Album", "Laid", "LaidBoard", "album_of"]


@dataclass(frozen=True, slots=True)
class Laid:
    """A component or a counter that is printed, with the name of what it is, its size, and its images.

    `front` and `back` are the numbers of the images of its sides, and `told` says in words what it is.
    """

    kind: str
    size: Size
    front: int
    back: int | None
    told: str = ""
    counts: bool = False


@dataclass(frozen=True, slots=True)
class LaidBoard:
    """A board that is printed `copies` times, with its size in fields and those of what lies on it.

    `own` says whether each player has one.
    """

    name: str
    title: str
    image: int
    fields: tuple[float, float]
    sizes: frozenset[Size]
    copies: int
    own: bool = False


@dataclass
class Album:
    """All that is printed of a game, and each of the images once, with what it shows in words."""

    laid: list[Laid] = field(default_factory=list)
    boards: list[LaidBoard] = field(default_factory=list)
    images: list[tuple[str, str]] = field(default_factory=list)
    _numbers: dict[str, int] = field(default_factory=dict)

    def number(self, image: str, told: str) -> int:
        """Return the number of an image, which is added unless one looks the same."""
        if image not in self._numbers:
            alone = standalone(image)
            if alone not in self._numbers:
                self._numbers[alone] = len(self.images)
                self.images.append((alone, told))
            self._numbers[image] = self._numbers[alone]
        return self._numbers[image]


def _silent(_done: int, _all: int) -> None:
    """Do not show progress."""


def album_of(  # noqa: PLR0913 - what a game consists of, and how it is wanted
    pen: Pen,
    kinds: Sequence[Sequence[Component]],
    cards: Size,
    boards: Sequence[BareBoard] = (),
    counters: Sequence[Counter] = (),
    *,
    upright: Collection[str] = (),
    copies: int = 1,
    wanted: Callable[[str], bool] = lambda _kind: True,
    progress: Callable[[int, int], None] = _silent,
) -> Album:
    """Draw what a game consists of, with cards of the given size, each so many times as `copies` says.

    Tokens of the kinds in `upright` become figures. Only components of `wanted` kinds are drawn; the others
    still lie on boards. `progress` is told how many things are drawn, and of how
    many.
    """
    album = Album()
    sizes = {
        kind[0].front.kind: {size_of(component, cards, upright) for component in kind}
        for kind in kinds
        if kind
    }
    components = [component for kind in kinds for component in kind if wanted(component.front.kind)]
    most = len(components) + len(counters) + len(boards)
    for done, component in enumerate(components):
        progress(done, most)
        album.laid += [_laid(album, pen, component, size_of(component, cards, upright))] * copies
    for done, counted in enumerate(counters, len(components)):
        progress(done, most)
        image = album.number(counter(pen, counted), counted.piece.name)
        laid = Laid(
            counted.name,
            size_of_counter(counted),
            image,
            None,
            counted.piece.name or counted.title,
            counts=True,
        )
        album.laid += [laid] * (counted.count * copies)
    for done, bare in enumerate(boards, len(components) + len(counters)):
        progress(done, most)
        svg, wide, high = board_image(pen, bare)
        number = album.number(svg, bare.board.title)
        lying = frozenset(size for kind in bare.kinds for size in sizes.get(kind, ()) if size != FIGURE)
        album.boards.append(
            LaidBoard(
                bare.board.name,
                bare.board.title,
                number,
                (wide, high),
                lying or frozenset({COUNTER}),
                bare.copies * copies,
                bare.own,
            )
        )
    return album


def _laid(album: Album, pen: Pen, component: Component, size: Size) -> Laid:
    behind = back(pen, component, size)
    shown = album.number(front(pen, component, size), component.front.name)
    hidden = None if behind is None else album.number(behind, component.back.name)
    return Laid(component.front.kind, size, shown, hidden, component.front.name)
