"""The messages of the programs in each supported language, as gettext catalogues.

The English sentences in the code are the ids of the messages. Each other language has a folder in this
package with a `.po` file, which Babel reads when the language is first needed. `python -m interpreter.locale`
updates the files to match the code. The texts that authors write in their games are not messages but labels
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
"""The supported languages. Each code is mapped to the name of the language in that language."""
DOMAIN = "gamespec"
SEPARATOR = "\x04"
"""The character that gettext puts between the context of a message and its id."""
PAGE = "interpreter/serve/static/"
"""The folder of the served page."""


class Catalogue:
    """The messages in one language. Without a file for the language, the English ids are used.

    Each name in braces in a message is replaced by the value with that name.
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self._texts: NullTranslations = _translations(language)

    def gettext(self, message: str, /, **values: object) -> str:
        """Return the text of a message, with `values` filled in."""
        text = self._texts.gettext(message) if message else ""
        return text.format(**values) if values else text

    def pgettext(self, context: str, message: str, /, **values: object) -> str:
        """Return the text of a message in a context, with `values` filled in.

        The context distinguishes messages with the same English text but different translations.
        """
        text = self._texts.pgettext(context, message)
        return text.format(**values) if values else text

    def ngettext(self, one: str, many: str, count: int, /, **values: object) -> str:
        """Return the singular or plural text for `count`, with `values` and `{count}` filled in."""
        return self._texts.ngettext(one, many, count).format(count=count, **values)


_made: dict[str, Catalogue] = {}
_numbers: dict[str, Callable[[int], str]] = {}


def catalogue(language: str) -> Catalogue:
    """Return the catalogue of a language, which is read only once."""
    if language not in _made:
        _made[language] = Catalogue(language)
    return _made[language]


def gettext_noop(message: str) -> str:
    """Return `message` unchanged. The call marks the message for extraction; it is translated later."""
    return message


def pgettext_noop(_context: str, message: str) -> str:
    """Return `message` unchanged. The call marks it for extraction with a context, for translation later."""
    return message


def grammatical_number(language: str, count: int) -> str:
    """Return the CLDR plural category of a number in a language, such as `one` or `other`.

    For an unknown language, the category is always `other`.
    """
    if language not in _numbers:
        from babel.core import Locale, UnknownLocaleError

        try:
            _numbers[language] = Locale.parse(language, sep="-").plural_form
        except (UnknownLocaleError, ValueError):  # whatever else an author calls a language
            _numbers[language] = lambda _: "other"
    return _numbers[language](count)


def of_the_page(folder: str = PAGE) -> dict[str, dict[str, str | list[str]]]:
    """Return the messages of the page and the scripts in a folder by id, for each language except English.

    A message with plural forms is given as a list of its forms. The id of a message with a context is
    preceded by the context and `SEPARATOR`.
    """
    return {
        language: {
            SEPARATOR.join(filter(None, (message.context, _id_of(message.id)))): _forms(message.string)
            for message in _catalog(language)
            if message.id and any(path.startswith(folder) for path, _ in message.locations)
        }
        for language in LANGUAGES
        if language != "en"
    }


def _id_of(ids: str | list[str] | tuple[str, ...]) -> str:
    return ids if isinstance(ids, str) else ids[0]


def _forms(strings: str | list[str] | tuple[str, ...] | None) -> str | list[str]:
    return [*strings] if isinstance(strings, list | tuple) else strings or ""


def _translations(language: str) -> NullTranslations:
    """Return the gettext translations for a language."""
    if language == "en" or language not in LANGUAGES:
        return NullTranslations()
    from babel.messages.mofile import write_mo

    compiled = BytesIO()
    write_mo(compiled, _catalog(language))
    compiled.seek(0)
    return GNUTranslations(compiled)


def _catalog(language: str) -> Catalog:
    """Return the catalogue of a language, as Babel reads it from the file."""
    from babel.messages.pofile import read_po

    file = files("interpreter.locale") / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    with file.open("rb") as opened:
        return read_po(opened, locale=language, domain=DOMAIN, abort_invalid=True)
