"""A scene as HTML with inline SVG, and its style: for the page in the browser, and for notebooks.

What can be pointed at has `data-ref`, its refs separated by blanks, `tabindex="-1"` and an accessible name;
no such element holds another, so a script may make a button of each. What scrolls or can be opened has
`data-keep`, by which a script that draws a table anew finds it again. Nothing is an image or comes from
elsewhere.
"""

from __future__ import annotations

from importlib import resources

from interpreter.drawn.html.whole import table_of
from interpreter.scene.things import Scene

__all__ = ["standalone", "style", "table"]


def table(scene: Scene) -> str:
    """A scene as a fragment of HTML: an element `<div class="table gamespec">`, which `style` is for."""
    return str(table_of(scene))


def style() -> str:
    """The style of tables, as CSS: all of it applies to elements of the class `gamespec` and inside them."""
    return resources.files(__name__).joinpath("table.css").read_text(encoding="utf-8")


def standalone(scene: Scene) -> str:
    """A scene with its style, as a fragment of HTML that needs nothing else: for notebooks."""
    return f"<style>{style()}</style>{table(scene)}"
