"""Writes the page of `gamespec icons -o FILE`, on which people see the icons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.icons import SIDE
from gamespec.text.plurals import counted
from interpreter.drawn.html.markup import Html, element, joined

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gamespec.icons import Icon

__all__ = ["icon_page"]

STYLE = """
:root{color-scheme:light dark;font:1rem/1.4 system-ui,sans-serif}
body{margin:2rem;background:light-dark(#fff,#15171a);color:light-dark(#1b1b1b,#ecebe6)}
ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(9rem,1fr));gap:1.5rem 1rem}
ul{list-style:none;padding:0}
li{text-align:center;overflow-wrap:anywhere}
svg{display:block;width:4rem;height:4rem;margin:0 auto .5rem;fill:currentColor}
b{user-select:all}
small{display:block;color:light-dark(#57564f,#b9bfc7)}
"""


def icon_page(icons: Sequence[Icon]) -> str:
    """Return a page with a picture, the name and the tags of each icon. It needs no other file."""
    title = counted(len(icons), "icon")
    head = element(
        "head",
        {},
        Html('<meta charset="utf-8"/><meta name="viewport" content="width=device-width"/>'),
        element("title", {}, title),
        element("style", {}, Html(STYLE)),
    )
    body = element(
        "body",
        {},
        element("h1", {}, title),
        element("ul", {}, joined(_picture(icon) for icon in icons)),
        element(
            "p", {}, "Phosphor Icons (phosphoricons.com), MIT licence; icons of gamespec, Apache License 2.0"
        ),
    )
    return f"<!doctype html>\n{element('html', {'lang': 'en'}, head, body)}\n"


def _picture(icon: Icon) -> Html:
    drawn = element(
        "svg", {"viewBox": f"0 0 {SIDE} {SIDE}", "aria-hidden": "true"}, element("path", {"d": icon.path})
    )
    return element("li", {}, drawn, element("b", {}, icon.name), element("small", {}, ", ".join(icon.tags)))
