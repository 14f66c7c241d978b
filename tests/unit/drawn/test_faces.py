"""Tests for the faces of components: what they show, in which format, and that nothing is said twice."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from drawn_scenes import SCENES, back, card

from gamespec.icons import icons
from gamespec.space.grid import COMPASS
from interpreter.drawn.html.faces.backs import DYES, PATTERNS, Back, back_drawn
from interpreter.drawn.html.faces.face import face
from interpreter.drawn.html.faces.pips import MOST, pips
from interpreter.drawn.html.faces.printed import printed
from interpreter.drawn.html.faces.strewn import Spot, bounds, strewn
from interpreter.drawn.html.pen import pen_of
from interpreter.drawn.html.textures import TEXTURES, Ground, texture, texture_name
from interpreter.scene.things import Fact, Look, Mark, Piece, Rank, Value
from interpreter.scene.tiles import inside

PEN = pen_of(SCENES["cards"])


def drawn(piece: Piece, format_: str = "card") -> ET.Element:
    """Return the face of a piece, parsed as XML."""
    return ET.fromstring(face(PEN, piece, format_))  # type: ignore[arg-type]  # noqa: S314 - it was made here


def texts(root: ET.Element) -> list[str]:
    """Return the texts on a face, each in one string."""
    return ["".join(each.itertext()) for each in root.iter("text")]


def beast(*facts: Fact, short: str = "bear3", **more: object) -> Piece:
    """Return a component whose icon and colour come from two attributes."""
    look = Look("•", "orange", "paw-print")
    return Piece(("z0.c1",), "animal bear 3", short, "tile", look=look, facts=facts, **more)  # type: ignore[arg-type]


BEAR = Fact("species", "bear", Look(icon="paw-print"))
ANIMAL = Fact("group", "animal", Look("•", "orange", "bone"))


def test_a_card_has_its_value_in_two_corners_and_its_suit_three_times() -> None:
    """♥10 shows 10 and ♥ in the corner, both again in the opposite corner, and ♥ in the middle."""
    root = drawn(card(1, "♥", "red", "10"))
    assert sorted(texts(root)) == ["10", "10", "♥", "♥", "♥"]
    (turned,) = [each for each in root.iter("g") if "rotate" in each.get("transform", "")]
    assert texts(turned) == ["♥"]
    values = [each.get("transform", "") for each in root.iter("text") if each.get("class") == "index"]
    assert ["rotate(180 50 70)" in each for each in values] == [False, True]
    assert root.get("viewBox") == "0 0 100 140"


def ranked(signs: int | None, court: str = "", icon: str = "heart") -> ET.Element:
    """Return a card with an icon and a rank."""
    look = Look("♥", "red", icon)
    text = "K" if signs is None else str(signs)
    facts = (Fact("suit", "hearts", look), Fact("rank", text, Look(icon=court)))
    piece = Piece(("z0.c1",), "♥", f"♥{text}", "card", look=look, facts=facts)
    return drawn(replace(piece, rank=Rank("rank", text, signs, court)))


@pytest.mark.parametrize("signs", range(1, MOST + 1))
def test_a_number_shows_as_many_signs(signs: int) -> None:
    """A card with the number n shows n signs, besides the two below its values, and no two at one place."""
    (path,) = [each.get("d", "") for each in ranked(signs).iter("path") if each.get("class") == "suit"]
    starts = re.findall(r"M[^a-z]*", path)
    assert len(starts) == len(set(starts)) == 2 + signs


@pytest.mark.parametrize("signs", range(1, MOST + 1))
def test_signs_are_symmetric(signs: int) -> None:
    """The arrangement has the middle of the card as its centre; that of 7 only from side to side.

    Seven signs are six and one above the middle.
    """
    spots = {(spot.x, round(spot.y, 3)) for spot in pips(signs).spots}
    assert len(spots) == signs
    assert {(100 - x, y) for x, y in spots} == spots
    assert ({(x, round(140 - y, 3)) for x, y in spots} == spots) == (signs != 7)


def test_a_value_with_an_icon_is_a_court() -> None:
    """A court has two heads with the icon, the second one upside down, and its value in both corners."""
    root = ranked(None, "crown")
    assert texts(root) == ["K", "K"]
    assert len([each for each in root.iter("path") if each.get("class") == "skin"]) == 2
    (turned,) = [each for each in root.iter("g") if each.get("transform") == "rotate(180 50 70)"]
    assert len([each for each in turned.iter("path") if each.get("class") == "skin"]) == 1


def test_no_signs_have_no_value() -> None:
    """A rank of 0 is one large sign without a number."""
    assert texts(ranked(0)) == []


@pytest.mark.parametrize("name", ["heart", "crown", "fish", "bear-face"])
@pytest.mark.parametrize("turned", [False, True])
def test_a_copy_of_an_icon_has_its_points(name: str, turned: bool) -> None:  # noqa: FBT001
    """The last point of a relative path is that of the icon itself, within the rounding of a path."""
    copy = strewn(name, [Spot(128, 128, turned)], 256)
    ways = [
        [float(n) for n in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", part)]
        for part in re.findall("[a-zA-Z][^a-zA-Z]*", copy)
    ]
    commands = re.findall("[a-zA-Z]", copy)
    x = y = 0.0
    xs, ys = [], []
    for command, numbers in zip(commands, ways, strict=True):
        if command == "M":
            x, y = numbers
        elif command != "z":
            x, y = x + numbers[-2], y + numbers[-1]
        if command in "Mm":
            start = x, y
        if command == "z":
            x, y = start
        xs.append(x)
        ys.append(y)
    left, top, right, bottom = bounds(name)
    if turned:
        left, top, right, bottom = 256 - right, 256 - bottom, 256 - left, 256 - top
    assert left - 0.5 <= min(xs) < max(xs) <= right + 0.5
    assert top - 0.5 <= min(ys) < max(ys) <= bottom + 0.5


def test_halves_touch_where_the_other_half_continues() -> None:
    """The left half of an icon ends at the right side of a square, and the right half at the left side."""
    for half, wanted in (("left", 100), ("right", 0)):
        piece = replace(beast(BEAR), look=Look("•", "orange", "horse", half=half))
        (shown,) = [each for each in drawn(piece, "square").iter("svg") if each.get("class") == "half"]
        at, wide = float(shown.get("x", "")), float(shown.get("width", ""))
        assert (at + wide if half == "left" else at) == pytest.approx(wanted)
        left, _, across, _ = map(float, shown.get("viewBox", "").split())
        assert (left + across if half == "left" else left) == 128


def test_icons_replace_words() -> None:
    """A square shows `bear` and `animal` by icons, and only the value of `bear3` as text."""
    shown = printed(PEN, beast(ANIMAL, BEAR, Fact("value", "3"), short="•bear3"))
    assert shown.sign == Look("•", "orange", "paw-print")
    assert (shown.value, [line.look.icon for line in shown.others], shown.lines) == ("3", ["bone"], ())
    root = drawn(beast(ANIMAL, BEAR, Fact("value", "3"), short="•bear3"), "square")
    assert texts(root) == ["3"]
    assert [each.get("d") for each in root.iter("path") if each.get("class") == "icon"] == [
        icons()["paw-print"].path,
        icons()["bone"].path,
    ]


def test_what_neither_sign_nor_value_says_stands_in_lines() -> None:
    """A number that is said nowhere else has the name of its attribute, and so has a variable."""
    piece = beast(BEAR, Fact("carries", "7"), short="bear", values=(Value("wear", "", "2"),))
    assert [line.text for line in printed(PEN, piece).lines] == ["carries 7", "wear 2"]
    assert {"carries 7", "wear 2"} <= set(texts(drawn(piece)))


def test_a_symbol_is_kept_beside_an_icon_of_the_whole_kind() -> None:
    """If all cards have one icon, their symbols still tell them apart without colours."""
    piece = Piece(
        ("z0.c1",), "green", "▲", "card", look=Look("▲", "green", "user"),
        facts=(Fact("color", "green", Look("▲", "green")),),
    )  # fmt: skip
    assert [line.look.symbol for line in printed(PEN, piece).others] == ["▲"]


def test_without_a_sign_the_value_fills_the_face() -> None:
    """A card with nothing but a number shows it once, larger than an index."""
    piece = Piece(("z0.c1",), "17", "17", "chip", facts=(Fact("value", "17"),))
    (text,) = list(drawn(piece).iter("text"))
    assert float(text.get("font-size", "0")) > 40


def test_water_lies_at_its_side() -> None:
    """A side with a symbol of waves is water: the water of the upper side, turned to the other one."""
    for side, turn in (("north", 0), ("east", 90), ("south", 180), ("west", 270)):
        root = drawn(beast(BEAR, marks=(Mark(side, "≈", "water", "blue"),)), "square")
        (shore,) = [each for each in root.iter("g") if each.get("class") == "shore"]
        assert (shore.get("transform"), shore.get("data-color")) == (f"rotate({turn} 50 50)", "blue")


@pytest.mark.parametrize("side", COMPASS)
def test_a_mark_lies_at_its_side(side: str) -> None:
    """The strip of a mark lies in the half of the face to which its direction points."""
    root = drawn(beast(BEAR, marks=(Mark(side, "+", "bridge", "blue"),)), "square")
    (strip,) = [each for each in root.iter("path") if each.get("class") == "strip"]
    start = re.match(r"M([\d.]+),([\d.]+)h([\d.]+).*?v([\d.]+)", strip.get("d", ""))
    assert start is not None
    x, y, wide, high = map(float, start.groups())
    corner = 6
    middle = x - corner + (wide + 2 * corner) / 2, y + (high + 2 * corner) / 2
    for at, way in zip(middle, COMPASS[side], strict=True):
        assert (at - 50) * way > 0 if way else at == pytest.approx(50)


def test_backs_differ_by_kind_and_show_what_is_known() -> None:
    """Two kinds have different patterns. A plate shows what is known, and nothing if nothing is known."""
    patterns = {str(back_drawn(Back(series), "", 140)) for series in range(len(DYES))}
    assert len(patterns) == len(DYES) > 4
    named = {str(back_drawn(Back(0, pattern, dye), "", 140)) for pattern in PATTERNS for dye in DYES}
    assert len(named) == len(PATTERNS) * len(DYES)
    assert texts(drawn(back("z1.0"))) == []
    assert texts(drawn(back("z1.0", short="red?"))) == ["red?"]


def test_full_backs_have_no_margin() -> None:
    """The ground of a full back covers the square of 100 units, and nothing frames it."""
    full = ET.fromstring(str(back_drawn(Back(0, full=True), "", 100)[0]))  # noqa: S314 - made here
    panel, *others = full
    assert panel.attrib["d"] == "M0,0H100V100H0Z"
    assert [each.attrib["class"] for each in others] == ["lattice"]


def test_a_back_that_shows_its_owner_has_a_band() -> None:
    """The owner is told by a band in the owner's colour, and not in words."""
    root = drawn(replace(back("z1.0"), owner=0))
    assert len([each for each in root.iter("path") if each.get("class") == "sash"]) == 1
    assert root.get("data-color") == PEN.players[0].look.color
    assert not texts(root)


