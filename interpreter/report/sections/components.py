"""The section about components, which says which zones they entered and where they were at the end."""

from __future__ import annotations

from collections.abc import Iterator

from gamespec.text.plurals import counted
from interpreter.report import charts
from interpreter.report.charts import Told
from interpreter.report.components import FaceFact
from interpreter.report.facts import Facts
from interpreter.report.numbers import number, percent, points, several
from interpreter.report.run import Run
from interpreter.report.sections.verdicts import PERCENT, interval, judged, reach
from interpreter.report.shown import Figure, Section, Table

__all__ = ["components"]

MOST_ROWS = 30
"""Maximum number of rows in a chart of where components ended. All further faces share one row."""
MOST_ZONES = 7
"""Maximum number of zones that get a colour of their own."""
MOST_NAMED = 12


def components(facts: Facts) -> Iterator[Section]:
    """Yield the section about components if the game has any."""
    if not facts.components:
        return
    kinds: dict[str, list[FaceFact]] = {}
    for face in facts.components:
        kinds.setdefault(face.kind, []).append(face)
    figures = [_kind(facts.run, kind, faces, number) for number, (kind, faces) in enumerate(kinds.items())]
    figures += [
        figure for number, kind in enumerate(kinds) if (figure := _held(facts, kind, number)) is not None
    ]
    still = [facts.run.label(face.name) for face in facts.components if not face.moved]
    said = ["Components that look alike are counted together. Numbers are means per game, including set-up."]
    if still:
        more = f" and {len(still) - MOST_NAMED} more" if len(still) > MOST_NAMED else ""
        listed = f"{', '.join(still[:MOST_NAMED])}{more}" if more else several(still)
        said.append(f"Never moved in {counted(facts.completed, 'game')}: {listed}.")
    else:
        said.append("Each component was moved in some game.")
    yield Section("components", "Components", tuple(said), tuple(figures))


def _kind(run: Run, kind: str, faces: list[FaceFact], place: int) -> Figure:
    """Return the figure that shows in which zones the components of one kind were at the end."""
    zones = [zone for zone, _ in faces[0].left]
    table = Table(
        ("component", "moves", *(f"{zone}: entered, at the end" for zone in zones)),
        [_row(run, face) for face in faces],
        1,
    )
    lefts = [(run.labels.get(face.name, face.name), dict(face.left)) for face in faces]
    totals = {zone: sum(left[zone] for _, left in lefts) for zone in zones}
    own = sorted((zone for zone in zones if totals[zone]), key=lambda zone: -totals[zone])
    own, rest = own[:MOST_ZONES], own[MOST_ZONES:]
    if len(faces) > MOST_ROWS:
        lefts = [(f"all {len(faces)} sorts", totals)]
    names = [*own, *(["elsewhere"] if rest else [])]
    shares = [(name, _shares(left, own, rest)) for name, left in lefts]
    title = f"Where the {run.several(kind)} ended up"
    described = "; ".join(f"{name}: {_described(names, parts)}" for name, parts in shares)
    chart = charts.stacked(
        Told(f"left-{place}", title.replace("`", ""), f"{described}."), shares, names, "% of these components"
    )
    note = (
        "The table lists, for each zone, how many entered it in a game, and how many were in it at the end."
    )
    return Figure(title, chart, table, note)


def _held(facts: Facts, kind: str, place: int) -> Figure | None:
    """Return the figure that shows which players received components of a kind, and what these players won.

    Return `None` if there is no data.
    """
    told = [(each, each.link) for each in facts.held if each.kind == kind and each.link is not None]
    if not told:
        return None
    told.sort(key=lambda pair: -pair[1].mean)
    rows = [
        (
            facts.run.label(each.face),
            f"`{each.zone}`",
            percent(each.had or 0),
            f"{link.games:,}",
            percent(each.won or 0),
            percent(each.without or 0),
            *judged(link, points),
        )
        for each, link in told
    ]
    compared = ("they won", "others won", "difference", "95 %")
    head = ("component", "zone", "came to", "games with both", *compared)
    several_zones = len({each.zone for each, _ in told}) > 1
    drawn = told if len(told) <= MOST_ROWS else [*told[: MOST_ROWS // 2], *told[-MOST_ROWS // 2 :]]
    labels = facts.run.labels
    dots = [
        (
            f"{labels.get(each.face, each.face)}{f', {each.zone}' if several_zones else ''}",
            [reach(link, PERCENT)],
        )
        for each, link in drawn
    ]
    title = f"Which {facts.run.several(kind)} the winners received"
    words = Told(
        f"held-{place}",
        title.replace("`", ""),
        f"{'; '.join(f'{name}: {interval(values[0])} percentage points' for name, values in dots)}.",
    )
    chart = charts.dots(words, dots, "they won more (right) or less (left), percentage points", line=0)
    cut = "" if drawn is told else f" The chart shows the {MOST_ROWS // 2} on each side that differ most."
    note = (
        "Players whose zone received such a component, in set-up too, are compared with those in the same "
        "game whose zone did not. The difference is in percentage points of a win, beyond what the seat and "
        "the kind of player explain. It is an association, not an effect: a player who is in the game for "
        f"longer, or ahead, receives more of everything.{cut}"
    )
    return Figure(title, chart, Table(head, rows, 2), note)


def _row(run: Run, face: FaceFact) -> list[str]:
    both = zip(face.came, face.left, strict=True)
    return [run.label(face.name), number(face.moved), *(_both(came, left) for (_, came), (_, left) in both)]


def _described(names: list[str], parts: list[float]) -> str:
    return ", ".join(f"{name} {part:.0f} %" for name, part in zip(names, parts, strict=True) if part)


def _shares(left: dict[str, float], own: list[str], rest: list[str]) -> list[float]:
    """Return the percentage of components left in each zone of `own`.

    If `rest` is not empty, the percentage in all zones of `rest` together follows.
    """
    whole = sum(left.values()) or 1.0
    parts = [left[zone] for zone in own]
    if rest:
        parts.append(sum(left[zone] for zone in rest))
    return [PERCENT * part / whole for part in parts]


def _both(came: float, left: float) -> str:
    return f"{number(came)}, {number(left)}" if came or left else "\N{EN DASH}"
