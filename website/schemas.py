"""The keys of every file, as pages made from the JSON Schemas of `schemas/`.

Editors check files against these schemas. `title` says what a value is, and `description` what it is for;
the pages show both, with a section for each definition that has keys of its own.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from website.collecting import ROOT

__all__ = ["pages"]

Schema = dict[str, Any]

_TITLES = {
    "game": "Keys of a game",
    "variant": "Keys of a variant",
    "scenarios": "Keys of scenarios",
    "bands": "Keys of bands",
}
_HEAD = (
    "{described} This page lists the keys of such a file, as the schema `{name}.schema.json` defines them for"
    " editors. [The language](language.md) says what they mean. Keys in **bold** are required."
)


def pages() -> dict[str, str]:
    """Return the page of each schema, by its place on the site."""
    return {f"reference/keys-of-{name}.md": "\n".join(_Page(name).lines()) + "\n" for name in _TITLES}


@dataclass(frozen=True)
class _Page:
    name: str

    @property
    def schema(self) -> Schema:
        text = (ROOT / "schemas" / f"{self.name}.schema.json").read_text(encoding="utf-8")
        read: Schema = json.loads(text)
        return read

    def lines(self) -> Iterator[str]:
        schema = self.schema
        definitions: dict[str, Schema] = schema["$defs"]
        described = schema["description"].rstrip(".") + "."
        yield f"# {_TITLES[self.name]}"
        yield ""
        yield _HEAD.format(described=described, name=self.name)
        yield ""
        yield from self.keys(schema)
        for name, definition in sorted(definitions.items()):
            yield from ("", f"## {_heading(name)}", "")
            title, description = definition.get("title", ""), definition.get("description", "")
            about = description or (title[:1].upper() + title[1:] + "." if title else "")
            yield about
            if "enum" in definition:
                yield from ("", "One of " + ", ".join(f"`{value}`" for value in definition["enum"]) + ".")
            if definition.get("properties"):
                yield ""
                yield from self.keys(definition)

    def keys(self, schema: Schema) -> Iterator[str]:
        """Yield the table of the keys of an object."""
        yield from ("| key | value | for |", "| --- | --- | --- |")
        required = schema.get("required", ())
        for key, value in schema["properties"].items():
            shown = f"**`{key}`**" if key in required else f"`{key}`"
            yield f"| {shown} | {_cell(self.value(value))} | {_cell(self.described(value))} |"

    def value(self, schema: Schema) -> str:
        """Return what a value may be, with links to the definitions that it refers to."""
        if "$ref" in schema:
            return self.reference(schema["$ref"])
        if "enum" in schema:
            return ", ".join(f"`{value}`" for value in schema["enum"])
        title = schema.get("title", "")
        within = [schema.get("items"), schema.get("additionalProperties")]
        inner = {each["$ref"] for each in within if isinstance(each, dict) and "$ref" in each}
        links = ", ".join(self.reference(each) for each in sorted(inner))
        return f"{title} ({links})" if title and links else title or links

    def described(self, schema: Schema) -> str:
        """Return what a value is for: its own description, or that of the definition it refers to."""
        if "description" not in schema and "$ref" in schema:
            schema = self.schema["$defs"].get(schema["$ref"].rpartition("/")[2], {})
        text: str = schema.get("description", "")
        return text

    def reference(self, ref: str) -> str:
        """Return a link to a definition; one of another schema lies on that schema's page."""
        file, _, way = ref.partition("#")
        name = way.rpartition("/")[2]
        page = f"keys-of-{file.removesuffix('.schema.json')}.md" if file else ""
        if way.startswith("/properties/"):
            return f"[`{name}` of a game]({page})"
        return f"[{_heading(name)}]({page}#{_heading(name).replace(' ', '-')})"


def _heading(name: str) -> str:
    return name.replace("_", " ")


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
