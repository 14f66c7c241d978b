"""Evaluates expressions of the language in a game, for Python callers.

`value` evaluates an expression in the true position, for omniscient callers. `value_seen` evaluates an
expression from a seat's observation (`interpreter.engine.knowledge.seen`). If the expression reads something
that the seat cannot know, it raises `Hidden`, and the hidden value is never read. Whether it raises depends
only on the seat's observation, so a refusal reveals no more than an answer would.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from gamespec.compile import Compiled, named
from gamespec.description.syntax import parse_slice
from gamespec.expr.elaborate import elaborate
from gamespec.expr.scope import MeUse
from gamespec.resolve import scope_apart
from gamespec.spec import SpecError
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Source, Span
from gamespec.text.visible import in_one_line
from gamespec.trees import core
from gamespec.trees import types as t
from interpreter.engine.knowledge.seen import Hides, SeenPosition, has_copies, seen_machine_of, seen_position
from interpreter.engine.machine.explicit import settled_only
from interpreter.inspection import Inspector
from interpreter.words import Words
from interpreter.words.held import member_name
from interpreter.words.known import copies_in

if TYPE_CHECKING:
    from gamespec.program import Program
    from interpreter.engine.game import Game
    from interpreter.protocol import Playing

__all__ = ["Answer", "Hidden", "SeenPosition", "named_of", "seen", "value", "value_seen"]

Single: TypeAlias = bool | int | str | None
Answer: TypeAlias = Single | tuple[Single, ...]
"""The value of an expression in Python. It is a number, a truth value, the seat (from 0) of a player, the
name of any other value, `None` for `none`, or a tuple of such values.
"""

MOST_KEPT = 1_000
"""The greatest number of cached expressions of a program. The cache is cleared before it grows larger."""


class Hidden(LookupError):
    """An expression reads a value that the seat cannot know."""


class _Expressions(dict[tuple[str, bool], core.Core]):
    """The cached expressions of a program, keyed by their text and by whether `me` has a meaning in them."""


class _Read:
    """The type of the key under which a program caches its expressions."""


_READ = _Read()


def value(game: Game, expression: str) -> Answer:
    """Evaluate an expression in the true position of a game, with the decider as `me`.

    Raises `SpecError` with the mistakes in the expression, `Fault`, and `ValueError` if the program has no
    names.
    """
    compiled = named_of(game.program)
    node = _read(compiled, expression, me=game.decision is not None)
    with settled_only(game.place):
        return _answer(compiled, node.type, Inspector.of(compiled, game).value(node))


def seen(game: Playing, program: Program, player: int) -> SeenPosition:
    """Return the part of a game's position that a player (the seat, from 0) can know.

    Expressions can be evaluated in it.
    """
    return seen_position(program, game.position, game.observation(player))


def value_seen(program: Program, position: SeenPosition, player: int, expression: str) -> Answer:
    """Evaluate an expression from the observation of a player, who is `me`.

    Raises `Hidden` if the expression reads something that the player cannot know, and the same errors as
    `value`.
    """
    compiled = named_of(program)
    node = _read(compiled, expression, me=True)
    named_copy = next(copies_in(program, node), None)
    if named_copy is not None:
        what = "which of several alike components is which"
        raise Hidden(f"p{player + 1} can't know {what}{_where(named_copy, expression)}")
    evaluator, closed = seen_machine_of(program).evaluator, compiled.expression(node)
    evaluator.learn(compiled.spaces)
    try:
        found = evaluator.asked(closed, position)
        return _answer(compiled, node.type, tuple(found) if closed.domain.is_list else int(found))
    except Hides as hides:
        place = compiled.names.places[hides.at] if hides.at is not None else node.span
        what = _called(compiled, position, hides.place)
        raise Hidden(f"p{player + 1} can't know {what}{_where(place, expression)}") from None


def named_of(program: Program) -> Compiled:
    """Return the compiled game of a program. Raises `ValueError` if the program has no names."""
    found = named(program)
    if found is None:
        raise ValueError("the program was read from a file and has no names: load the game instead")
    return found


def _read(compiled: Compiled, expression: str, *, me: bool) -> core.Core:
    """Return the elaborated expression, from the cache if possible. Raises `SpecError`."""
    known = compiled.program.made_of.setdefault(_READ, _Expressions())
    assert isinstance(known, _Expressions)  # noqa: S101 - it is ours
    if (expression, me) not in known:
        found, source = Collector(), Source("the expression", expression)
        parsed = parse_slice(source, 0, len(expression), found)
        node = None
        if parsed is not None:
            node = elaborate(parsed, scope_apart(compiled.world, source, found, MeUse(available=me)))
        if node is None or found.errors:
            raise SpecError(in_one_line(expression), tuple(found))
        if isinstance(node.type, t.ZoneType):
            node = core.Contents(t.ListType(node.type.of, node.type.most), node.span, node)
        if len(known) >= MOST_KEPT:
            known.clear()
        known[expression, me] = node
    return known[expression, me]


def _answer(compiled: Compiled, type_: t.Type, found: int | tuple[int, ...]) -> Answer:
    """Convert the value of an expression of type `type_` to Python."""
    inner = t.element(type_) or type_
    if isinstance(found, tuple):
        return tuple(_single(compiled, inner, each) for each in found)
    return _single(compiled, inner, found)


def _single(compiled: Compiled, type_: t.Type, found: int) -> Single:
    match base := t.strip(type_):
        case _ if found == t.NONE:
            return None
        case t.Bool():
            return bool(found)
        case t.Int() | t.Named("player"):
            return found
        case t.Named("component"):
            name = compiled.world.values.text(base, found)
            return name.partition("#")[0] if has_copies(compiled.program, found) else name
        case _:
            return compiled.world.values.text(base, found)


def _where(place: Span, expression: str) -> str:
    """Describe which part of an expression a hidden value belongs to.

    For a part that is in the files of the game, the description includes its place there.
    """
    part = in_one_line(place.text)
    if place.source.text != expression:
        return f", which `{part}` asks for ({place})"
    return f", which `{part}` asks for" + (f" in `{in_one_line(expression)}`" if part != expression else "")


def _called(compiled: Compiled, position: SeenPosition, place: int) -> str:
    """Describe the value that is stored at index `place` of a position."""
    program, words, layout = compiled.program, Words(compiled), compiled.program.layout
    for number, store in enumerate(program.stores):
        if 0 <= place - store.place < len(store.start):
            return f"what `{member_name(words, number, place - store.place)}` is"
    components, zones = len(program.start), len(program.zones)
    if 0 <= place - layout.zone_of < components:
        return f"where `{words.component(place - layout.zone_of)}` lies"
    for start in (layout.first, layout.last):
        if 0 <= place - start < zones:
            return f"what lies in `{compiled.world.zone_name(place - start)}`"
    for start in (layout.next, layout.previous):
        if 0 <= place - start < components:
            zone = position[layout.zone_of + place - start]
            return f"what lies in `{compiled.world.zone_name(zone)}`"
    return (
        "what has come before"
        if any(h.place <= place < h.place + h.size for h in program.histories)
        else "that"
    )
