"""Scenarios: worked examples and rulings of a game, run as tests.

A scenario makes a program of its own: the game, whose set-up goes on with the steps under `given`, and
whose first turn belongs to whom the scenario says. So its steps and conditions are checked like those
of the game, and whatever can be said in the language can be set up and asked.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from gamespec import model as m
from gamespec.compile import compile_game
from gamespec.diagnostics import Collector, Diagnostic
from gamespec.document import Entry, Mapping, Node, Scalar, Sequence, read_document, read_source
from gamespec.expr import core
from gamespec.expr import types as t
from gamespec.expr.ast import Expression
from gamespec.expr.check import check, coerce, elaborate
from gamespec.expr.parse import parse_expression
from gamespec.expr.scope import MeUse, Scope
from gamespec.language import check_language, remind_of_language
from gamespec.loader import OptionError, Spec, SpecError, UnknownGame, load
from gamespec.program import PickSpec, Program
from gamespec.read import Reader, child, entries, word
from gamespec.render import render
from gamespec.resolve import bind
from gamespec.schema import check_structure
from gamespec.steps import read_steps
from gamespec.suggest import did_you_mean
from interpreter.decision import Option
from interpreter.errors import Fault
from interpreter.explain import failing, values_in
from interpreter.game import Game

__all__ = ["Outcome", "Scenario", "load_scenarios", "run_scenario"]

MOST_LOGGED = 40
"""How many of the last events a report shows."""


@dataclass(frozen=True, eq=False)
class Scenario:
    """One scenario as written."""

    id: str
    title: str
    heading: str
    variant: str
    node: Mapping


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a scenario; `report` says why it failed."""

    passed: bool
    report: str
    seconds: float


class _Failure(Exception):
    """An expectation was not met."""


def load_scenarios(spec: Spec) -> tuple[list[Scenario], tuple[Diagnostic, ...]]:
    """The scenarios beside a game, in the order of files and of each file; and what is wrong with them."""
    found = Collector()
    scenarios: list[Scenario] = []
    for path in sorted((spec.path.parent / "scenarios").glob("*.yaml")):
        scenarios += _file(path, found)
    wanted = _names(spec.name.partition("+")[2])
    if wanted:
        scenarios = [s for s in scenarios if _names(s.variant) == wanted]
    seen: dict[str, Scenario] = {}
    for scenario in scenarios:
        if scenario.id in seen:
            node = scenario.node.get("id")
            found.report("GS202", f"there are two scenarios `{scenario.id}`", (node or scenario.node).span)
        seen[scenario.id] = scenario
    return scenarios, tuple(found)


def _names(variants: str) -> frozenset[str]:
    """The variants that are joined by `+`, in whatever order."""
    return frozenset(variants.split("+")) - {""}


def _file(path: Path, found: Collector) -> Iterator[Scenario]:
    source = read_source(path, found)
    node = read_document(source, found) if source is not None else None
    if node is None or not check_language(node, found) or not check_structure(node, "scenarios", found):
        return
    remind_of_language(node, found)
    listed = child(node, "scenarios")
    for item in listed.items if isinstance(listed, Sequence) else ():
        if isinstance(item, Mapping):
            id_, title, heading, variant = (
                word(item.get(k), "") for k in ("id", "title", "heading", "variant")
            )
            yield Scenario(id_, title, heading, variant, item)


def run_scenario(spec: Spec, scenario: Scenario) -> Outcome:
    """Run one scenario."""
    start = time.perf_counter()
    found = Collector()
    report = ""
    try:
        run = _Run(_variant(spec, scenario.variant), scenario, found)
        if run.program is not None:
            report = run.play(run.program)
    except (OptionError, UnknownGame) as error:
        report = str(error)
    except SpecError as error:
        report = render(error.diagnostics, "full")
    if len(found):
        report = render(tuple(found), "full")
    return Outcome(not report, report, time.perf_counter() - start)


@cache
def _variant(spec: Spec, variant: str) -> Spec:
    """The game a scenario is about."""
    if not variant or _names(spec.name.partition("+")[2]) == _names(variant):
        return spec
    return load(f"{spec.path.parent}+{variant}")


