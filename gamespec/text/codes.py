"""The table of diagnostic codes. Each code has a page in `docs/codes`.

The hundreds digit gives the kind of mistake. GS1xx codes are about the shape of a file, GS2xx about names,
GS3xx about types, GS4xx are lints, and GS5xx are faults at run time. A code never changes its meaning and is
never reused.
"""

from __future__ import annotations

from typing import NamedTuple

from gamespec.system.resources import directory

__all__ = ["CODES", "Code", "page"]


class Code(NamedTuple):
    """One code. `slug` is its name in links and settings, and `title` is the headline of its page."""

    code: str
    slug: str
    title: str


_TABLE = (
    # Files that cannot be read, and mistakes in their YAML.
    Code("GS100", "unreadable-file", "file that cannot be read"),
    Code("GS101", "yaml-syntax", "YAML syntax"),
    Code("GS102", "tab-indentation", "tab in the indentation"),
    Code("GS103", "duplicate-key", "duplicate key"),
    Code("GS104", "bad-key", "key that is not a name"),
    Code("GS105", "alias-budget", "aliases that grow too large"),
    Code("GS106", "nesting", "nesting too deep"),
    Code("GS107", "file-size", "file too large"),
    Code("GS108", "not-utf-8", "file that is not UTF-8"),
    Code("GS109", "one-document", "not exactly one document"),
    Code("GS110", "tag", "tag or merge key"),
    Code("GS111", "fraction", "fraction"),
    Code("GS112", "control-character", "control character"),
    Code("GS113", "huge-number", "number too long"),
    Code("GS114", "comma-in-expression", "expression cut by a comma"),
    Code("GS115", "beyond-a-limit", "more than a specification may hold"),
    Code("GS116", "more-mistakes", "mistakes that are only counted"),
    # Departures from the structure that the schema describes.
    Code("GS120", "unknown-key", "unknown key"),
    Code("GS121", "missing-key", "missing key"),
    Code("GS122", "wrong-shape", "wrong kind of value"),
    Code("GS123", "wrong-value", "value that is not allowed"),
    Code("GS124", "one-verb", "step without a verb, or with several"),
    Code("GS125", "expression-syntax", "text that is not an expression"),
    Code("GS126", "escaped-expression", "escape in a quoted expression"),
    Code("GS127", "exclusive-keys", "keys that exclude each other"),
    Code("GS128", "empty-check", "check that cannot fail"),
    # Mistakes in CSV tables.
    Code("GS130", "ragged-row", "row with too few or too many fields"),
    Code("GS131", "bad-column", "empty or duplicate column name"),
    Code("GS132", "csv-quotes", "misplaced quotes in a table"),
    Code("GS133", "empty-table", "table without a header"),
    # Files that a specification may not read.
    Code("GS140", "out-of-reach", "file that may not be read"),
    # The language that a file declares.
    Code("GS150", "no-language", "file that does not declare its language"),
    Code("GS151", "unknown-language", "unknown language"),
    Code("GS152", "kept-twice", "list that may hold a value twice"),
    # Mistakes in names.
    Code("GS201", "unknown-name", "unknown name"),
    Code("GS202", "name-taken", "name that is taken"),
    Code("GS203", "ambiguous-name", "name with several meanings"),
    Code("GS204", "circle", "circular definition"),
    Code("GS205", "wrong-thing", "wrong kind of thing"),
    Code("GS206", "no-me", "`me` where there is no player"),
    Code("GS207", "unknown-attribute", "unknown attribute or column"),
    Code("GS208", "parameter", "parameter or owner that is missing or unknown"),
    Code("GS209", "incomplete-declaration", "incomplete or contradictory declaration"),
    # Mistakes in overlays.
    Code("GS210", "there-already", "name that the game already has"),
    Code("GS211", "no-such-part", "edit of a part that is not there"),
    Code("GS212", "clash", "overlays that change the same part"),
    # Mistakes in types.
    Code("GS301", "types-differ", "types that differ"),
    Code("GS302", "wrong-type", "wrong type"),
    Code("GS303", "may-be-none", "value that may be `none`"),
    Code("GS304", "out-of-bounds", "number out of bounds"),
    Code("GS305", "wrong-arguments", "wrong number of arguments"),
    Code("GS306", "not-constant", "value that is not known before the game"),
    Code("GS307", "not-a-list", "not a list"),
    Code("GS308", "not-a-type", "not a type"),
    Code("GS309", "too-large", "too large"),
    Code("GS310", "incomplete-table", "table that lacks rows"),
    Code("GS311", "trial-left", "step that leaves the trial of an action"),
    Code("GS315", "no-branch", "value that no branch of a case covers"),
    Code("GS318", "too-much-to-check", "specification that takes too much work to check"),
    Code("GS319", "overfull-at-the-start", "zone that cannot hold what begins in it"),
    Code("GS320", "not-together", "options that do not go together"),
    Code("GS321", "measure-may-fail", "measure that may fail"),
    Code("GS322", "not-seen", "look that is invisible, or like another one"),
    # Lints.
    Code("GS401", "unused", "declaration that nothing uses"),
    Code("GS402", "no-effect", "part that cannot have an effect"),
    Code("GS403", "empty-offer", "offer that may have no option"),
    Code("GS404", "unchecked-end", "end that is never checked"),
    Code("GS405", "open-secret", "hidden variable whose value others saw"),
    Code("GS406", "one-copy", "condition about one of several copies"),
    Code("GS407", "row-decides", "condition in a row that the row decides"),
    Code("GS408", "open-order", "hidden pile whose order everybody has seen"),
    Code("GS410", "telling-offer", "decision that reveals hidden information"),
    Code("GS411", "accepted-in-vain", "accepted warning that does not occur"),
    # Faults at run time.
    Code("GS501", "no-option", "decision without an option"),
    Code("GS502", "division-by-zero", "division by zero"),
    Code("GS503", "extreme-of-nothing", "least or greatest of an empty list"),
    Code("GS504", "not-exactly-one", "`the` of no value, or of several"),
    Code("GS505", "does-not-fit", "number outside the bounds of its place"),
    Code("GS506", "zone-full", "zone over its capacity"),
    Code("GS507", "transfer", "transfer that cannot be made"),
    Code("GS508", "endless", "steps without an end"),
    Code("GS509", "overflow", "number outside 32 bits"),
    Code("GS510", "beyond-the-end", "place beyond the end"),
    Code("GS511", "nothing-to-draw", "nothing to draw from"),
    Code("GS512", "list-too-long", "list longer than its type allows"),
    Code("GS513", "unsettled", "component whose place is not settled"),
    Code("GS514", "tile-does-not-fit", "tile laid where it does not fit"),
    Code("GS515", "history-full", "history without room for another situation"),
    Code("GS516", "no-order", "shuffle of a zone without order"),
    Code("GS517", "broken-invariant", "invariant that does not hold"),
)

CODES: dict[str, Code] = {row.code: row for row in _TABLE}


def page(code: str) -> str:
    """Return the page about a code, in Markdown. Raises `KeyError` for an unknown code."""
    return (directory("codes") / f"{CODES[code].code}.md").read_text(encoding="utf-8")
