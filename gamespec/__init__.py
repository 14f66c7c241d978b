"""gamespec: rules as data for board and card games.

`load` reads a game and checks it; `check` gives every diagnostic instead. The engine that plays what is
loaded is the package `interpreter`.

Names are imported when they are first used (PEP 562), so that the command answers `--help` at once; and
nothing else is imported before, so that it answers an interrupt from its first line on.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from gamespec.catalogue import UnknownGame, games, variants
    from gamespec.loader import Checked, OptionError, Spec, SpecError, check, load
    from gamespec.program import Program
    from gamespec.text.diagnostics import Diagnostic, Remark
    from gamespec.text.source import Source, Span

__all__ = [
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
    "check",
    "games",
    "load",
    "variants",
]
__version__ = "0.1.0"

_PLACES = {
    "Diagnostic": "text.diagnostics",
    "Remark": "text.diagnostics",
    "Program": "program",
    "Source": "text.source",
    "Span": "text.source",
    "UnknownGame": "catalogue",
    "games": "catalogue",
    "variants": "catalogue",
}


def __getattr__(name: str) -> Any:
    """A public name, imported on first use."""
    if name not in __all__:
        message = f"module `gamespec` has no attribute `{name}`"
        raise AttributeError(message)
    from importlib import import_module

    value = getattr(import_module(f"gamespec.{_PLACES.get(name, 'loader')}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
