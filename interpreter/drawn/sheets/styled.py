"""Makes SVG images that need no style sheet, by writing what it says into attributes, in the light theme.

The style sheet of `interpreter.drawn.html` remains the only place that says how things look. What it says in
a way that attributes cannot express is refused with `Unsupported`, so no face is printed in a wrong look.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeAlias
from xml.etree import ElementTree as ET

import cssselect2
import tinycss2

from gamespec.icons import SIDE, icons
from interpreter.drawn.html import style
from interpreter.drawn.sheets.colours import hexadecimal
from interpreter.drawn.sheets.typeset import FAMILY

__all__ = ["Unsupported", "standalone"]

Tokens: TypeAlias = list[Any]
Declared: TypeAlias = dict[str, Tokens]

PAINTS = frozenset({"fill", "stroke"})
INHERITED = frozenset({"font-family", "font-weight"})
"""Properties that the surroundings of an image may give it."""

PLAIN = INHERITED | {
    *("fill-opacity", "stroke-opacity", "opacity", "stroke-width", "stroke-linecap", "stroke-linejoin"),
    *("stroke-dasharray", "paint-order", "text-anchor", "dominant-baseline"),
}
"""Properties whose values stand in attributes of the same name."""

BOXES = frozenset(
    {
        *("align", "aspect", "background", "block", "border", "bottom", "box", "container", "content"),
        *(
            "animation",
            "cursor",
            "flex",
            "gap",
            "grid",
            "height",
            "inset",
            "justify",
            "left",
            "line",
            "list",
            "margin",
        ),
        *("max", "min", "outline", "overflow", "overscroll", "padding", "pointer", "position", "right"),
        *("top", "touch", "transition", "user", "vertical", "white", "width", "will", "z", "color"),
        "display",
    }
)
"""The first words of properties of boxes and of pages, which change nothing inside an image, except
`display: none`. No image has the colour of the text around it, because `currentcolor` is refused.
"""

CONDITIONS = frozenset({"container", "keyframes", "media", "property", "supports"})
"""Rules that depend on the screen, or only concern motion, and are skipped."""

COMMA = ","
SIGNS = {
    "\N{BLACK SPADE SUIT}": "spade",
    "\N{BLACK HEART SUIT}": "heart",
    "\N{BLACK DIAMOND SUIT}": "diamond",
    "\N{BLACK CLUB SUIT}": "club",
    "\u265b": "crown",
    "\N{BLACK SUN WITH RAYS}": "sun",
    "\N{SNOWFLAKE}": "snowflake",
}
"""Signs that fonts draw small and plainly, each with the icon that is drawn in its place."""

OFF_PAPER = frozenset({"cast", "rim"})
"""The classes of shadows, and of rims that set pieces off from boards, which are not printed."""

EM = 0.95
"""The size of an icon in the place of a sign, relative to the size of the letters."""

NAMESPACE = "http://www.w3.org/2000/svg"


class Unsupported(Exception):
    """The style sheet says something of an image that cannot be printed."""


def standalone(svg: str, css: str | None = None) -> str:
    """Return an SVG image that looks without a style sheet as it does with `css`, by default that of tables.

    The image may stand inside other elements, which are left away.

    Raises `Unsupported` if attributes cannot express what the style sheet says of the image.
    """
    rules = _rules(_own_style() if css is None else css)
    element = cssselect2.ElementWrapper.from_xml_root(
        ET.fromstring(f'<div class="gamespec">{svg}</div>')  # noqa: S314 - our own markup
    )
    around: Mapping[str, Tokens] = {}
    inherited: Declared = {}
    while element.etree_element.tag != "svg":
        own = _declared(rules, element)
        around = _computed(own, around)
        inherited |= {name: _substituted(own[name], around) for name in INHERITED & own.keys()}
        element = next(each for each in element.iter_children() if _holds_image(each.etree_element))
    image = element.etree_element
    for name, value in inherited.items():
        image.set(name, _text(name, value))
    _style(rules, element, around, 1.0)
    image.set("xmlns", NAMESPACE)
    _draw_signs(image)
    return ET.tostring(image, encoding="unicode")


def _holds_image(node: ET.Element) -> bool:
    return node.tag == "svg" or any(True for _ in node.iter("svg"))


def _draw_signs(image: ET.Element) -> None:
    """Replace texts that consist of a single sign by its icon."""
    for text in [*image.iter("text")]:
        name = SIGNS.get("".join(text.itertext()).strip("\ufe0e\ufe0f "))
        line = next(text.iter("tspan"), None)
        if name is None or line is None:
            continue
        size = float(text.get("font-size", "0")) * EM
        x, y = float(line.get("x", "0")) - size / 2, float(line.get("y", "0")) - size / 2
        text.remove(line)
        text.tag = "path"
        for unused in ("font-size", "font-weight", "text-anchor", "dominant-baseline"):
            text.attrib.pop(unused, None)
        text.set("d", icons()[name].path)
        text.set("transform", f"translate({x:.2f} {y:.2f}) scale({size / SIDE:.4f})")


# --- the cascade ------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _own_style() -> str:
    return style()


@lru_cache(maxsize=1)
def _rules(css: str) -> cssselect2.Matcher:
    """Return what finds the declarations for an element in a style sheet."""
    matcher = cssselect2.Matcher()
    for rule in tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True):
        if rule.type == "at-rule" and rule.lower_at_keyword in CONDITIONS:
            continue
        if rule.type != "qualified-rule":
            raise Unsupported(f"the style sheet has a rule of another kind: {rule.serialize()[:60]}")
        if "::" in tinycss2.serialize(rule.prelude):
            continue  # images have no pseudo-elements
        found = _declarations(rule)
        for selector in cssselect2.compile_selector_list(rule.prelude):
            matcher.add_selector(selector, found)
    return matcher


def _declarations(rule: Any) -> tuple[Declared, Declared]:
    """Return what a rule declares, without and with `!important`."""
    usual: Declared = {}
    important: Declared = {}
    for each in tinycss2.parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True):
        if each.type != "declaration":
            raise Unsupported(f"a rule is nested or cannot be read: {each.serialize()[:60]}")
        (important if each.important else usual).update(_longhand(each.name, each.value))
    return usual, important


def _longhand(name: str, value: Tokens) -> Declared:
    """Return a declaration under the names of attributes. Of `font`, this is the family."""
    if name != "font":
        return {name: value}
    sizes = [index for index, token in enumerate(value) if token.type in {"dimension", "number"}]
    return {"font-family": value[sizes[-1] + 1 :]}


def _declared(rules: cssselect2.Matcher, element: cssselect2.ElementWrapper) -> Declared:
    """Return what the style sheet says of an element; the last of the most specific rules wins."""
    matched = sorted(rules.match(element), key=lambda each: each[:2])
    found: Declared = {}
    for strength in (0, 1):
        for _, _, _, declarations in matched:
            found.update(declarations[strength])
    return found


def _computed(declared: Declared, around: Mapping[str, Tokens]) -> dict[str, Tokens]:
    """Return the custom properties of an element, without references to each other."""
    own = {name: value for name, value in declared.items() if name.startswith("--")}
    found = {name: value for name, value in around.items() if name not in own}

    def resolve(name: str) -> None:
        value = own.pop(name, None)
        if value is not None:
            for other in _referred(value):
                resolve(other)
            found[name] = _substituted(value, found)

    for name in [*own]:
        resolve(name)
    return found


def _referred(value: Iterable[Any]) -> Iterator[str]:
    for token in value:
        if token.type == "function":
            if token.lower_name == "var":
                yield _named(token)
            yield from _referred(token.arguments)


def _named(reference: Any) -> str:
    """Return the name of the custom property to which `var()` refers."""
    return str(next(token.value for token in reference.arguments if token.type == "ident"))


def _substituted(value: Iterable[Any], custom: Mapping[str, Tokens]) -> Tokens:
    """Return a value in which references are replaced by what custom properties say."""
    found: Tokens = []
    for token in value:
        if token.type != "function":
            found.append(token)
        elif token.lower_name == "var":
            found += _value_of(token, custom)
        else:
            inner = _substituted(token.arguments, custom)
            found.append(
                tinycss2.ast.FunctionBlock(token.source_line, token.source_column, token.name, inner)
            )
    return found


def _value_of(reference: Any, custom: Mapping[str, Tokens]) -> Tokens:
    """Return what a custom property says or else the alternative that `var()` gives."""
    if _named(reference) in custom:
        return custom[_named(reference)]
    _, comma, alternative = _split(reference.arguments)
    if not comma:
        raise Unsupported(f"nothing says what `{_named(reference)}` is")
    return _substituted(alternative, custom)


def _split(arguments: Tokens) -> tuple[Tokens, bool, Tokens]:
    """Return what stands before the first comma, whether there is one, and what stands after it."""
    at = next((index for index, token in enumerate(arguments) if token == COMMA), len(arguments))
    return arguments[:at], at < len(arguments), arguments[at + 1 :]


# --- attributes -------------------------------------------------------------------------------------


def _style(
    rules: cssselect2.Matcher, element: cssselect2.ElementWrapper, around: Mapping[str, Tokens], scale: float
) -> None:
    """Write the style of an element and of all inside it; `scale` is that of the drawing around it."""
    declared = _declared(rules, element)
    custom = _computed(declared, around)
    node = element.etree_element
    scale *= _scale(node.get("transform", ""))
    children = [*element.iter_children()]
    said = {name: value for name, value in declared.items() if not name.startswith("--")}
    written = {
        name: _substituted(value, custom)
        for name, value in said.items()
        if not _of_boxes(name) and not _casts_shadow(name, value)
    }
    unscaled = written.pop("vector-effect", None) is not None
    for name, value in written.items():
        node.set(name, _text(name, value))
    if unscaled and "stroke-width" in written:
        node.set("stroke-width", f"{float(node.get('stroke-width', '1')) / scale:g}")
    if tinycss2.serialize(said.get("display", [])).strip() == "none":
        node.set("display", "none")
    for child in children:
        if OFF_PAPER & child.classes:
            node.remove(child.etree_element)
        else:
            _style(rules, child, custom, scale)
    _strip(node)


def _of_boxes(name: str) -> bool:
    return name.partition("-")[0] in BOXES or name == "text-align"


def _casts_shadow(name: str, value: Tokens) -> bool:
    """Return whether a property only casts a shadow, which is not printed."""
    functions = [token.lower_name for token in value if token.type == "function"]
    return name == "filter" and bool(functions) and set(functions) <= {"drop-shadow"}


def _scale(transform: str) -> float:
    """Return by how much a transformation enlarges a drawing."""
    scale = re.search(r"scale\(([\d.]+)\)", transform)
    return float(scale[1]) if scale else 1.0


def _strip(node: ET.Element) -> None:
    """Remove what serves scripts and screen readers."""
    for title in node.findall("title"):
        node.remove(title)
    for name in [*node.attrib]:
        if name in {"class", "role", "tabindex"} or name.startswith(("data-", "aria-")):
            del node.attrib[name]


def _text(name: str, value: Tokens) -> str:
    """Return the value of a property as an attribute has it."""
    kept = [token for token in value if token.type not in {"whitespace", "comment"}]
    if name in PAINTS:
        (token,) = kept
        if token.type == "ident" and token.lower_value in {"none", "transparent"}:
            return "none"
        return hexadecimal(token)
    if name == "font-family":
        return FAMILY
    if name in PLAIN and not any(token.type == "function" for token in kept):
        return str(tinycss2.serialize(value)).strip()
    raise Unsupported(f"an image cannot have `{name}: {tinycss2.serialize(value)}`")
