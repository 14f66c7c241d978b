"""What the programs themselves say to people, in the languages that people read: gettext catalogues.

The English sentences in the code are the message ids. Each other language has a folder here with a `.po`
file, which Babel reads when somebody first wants it. `python -m interpreter.locale` brings the files up to
date with the code. What authors say in their games is no message: it is a label
(`gamespec.model.model.Text`).
"""

from __future__ import annotations

from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from babel.messages.catalog import Catalog

__all__ = [
    "DOMAIN",
    "LANGUAGES",
    "Catalogue",
    "catalogue",
    "gettext_noop",
    "grammatical_number",
    "of_the_page",
    "pgettext_noop",
]

LANGUAGES = {"en": "English", "de": "Deutsch"}
"""The languages of the programs, each by its own name; English is that of the message ids."""
DOMAIN = "gamespec"
SEPARATOR = "\x04"
"""Between the context of a message and its id, as gettext joins them."""
PAGE = "interpreter/serve/static/"


class Catalogue:
    """The messages in one language; in a language without a file they are English.

    What stands in braces in a message is filled with the value of that name.
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self._texts: NullTranslations = _translations(language)

    def gettext(self, message: str, /, **values: object) -> str:
        """A message."""
        text = self._texts.gettext(message) if message else ""
        return text.format(**values) if values else text

    def pgettext(self, context: str, message: str, /, **values: object) -> str:
        """A message that means something else in other contexts."""
        text = self._texts.pgettext(context, message)
        return text.format(**values) if values else text

    def ngettext(self, one: str, many: str, count: int, /, **values: object) -> str:
        """A message in the grammatical number of `count`, which `{count}` stands for."""
        return self._texts.ngettext(one, many, count).format(count=count, **values)


_made: dict[str, Catalogue] = {}
_numbers: dict[str, Callable[[int], str]] = {}


def catalogue(language: str) -> Catalogue:
    """The messages in a language, read once."""
    if language not in _made:
        _made[language] = Catalogue(language)
    return _made[language]


def gettext_noop(message: str) -> str:
    """A message that is looked up elsewhere, from a variable: marks it for the catalogues."""
    return message


def pgettext_noop(_context: str, message: str) -> str:
    """A message that is looked up elsewhere, in a context: marks it for the catalogues."""
    return message


def grammatical_number(language: str, count: int) -> str:
    """The plural category of CLDR in which a language has a noun after a number: `one`, `other` ….

    A language that is not known has `other` only.
    """
    if language not in _numbers:
        from babel.core import Locale, UnknownLocaleError

        try:
            _numbers[language] = Locale.parse(language, sep="-").plural_form
        except (UnknownLocaleError, ValueError):  # whatever else an author calls a language
            _numbers[language] = lambda _: "other"
    return _numbers[language](count)


def of_the_page() -> dict[str, dict[str, str | list[str]]]:
    """The messages of the served page in each language but English; those with plural forms as a list.

    Those in a context are under both, with `SEPARATOR` between.
    """
    return {
        language: {
            SEPARATOR.join(filter(None, (message.context, _id_of(message.id)))): _forms(message.string)
            for message in _catalog(language)
            if message.id and any(path.startswith(PAGE) for path, _ in message.locations)
        }
        for language in LANGUAGES
        if language != "en"
    }


def _id_of(ids: str | list[str] | tuple[str, ...]) -> str:
    return ids if isinstance(ids, str) else ids[0]


def _forms(strings: str | list[str] | tuple[str, ...] | None) -> str | list[str]:
    return [*strings] if isinstance(strings, list | tuple) else strings or ""


def _translations(language: str) -> NullTranslations:
    """What `gettext` looks messages up in."""
    if language == "en" or language not in LANGUAGES:
        return NullTranslations()
    from babel.messages.mofile import write_mo

    compiled = BytesIO()
    write_mo(compiled, _catalog(language))
    compiled.seek(0)
    return GNUTranslations(compiled)


def _catalog(language: str) -> Catalog:
    """The catalogue of a language, as Babel has it."""
    from babel.messages.pofile import read_po

    file = files("interpreter.locale") / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    with file.open("rb") as opened:
        return read_po(opened, locale=language, domain=DOMAIN, abort_invalid=True)
