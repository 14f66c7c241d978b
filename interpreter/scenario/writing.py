"""Converts a game that was played to a scenario with the same seed, options, answers and result.

Values are written as scenarios read them. A name that might be ambiguous is qualified, and players are
written as seats. A component that was chosen unseen is written by its place, because the seed draws the same
component again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gamespec.compile import Compiled
from gamespec.compile.draft.draft import ActionSpec
from gamespec.language import LANGUAGE
from gamespec.program import Pick
from gamespec.spec import Spec
from gamespec.system.plain import real
from gamespec.trees import types as t
from interpreter.answers import written
from interpreter.play.options import Decision, Option, Value, is_place
from interpreter.protocol import Playing
from interpreter.scenario.answers import CHOOSE
from interpreter.words.places import place_name

__all__ = ["Played", "scenario_text", "variant_of"]


@dataclass(frozen=True)
class Played:
    """The game that is to be converted to a scenario.

    `options` holds the options that differ from their defaults. `answers` holds the answers in order, each as
    a seat and an option. `game` is either over or at its next decision; it is `None` if the game stopped at a
    fault. If it was then `over`, it will be over when the fault has been fixed.
    """

    compiled: Compiled
    seed: int
    options: Mapping[str, int | bool | str]
    variant: str
    answers: tuple[tuple[int, Option], ...]
    game: Playing | None
    over: bool = False


def variant_of(spec: Spec) -> str:
    """Return the names of a game's overlays joined by `+`, as a scenario refers to them."""
    names = [path.stem for path in spec.files if real(path) in spec.overlays and path.name != "game.yaml"]
    return "+".join(names)


def scenario_text(played: Played, ident: str, title: str) -> str:
    """Return the text of a file with one scenario, which passes.

    If the game stopped at a fault, the scenario passes only after the fault has been fixed.
    """
    compiled = played.compiled
    lines = [
        f"language: {LANGUAGE}",
        "scenarios:",
        f"  - id: {_plain(ident)}",
        f"    title: {_plain(title)}",
        "    heading: A game that was played",
        *([f"    variant: {played.variant}"] if played.variant else []),
        f"    players: {compiled.program.players}",
    ]
    if played.options:
        chosen = (f"{name}: {_scalar(written(value))}" for name, value in played.options.items())
        lines.append(f"    options: {{{', '.join(chosen)}}}")
    lines.append(f"    seed: {played.seed}")
    if compiled.names.checked:
        lines.append("    invariants: true")
    if played.answers:
        lines.append("    when:")
        lines += (f"      - {_answer(compiled, *each)}" for each in played.answers)
    lines += ["    then:", *(f"      - {said}" for said in _came(played))]
    return "\n".join(lines) + "\n"


def _answer(compiled: Compiled, player: int, option: Option) -> str:
    spec, closed = compiled.names.actions[option.action], compiled.program.actions[option.action]
    values = (
        f"{named.slot.name}: {_scalar(_value(compiled, pick, named.slot.type, value))}"
        for named, pick, value in zip(spec.picks, closed.picks, option.values, strict=True)
    )
    return f"{{{_called(spec)}: {{{', '.join(values)}}}, by: {_seat(player)}}}"


def _called(spec: ActionSpec) -> str:
    return CHOOSE if spec.routine is None else spec.name


def _came(played: Played) -> Iterator[str]:
    """Yield the lines that say how the game ended, or what it asks."""
    if played.game is None:
        yield "ended: true" if played.over else "ended: false"
        return
    result, decision = played.game.result, played.game.decision
    if result is None:
        assert decision is not None  # noqa: S101 - it is not over
        yield _question(played.compiled, decision)
        return
    yield "ended: true"
    if not result.truncated:
        yield f"places: {_by_player(result.places)}"
        yield f"score: {_by_player(result.scores)}"


def _question(compiled: Compiled, decision: Decision) -> str:
    branches = compiled.names.sites[decision.site].branches
    asked = [_called(branch) for branch in branches]
    named = asked[0] if asked == [CHOOSE] else f"[{', '.join(asked)}]"
    return f"{{asked: {named}, by: {_seat(decision.player)}}}"


def _by_player(numbers: tuple[int, ...]) -> str:
    return f"{{{', '.join(f'{_seat(player)}: {number}' for player, number in enumerate(numbers))}}}"


def _seat(player: int) -> str:
    return f"seat({player + 1})"


def _value(compiled: Compiled, pick: Pick, type_: t.Type, value: Value) -> str:
    """Format a value of a pick, or a tuple of values, as an expression of the language."""
    if isinstance(value, tuple):
        inner = t.element(type_) or type_
        return f"{{{', '.join(_single(compiled, pick, inner, one) for one in value)}}}"
    return _single(compiled, pick, type_, value)


def _single(compiled: Compiled, pick: Pick, type_: t.Type, value: int) -> str:
    if value == t.NONE:
        return "none"
    if pick.hidden and is_place(value):
        return place_name(compiled, pick, value)
    match t.strip(type_):
        case t.Named("player"):
            return _seat(value)
        case t.Named(_, of) if of in compiled.world.planes:
            x, y, turn = compiled.world.planes[of].spot_at(value)
            return f"spot({of}, {x}, {y}, {turn})"
        case t.Named(_, of) if of in compiled.world.tables and compiled.world.tables[of].keys:
            table = compiled.world.tables[of]  # rows have no names
            keys = ((kind, values[value]) for kind, values in (table.columns[key] for key in table.keys))
            return f"{of}[{', '.join(_single(compiled, pick, *key) for key in keys)}]"
        case t.Named(_, of) as named:
            name = compiled.world.values.text(named, value)
            if name.isdecimal() and of in compiled.world.spaces:
                return f"cell({of}, {name})"
            return f"{of}.{name}" if name in compiled.world.symbols else name
        case other:
            return compiled.world.values.text(other, value)


def _scalar(text: str) -> str:
    """Format an expression for use within YAML braces."""
    return text if re.fullmatch(r"-?\w+", text) else f'"{text}"'


def _plain(text: str) -> str:
    """Format a text that stands alone as the value of a YAML key."""
    bare = re.fullmatch(r"[A-Za-z][\w /-]*", text) is not None
    return text if bare else '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
