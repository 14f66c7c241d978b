"""Tests for scenes drawn as HTML, which must be well-formed and escaped, with every ref and name in place."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from drawn_scenes import HOSTILE, SCENES, hostile

from interpreter.drawn.html import standalone, style, table
from interpreter.drawn.html.letters import letters
from interpreter.scene.things import (
    Cell,
    Heading,
    Look,
    Part,
    Piece,
    Place,
    Player,
    Scene,
    ScoresAfter,
    Value,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMED = pytest.mark.parametrize("name", SCENES)


def parsed(scene: Scene) -> ET.Element:
    """Return the HTML of a scene's table, parsed as XML."""
    return ET.fromstring(table(scene))  # noqa: S314 - it was made here


def things(within: object) -> Iterator[object]:
    """Yield every part of a scene, each part before the parts inside it."""
    if is_dataclass(within):
        yield within
        for field in fields(within):
            yield from things(getattr(within, field.name))
    elif isinstance(within, tuple):
        for each in within:
            yield from things(each)


def refs_of(thing: object) -> tuple[str, ...]:
    """Return the refs by which a user can point at one part of a scene."""
    match thing:
        case Piece() | Heading():
            return thing.refs
        case Place() | Cell() | Part() | Player():
            return (thing.ref,)
        case _:
            return ()


def pointed(root: ET.Element) -> list[ET.Element]:
    """Return the elements below `root` that can be pointed at."""
    return [each for each in root.iter() if "data-ref" in each.attrib]


def name_of(element: ET.Element) -> str:
    """Return the accessible name of an element, which is its label or, without a label, its text."""
    return element.get("aria-label") or "".join(element.itertext())


def with_ref(root: ET.Element, ref: str) -> list[ET.Element]:
    """Return the elements below `root` that have the given ref."""
    return [each for each in pointed(root) if ref in each.attrib["data-ref"].split()]


@NAMED
def test_every_ref_is_there(name: str) -> None:
    """The page has exactly the refs of its scene, and as often as the scene has them.

    Only the refs of players and values may occur more often, because headings repeat them.
    """
    scene = SCENES[name]
    found = Counter(ref for each in pointed(parsed(scene)) for ref in each.attrib["data-ref"].split())
    wanted = Counter(ref for thing in things(scene) for ref in refs_of(thing))
    assert found.keys() == wanted.keys()
    single = {ref for ref in wanted if not ref.startswith(("p", "e."))}
    assert {ref: found[ref] for ref in single} == {ref: wanted[ref] for ref in single}


@NAMED
def test_refs_are_where_they_belong(name: str) -> None:
    """An element with the ref of a part of the scene has an accessible name that contains the part's name."""
    scene = SCENES[name]
    root = parsed(scene)
    for thing in things(scene):
        words = thing.text if isinstance(thing, Heading) else getattr(thing, "name", "")
        if isinstance(thing, Place) and thing.key:
            words = thing.key
        for ref in refs_of(thing):
            assert any(words in name_of(element) for element in with_ref(root, ref)), (ref, words)


@NAMED
def test_buttons_can_be_made(name: str) -> None:
    """Elements that can be pointed at have a name and are never nested.

    A label hides none of the text inside them.
    """
    for element in pointed(parsed(SCENES[name])):
        assert element.get("tabindex") == "-1"
        assert name_of(element).strip()
        inside = [each for each in element.iter() if each is not element]
        assert not [each for each in inside if {"data-ref", "tabindex", "role"} & each.attrib.keys()]
        if "aria-label" in element.attrib:
            assert element.get("role") == "img"
            assert not [each for each in inside if each.text and each.tag != "title"]


@NAMED
def test_what_changed_is_said(name: str) -> None:
    """An element that shows a changed part has the class `changed` and a name that ends with `changed`."""
    scene = SCENES[name]
    root = parsed(scene)
    changed = [thing for thing in things(scene) if getattr(thing, "changed", False)]
    for thing in changed:
        for ref in refs_of(thing)[:1]:
            (element,) = with_ref(root, ref)
            assert name_of(element).endswith(", changed")
    marked = [each for each in root.iter() if "changed" in each.get("class", "").split()]
    assert len(marked) >= len(changed)


