"""What the server says by itself, in the languages of the page; why it refuses something."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.serve.seats import Viewer

__all__ = ["LANGUAGES", "Refusal", "text"]

LANGUAGES = ("en", "de")

TEXTS = {
    "not JSON": "das ist kein JSON",
    "the message is longer than {most} bytes": "die Nachricht ist länger als {most} Bytes",
    "the message is nested too deep": "die Nachricht ist zu tief verschachtelt",
    "a message is an object with a `kind`": "eine Nachricht ist ein Objekt mit `kind`",
    "there is no message of the kind {kind}": "es gibt keine Nachricht der Art {kind}",
    "`{key}` is missing": "`{key}` fehlt",
    "the key {key} is unknown": "der Schlüssel {key} ist unbekannt",
    "the key {key} occurs twice": "der Schlüssel {key} kommt zweimal vor",
    "`{key}` must be {what}": "`{key}` muss {what} sein",
    "a whole number from {first} to {last}": "eine ganze Zahl von {first} bis {last}",
    "a text of at most {most} characters": "ein Text mit höchstens {most} Zeichen",
    "a number in digits, as a text": "eine Zahl in Ziffern, als Text",
    "one of {names}": "eines von {names}",
    "letters, digits, `-` and `_`, at most {most}": "höchstens {most} Buchstaben, Ziffern, `-` und `_`",
    "host": "die Leitung",
    "watch": "jemand, der zuschaut",
    "a first message is a `hello`": "die erste Nachricht ist ein `hello`",
    "the game has gone on since": "das Spiel ist inzwischen weiter",
    "the game is over": "das Spiel ist vorbei",
    "it is not your turn": "Sie sind nicht am Zug",
    "this is not on offer": "das steht nicht zur Wahl",
    "a bot plays in this seat; take it first": "auf diesem Platz spielt ein Bot; nehmen Sie ihn zuerst ein",
    "only who sits at the table can do that": "das kann nur, wer am Tisch sitzt",
    "only the host can do that": "das kann nur, wer den Tisch leitet",
    "only the host can let a bot of more than {most} playouts play, or one by the clock": (
        "einen Bot, der mehr als {most} Partien probiert, oder der nach der Uhr denkt, "
        "kann nur einsetzen, wer den Tisch leitet"
    ),
    "somebody has asked for something already": "es ist schon um etwas gebeten worden",
    "nobody asks for that any more": "darum bittet niemand mehr",
    "you are not asked": "Sie werden nicht gefragt",
    "there is nothing to take back": "es gibt nichts zurückzunehmen",
    "there are only {count} decisions": "es gibt nur {count} Entscheidungen",
    "there are too many notes": "es gibt zu viele Notizen",
    "there is no saved game `{name}`": "es gibt kein gespeichertes Spiel `{name}`",
    "there is a saved game `{name}` already": "es gibt schon ein gespeichertes Spiel `{name}`",
    "`{name}` is a game of another sort": "`{name}` ist ein anderes Spiel",
    "`{name}` is no saved game": "`{name}` ist kein gespeichertes Spiel",
    "answer {number} of `{name}` does not fit": "Antwort {number} von `{name}` passt nicht",
    "nothing is saved at this table": "an diesem Tisch wird nichts gespeichert",
    "it can't be saved: {reason}": "es kann nicht gespeichert werden: {reason}",
    "the specification has not changed": "die Spezifikation ist unverändert",
    "there is no bot `{name}`": "es gibt keinen Bot `{name}`",
    "there is no seat {number}": "es gibt keinen Platz {number}",
    "the game came to a stop: {reason}": "das Spiel ist stehen geblieben: {reason}",
    "{who} asks to go back to before answer {number}": "{who} möchte bis vor Antwort {number} zurück",
    "{who} asks to go on from answer {number}": "{who} möchte von Antwort {number} an weiterspielen",
    "{who} asks to load the game `{name}`": "{who} möchte das Spiel `{name}` laden",
    "{who} asks to go on from here by the changed rules": (
        "{who} möchte von hier an nach den geänderten Regeln weiterspielen"
    ),
    "{who} asks to play the answers again by the changed rules": (
        "{who} möchte die Antworten nach den geänderten Regeln noch einmal spielen"
    ),
    "{who} has refused": "{who} hat abgelehnt",
    "saved as `{name}`": "als `{name}` gespeichert",
    "loaded: `{name}`": "geladen: `{name}`",
    "loaded: `{name}`, and by the rules as they are now it is another position": (
        "geladen: `{name}`, und nach den Regeln, wie sie jetzt sind, ist es eine andere Stellung"
    ),
    "new: {new}; gone: {gone}": "neu: {new}; weg: {gone}",
    "new: {new}": "neu: {new}",
    "gone: {gone}": "weg: {gone}",
    "{what}; {more}": "{what}; {more}",
    "play the answers since the last change again, as far as they fit": (
        "die Antworten seit der letzten Änderung noch einmal spielen, so weit sie passen"
    ),
    "gone back to before answer {number}": "zurück bis vor Antwort {number}",
    "all {count} answers fit the changed rules": "alle {count} Antworten passen zu den geänderten Regeln",
    "answer {number} does not fit the changed rules; the game goes on before it": (
        "Antwort {number} passt nicht zu den geänderten Regeln; das Spiel geht davor weiter"
    ),
    "by the changed rules there is no such position": (
        "nach den geänderten Regeln gibt es diese Stellung nicht"
    ),
    "by the changed rules the game can't begin as it did": (
        "nach den geänderten Regeln kann das Spiel nicht beginnen, wie es begonnen hat"
    ),
    "the game goes on from the same position by the changed rules": (
        "das Spiel geht nach den geänderten Regeln von derselben Stellung aus weiter"
    ),
    "{what}; what was before is kept as `{name}`": "{what}; was vorher war, liegt als `{name}` bereit",
    "`{name}` can't go on by these rules": "`{name}` kann nach diesen Regeln nicht weitergehen",
    "go on from the same position": "von derselben Stellung aus weiterspielen",
    "play the answers again, as far as they fit": "die Antworten noch einmal spielen, so weit sie passen",
}
"""What the server says, in English, and in German."""


def text(language: str, said: str, **values: object) -> str:
    """A text of ours in a language, with its values."""
    template = TEXTS[said] if language == "de" else said
    return template.format(**values)


class Refusal(Exception):
    """Something is not done; `said` is a text of ours that says why, and `values` what it names.

    A value may be a refusal, too, and a viewer, who is called as the players are in a game.
    """

    def __init__(self, said: str, **values: object) -> None:
        super().__init__(said)
        self.said, self.values = said, values

    def __str__(self) -> str:
        return self.in_("en", lambda viewer: viewer.name)

    def in_(self, language: str, called: Callable[[Viewer], str]) -> str:
        """Why, in a language, with what viewers are `called`."""
        told: dict[str, object] = {}
        for name, value in self.values.items():
            match value:
                case Refusal():
                    told[name] = value.in_(language, called)
                case Viewer():
                    told[name] = called(value)
                case _:
                    told[name] = value
        return text(language, self.said, **told)
