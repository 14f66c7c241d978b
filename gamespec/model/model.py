"""A game's description as its author wrote it, with names, expressions and steps, but with nothing bound.

The classes that this module gathers are the only definition of the contents of a game's file. `spelling`
explains how a class corresponds to a mapping in a file. Authors see the docstrings of classes and keys in
their editors and in the notes of diagnostics.
"""

from __future__ import annotations

from gamespec.model.basics import *
from gamespec.model.declarations import *
from gamespec.model.game import *
from gamespec.model.rules import *
from gamespec.model.spaces import *
from gamespec.model.state import *
from gamespec.model.steps import *
from gamespec.model.views import *
