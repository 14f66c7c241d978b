"""Converts matplotlib's output to an SVG element that can be embedded in a page.

The element has a name and a description. Its ids are unique on the page, its lines have the colour of the
surrounding text, and its fills are CSS variables with a default.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from gamespec.program.frozen import dataclass

__all__ = ["FILLS", "INK", "Told", "element_of"]

INK = "#010203"
FILLS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#999999")
"""Colours that colour-blind readers can tell apart (M. Okabe, K. Ito, "Color Universal Design", 2008)."""


@dataclass(frozen=True, slots=True)
class Told:
    """The description of a chart. `key` identifies the chart on its page."""

    key: str
    title: str
    description: str


_SVG, _XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
_REFERENCE = re.compile(r"url\(#([^)]*)\)")
_DIGITS = re.compile(r"(\d+\.\d\d)\d+")
_ROTATION = re.compile(r"rotate\(-?0 [^)]*\)")
_HREF = f"{{{_XLINK}}}href"


def element_of(file: str, told: Told) -> str:
    """Convert an SVG file written by matplotlib to an element with a name, a description, and unique ids."""
    root = ET.fromstring(file)  # noqa: S314 - it was made here
    for child in list(root):
        if child.tag == f"{{{_SVG}}}metadata" or child.find(f"{{{_SVG}}}style") is not None:
            root.remove(child)  # its rules for `*` would apply to the whole page
    used = {
        name
        for element in root.iter()
        for value in element.attrib.values()
        for name in [*_REFERENCE.findall(value), *([value[1:]] if value.startswith("#") else [])]
    }
    for element in root.iter():
        for key, value in list(element.attrib.items()):
            element.attrib[key] = _mended(key, value, told.key)
        if element.attrib.get("id", "").removeprefix(f"{told.key}-") not in used:
            element.attrib.pop("id", None)
        if _HREF in element.attrib:
            element.attrib["href"] = element.attrib.pop(_HREF)
        element.tag = element.tag.removeprefix(f"{{{_SVG}}}")
        element.text = element.text if element.text and element.text.strip() else None
        element.tail = None
    _flatten(root)
    heads = []
    for tag, text in (("title", told.title), ("desc", told.description)):
        head = ET.Element(tag, {"id": f"{told.key}-{tag}"})
        head.text = text
        heads.append(head)
    root[:] = [*heads, *root]
    box = root.attrib["viewBox"]
    root.attrib.clear()
    root.attrib |= {
        "xmlns": _SVG,
        "viewBox": box,
        "role": "img",
        "aria-labelledby": f"{told.key}-title {told.key}-desc",
        "stroke-linejoin": "round",
    }
    return ET.tostring(root, encoding="unicode")


def _flatten(parent: ET.Element) -> None:
    """Replace each group without attributes by its children."""
    children = []
    for child in parent:
        _flatten(child)
        children += list(child) if child.tag == "g" and not child.attrib else [child]
    parent[:] = children


def _mended(key: str, value: str, prefix: str) -> str:
    """Return the value of the attribute `key`, adapted to the ids and colours of the page."""
    if key == "id":
        return f"{prefix}-{value}"
    if key == _HREF and value.startswith("#"):
        return f"#{prefix}-{value[1:]}"
    if key in {"d", "x", "y", "transform"}:
        value = _ROTATION.sub("", _DIGITS.sub(r"\1", " ".join(value.split())))
    value = _REFERENCE.sub(rf"url(#{prefix}-\1)", value).replace(INK, "currentColor")
    for number, fill in enumerate(FILLS):
        value = value.replace(fill, f"var(--fill-{number}, {fill})")
    return value.replace("'DejaVu Sans', sans-serif", "sans-serif").replace("'DejaVu Sans'", "sans-serif")
