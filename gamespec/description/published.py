"""Generates the JSON Schemas of games, overlays, scenarios and bands from the model.

`python -m gamespec.description.published` writes them to `schemas/`, for the checker and for editors. A class
becomes a definition, and a field becomes a property. The type of the field decides how the value is written
(`BY_TYPE`), and the docstring becomes the description. The result is strict and flat, as `schema` needs it.
The forms of a part, such as the forms of steps and spaces, are told apart by a key that only one of them has.
"""

from __future__ import annotations

import ast as python
import inspect
import json
import sys
from functools import cache
from types import ModuleType
from typing import Any, Literal, get_args, get_origin

from gamespec.documents.document import Scalar, Sequence
from gamespec.model import bands, scenarios
from gamespec.model import model as m
from gamespec.model.spelling import (
    SPELT,
    TEXT,
    Schema,
    Told,
    keys_of,
    listed,
    mapped,
    pair_of,
    ref,
    titled,
    verb_of,
    verbs_of,
)
from gamespec.system.resources import directory
from gamespec.text.source import Span
from gamespec.trees.ast import Expression

__all__ = ["published"]

LANGUAGE = {
    "title": "the number of the language: 1",
    "description": "The language that the file is written in.",
    "type": "integer",
    "enum": [1],
}
EXPRESSION, NAME, STEPS = ref("expression"), ref("name"), ref("steps")
ONE_OR_MORE = ["string", "array"]
_LANGUAGE = {"title": "a language such as `en` or `de`", "pattern": "^[a-z]{2,3}(-[A-Za-z0-9]+)*$"}
_OR_TEXT = ["string", "integer", "object"]
_TEXTS = mapped("a text, or a text for each language", TEXT, _LANGUAGE, 1, type=_OR_TEXT)
_FORM = ref("form")
_NOUN = {
    "title": "a noun or its forms by number",
    "type": _OR_TEXT,
    "properties": {
        "zero": _FORM,
        "one": {**_FORM, "description": "The form for one."},
        "two": _FORM,
        "few": _FORM,
        "many": _FORM,
        "other": {**_FORM, "description": "The form for every other number."},
    },
    "required": ["other"],
    "additionalProperties": False,
}
_VALUES = mapped("a mapping of names to values", EXPRESSION)

