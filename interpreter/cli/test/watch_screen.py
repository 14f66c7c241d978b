"""Lays out the screen of `gamespec watch`: what to mend, what the scenarios say, and what has changed."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from typing import TYPE_CHECKING

import click

from gamespec.program.frozen import dataclass
from gamespec.text.plurals import counted
from gamespec.text.render import render, summary
from gamespec.text.visible import in_one_line
from interpreter.cli.common.screen import Drawn, Styled, styled
from interpreter.cli.design.differences import lines as differences

if TYPE_CHECKING:
    from interpreter.cli.design.differences import Side
    from interpreter.cli.test.tested import Record
    from interpreter.cli.test.watched import Round

__all__ = ["History", "Line", "Section", "clock", "fitted", "sections", "whole"]

Line = tuple[str | Styled | Drawn, ...]
"""The parts of a line, for `echo`."""

FEW = 3
"""Number of lines that each section keeps, however long the others are."""


def clock() -> str:
    """Return the time of day."""
    return time.strftime("%H:%M:%S")


@dataclass(frozen=True, slots=True)
class Section:
    """A headline, and the lines below it."""

    head: Line
    body: tuple[Line, ...] = ()


@dataclass(eq=False)
class History:
    """What earlier rounds have shown.

    `first` maps each game and overlay to its first state without errors, and `began` says when watching
    began. `good` is the last round whose games had no errors, with its time. `held` says when each scenario
    last held.
    """

    began: str = field(default_factory=clock)
    first: dict[str, Side] = field(default_factory=dict)
    good: tuple[str, Round] | None = None
    held: dict[tuple[str, str, str], str] = field(default_factory=dict)

    def add(self, done: Round, now: str) -> None:
        """Add the results of a round."""
        self.first = done.sides | self.first
        if done.tested:
            self.good = (now, done)
        self.held |= {_key(record): now for record in done.records if record.passed}


def _key(record: Record) -> tuple[str, str, str]:
    return record.span.source.name, record.game, record.id


def sections(done: Round, history: History, *, colour: bool) -> Iterator[Section]:
    """Yield the sections about a round, the most urgent first."""
    if done.stop is not None:
        cure = ((f"    {done.stop.cure}",),) if done.stop.cure else ()
        yield Section((styled("ERROR ", "red", bold=True), f" {done.stop.message}"), cure)
    elif done.diagnostics:
        told = render(done.diagnostics, "full", colour).split("\n")
        mark = styled("WARNED", "yellow", bold=True) if done.sound else styled("ERROR ", "red", bold=True)
        yield Section((mark, f" {summary(done.diagnostics)}"), tuple((Drawn(line),) for line in told))
    else:
        yield Section((styled("ok    ", "green"), f" nothing to report in {_checked(done)}"))
    if done.tested or done.records:
        yield _scenarios(done, history)
    if done.tested:
        yield from _changes(done, history)
    elif history.good is not None:
        at, good = history.good
        yield Section((styled(f"last without errors, at {at}:", dim=True),))
        yield _scenarios(good, history)
        yield from _changes(good, history)


def _checked(done: Round) -> str:
    """Return the numbers of games and of overlays in words."""
    overlays = sum(bool(side.spec.overlays) for side in done.sides.values())
    games = counted(len(done.sides) - overlays, "game")
    return f"{games} and {counted(overlays, 'overlay')}" if overlays else games


def _scenarios(done: Round, history: History) -> Section:
    failed = [record for record in done.records if not record.passed]
    total = counted(len(done.records), "scenario")
    if not failed and not done.complaints:
        holds = "holds" if len(done.records) == 1 else "hold"
        return Section((styled("ok    ", "green"), f" {total} {holds}"))
    wrong = f", {counted(len(done.complaints), 'error')}" if done.complaints else ""
    body: list[Line] = [(f"    {text}",) for text in done.complaints]
    for record in failed:
        at = history.held.get(_key(record))
        before = f" (held at {at})" if at is not None else ""
        body.append((f"  {record.game} {record.id}: {in_one_line(record.title)}{before}",))
        if not record.mistakes:  # they are among the diagnostics
            body += ((f"    {line}",) for line in record.report.splitlines())
    head = f" {total}, {len(failed):,} failed{wrong}"
    return Section((styled("FAILED", "red", bold=True), head), tuple(body))


def _changes(done: Round, history: History) -> Iterator[Section]:
    """Yield a section for each game and overlay that differs from its first state without errors."""
    told = [
        (name, tuple(differences(history.first[name], side)))
        for name, side in done.sides.items()
        if side.spec.hash != history.first[name].spec.hash
    ]
    differing = [(name, lines) for name, lines in told if lines]
    if not differing:
        yield Section((styled("same  ", dim=True), f" no rule has changed since {history.began}"))
    for name, lines in differing:
        body = tuple(line for line in lines if line)
        yield Section((styled("diff  ", "cyan"), f" {name}, since {history.began}"), body)


def whole(sections: Iterable[Section]) -> Iterator[Line]:
    """Yield all lines of sections."""
    for section in sections:
        yield from (section.head, *section.body)


def fitted(sections: Iterable[Section], height: int, width: int) -> Iterator[Line]:
    """Yield the lines of sections, cut so that they fill at most `height` lines of `width` columns.

    Each section keeps at least its headline and `FEW` lines; the first ones get what is left.
    """
    listed = list(sections)
    costs = [[_cost(line, width) for line in section.body] for section in listed]
    heads = sum(_cost(section.head, width) for section in listed)
    left = height - heads - sum(min(sum(cost), FEW) for cost in costs)
    for section, cost in zip(listed, costs, strict=True):
        yield section.head
        least = min(sum(cost), FEW)
        room = least + min(max(left, 0), sum(cost) - least)
        left -= room - least
        yield from _cut(section.body, cost, room)


def _cut(body: Sequence[Line], costs: Sequence[int], room: int) -> Iterator[Line]:
    """Yield the lines that fit into `room` lines, and how many more there are."""
    if sum(costs) <= room:
        yield from body
        return
    used = 0
    for number, (line, cost) in enumerate(zip(body, costs, strict=True)):
        used += cost
        if used >= room:  # the last line says what is missing
            yield (styled(f"    … {counted(len(body) - number, 'more line')}", dim=True),)
            return
        yield line


def _cost(line: Line, width: int) -> int:
    """Return the number of lines of a terminal that a line takes."""
    text = "".join(part if isinstance(part, str) else click.unstyle(part.text) for part in line)
    return max(1, -(-len(text) // width))
