"""Draws how the scores of a game changed, as a line chart in SVG with a line for each player.

Lines differ in colour and in their dashes. At the end of each line stand the player's name and last score.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.drawn.html.letters import ems
from interpreter.drawn.html.markup import Html, element
from interpreter.drawn.html.pen import Pen
from interpreter.drawn.html.shapes import number
from interpreter.scene.things import ScoresAfter

__all__ = ["scores_drawn"]

WIDTH, HEIGHT = 380.0, 190.0
LEFT, RIGHT, TOP, BOTTOM = 38.0, 132.0, 12.0, 24.0
"""The margins around the lines, in user units; names stand in the right one."""
SIZE, APART, SAMPLE = 13.0, 15.0, 20.0
"""The font size, the least distance between two names, and the length of the line before a name."""
DASHES = ("", "9 4", "2 4", "12 3 2 3", "5 2", "1 3")
"""The dashes of the lines, by seat."""


def scores_drawn(pen: Pen, course: Sequence[ScoresAfter]) -> list[Html]:
    """Draw the scores of all players over the game.

    Return nothing if the chart would not say more than the last scores do, because the scores did not change
    before the end.
    """
    if len({after.scores for after in course[:-1]}) < 2:  # noqa: PLR2004 - one is no change
        return []
    scale = _Scale(course)
    lines = [_line(pen, scale, seat, course) for seat in range(len(course[0].scores))]
    said = pen.texts.gettext("how the scores changed")
    drawn = element(
        "svg",
        {"viewBox": f"0 0 {number(WIDTH)} {number(HEIGHT)}", "role": "img", "aria-label": said},
        *scale.axes(pen),
        *lines,
        *_names(pen, scale, course[-1]),
    )
    return [element("figure", {"class": "chart"}, element("figcaption", {}, said), drawn)]


class _Scale:
    """Maps numbers of answers and scores to places in the chart."""

    def __init__(self, course: Sequence[ScoresAfter]) -> None:
        every = [score for after in course for score in after.scores]
        self.least, self.greatest = min(0, *every), max(0, *every)
        self.first, self.last = course[0].answers, course[-1].answers

    def x(self, answers: int) -> float:
        """Return the horizontal place of a number of answers."""
        return LEFT + (WIDTH - LEFT - RIGHT) * (answers - self.first) / max(1, self.last - self.first)

    def y(self, score: int) -> float:
        """Return the vertical place of a score."""
        part = (self.greatest - score) / max(1, self.greatest - self.least)
        return TOP + (HEIGHT - TOP - BOTTOM) * part

    def axes(self, pen: Pen) -> list[Html]:
        """Draw a line at each of the least and the greatest score and at 0, and the number of answers."""
        across = [
            element(
                "line",
                {"class": "axis", "x1": number(LEFT), "x2": number(WIDTH - RIGHT), "y1": y, "y2": y},
            )
            for score in self._marked()
            for y in [number(self.y(score))]
        ]
        scores = [_text(LEFT - 6, self.y(score), str(score), "end") for score in self._marked()]
        below = HEIGHT - BOTTOM / 2
        answers = pen.texts.ngettext("{count} answer", "{count} answers", self.last)
        return [*across, *scores, _text(WIDTH - RIGHT, below, answers, "end")]

    def _marked(self) -> list[int]:
        """Return the marked scores, without a 0 whose text would touch another one."""
        ends = {self.least, self.greatest}
        near = any(score and abs(self.y(score) - self.y(0)) < APART for score in ends)
        return sorted(ends if near else ends | {0})


def _line(pen: Pen, scale: _Scale, seat: int, course: Sequence[ScoresAfter]) -> Html:
    """Draw the scores of a player as steps, since a score keeps its value until the next answer."""
    places = [(number(scale.x(at.answers)), number(scale.y(at.scores[seat]))) for at in course]
    return _stroke(pen, seat, "M{} {}".format(*places[0]) + "".join(f"H{x}V{y}" for x, y in places[1:]))


def _stroke(pen: Pen, seat: int, path: str) -> Html:
    """Draw a path in the colour and with the dashes of a player."""
    dashes = DASHES[seat % len(DASHES)] or None
    return element(
        "g",
        {"data-color": _color(pen, seat)},
        element("path", {"class": "under", "d": path}),
        element("path", {"class": "course", "d": path, "stroke-dasharray": dashes}),
    )


def _color(pen: Pen, seat: int) -> str | None:
    player = pen.players.get(seat)
    return player.look.color or None if player else None


def _names(pen: Pen, scale: _Scale, last: ScoresAfter) -> list[Html]:
    """Write the players' names and last scores beside the ends of their lines, clear of one another."""
    seats = sorted(range(len(last.scores)), key=lambda seat: scale.y(last.scores[seat]))
    places = [scale.y(last.scores[seat]) for seat in seats]
    for index in range(1, len(places)):
        places[index] = max(places[index], places[index - 1] + APART)
    over = max(0.0, places[-1] - (HEIGHT - SIZE / 2))
    left, drawn = WIDTH - RIGHT + 6, []
    for seat, place in zip(seats, places, strict=True):
        says = f"{_short(pen.called(seat) or str(seat + 1))} {last.scores[seat]}"
        drawn.append(_stroke(pen, seat, f"M{number(left)} {number(place - over)}h{number(SAMPLE)}"))
        drawn.append(_text(left + SAMPLE + 4, place - over, says, "start"))
    return drawn


def _short(name: str) -> str:
    """Cut a name that is too long for the margin."""
    most = (RIGHT - SAMPLE - 10) / SIZE - ems(" -100")
    if ems(name) <= most:
        return name
    while name and ems(f"{name}…") > most:
        name = name[:-1]
    return f"{name}…"


def _text(x: float, y: float, says: str, anchor: str) -> Html:
    where = {"x": number(x), "y": number(y), "font-size": number(SIZE), "text-anchor": anchor}
    return element("text", {**where, "dominant-baseline": "central"}, says)