DEFINITIONS: dict[str, Schema] = {
    "name": {
        "title": "a name: a lower-case letter, then lower-case letters, digits and `_`",
        "type": "string",
        "pattern": "^[a-z][a-z0-9_]*$",
    },
    "names": listed("a list of names", NAME),
    "label": {
        "title": "a name of letters, digits, `-` and `_`",
        "pattern": "^[A-Za-z0-9][A-Za-z0-9_-]*$",
    },
    "expression": {
        **titled("an expression", "string", "integer", "boolean"),
        "description": "A value or a condition in the expression language. Put it in quotes if it contains "
        "`: ` or ` #`, or begins with `{`, `[` or a quote.",
    },
    "type": {
        "title": "a type",
        "description": "`bool`, a range such as `1..6`, an enumeration, `player`, a kind, `KIND.row`, a "
        "table, a space, `SPACE.direction`; with `?` behind it optional.",
        "type": "string",
    },
    "types": listed("a type or a list of types", ref("type"), type=ONE_OR_MORE),
    "text": {**_TEXTS, "description": "A text, or one for each language: `{en: Bear, de: Bär}`."},
    "noun": {
        **mapped("a noun, or a noun for each language", _NOUN, _LANGUAGE, 1, type=_OR_TEXT),
        "description": "A plural noun, or for each language a noun with its forms by number: "
        "`{en: {one: token, other: tokens}, de: {one: Marke, other: Marken}}`.",
    },
    "form": {**TEXT, "description": "The form for this number in the language."},
    "template": {
        **_TEXTS,
        "description": "A text, or one for each language; an expression in braces is replaced by its value: "
        "`play {card}`; a text by condition is `{'twice' if n == 2 else 'once'}`.",
    },
    "symbol": {
        **titled("a symbol that takes one or two columns", "string", "integer"),
        "description": "A symbol that takes one or two columns.",
    },
    "color": {"description": "A colour of the palette.", "enum": [*get_args(m.Color)]},
    "icon": {
        **titled("the name of an icon", "string"),
        "description": "The name of an icon that browsers draw, such as `paw-print`. `gamespec icons WORD` "
        "lists the names that fit a word.",
    },
    "seen_by": {
        "description": "Who sees the contents: `everyone` (default), `nobody`, `owner`, or `others` (all but "
        "the owner).",
        "enum": [*get_args(m.Seen)],
    },
    "columns": {
        **mapped("a mapping of names to types", ref("column")),
        "description": "Attributes or columns, each with its type, or with a mapping that describes it: "
        "`{rank: 1..13, cost: {per: gem, type: 0..7, default: 0}}`.",
    },
    "parameters": {
        **mapped("a mapping of names to types", ref("type")),
        "description": "Parameters, each with its type: `{n: 1..4}`.",
    },
    "arguments": {**_VALUES, "description": "A value for each parameter."},
    "picks": {
        **mapped("a mapping of names to choices", ref("pick"), least=1),
        "description": "The values asked for, in order; later ones may use earlier ones.",
    },
    "cell": mapped(
        "a value, or a mapping of keys to values",
        ref("cell"),
        None,
        1,
        type=["string", "integer", "boolean", "null", "object"],
    ),
    "row": mapped("a row: a mapping of columns to values", ref("cell"), None),
    "rows": {
        **listed("a list of rows", ref("row")),
        "description": "One row for each, with a value for each column; `id` names it, `copies` makes "
        "several alike.",
    },
    "component_row": {
        "title": "a row: a mapping of attributes to values",
        "type": "object",
        "properties": {
            "on": {
                **mapped("a mapping of events to steps", STEPS),
                "description": "The steps that a component of this row runs at an event about it.",
            },
            "terms": {
                **mapped("a mapping of functions to expressions", EXPRESSION),
                "description": "What is added to the value of a function where it is about a component of "
                "this row.",
            },
        },
        "additionalProperties": ref("cell"),
    },
    "component_rows": {
        **listed("a list of rows", ref("component_row")),
        "description": "One row for each, with a value for each attribute; `id` names it, `copies` makes "
        "several alike, `on` and `terms` are rules of its own.",
    },
    "table_file": {
        **listed("the name of a CSV file, or a list of them", {"type": "string"}, type=ONE_OR_MORE),
        "description": "A CSV file beside the game, with a row for each; the rows of several files add up.",
    },
    "enum": {
        **mapped(
            "a list of names, or a mapping of names to texts", ref("text"), least=1, type=["array", "object"]
        ),
        "description": "The values in order, optionally with the texts that people read.",
        "items": NAME,
        "minItems": 1,
    },
    "without": {
        **listed("a list of cells or a condition", NAME, type=["array", "string", "boolean"]),
        "description": "Cells that the grid lacks: `[a1, h8]`; or a condition on `cell`: those for which it "
        "holds.",
    },
    "steps": {
        **listed("a list of steps", ref("step"), 0),
        "description": "Steps run one after another; each sees the effects of those before it.",
    },
}
"""Definitions of the schema for types that many keys share, by name."""

OF_SCENARIOS: dict[str, Schema] = {
    "values": {
        **mapped("a mapping of names to values", EXPRESSION, None),
        "description": "As many of the action's values as distinguish the options.",
    },
    "knowledge": {
        **mapped(
            "a mapping of players to lists", listed("a list of components and variables", EXPRESSION), None, 1
        ),
        "description": "For each player, components, lists of them, what is printed on them, and variables.",
    },
}
"""Definitions of the schema of scenarios, by name."""

