"""A scene as HTML with inline SVG, and its style sheet, for the browser page and for notebooks.

Every element that can be pointed at has an accessible name, `tabindex="-1"`, and `data-ref` with its refs,
separated by spaces. Such elements are never nested, so a script can turn each into a button. Every element
that scrolls or can be opened has `data-keep`, by which a script finds it again after redrawing. There are no
images and no external resources.
"""

from __future__ import annotations

from importlib import resources

from interpreter.drawn.html.whole import table_of
from interpreter.scene.things import Scene

__all__ = ["standalone", "style", "table"]


def table(scene: Scene) -> str:
    """Return a scene as an HTML fragment: an element `<div class="table gamespec">`, which `style` styles."""
    return str(table_of(scene))


def style() -> str:
    """Return the CSS of tables. It applies only to elements of class `gamespec` and their content."""
    return resources.files(__name__).joinpath("table.css").read_text(encoding="utf-8")


def standalone(scene: Scene) -> str:
    """Return a scene with its style sheet, as a self-contained HTML fragment for notebooks."""
    return f"<style>{style()}</style>{table(scene)}"
