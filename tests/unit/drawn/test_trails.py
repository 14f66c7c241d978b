"""Tests for tracks as trails, ladders, painted boards, and boards on which pictures join."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from drawn_scenes import SCENES, around, card, stone

from interpreter.drawn.html import table
from interpreter.scene.layout import line_of
from interpreter.scene.things import Board, Cell, Look, Scene, Value


def with_board(board: Board) -> Scene:
    """Return a scene with nothing but a board."""
    group = replace(SCENES["cards"].groups[0], boards=(board,), places=())
    return replace(SCENES["cards"], groups=(group,))


def drawn(board: Board) -> ET.Element:
    """Return the picture of a board."""
    page = ET.fromstring(table(with_board(board)))  # noqa: S314 - made here
    return next(page.iter("figure"))


def track(size: int, *, loop: bool = False, filled: dict[int, Cell] | None = None) -> Board:
    """Return a track of numbered fields in a line, which may be called a ring."""
    layout = line_of(size)
    cells = tuple(
        (filled or {}).get(n) or Cell(f"s0.{n}", str(n + 1), layout.at[n], layout.outlines[n])
        for n in range(size)
    )
    xs, ys = [x for x, _ in layout.at], [y for _, y in layout.at]
    extent = min(xs) - 0.5, min(ys) - 0.5, max(xs) + 0.5, max(ys) + 0.5
    links = (*layout.links, (size - 1, 0)) if loop else layout.links
    return Board("trail", "Trail", "track", cells, extent, links=links)


def of_class(root: ET.Element, kind: str) -> list[ET.Element]:
    """Return the elements with a class."""
    return [each for each in root.iter() if kind in each.get("class", "").split()]


@pytest.mark.parametrize(("loop", "arrows"), [(False, 11), (True, 12)])
def test_arrows_lead_from_field_to_field(*, loop: bool, arrows: int) -> None:
    """Of 12 fields in two rows, a line has 11 arrows and a ring 12. They point the way the fields count.

    The first row runs to the right, so the first arrow goes right and back: its wings have positive x.
    """
    (path,) = of_class(drawn(track(12, loop=loop)), "arrows")
    each = re.findall(r"M[^M]+", path.attrib["d"])
    assert len(each) == arrows
    ((first, second),) = re.findall(r"l(-?[0-9]+)[^ -]*-?[0-9]+ ?(-?[0-9]+)", each[0])
    assert int(first) > 0 > int(second)


def test_a_trail_bends_at_the_ends_of_rows() -> None:
    """A line of 12 fields in rows of 6 turns twice, at the fields 6 and 7."""
    rim, trail = of_class(drawn(track(12)), "trail")
    assert rim.attrib["d"] == trail.attrib["d"]
    assert trail.attrib["d"].count("Q") == 2


def test_numbers_stand_in_corners_whether_fields_are_taken_or_not() -> None:
    """All numbers are as far from the centres of their fields, above them and to the right."""
    layout = line_of(3)
    taken = Cell("s0.1", "2", layout.at[1], layout.outlines[1], (stone(1, 0), stone(2, 1)))
    figure = drawn(track(3, filled={1: taken}))
    spans = [next(name.iter("tspan")) for name in of_class(figure, "name")]
    assert [(float(each.attrib["x"]), float(each.attrib["y"])) for each in spans] == [
        (25, -29),
        (125, -29),
        (225, -29),
    ]


def test_two_on_a_field_do_not_cover_each_other() -> None:
    """The centres of two tokens are farther apart than a token is wide: 0.9 of its box."""
    layout = line_of(3)
    taken = Cell("s0.1", "2", layout.at[1], layout.outlines[1], (stone(1, 0), stone(2, 1)))
    places = [
        tuple(map(float, re.findall(r"-?[0-9.]+", each.attrib["transform"])))
        for each in of_class(drawn(track(3, filled={1: taken})), "token")
    ]
    (ax, ay), (bx, by) = places
    reach = of_class(drawn(track(3, filled={1: taken})), "reach")[0]
    assert ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 > 2 * 0.9 * float(reach.attrib["r"])


def ladder(at: dict[str, int]) -> Board:
    """Return a ladder of the numbers 0 to 4, with what has reached each."""
    marks = {
        n: tuple(
            Value("", "", name, Look(name[0].upper(), "red"), ref=f"v0.{i}", refs=(f"e.suit.{i}",))
            for i, (name, value) in enumerate(at.items())
            if value == n
        )
        for n in range(5)
    }
    cells = tuple(Cell(f"v0={n}", str(n), (n, 0), around(n, 0), marks=marks[n]) for n in range(5))
    return Board("scale", "Scale", "track", cells, (-0.5, -0.5, 4.5, 0.5), ladder=True)


def test_the_higher_stands_farther_right_and_higher_up() -> None:
    """Each can be pointed at where it stands; two that wait stand side by side on the ground."""
    figure = drawn(ladder({"hearts": 3, "clubs": 0, "stars": 0, "moons": 1}))
    assert figure.attrib["data-form"] == "ladder"
    places = {
        each.attrib["data-ref"]: [float(n) for n in re.findall(r"-?[0-9.]+", each.attrib["transform"])]
        for each in of_class(figure, "piece")
    }
    hearts, clubs, stars, moons = (places[f"e.suit.{i}"] for i in range(4))
    assert clubs[0] < stars[0] < moons[0] < hearts[0]
    assert hearts[1] < moons[1]
    told = [each.attrib["aria-label"] for each in of_class(figure, "piece")]
    assert "hearts: Scale 3" in told
    assert len(of_class(figure, "step")) == 4  # the ground has no number


def test_pictures_join() -> None:
    """On a joined board, what is printed fills its cell, without margin or gap between neighbours."""
    cells = tuple(
        Cell(f"s0.{n}", f"a{n}", (float(n), 0.0), around(n, 0), (card(n, "♥", "red", "2", format="square"),))
        for n in range(2)
    )
    board = Board("sea", "Sea", "squares", cells, (-0.5, -0.5, 1.5, 0.5))
    apart, joined = drawn(board), drawn(replace(board, joined=True))
    scenery = [each.attrib["d"] for each in of_class(joined, "scenery")]
    assert scenery == ["M0,0H100V100H0Z"] * 2
    assert [each.attrib["transform"] for each in of_class(joined, "said")] == [
        "translate(0 0)",
        "translate(100 0)",
    ]
    assert all("scale(1.000)" in each[0].attrib["transform"] for each in of_class(joined, "said"))
    assert "M0,0H100V100H0Z" not in {each.attrib["d"] for each in of_class(apart, "scenery")}
    assert len(of_class(joined, "halo")) == 2 + 2  # of cells, and of what can be chosen on them


def test_textures_are_painted_beside_the_trail() -> None:
    """No tree of a forest begins on the inner half of a trail that runs along y = 0."""
    board = replace(track(5), texture="forest")
    (group,) = of_class(drawn(board), "painted")
    left, top, scale = (float(n) for n in re.findall(r"-?[0-9.]+", group.attrib["transform"]))
    points = [point for path in group for point in re.findall(r"M(-?[0-9.]+),(-?[0-9.]+)", path.attrib["d"])]
    found = [(float(x) * scale + left, float(y) * scale + top) for x, y in points]
    trees = [y for x, y in found if 0 < x < 400]
    assert len(trees) > 10
    assert all(abs(tree) > 23 for tree in trees)
    assert not of_class(drawn(track(5)), "painted")


def test_names_of_cells_can_be_left_out() -> None:
    """Headings and the wood below them disappear if the board is not `named`."""
    cells = tuple(Cell(f"s0.{n}", f"a{n}", (float(n), 0.0), around(n, 0)) for n in range(3))
    board = Board(
        "sea", "Sea", "squares", cells, (-0.5, -0.5, 2.5, 0.5), columns=((0, "a"),), rows=((0, "1"),)
    )
    wide = []
    for named in (True, False):
        figure = drawn(replace(board, named=named))
        assert len(of_class(figure, "headings")) == named
        wide.append(float(next(figure.iter("svg")).attrib["viewBox"].split()[2]))
    assert wide[1] < wide[0] - 40


def test_cells_can_be_holes() -> None:
    """A board with holes has a circle for each cell, for its ground and for its halo."""
    cells = tuple(Cell(f"s0.{n}", f"a{n}", (float(n), 0.0), around(n, 0)) for n in range(3))
    board = Board("rack", "Rack", "squares", cells, (-0.5, -0.5, 2.5, 0.5))
    for holes, tag in ((True, "circle"), (False, "path")):
        figure = drawn(replace(board, holes=holes))
        assert ("holed" in figure.attrib["class"].split()) == holes
        assert {each.tag for kind in ("ground", "halo") for each in of_class(figure, kind)} == {tag}