class _Run:
    """One run of a scenario."""

    def __init__(self, spec: Spec, scenario: Scenario, found: Collector) -> None:
        self.node = scenario.node
        self.found = found
        self.reader = Reader(found, {})
        self.program = self._program(spec)
        self.game: Game | None = None

    def _program(self, spec: Spec) -> Program | None:
        players = child(self.node, "players")
        count = players.value if isinstance(players, Scalar) and isinstance(players.value, int) else None
        given = {
            e.key.text: e.value.text
            for e in entries(child(self.node, "options"))
            if isinstance(e.value, Scalar)
        }
        usual = spec.program(count, given)
        game = self._game(spec.model)
        if game is None or self.found.errors:
            return None
        options = {n: o.value for n, o in usual.world.options.items()}
        world = bind(game, usual.players, options, self.found)
        return compile_game(world, usual.options, spec.hash, self.found)

    def _game(self, game: m.Game) -> m.Game | None:
        """The game as the scenario begins it."""
        steps = read_steps(self.reader, child(self.node, "given"))
        for step in steps:
            if isinstance(step, m.Choose | m.Offer):
                self.found.report("GS124", "nobody can decide while a position is set up", step.span)
        phases = list(game.phases)
        phase = child(self.node, "phase")
        if isinstance(phase, Scalar):
            names = [p.ident.name for p in phases]
            if phase.text not in names:
                self.found.report("GS201", f"there is no phase `{phase.text}`", phase.span)
                return None
            phases = phases[names.index(phase.text) :]
        turn = self.reader.expression(child(self.node, "turn"))
        if turn is not None:
            first = next((i for i, p in enumerate(phases) if p.turns), None)
            if first is None:
                self.found.report("GS402", "no phase has turns", turn.span)
                return None
            phases[first] = replace(phases[first], first=turn)
        return replace(game, setup=(*game.setup, *steps), phases=tuple(phases))

    def play(self, program: Program) -> str:
        """Give the answers and ask the conditions; what went wrong, if anything."""
        seed = child(self.node, "seed")
        number = seed.value if isinstance(seed, Scalar) and isinstance(seed.value, int) else 0
        script = self._script(program)
        try:
            self.game = Game(program, number, record=True, script=script)
            set_up = len(self.game.events)
            when = child(self.node, "when")
            for item in when.items if isinstance(when, Sequence) else ():
                self._event(self.game, item)
            then = child(self.node, "then")
            for item in then.items if isinstance(then, Sequence) else ():
                self._outcome(self.game, item)
        except _Failure as failure:
            return self._report(str(failure), set_up)
        except Fault as fault:
            return render((fault.diagnostic,), "full")
        except ValueError as error:
            return str(error)
        return ""

    def _script(self, program: Program) -> dict[str, list[int]]:
        """The outcomes of chance that the scenario settles before they are drawn."""
        script: dict[str, list[int]] = {}
        when = child(self.node, "when")
        for item in when.items if isinstance(when, Sequence) else ():
            stream, value = child(item, "chance"), child(item, "is")
            if isinstance(stream, Scalar) and isinstance(value, Scalar):
                script.setdefault(stream.text, []).append(self._drawn(program, stream, value))
        return script

    def _drawn(self, program: Program, stream: Scalar, value: Scalar) -> int:
        from gamespec.program import Throw

        throws = [i for i in program.code if isinstance(i, Throw) and i.name == stream.text]
        if not throws:
            raise ValueError(f"no `random` step draws from a stream `{stream.text}`")
        node = self._value(program, value, throws[0].slot.type)
        if node is None:
            raise ValueError(f"`{value.text}` cannot be drawn from `{stream.text}`")
        return node

    def _report(self, failure: str, set_up: int) -> str:
        assert self.game is not None  # noqa: S101 - a failure comes after the beginning
        events = self.game.events[set_up:]
        lines = [text for e in events if (text := self.game.event_text(e)) is not None]
        if len(lines) > MOST_LOGGED:
            lines = [f"… {len(lines) - MOST_LOGGED} events before", *lines[-MOST_LOGGED:]]
        log = "\n".join(f"  {line}" for line in lines) or "  nothing"
        return f"{failure}\nwhat happened:\n{log}"

    def _scope(self, game: Game, expression: Expression) -> Scope:
        return Scope(game.program.world, expression.source, self.found, MeUse(available=True), {})

    def _holds(self, game: Game, scalar: Scalar) -> None:
        expression = parse_expression(scalar, self.found)
        if expression is None:
            return
        before = self.found.errors
        node = elaborate(expression, self._scope(game, expression), t.BOOL)
        if self.found.errors > before:
            return
        if game.machine.evaluator.number(node)(game.position):
            return
        part = failing(game.machine, game.position, node)
        texts = game.machine.texts("en")
        values = dict.fromkeys(values_in(game.machine, game.position, part, texts))
        raise _Failure(
            "\n".join(
                [f"{scalar.span}: expected `{' '.join(part.span.text.split())}`", *(f"  {v}" for v in values)]
            )
        )

    def _event(self, game: Game, item: Node) -> None:
        expected = child(item, "expect")
        if isinstance(expected, Scalar):
            self._holds(game, expected)
            return
        if child(item, "chance") is not None:
            return
        if any(child(item, key) is not None for key in ("offered", "refused")):
            self._outcome(game, item)
            return
        by = child(item, "by")
        if isinstance(by, Scalar):
            self._asked(game, by)
        matching = self._matching(game, item)
        if len(matching) != 1:
            what = "not on offer" if not matching else "not enough to tell options apart"
            shown = matching or game.options
            raise _Failure(f"{item.span}: this is {what}; there are\n" + self._listed(game, shown))
        game.apply(matching[0])

    def _listed(self, game: Game, options: tuple[Option, ...] | list[Option]) -> str:
        if game.over:
            return "  no options, the game is over"
        return "\n".join(f"  {o.action}: {game.text(o)}" for o in options[:MOST_LOGGED])

    def _asked(self, game: Game, by: Scalar) -> None:
        player = self._value(game.program, by, game.program.world.player)
        if player is not None and player != game.player:
            raise _Failure(f"{by.span}: expected that p{player + 1} is asked, it is p{game.player + 1}")

    def _value(self, program: Program, scalar: Scalar, type_: t.Type) -> int | None:
        expression = parse_expression(scalar, self.found)
        if expression is None:
            return None
        scope = Scope(program.world, expression.source, self.found, MeUse(available=False), {})
        node = coerce(check(expression.root, scope, type_), type_, scope)
        if isinstance(node, core.Const):
            return node.value
        if not isinstance(node.type, t.Bad):
            self.found.report("GS306", "this must be a plain value", expression.span)
        return None

    def _matching(self, game: Game, item: Node) -> list[Option]:
        """The options an answer fits."""
        if isinstance(item, Scalar):
            return [o for o in game.options if game.text(o) == item.text]
        self._known_action(game, item)
        entry = next((e for e in entries(item) if e.key.text != "by"), None)
        if entry is None:
            return []
        found = [o for o in game.options if self._named(o, entry.key.text)]
        for given in entries(entry.value):
            found = [o for o in found if self._has(game, o, given)]
        return found

    def _known_action(self, game: Game, item: Node) -> None:
        """Raise `ValueError` if an answer names an action that the game does not have."""
        names = [spec.name for spec in game.program.actions]
        for entry in entries(item):
            if entry.key.text not in {"by", "choose", *names}:
                hint = did_you_mean(entry.key.text, names)
                raise ValueError(
                    f"{entry.key.span}: there is no action `{entry.key.text}`" + (f"; {hint}" if hint else "")
                )

    def _named(self, option: Option, name: str) -> bool:
        return option.action == name or (name == "choose" and option.spec.routine is None)

    def _has(self, game: Game, option: Option, given: Entry) -> bool:
        for pick, value in zip(option.spec.picks, option.value_tuple, strict=True):
            if pick.slot.name == given.key.text and isinstance(given.value, Scalar):
                if isinstance(value, tuple):
                    return self._has_all(game, pick, value, given.value)
                wanted = self._value(game.program, given.value, pick.slot.type)
                if wanted is None:
                    return False
                faces = game.program.faces
                alike = (
                    pick.faces is not None and wanted >= 0 and value >= 0 and faces[wanted] == faces[value]
                )
                return wanted == value or alike
        names = ", ".join(f"`{p.slot.name}`" for p in option.spec.picks) or "none"
        raise ValueError(f"{given.key.span}: there is no value `{given.key.text}`; there are {names}")

    def _has_all(self, game: Game, pick: PickSpec, values: tuple[int, ...], scalar: Scalar) -> bool:
        """Whether several values are those that are listed, alike components counting as the same."""
        expression = parse_expression(scalar, self.found)
        if expression is None:
            return False
        scope = Scope(game.program.world, expression.source, self.found, MeUse(available=False), {})
        node = coerce(check(expression.root, scope, pick.slot.type), pick.slot.type, scope)
        if not isinstance(node, core.Fixed):
            return False
        faces = game.program.faces
        if pick.faces is not None:
            return sorted(faces[c] for c in node.values) == sorted(faces[c] for c in values)
        return sorted(node.values) == sorted(values)

    def _outcome(self, game: Game, item: Node) -> None:
        if isinstance(item, Scalar):
            self._holds(game, item)
            return
        offered, refused, ended = (child(item, k) for k in ("offered", "refused", "ended"))
        self._places(game, item)
        if offered is not None and not self._matching(game, offered):
            raise _Failure(f"{item.span}: expected on offer; there are\n" + self._listed(game, game.options))
        if refused is not None and (found := self._matching(game, refused)):
            raise _Failure(f"{item.span}: expected refused, but on offer is\n" + self._listed(game, found))
        if isinstance(ended, Scalar) and game.over != ended.value:
            state = "over" if game.over else "not over"
            raise _Failure(f"{item.span}: the game is {state}")

    def _places(self, game: Game, item: Node) -> None:
        """The final places, player by player."""
        for entry in entries(child(item, "places")):
            player = self._value(game.program, entry.key, game.program.world.player)
            result = game.result
            if result is None:
                raise _Failure(f"{item.span}: the game is not over")
            wanted = entry.value.value if isinstance(entry.value, Scalar) else None
            if player is not None and result.places[player] != wanted:
                places = ", ".join(f"p{i + 1}: {place}" for i, place in enumerate(result.places))
                raise _Failure(f"{entry.key.span}: expected place {wanted}; the places are {places}")
