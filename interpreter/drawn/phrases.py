"""What drawings of a table say themselves, in each language; in a language that is not here it is English."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

__all__ = ["PHRASES", "Phrase", "phrase"]

Phrase: TypeAlias = Literal[
    "changed",
    "empty",
    "game over",
    "hidden",
    "holds",
    "legend",
    "of",
    "place",
    "player",
    "players",
    "score",
    "scrolls",
    "show all",
    "stopped early",
    "table",
    "team",
    "to decide",
    "to move",
    "winner",
    "won",
    "you",
]

PHRASES: dict[str, dict[Phrase, str]] = {
    "en": {each: each for each in get_args(Phrase)}
    | {
        "holds": "with",
        "scrolls": "can be scrolled",
        "show all": "show all {count}",
        "stopped early": "The game was stopped before its end; the places mean nothing.",
    },
    "de": {
        "changed": "neu",
        "empty": "leer",
        "game over": "Spielende",
        "hidden": "verdeckt",
        "holds": "mit",
        "legend": "Zeichen",
        "of": "von",
        "place": "Platz",
        "player": "Spieler",
        "players": "Spieler",
        "score": "Punkte",
        "scrolls": "lässt sich schieben",
        "show all": "alle {count} zeigen",
        "stopped early": "Das Spiel wurde vor dem Ende abgebrochen; die Plätze bedeuten nichts.",
        "table": "Tabelle",
        "team": "Team",
        "to decide": "entscheidet",
        "to move": "am Zug",
        "winner": "gewonnen",
        "won": "gewonnen",
        "you": "Sie",
    },
}
"""By language; `{count}` stands for a number."""


def phrase(language: str, name: Phrase) -> str:
    """A phrase in a language, or in English where there is none in it."""
    return PHRASES.get(language, PHRASES["en"])[name]
