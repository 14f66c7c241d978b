"""Reads runs of bands against a program: every name must be known, and every range possible.

Every accepted band can fail: a range that includes all possible values is a mistake.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from gamespec.documents.document import Mapping, Node, Scalar, Sequence
from gamespec.text.diagnostics import Collector
from gamespec.text.plurals import form
from gamespec.text.suggest import did_you_mean
from interpreter.bots import BadBot, bot
from interpreter.simulate import MEASURES, RANDOM
from interpreter.simulate.columns import Column, columns_of
from interpreter.simulate.measures import ESTIMATED, OF_FATES, OF_TEAMS, own_measures
from interpreter.simulate.wins import Deciding
from interpreter.study.band import VERBS, Band, BandRun, Range
from interpreter.words import Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gamespec.compile import Compiled
    from gamespec.text.source import Span

__all__ = ["BandReader"]

GAMES = 1_000
"""Default maximum number of games of a run."""

PERCENT = 100
_CONDITION = re.compile(r"\s*([\w.]+)\s*(<=|>=|==|!=|<|>)\s*(\S+)\s*")
_RANGE = re.compile(r"\s*(-?\d+(?:\.\d+)?%?)?\s*\.\.\s*(-?\d+(?:\.\d+)?%?)?\s*")


class BandReader:
    """Reads runs of bands on the games of one program."""

    def __init__(self, compiled: Compiled, found: Collector) -> None:
        self.compiled, self.found = compiled, found
        self.columns: tuple[Column, ...] = columns_of(compiled)

    def run(self, node: Mapping) -> BandRun:
        """Return the run at a node. Bands with mistakes are reported and left out."""
        seats = self._seats(node.get("seats"))
        holds = node.get("holds")
        items = holds.items if isinstance(holds, Sequence) else ()
        bands = [band for item in items if (band := self._band(item, seats)) is not None]
        games, seed = (_number(node.get(key), usual) for key, usual in (("games", GAMES), ("seed", 0)))
        words = {key: _text(node.get(key)) for key in ("id", "title")}
        span = (node.get("id") or node).span
        return BandRun(words["id"], words["title"], span, self.compiled, seats, games, seed, tuple(bands))

    def _seats(self, node: Node | None) -> tuple[str, ...]:
        names: list[str] = []
        for item in node.items if isinstance(node, Sequence) else ():
            names.append(_text(item))
            try:
                bot(names[-1])
            except BadBot as bad:
                self.found.report("GS201", str(bad), item.span, help=bad.cure)
        return tuple(names) or (RANDOM,) * self.compiled.program.players

    def _band(self, node: Node, seats: tuple[str, ...]) -> Band | None:
        """Return the band at a node, or report its mistakes and return `None`."""
        assert isinstance(node, Mapping)  # noqa: S101 - the schema sees to it
        said = [entry for entry in node.entries if entry.key.text in VERBS]
        if len(said) != 1:
            names = " and ".join(f"`{entry.key.text}`" for entry in said)
            if said:
                self.found.report("GS127", f"{names} exclude each other", said[1].key.span)
            else:
                listed = ", ".join(f"`{verb}`" for verb in VERBS)
                self.found.report(
                    "GS121", "the requirement is missing", node.span, help=f"it is one of {listed}"
                )
            return None
        before, entry, within = self.found.errors, said[0], node.entry("within")
        if entry.key.text == "chosen":
            if within is not None:
                self.found.report("GS127", "`chosen` has no `within`", within.key.span)
            band = self._chosen(entry.value)
        elif within is None:
            self.found.report(
                "GS121", "missing `within`", node.span, help="say where it must lie: `45%..55%`"
            )
            return None
        else:
            made = {"wins": self._wins, "mean": self._mean, "share": self._share}[entry.key.text]
            band = made(entry.value, seats)
            if band is not None:
                band = self._ranged(band, within.value)
        return band if self.found.errors == before else None

    def _wins(self, node: Node, seats: tuple[str, ...]) -> Band | None:
        assert isinstance(node, Scalar)  # noqa: S101 - the schema sees to it
        players = self.compiled.program.players
        if "won" not in Deciding.of(self.compiled.program).fates:
            cure = "hold the score to a band: `{share: score.1 >= 20, within: 45%..55%}`"
            self.found.report("GS123", "no end of this game says who has won", node.span, help=cure)
        elif isinstance(node.value, int):
            if 1 <= node.value <= players:
                return Band("wins", f"seat {node.value} wins", node.span, seat=node.value - 1)
            self.found.report(
                "GS201", f"there is no seat {node.value}", node.span, help=f"seats are 1 to {players}"
            )
        elif seats.count(node.text) == 1:
            return Band("wins", f"{node.text} wins", node.span, player=seats.index(node.text))
        elif node.text in seats:
            self.found.report(
                "GS123", f"several play as `{node.text}`", node.span, help="name a seat, from 1"
            )
        else:
            cure = did_you_mean(node.text, seats) or f"it is a seat from 1 to {players}, or a bot of `seats`"
            self.found.report("GS201", f"no bot `{node.text}` plays", node.span, help=cure)
        return None

    def _mean(self, node: Node, _: tuple[str, ...]) -> Band | None:
        assert isinstance(node, Scalar)  # noqa: S101 - the schema sees to it
        known = {band.key: band for band in self._means(node.span)}
        if node.text in known:
            return known[node.text]
        cure = did_you_mean(node.text, known) or f"there are {', '.join(f'`{key}`' for key in known)}"
        if node.text in ESTIMATED:
            cure = "it needs estimates, which are not made here; see `gamespec simulate --estimate`"
        elif node.text in MEASURES:
            cure = "hold the seats to bands: `{wins: 1, within: 45%..55%}`"
        self.found.report(
            "GS201", f"there is no measure `{node.text}` to hold to a band", node.span, help=cure
        )
        return None

    def _means(self, span: Span) -> Iterator[Band]:
        """Yield a band without a range for each measure: first the general ones, then the game's own."""
        deciding = Deciding.of(self.compiled.program)
        fates = {*(() if deciding.together else deciding.fates)}
        for key, measure in MEASURES.items():
            if key not in {*OF_TEAMS, *ESTIMATED} and (key not in OF_FATES or key in fates):
                share: Literal["share", "number"] = "share" if measure.unit == "share" else "number"
                yield Band("mean", measure.title, span, unit=share, key=key)
        program = self.compiled.program
        for number, measure in enumerate(own_measures(Words(self.compiled))):
            unit: Literal["share", "number"] = "share" if measure.unit == "share" else "number"
            for seat in range(program.players) if program.measures[number].each else (None,):
                of = "" if seat is None else f".{seat + 1}"
                title = measure.title if seat is None else f"{measure.title} seat {seat + 1}"
                own = number, seat or 0
                yield Band("mean", title, span, unit=unit, key=f"{measure.key}{of}", own=own)

    def _share(self, node: Node, _: tuple[str, ...]) -> Band | None:
        assert isinstance(node, Scalar)  # noqa: S101 - the schema sees to it
        matched = _CONDITION.fullmatch(node.text)
        if matched is None:
            cure = "write a column, a comparison and a value: `turns < 60`"
            self.found.report("GS123", "this is not a comparison", node.span, help=cure)
            return None
        name, compared, text = matched.groups()
        names = [column.name for column in self.columns]
        if name not in names:
            cure = did_you_mean(name, names) or "see `gamespec docs table-of-games`"
            self.found.report("GS201", f"the table of games has no column `{name}`", node.span, help=cure)
            return None
        number = names.index(name)
        value = self._compared(self.columns[number], compared, text, node.span)
        if value is None:
            return None
        said = " ".join(node.text.split())
        return Band("share", said, node.span, column=number, compared=compared, value=value)

    def _compared(self, column: Column, compared: str, text: str, span: Span) -> float | str | None:
        """Return the value to compare a column with, or report that it is impossible and return `None`."""
        type_ = column.form.type
        if type_ in {"string", "bool"}:
            wanted = "`true` or `false`" if type_ == "bool" else "a text"
            if compared not in {"==", "!="}:
                cure = "only `==` and `!=` compare it"
            elif type_ == "string":
                return text
            elif text in {"true", "false"}:
                return text == "true"
            else:
                cure = "write `true` or `false`"
            self.found.report("GS123", f"`{column.name}` is {wanted}", span, help=cure)
            return None
        try:
            return float(text)
        except ValueError:
            self.found.report("GS123", f"`{column.name}` is a number, but `{text}` is not", span)
            return None

    def _chosen(self, node: Node) -> Band | None:
        names = [action.key for action in self.compiled.names.actions]
        if isinstance(node, Scalar):
            if node.text == "every":
                every = tuple(range(len(names)))
                return Band("chosen", "every action is chosen", node.span, actions=every)
            self.found.report("GS123", "expected `every` or a list of actions", node.span)
            return None
        assert isinstance(node, Sequence)  # noqa: S101 - the schema sees to it
        for item in node.items:
            if _text(item) not in names:
                cure = did_you_mean(_text(item), names) or f"there are {', '.join(f'`{n}`' for n in names)}"
                self.found.report("GS201", f"there is no action `{_text(item)}`", item.span, help=cure)
        said = [_text(item) for item in node.items]
        text = f"{', '.join(said)} {form(len(said), 'is', 'are')} chosen"
        wanted = tuple(n for n, name in enumerate(names) if name in said)
        return Band("chosen", text, node.span, actions=wanted)

    def _ranged(self, band: Band, node: Node) -> Band | None:
        """Return a band with its range, or report mistakes and return `None`."""
        assert isinstance(node, Scalar)  # noqa: S101 - the schema sees to it
        matched = _RANGE.fullmatch(node.text)
        example = "`45%..55%`, `90%..`" if band.unit == "share" else "`20..60`, `..60`"
        if matched is None or matched.groups() == (None, None):
            self.found.report("GS123", "this is not a range", node.span, help=f"write it as in {example}")
            return None
        texts = [text for text in matched.groups() if text is not None]
        if any(text.endswith("%") != (band.unit == "share") for text in texts):
            what = (
                "a share, so write percentages"
                if band.unit == "share"
                else "not a share, so write no percentages"
            )
            self.found.report("GS123", f"{band.text} is {what}", node.span, help=f"write it as in {example}")
            return None
        low, high = (_end(text, band.unit) for text in matched.groups())
        least, most = 0.0, 1.0 if band.unit == "share" else float("inf")
        if band.own is not None:
            domain = self.compiled.program.measures[band.own[0]].value.domain
            least, most = float(domain.low), float(domain.high)
        if low is not None and high is not None and low > high:
            self.found.report("GS123", "this range is empty", node.span, help="the lower end comes first")
        elif (low if low is not None else least) > most or (high if high is not None else most) < least:
            self.found.report("GS123", "nothing can lie in this range", node.span)
        elif (low is None or low <= least) and (high is None or high >= most):
            self.found.report("GS128", "this holds whatever the games' results are", node.span)
        else:
            return replace(band, within=Range(low, high))
        return None


def _end(text: str | None, unit: str) -> float | None:
    if text is None:
        return None
    return float(text.rstrip("%")) / (PERCENT if unit == "share" else 1)


def _text(node: Node | None) -> str:
    return node.text if isinstance(node, Scalar) else ""


def _number(node: Node | None, usual: int) -> int:
    return node.value if isinstance(node, Scalar) and isinstance(node.value, int) else usual