BY_TYPE: dict[Any, Schema] = {
    bool: {"type": "boolean"},
    Span: {"type": "boolean"},
    Expression: EXPRESSION,
    int: titled("a number", "integer"),
    Scalar: {},
    Scalar | Sequence: {},
    scenarios.Unparsed: EXPRESSION,
    scenarios.Values: ref("values"),
    scenarios.Knowledge: ref("knowledge"),
    range: {},
    str: {},
    m.Ident: NAME,
    m.Ident | Expression: EXPRESSION,
    m.Seen: ref("seen_by"),
    m.Color: ref("color"),
    m.Text: ref("text"),
    m.Templates: ref("template"),
    m.TypeRef: ref("type"),
    m.Diagram: {"title": "a diagram", "type": "string"},
    m.Files: ref("table_file"),
    m.Shown: mapped(
        "an attribute, or an attribute with a value",
        EXPRESSION,
        least=1,
        type=["string", "object"],
        maxProperties=1,
    ),
    tuple[m.TypeRef, ...]: ref("types"),
    tuple[m.Ident, ...]: ref("names"),
    tuple[m.Ident, ...] | Expression: ref("without"),
    tuple[m.ColumnDecl, ...]: ref("columns"),
    tuple[m.Parameter, ...]: ref("parameters"),
    tuple[m.Argument, ...]: ref("arguments"),
    tuple[m.Pick, ...]: ref("picks"),
    tuple[m.Row, ...]: ref("rows"),
    tuple[m.Step, ...]: STEPS,
    tuple[bands.RunDecl, ...]: listed("a list of runs", ref("run")),
    tuple[bands.BandDecl, ...]: listed("a list of bands", ref("band")),
    tuple[scenarios.ScenarioDecl, ...]: listed("a list of scenarios", ref("scenario")),
    tuple[scenarios.Event, ...]: listed("a list of answers", ref("entry")),
    tuple[scenarios.OutcomeDecl, ...]: listed("a list of conditions", ref("outcome")),
    tuple[m.Requirement, ...]: listed("a list of requirements", ref("requirement")),
    tuple[m.EnumDecl, ...]: mapped("a mapping of names to lists of names", ref("enum")),
    tuple[m.SpaceDecl, ...]: mapped("a mapping of names to spaces", ref("space")),
    tuple[m.NamedLook, ...]: listed("a list of looks", ref("named_look")),
    m.Symbol: ref("symbol"),
    m.Icon: ref("icon"),
    m.Layout: {"title": "lines of words: cells, and `.` for nothing", "type": "string"},
    tuple[Expression, ...]: listed("a list of expressions", EXPRESSION),
    tuple[Expression, ...] | m.Diagram: listed(
        "a list of two numbers, columns and rows, or a diagram", EXPRESSION, 2, 2, type=["array", "string"]
    ),
    Expression | tuple[tuple[m.Ident, ...], ...]: listed(
        "a number of cells, or a list of ways forward",
        listed("a list of cells", NAME, 2),
        type=["string", "integer", "boolean", "array"],
    ),
    tuple[tuple[m.Ident, m.Ident], ...]: listed(
        "a list of pairs of cells", listed("a pair of cells", NAME, 2, 2), 0
    ),
    tuple[m.Assignment, ...]: mapped("a mapping of variables to values", EXPRESSION, None, 1),
    tuple[m.Branch, ...]: mapped("a mapping of values to steps", STEPS, None, 1),
    tuple[m.Offered, ...]: listed(
        "a list of actions",
        mapped(
            "an action, or an action with its given values",
            ref("arguments"),
            None,
            1,
            type=["string", "object"],
            maxProperties=1,
        ),
    ),
}
"""The schema for the values of each type."""

_FORMS = {"step": ("a step", m.Step), "space": ("a space", m.SpaceDecl)}
_ABOUT = {
    "step": "A mapping with one verb and the keys that belong to it.",
    "entry": "An answer: an action with values, `choose` with values, or a text equal to the option's label. "
    "Or `{expect: CONDITION}`, `{offered: ANSWER}`, `{refused: ANSWER}`, `{asked: NAME}`, "
    "`{knows: {PLAYER: [THING]}}`, `{hidden: {PLAYER: [THING]}}`, `{ended: false}`, "
    "`{chance: STREAM, is: VALUE}`, or `{chance: ZONE, is: [COMPONENT]}`.",
}


def published() -> dict[str, Schema]:
    """Return the schemas by file name, without the ending."""
    forms = {name: _form(name, title, get_args(union)) for name, (title, union) in _FORMS.items()}
    game = _file(m, m.Game, LANGUAGE, {**DEFINITIONS, **forms})
    variant = {**_head("variant"), **_variant(list(game["properties"]))}
    entry = _first_form("entry", "an answer, a check or a draw of chance", get_args(scenarios.Event))
    of_scenarios = _beside(scenarios, scenarios.ScenarioFile, {**OF_SCENARIOS, "entry": entry})
    of_bands = _beside(bands, bands.BandFile, {})
    return {"game": game, "variant": variant, "scenarios": of_scenarios, "bands": of_bands}


def _file(module: ModuleType, whole: type, language: Schema, defined: dict[str, Schema]) -> Schema:
    """Return the schema of a file, whose content is the class `whole`.

    The other classes of the module become definitions.
    """
    parts = (part for part in SPELT if vars(module).get(part.__name__) is part is not whole)
    schema = {**_head(SPELT[whole].name), **_mapping(whole)}
    return {
        **schema,
        "properties": {"language": language, **schema["properties"]},
        "$defs": {**defined, **{SPELT[part].name: _mapping(part) for part in parts}},
    }