def test_changes_in_german() -> None:
    """Words that the page adds, such as `changed`, are in the language of the scene."""
    said = table(replace(SCENES["cards"], language="de"))
    assert ", neu" in said
    assert "verdeckt" in said
    assert "am Zug" in said
    assert not [word for word in ("changed", "face down", "to move") if f">{word}<" in said]


@NAMED
def test_ids_and_scripts(name: str) -> None:
    """The table contains no scripts, no content from elsewhere, and no ids.

    With ids, two tables on one page would clash.
    """
    for element in parsed(SCENES[name]).iter():
        assert element.tag not in {"script", "img", "image", "iframe", "link", "style", "use"}
        assert not {key for key in element.attrib if key in {"id", "href", "src"} or key.startswith("on")}


def test_texts_come_out_as_texts() -> None:
    """No text can add an element to the page, and characters that XML does not allow are replaced."""
    scene = hostile()
    plain = scene
    root = parsed(scene)
    shown = HOSTILE.replace("\x00", "\ufffd").replace("\ud800", "\ufffd")
    assert {each.tag for each in root.iter()} <= {
        *(
            "div",
            "section",
            "span",
            "p",
            "b",
            "ul",
            "li",
            "dl",
            "dt",
            "dd",
            "h2",
            "h3",
            "h4",
            "h5",
            "details",
        ),
        *("summary", "table", "caption", "thead", "tbody", "tr", "th", "td", "figure", "figcaption"),
        *("svg", "g", "path", "circle", "rect", "text", "tspan", "title"),
    }
    texts = [text for each in root.iter() for text in (*each.attrib.values(), each.text or "")]
    assert sum(shown in text for text in texts) > 50
    assert "<script" not in table(plain)


def test_order_of_parts() -> None:
    """The players come first, the reader before the others in the order of play.

    The centre of the table follows, and the reader's own zones come last, the hand before all others.
    """
    first, *groups = SCENES["cards"].groups
    root = parsed(replace(SCENES["cards"], groups=(first, *groups[::-1]), seat=0))
    sections = [each for each in root[0] if each.tag == "section"]
    assert [each.get("aria-label") for each in sections] == ["players", "The table", "Ada"]
    root = parsed(replace(SCENES["cards"], groups=(first, *groups[::-1]), seat=2))
    seats = [each.findtext("h2//b") for each in root.iterfind(".//section[@class='seats']/ul/li/section")]
    assert seats == ["Cleo", "Dag", "Ada", "Ben"]
    hand = replace(groups[0], places=groups[0].places[::-1])
    mine = parsed(replace(SCENES["cards"], groups=(first, hand))).find(".//section[@class='mine held']")
    assert mine is not None
    assert "fan" in mine[0][0].get("class", "")


def test_what_a_player_has_stands_with_the_player() -> None:
    """The values of a player stand below the player's name. A value that is not set is left out."""
    values = (Value("gold", "", "0", blank=True), Value("has stopped", "", "no", blank=True))
    players = (replace(SCENES["cards"].players[0], values=values), *SCENES["cards"].players[1:])
    root = parsed(replace(SCENES["cards"], players=players))
    ada = root.find(".//section[@class='seats']/ul/li/section")
    assert ada is not None
    assert [each.text for each in ada.iter("dt")] == ["gold"]


def test_where_things_stand() -> None:
    """Boards and zones stand where the scene says: in the centre, at its side, or folded away."""
    first, *groups = SCENES["cards"].groups
    deck, discards, *others = first.places
    places = (replace(deck, stands="center"), replace(discards, stands="folded"), *others)
    board = replace(SCENES["walls"].groups[0].boards[0], stands="side")
    root = parsed(replace(SCENES["cards"], groups=(replace(first, places=places, boards=(board,)), *groups)))
    main, side = root.find(".//div[@class='main']"), root.find(".//div[@class='side']")
    folded = root.find(".//details[@class='folded']")
    assert main is not None
    assert side is not None
    assert folded is not None
    assert with_ref(main, deck.ref)
    assert with_ref(folded, discards.ref)
    assert side.find("figure") is not None


def test_tables_have_headings() -> None:
    """Every heading of a table has a scope, and every row has one cell per column.

    A table of three rows and thirteen columns is drawn the other way round, to be narrow.
    """
    scene = SCENES["tables"]
    root = parsed(scene)
    headings = list(root.iter("th"))
    assert {each.get("scope") for each in headings} == {"col", "row"}
    rows = root.findall(".//div[@class='tables']//tbody/tr")
    assert [len(row.findall("td")) for row in rows] == [3] * 13


