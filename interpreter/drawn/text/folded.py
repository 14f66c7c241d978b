"""Draws a scene in few lines, as a `Fold` says: what is empty or not set is left out, long lists are cut.

Shared things come first, then the players, the things of others, and last the reader's own things, next to
the question. `interpreter.drawn.text.table_text` draws the same scene with everything on it.
"""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterator, Sequence

from gamespec.program.frozen import dataclass
from interpreter.drawn.text.boards import board_lines
from interpreter.drawn.text.fold import Fold
from interpreter.drawn.text.planes import map_lines
from interpreter.drawn.text.players import player_lines, seat_rows
from interpreter.drawn.text.values import table_lines, text_of, value_text
from interpreter.drawn.text.whole import indented
from interpreter.drawn.text.windows import columns_cut, cropped, rows_cut
from interpreter.drawn.text.zones import place_text, tile_lines
from interpreter.locale import catalogue
from interpreter.scene.things import Board, Group, Place, Player, Ref, Scene, Table, Value

__all__ = ["Folded", "cut", "flowed"]

APART = "   "


@dataclass(frozen=True, slots=True)
class Folded:
    """A scene to be drawn with a fold, `width` characters wide. `wanted` are the refs that can be chosen."""

    scene: Scene
    width: int
    fold: Fold
    wanted: Collection[Ref] = ()

    def lines(self, room: int) -> list[str]:
        """Return the lines of the scene, which are at most `room` if the fold allows boards to be cut."""
        rest = [*self._common(), *self._players(), *self._others(), *self._own()]
        window = self.fold.window
        most = None if window is None else max(room - len(rest), window)
        return [*self._boards(most), *rest]

    # --- boards ---------------------------------------------------------------------------------------------

    def _boards(self, most: int | None) -> list[str]:
        """Return the lines of the shared boards, at most `most` of each part of them."""
        boards = self.scene.groups[0].boards
        if not self.fold.folded:
            boards = tuple(board for board in boards if board.stands != "folded")
        found: list[str] = []
        for number, board in enumerate(boards):
            left = None if most is None else (most - len(found)) // (len(boards) - number)
            found += self._board(board, left, self.width, titled=len(boards) > 1)
        return found

    def _board(self, board: Board, most: int | None, width: int, *, titled: bool) -> list[str]:
        title = [f"{board.title}:"] if titled else []
        lines = self._drawn(board, width)
        if most is None or len(lines) + len(title) <= most:
            return [*title, *lines]
        texts = catalogue(self.scene.language)
        show = texts.pgettext("command", "show") + f" {board.title}"
        said = texts.gettext("{board}, in part (`{show}` shows all):", board=board.title, show=show)
        most = max(most - 1, 1)
        narrow = columns_cut(board, lambda part: self._one_part(part, width), self.wanted)
        part = rows_cut(narrow, lambda part: len(self._drawn(part, width)) <= most, self.wanted)
        return [said, *self._drawn(part, width)]

    def _drawn(self, board: Board, width: int) -> list[str]:
        if board.form == "plane":
            return [*map_lines(board, width, legend=self.fold.legend)]
        return [*board_lines(board, width, gaps=self.fold.gaps)]

    def _one_part(self, board: Board, width: int) -> bool:
        """Return whether a board is narrow enough to be drawn in one part."""
        return "" not in self._drawn(board, width) or board.form == "graph"

    # --- shared things --------------------------------------------------------------------------------------

    def _common(self) -> Iterator[str]:
        common, fold = self.scene.groups[0], self.fold
        for table in common.tables:
            if not seat_rows(table, self.scene):
                yield from self._table(table)
        places = [place for place in common.places if place.pieces and self._stands(place)]
        tiles = [place for place in places if _has_parts(place)]
        untiled = [place for place in places if place not in tiles]
        texts = [value_text(value) for value in common.values if _is_set(value)]
        texts += [self._place(place, self.width, fold.text) for place in (*untiled, *tiles)]
        yield from flowed(texts, self.width, fold.common)
        for place in tiles:
            yield from tile_lines(place, self.scene.language)

    def _stands(self, place: Place) -> bool:
        return self.fold.folded or place.stands != "folded"

    def _table(self, table: Table) -> list[str]:
        """Return the lines of a table. A single row of which not everything fits is listed."""
        lines = [*table_lines(table, self.width)]
        if self.fold.text > 1 or len(lines) <= len(table.rows) + 1:
            return lines
        if len(table.rows) == 1:
            side, values = table.rows[0]
            told = [
                f"{head.look.symbol or head.text} {text_of(value)}"
                for head, value in zip(table.columns, values, strict=True)
                if value is not None
            ]
            return textwrap.wrap(f"{side.text}: {', '.join(told)}", self.width, subsequent_indent="  ")
        return lines

    def _place(self, place: Place, width: int, most: int) -> str:
        """Return a zone as a text that takes at most `most` lines of `width` characters."""
        text = place_text(place, self.scene.language)
        if most == 1:
            return cut(text, width)
        lines = textwrap.wrap(text, width, subsequent_indent="  ")
        return text if len(lines) <= most else cut(text, most * (width - 2))

    # --- players --------------------------------------------------------------------------------------------

    def _players(self) -> list[str]:
        return player_lines(self.scene, self.width, table=self.fold.players == "table")

    def _others(self) -> Iterator[str]:
        for group in self.scene.groups[1:]:
            player = self._player(group)
            if not player.you:
                yield from self._other(group, player)

    def _player(self, group: Group) -> Player:
        return next(player for player in self.scene.players if player.seat == group.player)

    def _other(self, group: Group, player: Player) -> Iterator[str]:
        fold, texts = self.fold, catalogue(self.scene.language)
        told = [*self._told_of(group, player)]
        if fold.others != "none" and told:
            most = 1 if fold.others == "line" else None
            line = f"{player.name}: {APART.join(told)}"
            yield from [cut(line, self.width)] if most else self._wrapped(line)
        for board in group.boards:
            if not any(cell.pieces or cell.marks for cell in board.cells):
                continue
            if fold.boards == "line":
                count = sum(piece.count for cell in board.cells for piece in cell.pieces)
                yield cut(
                    texts.ngettext(
                        "{player}: {board}, {count} component",
                        "{player}: {board}, {count} components",
                        count,
                        player=player.name,
                        board=board.title,
                    ),
                    self.width,
                )
                continue
            part = cropped(board) if fold.boards == "cropped" else board
            yield f"{player.name}: {board.title}"
            yield from indented(self._drawn(part, self.width - 2))

    def _told_of(self, group: Group, player: Player) -> Iterator[str]:
        """Yield texts about those zones of another player of which more than their number is known."""
        hidden = catalogue(self.scene.language).gettext("hidden")
        for place in group.places:
            known = any(each.known or each.name != hidden for each in place.pieces)
            if known and not self._counted(place, player):
                yield place_text(place, self.scene.language)

    def _counted(self, place: Place, player: Player) -> bool:
        """Return whether a zone has nothing but a player's own pieces, which the table of players counts."""
        own = player.seat, player.look.symbol
        counted = self.scene.scoreboard is not None and not place.key
        return counted and all((each.owner, each.short) == own and not each.holds for each in place.pieces)

    def _own(self) -> Iterator[str]:
        for group in self.scene.groups[1:]:
            player = self._player(group)
            if not player.you:
                continue
            you = catalogue(self.scene.language).gettext("you")
            for board in group.boards:
                yield f"{you}: {board.title}"
                yield from indented(self._drawn(board, self.width - 2))
            places = [place for place in group.places if place.pieces and not self._counted(place, player)]
            texts = [self._place(place, self.width - len(you) - 2, self.fold.own) for place in places]
            if texts:
                first, *more = flowed(texts, self.width - len(you) - 2)
                yield f"{you}: {first}"
                yield from (" " * (len(you) + 2) + line for line in more)
            for place in places:
                if _has_parts(place):
                    yield from tile_lines(place, self.scene.language)

    def _wrapped(self, line: str) -> list[str]:
        return textwrap.wrap(line, self.width, subsequent_indent="    ")


def _has_parts(place: Place) -> bool:
    return any(piece.parts for piece in place.pieces)


def _is_set(value: Value) -> bool:
    """Return whether a value says something. A number always does, even 0."""
    return not value.blank or value.text.lstrip("-").isdecimal()


def cut(text: str, width: int) -> str:
    """Return a text of at most `width` characters, which ends with `…` if it had to be cut."""
    if len(text) <= width:
        return text
    kept = text[: max(width - 2, 1)]
    return f"{(kept.rpartition(' ')[0] or kept).rstrip()} …"


def flowed(texts: Sequence[str], width: int, most: int = 1000) -> list[str]:
    """Return texts one after another, in lines with as many as fit, at most `most` lines.

    A longer text gets lines of its own.
    """
    found: list[str] = []
    line = ""
    for text in texts:
        if line and len(line) + len(APART) + len(text) <= width:
            line += APART + text
            continue
        if line:
            found.append(line)
        *whole, line = textwrap.wrap(text, width, subsequent_indent="  ") or [""]
        found += whole
        if whole:
            found.append(line)
            line = ""
    if line:
        found.append(line)
    if len(found) <= most:
        return found
    return [*found[: most - 1], cut(APART.join(found[most - 1 :]), width)]
