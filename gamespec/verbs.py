"""From YAML nodes to steps: each is a mapping with one verb and the keys that belong to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gamespec import model as m
from gamespec.diagram import read_diagram
from gamespec.document import Entry, Mapping, Node, Scalar, Sequence
from gamespec.expr.ast import Expression
from gamespec.reader import Reader, entries, is_read

__all__ = ["VERBS", "read_steps"]


_COMPANIONS = frozenset(
    {
        "as", "ask", "at", "by", "do", "else", "from", "id", "label", "later", "of",
        "only", "otherwise", "prompt", "rows", "seen_by", "stream", "then", "to", "with",
    }
)  # fmt: skip
"""The keys beside verbs."""

_ALL_OR_NONE = frozenset({"everyone", "nobody"})
"""The words that say who is told what a step brings; anything else is an expression."""


def read_steps(r: Reader, node: Node | None) -> tuple[m.Step, ...]:
    """The steps of a list; a mistaken one is reported and left out."""
    items = node.items if isinstance(node, Sequence) else ()
    return tuple(s for item in items if isinstance(item, Mapping) and (s := _step(r, item)) is not None)


def _step(r: Reader, node: Mapping) -> m.Step | None:
    verbs = [e for e in node.entries if e.key.text in VERBS]
    if len(verbs) != 1:
        r.lose(node)
    if not verbs and any(e.key.text not in _COMPANIONS for e in node.entries):
        return None  # a key that is no key of steps has been reported
    if not verbs:
        first = node.entries[0].key.span if node.entries else node.span
        r.found.report("GS124", "a step needs a verb", first, notes=(f"verbs: {', '.join(VERBS)}",))
        return None
    if len(verbs) > 1:
        names = " and ".join(f"`{e.key.text}`" for e in verbs)
        r.found.report(
            "GS124", f"a step has one verb, this one has {names}", verbs[1].key.span,
            help="make two steps of it",
        )  # fmt: skip
        return None
    verb = verbs[0]
    id_ = node.get("id")
    return VERBS[verb.key.text](r, node, verb, r.ident(id_) if isinstance(id_, Scalar) else None)


def _move(r: Reader, node: Mapping, verb: Entry, id_: m.Ident | None) -> m.Step | None:
    at = node.get("at")
    place = at.text if isinstance(at, Scalar) and not at.unread else "top"
    what, to = r.needed(node, "move"), r.needed(node, "to")
    return m.Move(verb.key.span, id_, what, to, place)  # type: ignore[arg-type]  # the schema lets no other word pass


def _lay(r: Reader, node: Mapping, verb: Entry, id_: m.Ident | None) -> m.Step | None:
    return m.Lay(verb.key.span, id_, r.needed(node, "lay"), r.needed(node, "at"))


def _draw(r: Reader, node: Mapping, verb: Entry, id_: m.Ident | None) -> m.Step | None:
    rows, legend = node.get("rows"), node.get("with")
    if not is_read(verb.value) or not is_read(rows):
        return None
    diagram = read_diagram(rows, r.found)
    pairs = [(r.ident(e.key), r.needed(legend, e.key.text)) for e in entries(legend)]
    return m.Draw(verb.key.span, id_, r.ident(verb.value), diagram, tuple(pairs)) if diagram else None


def _set(r: Reader, _: Mapping, verb: Entry, id_: m.Ident | None) -> m.Step:
    pairs: list[m.Assignment] = []
    for entry in verb.value.entries if isinstance(verb.value, Mapping) else ():
        place, value = r.expression(entry.key), r.expression(entry.value)
        if place is not None and value is not None:
            pairs.append(m.Assignment(place, value))
    return m.Set(verb.key.span, id_, tuple(pairs))


def _transfer(r: Reader, node: Mapping, verb: Entry, id_: m.Ident | None) -> m.Step | None:
    amount, source, target = (r.needed(node, key) for key in ("transfer", "from", "to"))
    return m.Transfer(verb.key.span, id_, amount, source, target, r.expression(node.get("of")))


def _shuffle(r: Reader, node: Mapping, verb: Entry, id_: m.Ident | None) -> m.Step | None:
    return m.Shuffle(verb.key.span, id_, r.needed(node, "shuffle"))


def _reveal(r: Reader, node: Mapping, verb: Entry, id_: m.Ident | None) -> m.Step | None:
    what, to, only = r.needed(node, "reveal"), r.expression(node.get("to")), node.get("only")
    match only:
        case Mapping(entries=(Entry(key=key), *_)):
            return m.Reveal(verb.key.span, id_, what, to, r.ident(key), r.needed(only, key.text))
        case Scalar(unread=False):
            return m.Reveal(verb.key.span, id_, what, to, r.ident(only), None)
        case _:
            return m.Reveal(verb.key.span, id_, what, to, None, None)


def _random(r: Reader, node: Mapping, verb: Entry, id_: m.Ident | None) -> m.Step | None:
    if not isinstance(verb.value, Mapping) or not verb.value.entries:
        return None
    stream = node.get("stream")
    return m.Random(
        verb.key.span,
        id_,
        tuple(_drawn(r, entry) for entry in verb.value.entries),
        r.ident(stream) if isinstance(stream, Scalar) and not stream.unread else None,
        _seen_by(r, node),
    )


def _drawn(r: Reader, entry: Entry) -> m.Drawn:
    weight = entry.value.get("weight") if isinstance(entry.value, Mapping) else None
    label = r.text(entry.value.get("label")) if isinstance(entry.value, Mapping) else None
    return m.Drawn(r.ident(entry.key), r.needed(entry.value, "from"), r.expression(weight), label)


def _let(r: Reader, _: Mapping, verb: Entry, id_: m.Ident | None) -> m.Step:
    pairs: list[tuple[m.Ident, Expression]] = []
    for entry in verb.value.entries if isinstance(verb.value, Mapping) else ():
        value = r.expression(entry.value)
        if value is not None:
            pairs.append((r.ident(entry.key), value))
    return m.Let(verb.key.span, id_, tuple(pairs))


def _asks_always(node: Mapping) -> bool:
    ask = node.get("ask")
    return not (isinstance(ask, Scalar) and ask.text == "choice")


def _otherwise(r: Reader, node: Mapping) -> tuple[m.Step, ...] | None:
    steps = node.get("otherwise")
    return None if steps is None else read_steps(r, steps)


def _seen_by(r: Reader, node: Mapping) -> m.SeenBy:
    seen_by = node.get("seen_by")
    if isinstance(seen_by, Scalar) and not seen_by.unread and seen_by.text in _ALL_OR_NONE:
        return r.ident(seen_by)
    return r.expression(seen_by)


def _choose(r: Reader, node: Mapping, verb: Entry, id_: m.Ident | None) -> m.Step:
    return m.Choose(
        verb.key.span,
        id_,
        r.picks(verb.value),
        r.expression(node.get("by")),
        _seen_by(r, node),
        r.templates(node.get("prompt")),
        r.templates(node.get("label")),
        _asks_always(node),
        _otherwise(r, node),
        read_steps(r, node.get("then")),
    )


def _offered(r: Reader, node: Node) -> Iterator[m.Offered]:
    """The actions of an offer: names, or names with what they are given."""
    for item in node.items if isinstance(node, Sequence) else (node,):
        if isinstance(item, Scalar) and not item.unread:
            yield m.Offered(r.ident(item), ())
        elif isinstance(item, Mapping):
            for entry in item.entries:
                yield m.Offered(r.ident(entry.key), _arguments(r, entry.value))


def _offer(r: Reader, node: Mapping, verb: Entry, id_: m.Ident | None) -> m.Step:
    return m.Offer(
        verb.key.span,
        id_,
        tuple(_offered(r, verb.value)),
        r.expression(node.get("by")),
        _seen_by(r, node),
        r.templates(node.get("prompt")),
        _asks_always(node),
        _otherwise(r, node),
        read_steps(r, node.get("then")),
    )


def _if(r: Reader, node: Mapping, verb: Entry, id_: m.Ident | None) -> m.Step | None:
    then, otherwise = read_steps(r, node.get("then")), read_steps(r, node.get("else"))
    return m.If(verb.key.span, id_, r.needed(node, "if"), then, otherwise)


def _case(r: Reader, node: Mapping, verb: Entry, id_: m.Ident | None) -> m.Step | None:
    of, otherwise = node.get("of"), node.get("else")
    if not isinstance(of, Mapping):
        return None
    branches = tuple(m.Branch(r.values(e.key), read_steps(r, e.value)) for e in of.entries)
    rest = read_steps(r, otherwise) if otherwise is not None else None
    return m.Case(verb.key.span, id_, r.needed(node, "case"), branches, rest)


def _for(r: Reader, node: Mapping, verb: Entry, id_: m.Ident | None) -> m.Step | None:
    do = read_steps(r, node.get("do"))
    if not isinstance(verb.value, Mapping) or not verb.value.entries:
        return None
    over = tuple((r.ident(e.key), r.needed(verb.value, e.key.text)) for e in verb.value.entries)
    return m.For(verb.key.span, id_, over, do)


def _while(r: Reader, node: Mapping, verb: Entry, id_: m.Ident | None) -> m.Step | None:
    return m.While(verb.key.span, id_, r.needed(node, "while"), read_steps(r, node.get("do")))


def _arguments(r: Reader, node: Node | None) -> tuple[m.Argument, ...]:
    pairs = node.entries if isinstance(node, Mapping) else ()
    read = ((r.ident(e.key), r.expression(e.value)) for e in pairs)
    return tuple(m.Argument(i, v) for i, v in read if v is not None)


def _run(r: Reader, node: Mapping, verb: Entry, id_: m.Ident | None) -> m.Step | None:
    if not isinstance(verb.value, Scalar) or verb.value.unread:
        return None
    arguments, as_ = _arguments(r, node.get("with")), r.expression(node.get("as"))
    return m.Run(verb.key.span, id_, r.ident(verb.value), arguments, as_)


def _announce(r: Reader, node: Mapping, verb: Entry, id_: m.Ident | None) -> m.Step | None:
    if not isinstance(verb.value, Scalar) or verb.value.unread:
        return None
    later = node.get("later")
    if later is not None and not is_read(later):
        return None
    agenda = r.ident(later) if later is not None else None
    arguments, then = _arguments(r, node.get("with")), read_steps(r, node.get("then"))
    return m.Announce(verb.key.span, id_, r.ident(verb.value), arguments, agenda, then, _otherwise(r, node))


def _resolve(r: Reader, _: Mapping, verb: Entry, id_: m.Ident | None) -> m.Step | None:
    return m.Resolve(verb.key.span, id_, r.ident(verb.value)) if is_read(verb.value) else None


def _check(_r: Reader, _: Mapping, verb: Entry, id_: m.Ident | None) -> m.Step:
    return m.Check(verb.key.span, id_)


def _stop(r: Reader, _: Mapping, verb: Entry, id_: m.Ident | None) -> m.Step | None:
    if not isinstance(verb.value, Scalar):
        return None
    what = None if verb.value.unread else r.ident(verb.value)
    return m.Stop(verb.key.span, id_, what)  # what is left may not be known, but that it is left


def _remember(r: Reader, _: Mapping, verb: Entry, id_: m.Ident | None) -> m.Step | None:
    if not isinstance(verb.value, Scalar) or verb.value.unread:
        return None
    return m.Remember(verb.key.span, id_, r.ident(verb.value))


def _forget(r: Reader, _: Mapping, verb: Entry, id_: m.Ident | None) -> m.Step | None:
    if not isinstance(verb.value, Scalar) or verb.value.unread:
        return None
    return m.Forget(verb.key.span, id_, r.ident(verb.value))


VERBS: dict[str, Callable[[Reader, Mapping, Entry, m.Ident | None], m.Step | None]] = {
    "move": _move,
    "lay": _lay,
    "draw": _draw,
    "set": _set,
    "transfer": _transfer,
    "shuffle": _shuffle,
    "reveal": _reveal,
    "random": _random,
    "let": _let,
    "choose": _choose,
    "offer": _offer,
    "if": _if,
    "case": _case,
    "for": _for,
    "while": _while,
    "run": _run,
    "announce": _announce,
    "resolve": _resolve,
    "check": _check,
    "stop": _stop,
    "remember": _remember,
    "forget": _forget,
}
