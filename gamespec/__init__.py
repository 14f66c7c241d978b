"""gamespec: rules as data for board and card games.

`load` reads a game and checks it. `check` returns every diagnostic instead of raising. The package
`interpreter` holds the engines that play what `load` returns.

Public names are imported on first use (PEP 562), so `--help` answers at once. Nothing else is imported before
them, so the command can answer an interrupt from its first line on.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from gamespec.analysis import Analysis, Cancelled, analyse
    from gamespec.catalogue import UnknownGame, games, variants
    from gamespec.layout.layout import formatted
    from gamespec.loader import Checked, OptionError, Spec, SpecError, check, load
    from gamespec.program import Program
    from gamespec.text.diagnostics import Diagnostic, Remark
    from gamespec.text.source import Source, Span

__all__ = [
    "Analysis",
    "Cancelled",
    "Checked",
    "Diagnostic",
    "OptionError",
    "Program",
    "Remark",
    "Source",
    "Span",
    "Spec",
    "SpecError",
    "UnknownGame",
    "analyse",
    "check",
    "formatted",
    "games",
    "load",
    "variants",
]
__version__ = "0.2.0"

_PLACES = {
    "Analysis": "analysis",
    "Cancelled": "analysis",
    "analyse": "analysis",
    "Diagnostic": "text.diagnostics",
    "Remark": "text.diagnostics",
    "Program": "program",
    "Source": "text.source",
    "Span": "text.source",
    "UnknownGame": "catalogue",
    "formatted": "layout.layout",
    "games": "catalogue",
    "variants": "catalogue",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first accessed."""
    if name not in __all__:
        message = f"module `gamespec` has no attribute `{name}`"
        raise AttributeError(message)
    from importlib import import_module

    value = getattr(import_module(f"gamespec.{_PLACES.get(name, 'loader')}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
