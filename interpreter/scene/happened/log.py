"""Describes what has happened in lines of text, as far as a seat can tell."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from interpreter.play.events import Changed, Decided, Laid
from interpreter.scene.happened.folding import folded
from interpreter.scene.happened.news import Weight, is_news, weight_of
from interpreter.scene.happened.together import Together
from interpreter.words.became import carried
from interpreter.words.happened import answered, happening
from interpreter.words.whose import is_reader

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from interpreter.play.events import Event
    from interpreter.scene.labels import Label
    from interpreter.words import Words

__all__ = ["Line", "counted_runs", "line_of", "log_lines", "log_of"]


class Line(NamedTuple):
    """A line of the log. `by` is the player whose answer it tells, and `None` in any other line.

    A `quiet` line is no news: what it says follows by itself, as that it is somebody's turn. `weight` says
    how much it means to the reader.
    """

    text: str
    by: int | None = None
    quiet: bool = False
    weight: Weight = Weight.USUAL


def log_lines(
    words: Words, events: Sequence[Event], labels: Mapping[int, Label], player: int | None, since: int = 0
) -> list[str]:
    """Return the texts of the lines of `log_of`."""
    return [line.text for line in log_of(words, events, labels, player, since)]


def log_of(  # noqa: PLR0913 - what is told, and to whom and how
    words: Words,
    events: Sequence[Event],
    labels: Mapping[int, Label],
    player: int | None,
    since: int = 0,
    most: int | None = None,
) -> list[Line]:
    """Return lines about the events from `since` on, as far as a player can tell.

    If `player` is `None`, the reader knows everything; if it is `EVERYBODY`, only what all players know.
    `labels` are the labels of answers by the number of the event. Consecutive effects of one kind are
    combined in one line, and so are equal lines. What an answer has already said is left out. More than
    `most` components that go the same way are only counted.
    """
    found: list[Line] = []
    for (by, quiet, weight), lines in groupby(
        _lines(words, events, labels, player, since, most), key=lambda line: line[1:]
    ):
        found += [
            Line(text, by, quiet, weight) for text in counted_runs(words, (line.text for line in lines))
        ]
    return found


def counted_runs(words: Words, lines: Iterable[str]) -> list[str]:
    """Combine equal consecutive lines, as in `a card goes from deck to p2's hand (6 times)`."""
    found: list[str] = []
    for line, run in groupby(lines):
        count = len(list(run))
        times = words.texts.ngettext("({count} time)", "({count} times)", count)
        found.append(line if count == 1 else f"{line} {times}")
    return found


def _lines(  # noqa: PLR0913 - as `log_of` has it
    words: Words,
    events: Sequence[Event],
    labels: Mapping[int, Label],
    player: int | None,
    since: int,
    most: int | None,
) -> Iterator[Line]:
    together, quiet = Together(), False
    told = list(folded(words, events, labels, since, player))
    left = iter(zip(told, [*told[1:], None], strict=False))
    for (number, event), following in left:
        found, by, news = happening(words, event, player, exact=player is None), None, is_news(words, event)
        if found is not None and (text := _carried(words, event, following, player)):
            next(left)
        elif found is not None:
            before = Together()
            if quiet == news:
                before, together = together, before
            elif not together.takes(event):
                before, together = together.split(event, found)
            yield from _together(words, before, player, most, quiet=quiet)
            quiet = not news
            together.add(event, found)
            continue
        elif text := line_of(words, event, labels.get(number), player):
            by = event.player if isinstance(event, Decided) else None
        else:
            continue
        yield from _together(words, together, player, most, quiet=quiet)
        together, quiet = Together(), False
        yield Line(text, by, not news, weight_of(words, event, player))
    yield from _together(words, together, player, most, quiet=quiet)


def _together(
    words: Words, together: Together, player: int | None, most: int | None, *, quiet: bool
) -> Iterator[Line]:
    """Yield the lines about effects that are told together, which weigh as much as the weightiest of them."""
    weight = max((weight_of(words, event, player) for event in together.events), default=Weight.USUAL)
    yield from (Line(line, None, quiet, weight) for line in together.lines(words, most))


def _carried(
    words: Words, event: Event, following: tuple[int, Event] | None, player: int | None
) -> str | None:
    """Return the sentence about a value that moves on a board, if an event and the following one say so."""
    then = following[1] if following is not None else None
    if not isinstance(event, Changed) or not isinstance(then, Changed):
        return None
    return carried(words, event, then) if happening(words, then, player) is not None else None


def line_of(words: Words, event: Event, label: Label | None, player: int | None) -> str | None:
    """Describe an event for a player, using the label of an answer if the player may see it.

    Return `None` if the event is not to be mentioned.
    """
    text = (
        _laid(words, event) if isinstance(event, Laid) and player is not None else words.event(event, player)
    )
    if text is None or label is None or not isinstance(event, Decided):
        return text
    own = player in {None, event.player}
    if label.told is not None and not own:
        return f"{words.player(event.player)} {label.told}"
    said = label.own if own else label.public
    return answered(words, event.player, said, own=is_reader(words, event.player, player)) if said else text


def _laid(words: Words, event: Laid) -> str | None:
    """Say where a tile lies, which is called by its kind if its name says nothing to players."""
    kind = words.called_by_kind(event.tile)
    where = words.spot(words.names.planes[event.plane].name, event.spot)
    what = kind or words.component(event.tile)
    return words.texts.gettext("{what} lies at {where}", what=what, where=where)
