"""What people call the parts of a program, and where they wrote them.

A program has numbers only; these are the author's side of them, each list in the order of the program's own.
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
    """The words for one program.

    `places[at]` is where something was written; `goes[at]` completes the sentence "21 is not in `0..9`, ..."
    for a value that is held to its bounds; `rows[at]` is the table that a column is read of there. `options`
    are the values that were chosen, `score` its parts, `measures` those that are declared, and `spec_hash`
    is the digest of the files. `faces` are the labels of components, `shorts` their short texts, as the view
    gives them. `routines` say what each is as well, as in "action take".
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
        """The type of players."""
        return self.world.player

    def reason(self, outcome: int) -> str:
        """Why a game is over: an entry of `end`, `finished`, `limit` or `truncated`."""
        if outcome >= Head.END:
            return self.end[outcome - Head.END]
        if outcome == Head.FINISHED:
            return "finished"
        return "truncated" if outcome == Head.TRUNCATED else "limit"

    def store(self, name: str) -> int:
        """The number of a variable or resource. Raises `KeyError`."""
        for number, store in enumerate(self.stores):
            if store.name == name:
                return number
        raise KeyError(name)

    def zone(self, number: int) -> ZoneRule:
        """The declaration that a zone comes from."""
        return next(rule for rule in self.families if number < rule.zone.first + rule.zone.count)
