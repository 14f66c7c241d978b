"""What the page asks of Python: to check files, to play at a table, to make modules, to say what games say.

Requests and replies are JSON, so that they cross from one thread of the browser to another. The files of the
page lie in a folder, in the memory of the browser.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, ZipFile

from gamespec import OptionError, SpecError, UnknownGame, check
from gamespec.program.written import About, program_hash
from gamespec.trees import types as t
from interpreter.compiled.export.module_file import write
from interpreter.labels import labels_of
from interpreter.play.errors import Fault
from interpreter.playground.alone import Alone, Wanted
from interpreter.playground.numbers import compared, summary
from interpreter.playground.told import told
from interpreter.serve.edition import Edition
from interpreter.words import diagnose

if TYPE_CHECKING:
    from gamespec.compile import Compiled
    from gamespec.spec import Spec

__all__ = ["Workbench"]


class Workbench:
    """The files of the page, the game that they make, and the table at which it is played.

    The files are written below `folder`, which belongs to this object. `send` is given each message to the
    page of the table.
    """

    def __init__(self, send: Callable[[str], None], folder: str = "/spec") -> None:
        self._folder = Path(folder)
        self._alone = Alone(send)
        self._made: dict[str, Compiled] = {}
        """The programs of which modules have been made, by their hashes."""
        self._now: Compiled | None = None
        self._given: dict[str, int | str] = {}
        """The options that were chosen, as far as the game has them; all others have their defaults."""

    # --- checking ------------------------------------------------------------------------------------

    def check(self, asked: str) -> str:
        """Check files, and return what is wrong with them and what can be chosen.

        Asks for `files`, a dict of texts by name, and `main`, the name of the one to check. It may ask for
        `players` and `options`; they count as far as the game has them.
        """
        request = json.loads(asked)
        self._now = None
        names = self._write("now", request["files"])
        path = self._folder / "now" / request["main"]
        try:
            found = check(path)
        except UnknownGame as error:
            return json.dumps({"refused": str(error)})
        except SpecError as error:
            return json.dumps({"diagnostics": told(error.diagnostics, names)})
        reply: dict[str, Any] = {"diagnostics": told(found.diagnostics, names), "tried": found.tried}
        if found.spec is not None:
            reply |= self._chosen(found.spec, request, names)
        return json.dumps(reply)

    def _chosen(self, spec: Spec, request: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
        """Compile a game for the choice in a request, as far as it fits, and say what can be chosen."""
        players = request.get("players")
        players = players if players in spec.players else None
        given = {
            name: value for name, value in request.get("options", {}).items() if _fits(spec, name, value)
        }
        refused = None
        try:
            made = spec.compiled(players, given)
        except OptionError as error:
            refused, made = str(error), spec.compiled()
        except SpecError as error:
            return {"diagnostics": told(error.diagnostics, names)}
        self._now = made
        self._spec, self._given = spec, given
        return {
            "playable": True,
            "title": spec.title.in_("en"),
            "program": program_hash(made.program),
            "players": {"least": spec.players[0], "most": spec.players[-1], "now": made.program.players},
            "options": _options(spec, made),
            "choice": refused,
        }

    def _write(self, kind: str, files: Mapping[str, str]) -> dict[str, str]:
        """Write files below a folder in place of all others. Return their names by their paths."""
        place = self._folder / kind
        if place.exists():
            rmtree(place)
        names = {}
        for name, text in files.items():
            path = place / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")
            names[str(path)] = name
        return names

    # --- playing ---------------------------------------------------------------------------------------

    async def play(self, asked: str) -> str:
        """Let the table show the game that was checked last.

        A game that has begun goes on under the changed rules, unless `new` asks for a new one. The request
        has the fields of `Wanted`, too.
        """
        request = json.loads(asked)
        made, new = self._now, request.pop("new")
        if made is None:
            return json.dumps({})
        edition, wanted = Edition(self._spec, made, dict(made.names.options)), Wanted(**request)
        now = self._alone.edition
        same = now is not None and (now.spec.hash, now.options) == (edition.spec.hash, edition.options)
        try:
            if new or wanted != self._alone.wanted or now is None:
                await self._alone.begin(edition, wanted)
            elif not same or now.players != edition.players:
                await self._alone.edited(edition)
        except Fault as fault:
            return json.dumps({"fault": told([diagnose(fault, made.names)], self._names())})
        return json.dumps({})

    def _names(self) -> dict[str, str]:
        place = self._folder / "now"
        return {str(path): path.relative_to(place).as_posix() for path in place.rglob("*") if path.is_file()}

    async def hear(self, said: str) -> None:
        """Act on a message of the table's page."""
        await self._alone.hear(said)

    # --- measuring -----------------------------------------------------------------------------------

    def module(self) -> bytes:
        """Return the module of the game that was checked last. There must be one."""
        assert self._now is not None  # noqa: S101 - as the page knows
        return self._module(self._now)

    def module_of(self, asked: str) -> bytes:
        """Return the module of other files, for the players and options chosen for the game checked last.

        Asks for `files` and `main`. Returns nothing if they are no game, or one that does not fit.
        """
        request = json.loads(asked)
        self._write("then", request["files"])
        now = self._now
        found = check(self._folder / "then" / request["main"])
        if found.spec is None or now is None:
            return b""
        options = {name: value for name, value in self._given.items() if _fits(found.spec, name, value)}
        try:
            made = found.spec.compiled(now.program.players, options)
        except (OptionError, SpecError):
            return b""
        return self._module(made)

    def _module(self, made: Compiled) -> bytes:
        about = About(made.names.game, made.names.options, made.names.spec_hash)
        self._made[program_hash(made.program)] = made
        return write(made.program, about, labels_of(made, self._folder / "now"))

    def numbers(self, asked: str) -> str:
        """Return what games say.

        Asks for `programs`, one or two hashes; for `kinds`, how many games of each program had which outcome;
        and with two programs for `pairs`. Outcomes are rows of `outcomes`.
        """
        request = json.loads(asked)
        made = [self._made[program] for program in request["programs"]]
        outcomes: Sequence[Sequence[int]] = request["outcomes"]
        reply: dict[str, Any] = {
            "games": [
                summary(each, ((outcomes[row], decisions, count) for row, decisions, count in kinds))
                for each, kinds in zip(made, request["kinds"], strict=True)
            ]
        }
        if len(made) > 1:
            pairs = (((outcomes[a], m), (outcomes[b], n), count) for a, m, b, n, count in request["pairs"])
            reply["compared"] = compared(made[0], made[1], pairs)
        return json.dumps(reply)

    def packed(self, asked: str) -> bytes:
        """Return files as an archive. Asks for `files`."""
        written = BytesIO()
        with ZipFile(written, "w", ZIP_DEFLATED) as packed:
            for name, text in json.loads(asked)["files"].items():
                packed.writestr(name, text)
        return written.getvalue()


def _fits(spec: Spec, name: str, value: int | str) -> bool:
    """Return whether a game has an option that can have a value."""
    try:
        spec.chosen({name: value})
    except OptionError:
        return False
    return True


def _options(spec: Spec, made: Compiled) -> list[dict[str, Any]]:
    """Return the options of a game with their values, and what other values they can have."""
    world = spec.world(made.program.players)
    found = []
    for option in spec.model.options:
        name = option.ident.name
        type_ = world.options[name].type
        match type_:
            case t.Bool():
                can: dict[str, Any] = {"kind": "bool"}
            case t.Int(low, high):
                can = {"kind": "int", "least": low, "most": high}
            case t.Named():
                can = {"kind": "enum", "values": list(world.values.labels[type_.name])}
        label = name if option.label is None else option.label.in_("en")
        found.append({"name": name, "label": label, "value": made.names.options[name], **can})
    return found