def test_a_stack_shows_its_size() -> None:
    """A stack of twelve shows the number and three edges below; a stack of two shows one edge."""
    for count, edges in ((12, 3), (2, 1), (1, 0)):
        root = drawn(back("z1.0", count=count))
        assert len([each for each in root.iter("path") if "under" in each.get("class", "")]) == edges
        assert texts(root) == ([f"{count}"] if count > 1 else [])


def hull(ground: str) -> list[float]:
    """Return where the hull of a boat on a square begins and ends, whatever it is between its corners."""
    root = ET.fromstring(face(PEN, beast(ANIMAL, BEAR, ground=ground), "square"))  # noqa: S314 - made here
    (path,) = [each for each in root.iter("path") if each.get("class") == "hull"]
    found = re.findall(r"[MLC ](-?[\d.]+),|H(-?[\d.]+)", path.attrib["d"])
    xs = [float(left or across) for left, across in found]
    return [min(xs), max(xs)]


def test_boats_have_ends() -> None:
    """The deck goes from side to side of a picture 93 wide; the bow ends inside, the stern mirrors it."""
    assert hull("deck") == [3.5, 96.5]
    assert hull("bow")[0] > 3.5
    assert hull("bow")[1] == 96.5
    assert hull("stern")[0] == 3.5
    assert hull("stern")[1] < 96.5
    mirrored = [100 - x for x in reversed(hull("stern"))]
    assert hull("bow") == pytest.approx(mirrored)


