"""A scene as HTML with inline SVG, and its style sheet, for the browser page and for notebooks.

Whatever can be pointed at has `data-ref` with its refs, separated by blanks, `tabindex="-1"` and an
accessible name; such elements are never nested, so a script can turn each into a button. Whatever scrolls or
can be opened has `data-keep`, by which a script finds it again after redrawing. There are no images and no
external resources.
"""

from __future__ import annotations

from importlib import resources

from interpreter.drawn.html.whole import table_of
from interpreter.scene.things import Scene

__all__ = ["standalone", "style", "table"]


def table(scene: Scene) -> str:
    """Return a scene as an HTML fragment: an element `<div class="table gamespec">`, styled by `style`."""
    return str(table_of(scene))


def style() -> str:
    """Return the CSS of tables; it applies only to elements of class `gamespec` and their content."""
    return resources.files(__name__).joinpath("table.css").read_text(encoding="utf-8")


def standalone(scene: Scene) -> str:
    """Return a scene with its style, as a self-contained HTML fragment for notebooks."""
    return f"<style>{style()}</style>{table(scene)}"