def test_large_boards_scroll() -> None:
    """A board of 19 columns scrolls in a named box that can take the focus, and a board of 3 does not."""
    (box,) = parsed(SCENES["large"]).iterfind(".//figure/div")
    assert (box.get("tabindex"), box.get("role"), box.get("aria-label")) == (
        "0",
        "group",
        "Nineteen (can be scrolled)",
    )
    (box,) = parsed(SCENES["walls"]).iterfind(".//figure/div")
    assert "tabindex" not in box.attrib


@pytest.mark.parametrize("name", ["squares", "large", "hexes", "ring", "graph", "plane"])
def test_cells_can_be_hit(name: str) -> None:
    """Neighboring cells are at least 24 pixels apart, however narrow the screen is."""
    (svg,) = parsed(SCENES[name]).iterfind(".//figure/div/svg")
    wide = float(svg.attrib["viewBox"].split()[2]) / 100  # in units, the distance of two cells
    said = dict(each.split(":") for each in svg.attrib["style"].split(";"))
    assert float(said["--wide"]) == pytest.approx(wide, abs=0.01)
    assert float(said["--least"].removesuffix("px")) >= 24
    assert "svg{display:block;width:100%;height:auto;min-width:calc(var(--wide)*var(--least))" in style()


def test_headings_stand_on_the_frame() -> None:
    """A board of squares has its headings on the wood around its cells, and the picture all of the wood."""
    (svg,) = parsed(SCENES["large"]).iterfind(".//figure/div/svg")
    left, top, *_ = (float(each) for each in svg.attrib["viewBox"].split())
    cells = [corner for path in svg.iterfind(".//g/path[@class='ground']") for corner in _corners(path)]
    (wood,) = svg.iterfind("path[@class='wood']")
    ((_, upper),) = _corners(wood)
    (lettered,) = svg.iterfind("g[@class='headings']")
    written = [(float(each.attrib["x"]), float(each.attrib["y"])) for each in lettered.iter("tspan")]
    assert len(written) == 2 * 19
    assert top < upper < min(y for _, y in written) < min(y for _, y in cells)
    assert left < min(x for x, _ in written) < min(x for x, _ in cells)


def _corners(path: ET.Element) -> list[tuple[float, float]]:
    """Return the points of a path that are not relative to others."""
    numbers = re.findall(r"[ML](-?[0-9.]+),(-?[0-9.]+)", path.attrib["d"])
    return [(float(x), float(y)) for x, y in numbers]


@NAMED
def test_what_is_lit_is_seen(name: str) -> None:
    """The line that highlights a point of a graph runs outside the piece that stands on the point."""
    for board in parsed(SCENES[name]).iterfind(".//figure[@data-form='graph']"):
        halos = {float(each.attrib["r"]) for each in board.iterfind(".//circle[@class='halo']")}
        shapes = [each.attrib["d"] for each in board.iterfind(".//g[@class='mark']/path[@class='edge']")]
        numbers = [abs(float(number)) for d in shapes for number in re.findall(r"-?\d+(?:\.\d+)?", d)]
        line, rim = 6, 9  # how wide both are drawn, half of it beyond the shape
        assert min(halos) - line / 2 > max(numbers, default=0) + rim / 2


@NAMED
def test_piles_can_be_pressed(name: str) -> None:
    """The top piece of a pile also stands for the pile's zone, and so does the space of an empty pile.

    The zone itself has a heading that can be pointed at.
    """
    root = parsed(SCENES[name])
    there = {ref for each in pointed(root) for ref in each.attrib["data-ref"].split()}
    also = [each.attrib["data-also"] for each in root.iter() if "data-also" in each.attrib]
    assert set(also) <= there
    assert len(set(also)) == len(also)
    piles = {each.ref for each in things(SCENES[name]) if isinstance(each, Place) and each.lies == "pile"}
    drawn = {each.attrib["data-also"] for each in root.iter("li") if "data-also" in each.attrib}
    assert drawn <= piles