SQUARE = ((0.1, 0.1), (0.9, 0.2), (0.8, 0.9), (0.2, 0.7))
OVER = ((0.4, 0.3), (0.6, 0.3), (0.6, 0.8), (0.4, 0.8))


@pytest.mark.parametrize("name", TEXTURES)
def test_textures_stay_on_their_ground(name: str) -> None:
    """Whatever a texture draws begins inside the outline, and hardly inside what is painted over it."""
    layers = texture(name, "t1", Ground(SQUARE, (OVER,)), 1000)
    again = texture.__wrapped__(name, "t1", Ground(SQUARE, (OVER,)), 1000)
    assert layers == again
    found = re.findall(r"M(-?[\d.]+),(-?[\d.]+)", "".join(d for _, d in layers))
    points = [(float(x) / 1000, float(y) / 1000) for x, y in found]
    deep = ((0.44, 0.34), (0.56, 0.34), (0.56, 0.76), (0.44, 0.76))
    assert all(inside(SQUARE, point) and not inside(deep, point) for point in points)
    assert bool(points) == (name not in {"road", "plot", "plain"})


def test_textures_turn_with_their_tile() -> None:
    """Bushes keep their places on a tile that is turned by 180 degrees: (x, y) goes to (100 - x, 100 - y)."""
    whole = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))

    def bushes(turn: int) -> set[tuple[float, float]]:
        layers = dict(texture("meadow", "t1", Ground(whole, turn=turn), 100))
        return {(float(x), float(y)) for x, y in re.findall(r"M([\d.]+),([\d.]+)", layers["bush"])}

    assert len(bushes(0)) > 3
    assert bushes(2) == {(100 - x, 100 - y) for x, y in bushes(0)}


def test_sorts_without_a_texture_have_one_each() -> None:
    """The first six sorts of parts have different textures, and after them they repeat."""
    assert len({texture_name(sort) for sort in range(6)}) == 6
    assert texture_name(6) == texture_name(0)
