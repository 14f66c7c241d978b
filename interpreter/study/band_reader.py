"""Reads runs of bands and checks them against a program.

Every name must be known, and every range possible. Every band that is accepted can fail, because a range that
includes all possible values is a mistake.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from gamespec.documents.document import Scalar, Sequence
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
    from gamespec.model.bands import BandDecl, RunDecl
    from gamespec.text.source import Span

__all__ = ["BandReader"]

PERCENT = 100
_CONDITION = re.compile(r"\s*([\w.]+)\s*(<=|>=|==|!=|<|>)\s*(\S+)\s*")
_RANGE = re.compile(r"\s*(-?\d+(?:\.\d+)?%?)?\s*\.\.\s*(-?\d+(?:\.\d+)?%?)?\s*")


class BandReader:
    """Reads runs of bands about the games of one program."""

    def __init__(self, compiled: Compiled, found: Collector) -> None:
        self.compiled, self.found = compiled, found
        self.columns: tuple[Column, ...] = columns_of(compiled)

    def run(self, run: RunDecl) -> BandRun:
        """Return the run that `run` declares. Bands with mistakes are reported and left out."""
        for seat in run.seats:
            try:
                bot(seat.name)
            except BadBot as bad:
                self.found.report("GS201", str(bad), seat.span, help=bad.cure)
        seats = tuple(seat.name for seat in run.seats) or (RANDOM,) * self.compiled.program.players
        bands = tuple(band for said in run.holds if (band := self._band(said, seats)) is not None)
        span, compiled = run.id.span, self.compiled
        return BandRun(run.id.text, run.title, span, compiled, seats, run.games, run.seed, bands)

    def _band(self, said: BandDecl, seats: tuple[str, ...]) -> Band | None:
        """Return the declared band, or report its mistakes and return `None`."""
        verbs, within = [e.key for e in said.node.entries if e.key.text in VERBS], said.node.entry("within")
        if len(verbs) != 1:
            if verbs:
                names = " and ".join(f"`{verb.text}`" for verb in verbs)
                self.found.report("GS127", f"{names} exclude each other", verbs[1].span)
            else:
                cure = f"it is one of {', '.join(f'`{verb}`' for verb in VERBS)}"
                self.found.report("GS121", "the requirement is missing", said.node.span, help=cure)
            return None
        before, band = self.found.errors, None
        if said.chosen is not None:
            if within is not None:
                self.found.report("GS127", "`chosen` has no `within`", within.key.span)
            band = self._chosen(said.chosen)
        elif said.within is None:
            cure = "say where it must lie: `45%..55%`"
            self.found.report("GS121", "missing `within`", said.node.span, help=cure)
        else:
            if said.wins is not None:
                band = self._wins(said.wins, seats)
            elif said.mean is not None:
                band = self._mean(said.mean)
            elif said.share is not None:
                band = self._share(said.share)
            if band is not None:
                band = self._ranged(band, said.within)
        return band if self.found.errors == before else None

    def _wins(self, node: Scalar, seats: tuple[str, ...]) -> Band | None:
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

    def _mean(self, node: Scalar) -> Band | None:
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
        """Yield a band without a range for each measure.

        The general measures come first, and then the game's own.
        """
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

    def _share(self, node: Scalar) -> Band | None:
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
        """Return the value that `column` is compared with, or report that the comparison is impossible.

        In that case, return `None`.
        """
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

    def _chosen(self, node: Scalar | Sequence) -> Band | None:
        names = [action.key for action in self.compiled.names.actions]
        if isinstance(node, Scalar):
            if node.text == "every":
                every = tuple(range(len(names)))
                return Band("chosen", "every action is chosen", node.span, actions=every)
            self.found.report("GS123", "expected `every` or a list of actions", node.span)
            return None
        actions = [item for item in node.items if isinstance(item, Scalar)]
        for action in actions:
            if action.text not in names:
                cure = did_you_mean(action.text, names) or f"there are {', '.join(f'`{n}`' for n in names)}"
                self.found.report("GS201", f"there is no action `{action.text}`", action.span, help=cure)
        said = [action.text for action in actions]
        text = f"{', '.join(said)} {form(len(said), 'is', 'are')} chosen"
        wanted = tuple(n for n, name in enumerate(names) if name in said)
        return Band("chosen", text, node.span, actions=wanted)

    def _ranged(self, band: Band, node: Scalar) -> Band | None:
        """Return the band with the range in `node`, or report mistakes and return `None`."""
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