def test_blank_values() -> None:
    """Blank values are omitted if a variable has many values, but shown if it has few."""
    scene = SCENES["nothing"]
    few = tuple(Value("goods", f"key {n}", str(n), blank=not n) for n in range(3))
    many = tuple(Value("gems", f"key {n}", str(n % 4), blank=n % 4 == 0) for n in range(8))
    none = tuple(Value("chips", f"key {n}", "0", blank=True) for n in range(8))
    group = replace(SCENES["cards"].groups[0], places=(), values=(*few, *many, *none))
    root = parsed(replace(scene, groups=(group,)))
    rows = {row.findtext("dt"): len(row.findall("dd")) for row in root.iterfind(".//dl/div")}
    assert rows == {"goods": 3, "gems": 6, "chips": 1}


def test_a_symbol_is_seen_once() -> None:
    """A value whose text is the symbol of its picture is written for screen readers only."""
    scene = SCENES["nothing"]
    values = (Value("led", "", "♦", Look("♦", "red")), Value("trump", "", "diamonds", Look("♦", "red")))
    group = replace(SCENES["cards"].groups[0], places=(), values=values)
    root = parsed(replace(scene, groups=(group,)))
    unseen = ".//span[@class='unseen']"
    texts = [[each.text for each in dd.iterfind(unseen)] for dd in root.iterfind(".//dl//dd")]
    assert texts == [["♦"], []]
    assert ["diamonds" in "".join(dd.itertext()) for dd in root.iterfind(".//dl//dd")] == [False, True]


def test_ending() -> None:
    """A finished game begins with the ending, which marks the winner.

    If the game stopped with a fault, the ending says that the numbers mean nothing.
    """
    root = parsed(SCENES["tables"])
    ending = root[0][0]
    assert ending.get("class") == "ending"
    rows = ["".join(row.itertext()) for row in ending.iterfind(".//tbody/tr")]
    assert [("winner" in row, "Ben" in row, "21" in row) for row in rows] == [
        (True, True, True),
        (False, False, False),
    ]
    assert "mean nothing" in table(SCENES["nothing"])


def charted(course: tuple[ScoresAfter, ...]) -> list[ET.Element]:
    """Draw a finished game with the course of its scores, and return its chart, if there is one."""
    scene = SCENES["tables"]
    assert scene.ending is not None
    root = parsed(replace(scene, ending=replace(scene.ending, course=course)))
    return root.findall(".//figure[@class='chart']")


def test_course_of_scores() -> None:
    """The chart has a line for each player, in steps, which ends beside the player's name and last score.

    The higher score stands above the lower one.
    """
    course = (ScoresAfter(0, (0, 0)), ScoresAfter(1, (4, 0)), ScoresAfter(2, (4, 7)), ScoresAfter(4, (10, 7)))
    (chart,) = charted(course)
    lines = [path.get("d") or "" for path in chart.iterfind(".//path[@class='course']")]
    steps = [line for line in lines if "V" in line]
    assert [line.count("H") for line in steps] == [3, 3]
    heights = [float(line.rpartition("V")[2]) for line in steps]
    assert heights[0] < heights[1], "y grows downwards"
    said = ["".join(text.itertext()) for text in chart.iterfind(".//text")]
    assert said == ["0", "10", "4 answers", "Ada 10", "Ben 7"]


def test_no_course_of_scores() -> None:
    """There is no chart if nothing is known of the course, or if scores changed only with the last answer."""
    assert charted(()) == []
    assert charted((ScoresAfter(0, (0, 0)), ScoresAfter(1, (0, 0)), ScoresAfter(2, (1, 0)))) == []


def test_standalone() -> None:
    """A standalone table, which notebooks use, includes its own style."""
    scene = SCENES["graph"]
    assert standalone(scene) == f"<style>{style()}</style>{table(scene)}"


@pytest.mark.parametrize(
    "text", ["A", "bear 3", "a long name of several words", "Donaudampfschifffahrt", "♠", ""]
)
def test_letters_fit(text: str) -> None:
    """Letters are sized and broken into lines so that they fit their box, and longer text is cut off."""
    root = ET.fromstring(letters(text, 0, 0, 80, 60))  # noqa: S314 - it was made here
    size, lines = float(root.attrib["font-size"]), [line.text or "" for line in root]
    assert 14 <= size <= 46
    assert size * len(lines) <= 60
    assert all(len(line) * 0.4 * size <= 80 for line in lines)  # no letter is narrower than 0.4 em
    assert "".join(lines).replace("…", "") in text.replace(" ", "") or " ".join(lines).rstrip("…") in text
    assert ("…" in "".join(lines)) == (text in {"Donaudampfschifffahrt", "a long name of several words"})


