"""Prepares what `gamespec print` prints: which parts of a game are chosen, drawn, listed, and left to buy."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gamespec.model import model as m
from gamespec.model.walk import every_step
from gamespec.program.frozen import dataclass
from gamespec.text.suggest import did_you_mean
from interpreter.cli.common import describe
from interpreter.cli.common.boundary import Stop

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import ModuleType

    import gamespec
    from gamespec.compile import Compiled
    from interpreter.drawn.sheets import Album, Size, Wanted
    from interpreter.drawn.sheets.reference import Reference

__all__ = ["REFERENCE", "Chosen", "chosen", "dice", "drawn", "have_at_hand", "left_out", "library", "rows"]

LIBRARIES = ("cssselect2", "tinycss2", "typst")
REFERENCE = "reference"
"""The name of the sheet of reference."""

_RANGE = re.compile(r"(-?\w+)\s*\.\.\s*(\w+)")


def library() -> ModuleType:
    """Return the module that draws sheets. Raises `Stop` if a library that it needs is not installed."""
    try:
        from interpreter.drawn import sheets
    except ImportError as error:
        if error.name is None or error.name.partition(".")[0] not in LIBRARIES:
            raise
        cure = "`pip install 'gamespec[print]'` installs them"
        raise Stop("printing needs cssselect2, tinycss2 and typst, which are not installed", cure) from None
    return sheets


@dataclass(frozen=True, slots=True)
class Chosen:
    """The names of what is printed, or `None` for everything."""

    names: frozenset[str] | None

    def has(self, name: str) -> bool:
        """Return whether something is printed."""
        return self.names is None or name in self.names


def chosen(made: Compiled, names: Sequence[str], upright: Sequence[str]) -> Chosen:
    """Return what is printed. A zone stands for the kind that it holds. Raises `Stop` for unknown names."""
    world, game = made.names.world, made.names.world.game
    zones = {zone.ident.name: zone.of.name for zone in game.zones}
    stores = [each.ident.name for each in (*game.variables, *game.resources)]
    known = {*world.kinds, *zones, *world.spaces, *stores, REFERENCE}
    for option, given, among in (("--only", names, known), ("--stand", upright, {*world.kinds})):
        for name in given:
            if name not in among:
                cure = (
                    did_you_mean(name, among)
                    or f"there are {', '.join(f'`{each}`' for each in sorted(among))}"
                )
                raise Stop(f"{option}: the game has no `{name}`", cure)
    if not names:
        return Chosen(None)
    return Chosen(frozenset(name if name in world.kinds else zones.get(name, name) for name in names))


def drawn(  # noqa: PLR0913 - what is printed, and how
    spec: gamespec.Spec,
    made: Compiled,
    language: str,
    wanted: Chosen,
    size: Size,
    upright: Sequence[str],
    copies: int,
    *,
    tell: Callable[[str], None],
) -> tuple[str, Album, Reference | None]:
    """Return the title of a game, all that is printed of it, and its sheet of reference if that is wanted."""
    from interpreter.drawn.html.pen import pen_of
    from interpreter.drawn.sheets import album_of
    from interpreter.engine.game import Game
    from interpreter.scene.components import components_of
    from interpreter.scene.contents import boards_to_print, counters_of
    from interpreter.scene.scene import scene_of
    from interpreter.words import Words

    words = Words(made, language)
    game = Game(made.program, 0)
    scene = scene_of(words, game, None)
    counters = [counter for counter in counters_of(words, game) if wanted.has(counter.name)]
    album = album_of(
        pen_of(scene),
        components_of(words, game),
        size,
        [bare for bare in boards_to_print(words, game) if wanted.has(bare.board.name)],
        counters,
        upright=upright,
        copies=copies,
        wanted=wanted.has,
        progress=lambda done, most: tell(f"drawing {done + 1} of {most}"),
    )
    reference = None
    if wanted.has(REFERENCE):
        from interpreter.cli.share.reference import reference_of

        reference = reference_of(spec, words, game, album, counters)
    return scene.game, album, reference


def rows(album: Album, wanted: Wanted) -> Iterator[tuple[str, str, str, str]]:
    """Yield for each kind its name, how many things and different faces it has, and their size."""
    from interpreter.drawn.sheets import planned

    for name, size in dict.fromkeys((laid.kind, laid.size) for laid in album.laid):
        own = [laid for laid in album.laid if (laid.kind, laid.size) == (name, size)]
        yield name, str(len(own)), str(len({laid.front for laid in own})), str(size)
    for board, plan in planned(album, wanted):
        sheets = "" if plan.count == 1 else f", {plan.count} sheets"
        yield board.name, str(board.copies), "1", f"{plan.width:.0f} x {plan.height:.0f} mm{sheets}"


def left_out(album: Album, wanted: Wanted) -> Iterator[str]:
    """Yield a line for each board that would need too many sheets."""
    from interpreter.drawn.sheets import too_large

    for board, plan in too_large(album, wanted):
        count = plan.count * board.copies
        yield f"not printed: board `{board.name}`, which needs {count} sheets; `--boards page` shrinks it"


def have_at_hand(spec: gamespec.Spec, made: Compiled, language: str) -> Iterator[str]:
    """Yield a line with what the game needs that is not printed, if there is anything."""
    needed = dice(spec.model, made, language)
    if needed:
        yield f"have at hand: {'; '.join(needed)}"


def dice(game: m.Game, made: Compiled, language: str) -> list[str]:
    """Return the dice of a game, each with the label under which the game rolls it."""
    found: dict[str, None] = {}
    for step in every_step(game):
        if isinstance(step, m.Random):
            for draw in step.draws:
                sides = _sides(draw.source.text, made)
                if sides:
                    name = describe.text_or(draw.label, language, draw.ident.name.replace("_", " "))
                    found[f"{name} (d{sides})"] = None
    return [*found]


def _sides(source: str, made: Compiled) -> int | None:
    """Return the number of sides of a die that shows the numbers of a range, as in `1..6`."""
    match = _RANGE.fullmatch(source.strip())
    if match is None or match[1] != "1":
        return None
    last = made.names.options.get(match[2], match[2])
    return int(last) if str(last).isdecimal() else None
