"""gamespec: rules as data for board and card games.

`load` reads a game and checks it; `check` gives every diagnostic instead. The engine that plays what is
loaded is the package `interpreter`.
"""

from gamespec.diagnostics import Diagnostic, Label
from gamespec.load import Checked, OptionError, Spec, SpecError, UnknownGame, check, games, load
from gamespec.program import Program
from gamespec.source import Source, Span

__all__ = [
    "Checked",
    "Diagnostic",
    "Label",
    "OptionError",
    "Program",
    "Source",
    "Span",
    "Spec",
    "SpecError",
    "UnknownGame",
    "check",
    "games",
    "load",
]
__version__ = "0.1.0"