def test_backs_in_an_order() -> None:
    """Cards that lie face down in an ordered zone can be pointed at one by one.

    In a zone without an order they can be pointed at only together.
    """
    scene = SCENES["cards"]
    backs = Piece(("z9.0", "z9.1", "z9.2"), "card", "?", "card", known=False, count=3)
    hand = Place("z9", "hand", "", "fan", (backs,), 3, ordered=True)
    group = replace(scene.groups[0], places=(hand,), values=())
    root = parsed(replace(scene, groups=(group,)))
    assert all(len(with_ref(root, f"z9.{place}")) == 1 for place in range(3))
    assert len(root.findall(".//div[@class='piece card back']")) == 3
    group = replace(group, places=(replace(hand, ordered=False),))
    (element,) = parsed(replace(scene, groups=(group,))).findall(".//div[@class='piece card back']")
    assert element.get("data-ref") == "z9.0 z9.1 z9.2"
    assert name_of(element).startswith("3 \N{MULTIPLICATION SIGN} card")


@NAMED
def test_what_scrolls_or_opens_is_found_again(name: str) -> None:
    """Boards and elements that open have unique keys, by which a script finds them on an updated page."""
    root = parsed(SCENES[name])
    kept = [*root.iterfind(".//figure/div"), *root.iter("details")]
    keys = [each.get("data-keep") for each in kept]
    assert all(keys)
    assert len(set(keys)) == len(keys)


def test_turned_tiles() -> None:
    """A tile in a hand is also shown in its other turns.

    A quarter turn moves the tile's northern side to the east.
    """
    scene = SCENES["plane"]
    (place,) = scene.groups[0].places
    tile = replace(place.pieces[0], turns=(0, 1))
    group = replace(scene.groups[0], places=(replace(place, pieces=(tile,)),))
    root = parsed(replace(scene, groups=(group,)))
    pictures = root.findall(".//div[@class='turns']/div")
    assert [picture.findtext("span") for picture in pictures] == ["0°", "90°"]
    upright, turned = (
        [part.find("path").get("d") for part in picture.iter("g") if "part" in part.get("class", "").split()]
        for picture in pictures
    )
    assert upright[1] == "M0,0l100,0 -50,40z"  # its city, at the northern side, in hundredths
    assert turned[1] == "M100,0l0,100 -40-50z"  # (x, y) goes to (1 - y, x)
    assert not pointed(pictures[1])


def around_the_table(reader: int | None, *sizes: int) -> list[str | None]:
    """Return the styles of the zones of players that lie together, each with so many cards, for a reader."""
    scene = SCENES["cards"]
    places = tuple(
        Place(f"z9{seat}", "trick", f"p{seat + 1}", "row", scene.groups[0].places[0].pieces[:1] * size, size)
        for seat, size in enumerate(sizes)
    )
    placed = tuple(replace(each, owner=seat, stands="center") for seat, each in enumerate(places))
    players = tuple(replace(scene.players[0], seat=seat, ref=f"p{seat}") for seat in range(len(sizes)))
    group = replace(scene.groups[0], boards=(), places=placed)
    root = parsed(replace(scene, seat=reader, players=players, groups=(group,)))
    (ring,) = [each for each in root.iter("div") if "ring" in (each.get("class") or "").split()] or [[]]
    return [each.get("style") for each in ring]


def test_a_trick_lies_as_the_players_sit() -> None:
    """The reader's place is the first, and the others follow clockwise. For spectators, seat 1 is first.

    Zones with several cards do not fit in a circle.
    """
    assert around_the_table(0, 1, 0, 1, 0) == ["--at:0", "--at:1", "--at:2", "--at:3"]
    assert around_the_table(2, 1, 0, 1, 0) == ["--at:2", "--at:3", "--at:0", "--at:1"]
    assert around_the_table(None, 0, 0) == ["--at:0", "--at:1"]
    assert around_the_table(0, 1, 2, 1) == []


def test_the_felt_has_the_colour_of_the_view() -> None:
    """The table says which felt it has, and the style has a rule for each colour but the usual one."""
    for felt in ("green", "blue", "purple"):
        assert parsed(replace(SCENES["cards"], felt=felt)).get("data-felt") == felt
    assert ".gamespec.table[data-felt=purple]{--felt:var(--purple-felt)}" in style()
