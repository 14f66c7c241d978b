"""What the programs themselves say to people, by language: English sentences, and the German ones.

A phrase is looked up by its English; what stands in `{}` is filled in afterwards. In a language
that is not here it is English.
"""

from __future__ import annotations

__all__ = ["GERMAN", "phrase"]

GERMAN = {
    "and": "und",
    "nothing": "nichts",
    "none": "nichts",
    "hidden": "verdeckt",
    "choose {}": "{} wählen",
    "choose an action": "Aktion wählen",
    "table": "Tisch",
    "action": "Aktion",
    "turned by": "gedreht um",
    "bank": "Vorrat",
    "yes": "ja",
    "no": "nein",
    "empty": "leer",
    "you": "Sie",
    "top first": "oberste zuerst",
    "and {} more": "und {} weitere",
    "({} times)": "({}-mal)",
    "score": "Punkte",
    "the game is over: {}": "das Spiel ist aus: {}",
    "the game is cut short by its limit": "das Spiel bricht an seiner Grenze ab",
    "options": "optionen",
    "look": "tisch",
    "signs": "zeichen",
    "why": "warum",
    "undo": "zurück",
    "save": "sichern",
    "quit": "ende",
    "help": "hilfe",
    "TEXT": "TEXT",
    "FILE": "DATEI",
    "list the options, all of them or those that contain a text":
        "die Optionen nennen, alle oder die mit einem Text darin",
    "show the table again": "den Tisch noch einmal zeigen",
    "say what the signs on the table mean": "sagen, was die Zeichen auf dem Tisch bedeuten",
    "why something is not on offer, in the words of the table: `why bear 4`":
        "warum etwas nicht geht, in den Worten des Tischs: `warum Bär 4`",
    "take back your last answer and all that came of it":
        "Ihre letzte Antwort zurücknehmen, und was daraus wurde",
    "save all of the game, what is hidden included, for `gamespec play --load FILE`":
        "das ganze Spiel sichern, auch alles Verdeckte, für `gamespec play --load DATEI`",
    "leave (as does Ctrl-D)": "aufhören (wie Strg-D)",
    "show this": "dies zeigen",
    "{} comes to the screen and presses Enter": "{} kommt an den Bildschirm und drückt die Eingabetaste",
    "{} more before these": "{} weitere davor",
    "3, or words": "3, oder Worte",
    "take an option: by number, text or part of it": "eine Option wählen: nach Nummer, Text oder Teil davon",
    "and {} more; `{}` lists those that contain a text": "und {} weitere; `{}` nennt die mit einem Text",
    "options TEXT": "optionen TEXT",
    "there is no option {}: there are {}": "es gibt keine Option {}, es sind {}",
    "this fits several options:": "das passt auf mehrere Optionen:",
    "no option fits this; `{}` lists them, `{}` tells what else can be typed":
        "keine Option passt dazu; `{}` nennt sie, `{}` sagt, was sonst noch geht",
    "nobody has answered yet": "noch hat niemand geantwortet",
    "say where: `{}`": "sagen Sie, wohin: `{}`",
    "save FILE": "sichern DATEI",
    "not saved: {}": "nicht gesichert: {}",
    "saved as `{}`": "gesichert als `{}`",
    "nothing is asked: the game is over": "nichts ist gefragt: das Spiel ist aus",
    "say what, in the words of the table: `{}`": "sagen Sie, was, in den Worten des Tischs: `{}`",
    "why bear 4": "warum Bär 4",
    "the seed of this game was {}": "der Startwert dieses Spiels war {}",
}  # fmt: skip
"""The German of each phrase."""


def phrase(language: str, text: str) -> str:
    """A phrase in a language."""
    return GERMAN.get(text, text) if language == "de" else text