def _beside(module: ModuleType, whole: type, defined: dict[str, Schema]) -> Schema:
    """Return the schema of a file beside a game.

    References that it does not define lead to the game's schema.
    """
    language = {"$ref": "#/properties/language", "description": LANGUAGE["description"]}
    file = _file(module, whole, language, defined)
    own = {ref(name)["$ref"] for name in file["$defs"]}

    def outward(part: Schema) -> Schema:
        place = part.get("$ref", "")
        return {**part, "$ref": f"game.schema.json{place}"} if place and place not in own else part

    schema: Schema = json.loads(json.dumps(file), object_hook=outward)
    return schema


def _head(name: str) -> Schema:
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"https://gamespec.invalid/language-1/{name}.schema.json",
    }


def _mapping(made: type) -> Schema:
    """Return the schema of the mapping that a class stands for."""
    said, keys = SPELT[made], [key for key in keys_of(made) if key.key.named]
    free = next((key for key in keys_of(made) if key.key.others is not None), None)
    values: Any = False if free is None else BY_TYPE[pair_of(free.type)[1]]
    others = {} if free is None else free.key.others or {}
    forms = [forms for _, forms in _FORMS.values() if made in get_args(forms)]
    needed = [key.name for key in keys if key.needed and not (forms and key.name == verb_of(made))]
    needs = said.needs or {}
    rules: dict[str, Any] = {
        "required": needed,
        "minProperties": said.least,
        "maxProperties": said.most,
        "oneOf": [{"required": [name]} for name in said.one_of],
        "anyOf": [{"required": [name]} for name in said.any_of],
        "not": {"required": [*said.apart]} if said.apart else None,
        "dependentRequired": {key: [of] for key, of in needs.items() if isinstance(of, str)},
        "allOf": [_one_of(key, of) for key, of in needs.items() if isinstance(of, tuple)],
    }
    return {
        "title": said.title,
        "description": _texts()[made.__name__, ""],
        "type": [*said.types] if said.types else "object",
        "properties": {
            **{key.name: _property(made, key) for key in keys},
            **{name: {**values, "description": about} for name, about in others.items()},
        },
        **{word: rule for word, rule in rules.items() if rule},
        "additionalProperties": values,
    }


def _one_of(key: str, of: tuple[str, ...]) -> Schema:
    """Return the rule that a key requires exactly one of the keys `of`."""
    others = [{"required": [other]} for other in of]
    return {"if": {"type": "object", "required": [key]}, "then": {"oneOf": others}}


def _property(made: type, key: Told) -> Schema:
    base, more = _by_type(key), key.key.schema
    if more is not None and "$ref" not in more and "$ref" in base:
        base = DEFINITIONS[base["$ref"].rpartition("/")[2]]
    schema = base if more is None else more if "$ref" in more else {**base, **more}
    about = next((t for c in made.__mro__ if (t := _texts().get((c.__name__, key.field)))), None)
    return schema if about is None else {**schema, "description": about}


def _by_type(key: Told) -> Schema:
    """Return the schema of a key's values, which follows from their type."""
    type_ = key.type
    if type_ in BY_TYPE:
        return BY_TYPE[type_]
    if type_ in SPELT:
        return ref(SPELT[type_].name)
    if pair := pair_of(type_):
        of_value = BY_TYPE.get(pair[1], {})
        return mapped("a mapping of names to values", of_value, "name" if pair[0] is m.Ident else None)
    inner = get_args(type_)
    if get_origin(type_) is Literal:
        return {"enum": [*inner]}
    of = inner[0] if get_origin(type_) is tuple else inner[-1]
    return mapped(f"a mapping of names to {key.name}", ref(SPELT[of].name) if of in SPELT else {})


def _form(name: str, title: str, forms: tuple[type, ...]) -> Schema:
    """Return the schema of a part with several forms, each of which is identified by a key."""
    verbs = {verb_of(form): form for form in forms}
    of: dict[str, list[str]] = {}
    for verb, form in verbs.items():
        for key in keys_of(form):
            of.setdefault(key.name, []).append(verb)
    shared = {
        k.name: _property(form, k) for form in forms for k in keys_of(form) if len(of[k.name]) == len(forms)
    }
    about = {verb: {"description": _texts()[form.__name__, ""]} for verb, form in verbs.items()}
    belongs = {
        key: {"description": f"Belongs to {', '.join(f'`{verb}`' for verb in those)}."}
        for key, those in of.items()
        if key not in shared and key not in verbs
    }
    return {
        "title": title,
        "description": _ABOUT.get(name, f"{title.capitalize()}, in one of several forms."),
        "type": "object",
        "properties": {**about, **belongs, **shared},
        **({"oneOf": [{"required": [verb]} for verb in verbs]} if name == "space" else {}),
        "allOf": [{"if": {"required": [v]}, "then": ref(SPELT[form].name)} for v, form in verbs.items()],
        "additionalProperties": False,
    }


