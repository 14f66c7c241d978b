"""The messages of the programs in each supported language, as gettext catalogues.

The English sentences in the code are the message ids. Each other language has a folder here with a `.po`
file, which Babel reads when it is first needed. `python -m interpreter.locale` brings the files up to date
with the code. Texts that authors write in their games are not messages but labels
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
"""The supported languages by code, each under its own name. Message ids are in English."""
DOMAIN = "gamespec"
SEPARATOR = "\x04"
"""The character that gettext puts between the context and the id of a message."""
PAGE = "interpreter/serve/static/"


class Catalogue:
    """The messages in one language. A language without a file uses the English message ids.

    A name in braces in a message is replaced by the value of that name.
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self._texts: NullTranslations = _translations(language)

    def gettext(self, message: str, /, **values: object) -> str:
        """Return the text of a message."""
        text = self._texts.gettext(message) if message else ""
        return text.format(**values) if values else text

    def pgettext(self, context: str, message: str, /, **values: object) -> str:
        """Return the text of a message in a context, for English texts with several translations."""
        text = self._texts.pgettext(context, message)
        return text.format(**values) if values else text

    def ngettext(self, one: str, many: str, count: int, /, **values: object) -> str:
        """Return the singular or plural text for `count`, which also fills the placeholder `{count}`."""
        return self._texts.ngettext(one, many, count).format(count=count, **values)


_made: dict[str, Catalogue] = {}
_numbers: dict[str, Callable[[int], str]] = {}


def catalogue(language: str) -> Catalogue:
    """Return the catalogue of a language. Each catalogue is read only once."""
    if language not in _made:
        _made[language] = Catalogue(language)
    return _made[language]


def gettext_noop(message: str) -> str:
    """Return a message unchanged, and mark it for extraction. It is translated later, from a variable."""
    return message


def pgettext_noop(_context: str, message: str) -> str:
    """Return a message unchanged, and mark it for extraction with a context. It is translated later."""
    return message


def grammatical_number(language: str, count: int) -> str:
    """Return the CLDR plural category that a language uses for a number, such as `one` or `other`.

    An unknown language has only `other`.
    """
    if language not in _numbers:
        from babel.core import Locale, UnknownLocaleError

        try:
            _numbers[language] = Locale.parse(language, sep="-").plural_form
        except (UnknownLocaleError, ValueError):  # whatever else an author calls a language
            _numbers[language] = lambda _: "other"
    return _numbers[language](count)


def of_the_page() -> dict[str, dict[str, str | list[str]]]:
    """Return the messages of the served page by id, in each language but English. Plural forms are lists.

    The id of a message with a context is preceded by the context and `SEPARATOR`.
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
    """Return the gettext translations of a language."""
    if language == "en" or language not in LANGUAGES:
        return NullTranslations()
    from babel.messages.mofile import write_mo

    compiled = BytesIO()
    write_mo(compiled, _catalog(language))
    compiled.seek(0)
    return GNUTranslations(compiled)


def _catalog(language: str) -> Catalog:
    """Return the catalogue of a language as Babel reads it."""
    from babel.messages.pofile import read_po

    file = files("interpreter.locale") / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    with file.open("rb") as opened:
        return read_po(opened, locale=language, domain=DOMAIN, abort_invalid=True)
