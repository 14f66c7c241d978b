"""What the page asks of Python: to check files, run examples, play at a table, make modules, count games.

Requests and replies are JSON, so that they cross from one thread of the browser to another. The files of the
page lie in a folder, in the memory of the browser.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile

from gamespec import OptionError, SpecError, UnknownGame, check
from gamespec.program.written import About, program_hash
from gamespec.trees import types as t
from interpreter.compiled.export.module_file import write
from interpreter.labels import labels_of
from interpreter.play.errors import Fault
from interpreter.playground.alone import Alone, Wanted
from interpreter.playground.desk import Desk
from interpreter.playground.faulted import Faulted, Measured
from interpreter.playground.numbers import compared, summary
from interpreter.playground.told import told
from interpreter.serve.edition import Edition

if TYPE_CHECKING:
    from gamespec.compile import Compiled
    from gamespec.spec import Spec
    from interpreter.playground.examples import Examples

__all__ = ["Workbench"]

KEPT = 6
"""How many modules are kept, so that they need not be made again."""


class _Made(NamedTuple):
    """A game and its module."""

    compiled: Compiled
    module: bytes


class Workbench:
    """The files of the page, the game that they make, and the table at which it is played.

    The files are written below `folder`, which belongs to this object. `send` is given each message to the
    page of the table, and `faulted` the faults of the rules when a game begins or stops there.
    """

    def __init__(
        self, send: Callable[[str], None], faulted: Callable[[str], None], folder: str = "/spec"
    ) -> None:
        self._folder = Path(folder)
        self._desk = Desk(self._folder / "now")
        self._alone = Alone(send, self._stopped)
        self._tell_faults = faulted
        self._faulted = Faulted()
        self._made: dict[str, _Made] = {}
        """The modules that were made last, by the hashes of their programs."""
        self._now: Compiled | None = None
        self._given: dict[str, int | str] = {}
        """The options that were chosen, as far as the game has them; all others have their defaults."""
        self._examples: Examples | None = None

    # --- writing -------------------------------------------------------------------------------------

    def check(self, asked: str) -> str:
        """Check files up to a stage, and return what is wrong with them and, in the end, what can be chosen.

        Asks for `files`, a dict of texts by name, `main`, the name of the one to check, and `stage`. It may
        ask for `language`, `players` and `options`; the latter count as far as the game has them.
        """
        request = json.loads(asked)
        stage, main = request.get("stage", "everything"), request["main"]
        self._desk.put(request["files"])
        whole = stage == "everything"
        if whole:
            self._now = self._examples = None
        try:
            spec = self._desk.check(main, stage)
        except UnknownGame as error:
            return json.dumps({"refused": str(error)})
        reply: dict[str, Any] = {"diagnostics": self._desk.diagnostics()}
        if whole:
            reply["rules"] = self._desk.rules()
            reply |= {} if spec is None else self._chosen(spec, request)
        return json.dumps(reply)

    def _chosen(self, spec: Spec, request: Mapping[str, Any]) -> dict[str, Any]:
        """Compile a game for the choice in a request, as far as it fits, and say what can be chosen."""
        players, language = request.get("players"), request.get("language", "en")
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
            return {"diagnostics": told(error.diagnostics, self._desk.names)}
        self._now = made
        self._spec, self._given = spec, given
        return {
            "playable": True,
            "title": spec.title.in_(language),
            "program": program_hash(made.program),
            "players": {"least": spec.players[0], "most": spec.players[-1], "now": made.program.players},
            "options": _options(spec, made, language),
            "choice": refused,
            "faults": self._faults(),
        }

    def _faults(self) -> list[dict[str, Any]]:
        """Return the faults that have stopped games of the rules that were checked last."""
        return self._faulted.told(self._now, self._desk.names)

    def _stopped(self, fault: Fault | None) -> None:
        """Note the fault that has stopped the game at the table, if one has, and tell the page."""
        edition = self._alone.edition
        assert edition is not None  # noqa: S101 - it is being played
        self._faulted.at_table(edition.compiled, fault)
        self._tell_faults(json.dumps(self._faults()))

    def complete(self, asked: str) -> str:
        """Return what could be written in a file. Asks for `files`, and for `file` and `at`, the place."""
        request = json.loads(asked)
        self._desk.put(request["files"])
        return json.dumps(self._desk.complete(request["file"], request["at"]))

    def hover(self, asked: str) -> str:
        """Return what there is to tell of a place. Asks for the same as `complete`."""
        request = json.loads(asked)
        self._desk.put(request["files"])
        return json.dumps(self._desk.hover(request["file"], request["at"]))

    def examples(self, asked: str) -> str:
        """Run some scenarios of the game that was checked last, and return what they have shown.

        Asks for `from`, the number of the first one to run, and for the `language` of reports. The reply has
        all scenarios in `listed` if the number is 0, and the results in `ran`.
        """
        from interpreter.playground.examples import Examples

        request = json.loads(asked)
        begin = request["from"]
        if self._now is None:
            return json.dumps({"listed": [], "ran": []})
        if self._examples is None:
            self._examples = Examples(self._spec, self._desk.names)
        listed = {} if begin else {"listed": self._examples.listed()}
        return json.dumps({**listed, "ran": self._examples.run(begin, request["language"])})

    def sheet(self, asked: str) -> str:
        """Return the rule sheet of the game that was checked last, as a page. Asks for `language`."""
        from interpreter.rulebook import sheet_of
        from interpreter.rulebook.page import page
        from interpreter.scenario import load_scenarios
        from interpreter.words import Words

        if self._now is None:
            return json.dumps({"page": None})
        words = Words(self._now, json.loads(asked)["language"])
        scenarios, _ = load_scenarios(self._spec)
        return json.dumps({"page": page(sheet_of(self._spec, words, scenarios), self._desk.folder)})

    # --- playing ---------------------------------------------------------------------------------------

    async def play(self, asked: str) -> str:
        """Let the table show the game that was checked last.

        A game that has begun goes on under the changed rules, unless `new` asks for a new one. The request
        has the fields of `Wanted`, too. The reply has the faults of the rules, such as one with which no game
        can begin.
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
            self._faulted.at_table(made, fault)
        return json.dumps({"faults": self._faults()})

    async def hear(self, said: str) -> None:
        """Act on a message of the table's page."""
        await self._alone.hear(said)

    # --- measuring -----------------------------------------------------------------------------------

    def module(self) -> bytes:
        """Return the module of the game that was checked last, or nothing if there is none."""
        return b"" if self._now is None else self._module(self._now)

    def module_of(self, asked: str) -> bytes:
        """Return the module of other files, for the players and options chosen for the game checked last.

        Asks for `files` and `main`. Returns nothing if they are no game, or one that does not fit.
        """
        request = json.loads(asked)
        then = Desk(self._folder / "then")
        then.put(request["files"])
        now = self._now
        found = check(then.path(request["main"]))
        if found.spec is None or now is None:
            return b""
        options = {name: value for name, value in self._given.items() if _fits(found.spec, name, value)}
        try:
            made = found.spec.compiled(now.program.players, options)
        except (OptionError, SpecError):
            return b""
        return self._module(made)

    def _module(self, made: Compiled) -> bytes:
        name = program_hash(made.program)
        known = self._made.pop(name, None)
        if known is None or known.compiled.names.spec_hash != made.names.spec_hash:
            about = About(made.names.game, made.names.options, made.names.spec_hash)
            known = _Made(made, write(made.program, about, labels_of(made, self._desk.folder)))
        self._made[name] = known
        for old in list(self._made)[:-KEPT]:
            del self._made[old]
        return known.module

    def numbers(self, asked: str) -> str:
        """Return what games say.

        Asks for `programs`, one or two hashes; for `kinds`, how many games of each program had which outcome;
        for `stopped`, what the page knows of the faults of each (see `Measured`), or `null`; and with two
        programs for `pairs`. Outcomes are rows of `outcomes`. The reply has the faults of the rules, too.
        """
        request = json.loads(asked)
        made = [self._made[program].compiled for program in request["programs"]]
        outcomes: Sequence[Sequence[int]] = request["outcomes"]
        reply: dict[str, Any] = {
            "games": [
                summary(each, ((outcomes[row], decisions, count) for row, decisions, count in kinds))
                for each, kinds in zip(made, request["kinds"], strict=True)
            ]
        }
        stopped = request["stopped"][-1]
        self._faulted.in_games(made[-1], None if stopped is None else Measured(**stopped))
        reply["faults"] = self._faults()
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


def _options(spec: Spec, made: Compiled, language: str) -> list[dict[str, Any]]:
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
        label = name if option.label is None else option.label.in_(language)
        found.append({"name": name, "label": label, "value": made.names.options[name], **can})
    return found
