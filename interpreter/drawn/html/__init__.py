"""Draws a scene as HTML with inline SVG, for the browser page and for notebooks, with a style sheet.

Every element that people can point at has an accessible name, `tabindex="-1"`, and its refs in `data-ref`,
separated by spaces. Such elements are never nested, so a script can turn each of them into a button. A value
has its ref in `data-value`. Every element that scrolls or can be opened has an attribute `data-keep`, by
which a script can find it again after a redraw. The HTML contains no images and refers to no external
resources.
"""

from __future__ import annotations

from importlib import resources

from interpreter.drawn.html.whole import table_of
from interpreter.scene.things import Scene

__all__ = ["standalone", "style", "table"]

_SHEETS = ("palette", "table", "pieces", "boards", "marks", "ending")
"""The parts of the style sheet, in order."""


def table(scene: Scene) -> str:
    """Return a scene as an HTML fragment.

    The fragment is an element `<div class="table gamespec">`, which needs the style sheet that `style`
    returns.
    """
    return str(table_of(scene))


def style() -> str:
    """Return the CSS for tables, which applies only within elements of class `gamespec`."""
    folder = resources.files(__name__)
    return "".join(folder.joinpath(f"{name}.css").read_text(encoding="utf-8") for name in _SHEETS)


def standalone(scene: Scene) -> str:
    """Return a scene as a self-contained HTML fragment with its style sheet, for notebooks."""
    return f"<style>{style()}</style>{table(scene)}"
