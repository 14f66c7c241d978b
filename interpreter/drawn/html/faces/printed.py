"""Decides what stands on the face of a component, so that everything printed on it is said once.

The sign is the icon of the component, or else its symbol. The value is what its short form says beyond the
sign. Attributes whose values have icons are shown by these, and the others in lines of text. If an attribute
gives the component its icon, a colour alone tells the attribute that gives the colour.
"""

from __future__ import annotations

from dataclasses import replace

from gamespec.program.frozen import dataclass
from interpreter.drawn.html.pen import Pen
from interpreter.drawn.html.told import value_told
from interpreter.scene.things import Fact, Look, Piece, Rank

__all__ = ["Line", "Printed", "printed"]


NOTHING = Look()
"""The look of a text without a sign."""


@dataclass(frozen=True, slots=True)
class Line:
    """A text on a face, after an icon or a symbol if the look has one."""

    text: str
    look: Look = NOTHING


@dataclass(frozen=True, slots=True)
class Printed:
    """What a face shows: a sign or none, a value that may be empty, smaller signs, and lines of text.

    `rank` says how often a card shows its sign, if the game says so.
    """

    sign: Look | None
    value: str
    others: tuple[Line, ...]
    lines: tuple[Line, ...]
    rank: Rank | None = None


def printed(pen: Pen, piece: Piece) -> Printed:
    """Return what the face of a known component shows."""
    look = replace(pen.look(piece), symbol=pen.symbol(piece))
    sign = look if look.icon or look.symbol else None
    courtly = piece.rank is not None and bool(piece.rank.court) and piece.rank.court == look.icon
    rest = piece.short if courtly else _without(piece.short, piece.look.symbol)
    told = sign is not None and any(fact.look.icon and fact.look.icon == sign.icon for fact in piece.facts)
    others: list[Line] = []
    lines: list[Fact] = []
    for fact in sorted(piece.facts, key=lambda fact: -len(fact.text)):
        if _is_mark(piece, fact) or _is_rank(piece, fact):
            continue
        if sign is not None and _same(fact.look, sign):
            rest = _without(_without(rest, fact.look.symbol), fact.text)
        elif fact.look.icon or (_takes_place(sign, piece.look, fact.look) and not told):
            rest = _without(_without(rest, fact.look.symbol), fact.text)
            others.append(Line(fact.text, fact.look))
        elif not (fact.look.color and fact.look.color == look.color and (told or not fact.look.symbol)):
            lines.append(fact)
    unsaid = _unsaid(lines, rest)
    kept = [_line(fact) for fact in piece.facts if fact in unsaid]
    kept += [
        Line(value_told(value), value.look) for value in piece.values if not (value.blank or value.computed)
    ]
    value = "" if piece.rank is not None and piece.rank.signs == 0 else " ".join(rest.split())
    return Printed(sign, value, tuple(others), tuple(kept), piece.rank)


def _is_mark(piece: Piece, fact: Fact) -> bool:
    return f"{fact.name} {fact.text}" in {mark.text for mark in piece.marks}


def _is_rank(piece: Piece, fact: Fact) -> bool:
    return piece.rank is not None and (fact.name, fact.text) == (piece.rank.name, piece.rank.text)


def _same(one: Look, sign: Look) -> bool:
    """Return whether a sign shows the look of an attribute."""
    return one.icon == sign.icon if sign.icon else bool(one.symbol) and one.symbol == sign.symbol


def _takes_place(sign: Look | None, look: Look, fact: Look) -> bool:
    """Return whether an icon stands in the place of the symbol that an attribute gives a component."""
    return sign is not None and bool(sign.icon and fact.symbol) and fact.symbol == look.symbol


def _unsaid(facts: list[Fact], rest: str) -> set[Fact]:
    """Return those attributes, the longest first, that the value does not say."""
    found = set()
    for fact in facts:
        said = next((each for each in (fact.text, fact.look.symbol) if each and each in rest), "")
        rest = rest.replace(said, " ", 1) if said else rest
        if not said:
            found.add(fact)
    return found


def _line(fact: Fact) -> Line:
    """Return the line for an attribute. A number is shown after the name of the attribute."""
    named = fact.text.isdecimal() and not (fact.look.symbol or fact.look.icon)
    return Line(f"{fact.name} {fact.text}" if named else fact.text, fact.look)


def _without(words: str, said: str) -> str:
    return words.replace(said, " ", 1) if said else words