def _first_form(name: str, title: str, forms: tuple[type, ...]) -> Schema:
    """Return the schema of a part that has the first form whose verb is present, or else the last form."""
    chosen = ref(SPELT[forms[-1]].name)
    for form in reversed(forms[:-1]):
        verbs = [{"required": [verb]} for verb in verbs_of(form)]
        met = verbs[0] if len(verbs) == 1 else {"anyOf": verbs}
        chosen = {"if": {"type": "object", **met}, "then": ref(SPELT[form].name), "else": chosen}
    return {"title": title, "description": _ABOUT[name], "type": [*SPELT[forms[-1]].types], **chosen}


def _variant(keys: list[str]) -> Schema:
    """Return the schema of an overlay, which has the keys of a game and two more."""
    path = {
        "title": "a path, or the id of a step",
        "description": "A path such as `options.debt.default`, or the id of a step.",
        "type": "string",
        "minLength": 1,
    }
    new = titled("a list, or a mapping of new entries", "array", "object")
    edits = {
        "set": (mapped("a mapping of paths to values", {}, None, 1), "The new value at each path."),
        "add": (
            mapped("a mapping of paths to lists or mappings", new, None, 1),
            "The members to add at the end of the list or mapping at each path.",
        ),
        "remove": (
            listed("a path, or a list of paths", ref("path"), type=ONE_OR_MORE),
            "The parts to remove.",
        ),
        "before": (ref("path"), "The part before which `put` goes."),
        "after": (ref("path"), "The part after which `put` goes."),
        "put": (
            titled("a list of steps, or a mapping of new entries", "array", "object"),
            "What goes there.",
        ),
    }
    edit = {
        "title": "an edit: `set`, `add`, `remove`, `before` or `after`",
        "description": "One change: `set` and `add` map paths to values, `remove` names paths, `before` and "
        "`after` say where to `put` something.",
        "type": "object",
        "minProperties": 1,
        "properties": {name: {**said, "description": about} for name, (said, about) in edits.items()},
        "dependentRequired": {"before": ["put"], "after": ["put"]},
        "allOf": [_one_of("put", ("before", "after"))],
        "additionalProperties": False,
    }
    extends = {
        "title": "a game's id, or the path of its file, with overlays after `+`",
        "description": "The game this is a variant of: the id of a shipped game, or a path from this file; "
        "after each `+` an overlay, by the name of a variant or by a path.",
        "type": "string",
        "minLength": 1,
    }
    changes = {
        **listed("a list of edits", ref("edit")),
        "description": "Changes to the declarations of the game, one after another.",
    }
    same = {key: {"$ref": f"game.schema.json#/properties/{key}"} for key in keys}
    return {
        "title": "a variant",
        "type": "object",
        "description": "An overlay on a game: its additions and its changes.",
        "properties": {**same, "extends": extends, "edit": changes},
        "required": ["game", "title", "extends"],
        "additionalProperties": False,
        "$defs": {"edit": edit, "path": path},
    }


@cache
def _texts() -> dict[tuple[str, str], str]:
    """Return the docstrings of the model's classes and fields, by the names of class and field."""
    found: dict[tuple[str, str], str] = {}
    modules = dict.fromkeys(sys.modules[made.__module__] for made in SPELT)
    for part in (each for module in modules for each in python.parse(inspect.getsource(module)).body):
        if isinstance(part, python.ClassDef):
            name = ""
            for line in part.body:
                match line:
                    case python.Expr(python.Constant(str(text))):
                        found[part.name, name] = " ".join(text.split())
                    case python.AnnAssign(python.Name(field)):
                        name = field
                    case _:
                        pass
    return found


if __name__ == "__main__":
    for file, contents in published().items():
        place = directory("schemas") / f"{file}.schema.json"
        place.write_text(f"{json.dumps(contents, indent=2, ensure_ascii=False)}\n", encoding="utf-8")
