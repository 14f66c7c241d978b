"""Reads the answers in scenarios, and finds the options that they match.

An answer is written as the name of an action, or `choose`, with as many values as are needed; or else as the
label of an option. A component that is chosen unseen is given by its place, or by its name; in the latter
case, chance draws the named component. An answer is read for every step that offers such an action, because
only playing the game shows which of the steps it answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gamespec.compile import Compiled
from gamespec.compile.draft.draft import ActionSpec
from gamespec.description.reader import entries
from gamespec.description.syntax import parse_expression
from gamespec.documents.document import Scalar
from gamespec.expr.elaborate import elaborate
from gamespec.expr.scope import MeUse
from gamespec.model.model import Ident
from gamespec.model.scenarios import AnswerDecl, NamedAnswer, Unparsed, Values
from gamespec.program import Pick
from gamespec.program.frozen import dataclass
from gamespec.resolve import scope_apart
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Span
from gamespec.text.suggest import did_you_mean
from gamespec.trees import core
from gamespec.trees import types as t
from interpreter.engine.game import Game
from interpreter.inspection import Inspector
from interpreter.play.options import Option, Value, is_place
from interpreter.scenario.unseen import meant, read_unseen

__all__ = ["CHOOSE", "Answer", "By", "Fit", "asks_for", "fits", "read_answer", "read_player", "read_value"]

CHOOSE = "choose"

Said = tuple[tuple[int, Value], ...]
"""Values of an answer, each with its index among the values of an option."""


@dataclass(frozen=True, slots=True)
class By:
    """The player who must be asked, with the span that names the player."""

    span: Span
    player: int


@dataclass(frozen=True, eq=False, slots=True)
class Fit:
    """An action or `choose` step that an answer may mean, with the values of the answer.

    `values` holds pairs of an index among the values of the action, and a value. The value is given as an
    expression if it depends on the position in which the answer is given. `texts` has the values as written,
    by name.
    """

    action: int
    values: tuple[tuple[int, Value | core.Core], ...]
    texts: Mapping[str, str]

    def known(self, inspector: Inspector) -> tuple[tuple[int, Value], ...]:
        """Return the values of the answer in a position. Raises `Fault` if an expression has no value."""
        return tuple((i, inspector.value(v) if isinstance(v, core.Core) else v) for i, v in self.values)


@dataclass(frozen=True, eq=False, slots=True)
class Answer:
    """An answer in a scenario.

    `said` is the name of the action, or the label of an option. For a label, `actions` is empty, because only
    play shows which option has the label.
    """

    span: Span
    said: str
    by: By | None
    actions: tuple[Fit, ...] = ()


def asks_for(spec: ActionSpec, name: str) -> bool:
    """Return whether an action has this name. The name `choose` means any `choose` step."""
    return spec.routine is None if name == CHOOSE else spec.routine is not None and spec.name == name


def fits(option: Option, values: Said | None, game: Game) -> dict[str, list[int]] | None:
    """Return the outcomes of chance, by stream, with which an option has the given values.

    Components that are alike count as equal. Returns `None` if the option cannot have these values.
    """
    if values is None:
        return None
    program = game.program
    picks = program.actions[option.action].picks
    if any(is_place(v) for i, _ in values if picks[i].hidden for v in _parts(option.values[i])):
        return meant(game, option, values)
    same = all(_same(option.values[i], value, picks[i], program.faces) for i, value in values)
    return {} if same else None


def _parts(value: Value) -> tuple[int, ...]:
    return value if isinstance(value, tuple) else (value,)


def _same(given: Value, wanted: Value, pick: Pick, faces: tuple[int, ...]) -> bool:
    if isinstance(given, tuple) and isinstance(wanted, tuple):
        shown = (lambda c: faces[c] if c >= 0 else c) if pick.alike else (lambda c: c)
        return sorted(map(shown, given)) == sorted(map(shown, wanted))
    if isinstance(given, tuple) or isinstance(wanted, tuple):
        return False
    alike = pick.alike and wanted >= 0 and given >= 0 and faces[wanted] == faces[given]
    return wanted == given or alike


def read_answer(
    compiled: Compiled, answer: NamedAnswer, by: Unparsed | None, found: Collector
) -> Answer | None:
    """Read an answer, or return `None` after reporting what is wrong with it.

    The player under `by` may be part of the answer, or may stand beside the answer and is then passed as
    `by`.
    """
    span = answer.node.span
    if answer.by is not None and by is not None:
        (twice,) = (e.key for e in entries(answer.node) if e.key.text == "by")
        found.report("GS127", "`by` stands here twice", twice.span)
    player = read_player(compiled, answer.by or by, found)
    if isinstance(answer, AnswerDecl) and answer.label is not None:
        return Answer(span, answer.label.text, player)
    if len(answer.actions) != 1:
        if answer.actions:
            found.report("GS127", "an answer has one action", answer.actions[1][0].span)
        else:
            found.report("GS121", "an answer needs an action", span)
        return None
    ((action, values),) = answer.actions
    actions = _actions(compiled, action, values, found)
    return Answer(span, action.name, player, actions) if actions else None


def read_player(compiled: Compiled, node: Unparsed | None, found: Collector) -> By | None:
    """Read the player who must be asked, or return `None` after reporting that there is no such player."""
    if node is None:
        return None
    player = read_value(compiled, node, compiled.world.player, found)
    return By(node.span, player) if isinstance(player, int) else None


def _actions(compiled: Compiled, action: Ident, values: Values, found: Collector) -> tuple[Fit, ...]:
    name = action.name
    specs = {n: s for n, s in enumerate(compiled.names.actions) if asks_for(s, name)}
    if not specs:
        known = [s.name for s in compiled.names.actions if s.routine is not None]
        hint = did_you_mean(name, known)
        what = "there is no `choose` step" if name == CHOOSE else f"there is no action `{name}`"
        found.report("GS201", what, action.span, help=hint)
        return ()
    keys = {key.name for key, _ in values}
    having = [n for n, s in specs.items() if keys <= {p.slot.name for p in s.picks}]
    if not having:
        _unknown_value(specs.values(), [key for key, _ in values], found)
        return ()
    tried = [(_fit(compiled, number, values, one), one) for number in having for one in (Collector(),)]
    good = tuple(fit for fit, _ in tried if fit is not None)
    if not good:
        found.take(tried[0][1])
    return good


def _unknown_value(specs: Iterable[ActionSpec], keys: list[Ident], found: Collector) -> None:
    """Report a value that the action does not have.

    If all values exist, report one that no single `choose` step has together with the others.
    """
    known = list(dict.fromkeys(p.slot.name for s in specs for p in s.picks))
    unknown = [key for key in keys if key.name not in known] or keys[:1]
    note = f"there are {', '.join(f'`{n}`' for n in known)}" if known else "there are none"
    for key in unknown:
        hint = did_you_mean(key.name, known)
        beside = " beside these" if key.name in known else ""
        found.report("GS201", f"there is no value `{key}`{beside}", key.span, help=hint, notes=(note,))


def _fit(compiled: Compiled, action: int, values: Values, found: Collector) -> Fit | None:
    picks, closed = compiled.names.actions[action].picks, compiled.program.actions[action].picks
    names = [p.slot.name for p in picks]
    read: list[tuple[int, Value | core.Core]] = []
    texts: dict[str, str] = {}
    for key, written in values:
        index = names.index(key.name)
        value: Value | core.Core | None
        value = read_unseen(compiled, written, closed[index], picks[index].slot.type)
        if value is None:
            several = closed[index].counts is not None  # a value named twice has copies, or is never on offer
            value = _typed(compiled, written, picks[index].slot.type, found)
            if isinstance(value, core.Const | core.Fixed):
                value = _constant(compiled, value, found, copies=several)
        if value is not None:
            read.append((index, value))
            texts[key.name] = written.text
    return None if found.errors else Fit(action, tuple(read), texts)


def read_value(
    compiled: Compiled, node: Scalar, type_: t.Type, found: Collector, *, copies: bool = False
) -> Value | None:
    """Read a plain value, or a list of such values, of the given type.

    A list may contain duplicates only if `copies` is true. Returns `None` after reporting any mistake.
    """
    typed = _typed(compiled, node, type_, found)
    return None if typed is None else _constant(compiled, typed, found, copies=copies)


def _typed(compiled: Compiled, node: Scalar, type_: t.Type, found: Collector) -> core.Core | None:
    """Read an expression of the given type in which `me` has no meaning.

    Returns `None` after reporting any mistake.
    """
    before = found.errors
    expression = parse_expression(node, found)
    if expression is None:
        return None
    scope = scope_apart(compiled.world, expression.source, found, MeUse(available=False))
    typed = elaborate(expression, scope, type_)
    return None if found.errors > before else typed


def _constant(compiled: Compiled, typed: core.Core, found: Collector, *, copies: bool) -> Value | None:
    match typed:
        case core.Const(_, _, value):
            return value
        case core.Fixed(_, _, members) if copies or len(set(members)) == len(members):
            return members
        case core.Fixed(type_, span, members):
            twice = next(value for value in members if members.count(value) > 1)
            text = compiled.world.values.text(t.element(type_) or type_, twice)
            found.report("GS306", f"`{text}` stands twice in this list", span)
            return None
        case _:
            found.report("GS306", "this must be a plain value", typed.span)
            return None
