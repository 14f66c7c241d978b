"""The author's names for the parts of a program, and the places where they are declared.

A program has only numbers. Each of these lists gives the names in the order of the corresponding list in the
program.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gamespec.compile.draft.draft import ActionSpec, Attribute, Face, Site
from gamespec.model import model as m
from gamespec.program.tables import Head
from gamespec.space import Plane, Space
from gamespec.text.source import Span
from gamespec.text.visible import cut
from gamespec.trees import core
from gamespec.trees import types as t
from gamespec.world.world import World, ZoneRule

__all__ = ["Names"]


@dataclass(frozen=True, eq=False)
class Names:
    """The names for one program.

    `places[at]` is the span of the part with place number `at`. `goes[at]` completes the sentence "21 is not
    in `0..9`, ..." for a value with bounds. `rows[at]` is the table whose column is read there. `options` are
    the chosen values, `score` the parts of the score, and `measures` and `invariants` the declared ones. The
    program checks the latter while it runs if it is `checked`. `spec_hash` is the digest of the files.
    `faces` are the labels of components, and `shorts` their short texts from the view. The names of
    `routines` include their kind, as in "action take".
    """

    game: str
    title: m.Text
    spec_hash: str
    options: Mapping[str, int | bool | str]
    world: World
    places: Sequence[Span]
    goes: Mapping[int, str]
    rows: Mapping[int, str]
    actions: tuple[ActionSpec, ...]
    sites: tuple[Site, ...]
    slots: tuple[core.Slot, ...]
    stores: tuple[core.Store, ...]
    resources: frozenset[str]
    families: tuple[ZoneRule, ...]
    spaces: tuple[Space, ...]
    planes: tuple[Plane, ...]
    phases: tuple[str, ...]
    end: tuple[str, ...]
    score: tuple[m.ScorePart, ...]
    measures: tuple[m.MeasureDecl, ...]
    invariants: tuple[m.InvariantDecl, ...]
    checked: bool
    faces: Mapping[str, Face]
    shorts: Mapping[str, Face]
    attributes: tuple[Attribute, ...]
    histories: tuple[core.History, ...]
    functions: tuple[str, ...]
    routines: tuple[str, ...]

    def __repr__(self) -> str:
        return cut(f"<Names of {self.game}>")

    @property
    def player(self) -> t.Named:
        """The type of the game's players."""
        return self.world.player

    def reason(self, outcome: int) -> str:
        """Return why a game is over: the name of an entry in `end`, `finished`, `limit` or `truncated`."""
        if outcome >= Head.END:
            return self.end[outcome - Head.END]
        if outcome == Head.FINISHED:
            return "finished"
        return "truncated" if outcome == Head.TRUNCATED else "limit"

    def store(self, name: str) -> int:
        """Return the number of the variable or resource called `name`. Raises `KeyError` if there is none."""
        for number, store in enumerate(self.stores):
            if store.name == name:
                return number
        raise KeyError(name)

    def zone(self, number: int) -> ZoneRule:
        """Return the declaration to which a zone belongs, given the zone's number."""
        return next(rule for rule in self.families if number < rule.zone.first + rule.zone.count)
