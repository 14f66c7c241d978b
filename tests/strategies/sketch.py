"""A whole game as data, which can be printed as YAML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from strategies.expressions import hidden
from strategies.print import printed
from strategies.words import Bool, Family, Function, Kind, Named, Num, Scalar, Words, Zone, written

__all__ = ["Sketch", "Step", "verb"]

Step = Mapping[str, object]
"""A step, with its verb as the first key. Steps within a step are tuples."""

Named_ = Mapping[str, Mapping[str, object]]


def verb(step: Step) -> str:
    """Return the verb of a step."""
    return next(iter(step))


@dataclass(frozen=True, repr=False)
class Sketch:
    """A game, which consists of its declarations and its course."""

    words: Words
    actions: Named_ = field(default_factory=dict)
    procedures: Named_ = field(default_factory=dict)
    events: Named_ = field(default_factory=dict)
    handlers: Named_ = field(default_factory=dict)
    setup: tuple[Step, ...] = ()
    phases: Named_ = field(default_factory=dict)
    end: Named_ = field(default_factory=dict)
    score: str | Mapping[str, object] | None = None
    ranking: tuple[str, ...] = ()
    limit: Mapping[str, object] = field(default_factory=lambda: {"decisions": 9, "then": "rank"})
    title: object = "Sketch"
    held: Mapping[str, str] = field(default_factory=dict)
    """Names of functions whose value is a constant, by the text of that constant."""
    measures: Named_ = field(default_factory=dict)
    invariants: Named_ = field(default_factory=dict)

    def document(self) -> dict[str, object]:
        """Return the document of the game, as data by section."""
        low, high = self.words.players
        found: dict[str, object] = {
            "language": 1,
            "game": "sketch",
            "title": self.title,
            "players": low if low == high else f"{low}..{high}",
        }
        found |= {name: section for name, section in self._sections() if section}
        return found | {"limit": self.limit}

    def __repr__(self) -> str:
        return f"Sketch:\n{self.yaml()}"

    def _repr_pretty_(self, printer: Any, _: bool) -> None:  # noqa: FBT001 - Hypothesis calls this by place
        printer.text(repr(self))

    def yaml(self) -> str:
        """Return the text of the game's file."""
        return printed(self.document())

    def _sections(self) -> Iterator[tuple[str, object]]:
        words = self.words
        yield "about", self.title if isinstance(self.title, Mapping) else None
        yield "rulings", _rulings(words) if isinstance(self.title, Mapping) else None
        yield "options", {n: _option(n, *o) for n, o in words.options.items()}
        yield "requires", _requires(words)
        yield "enums", dict(words.enums)
        yield "components", dict(_components(words))
        yield "tables", {t.name: _table(t) for t in words.tables.values()}
        planes = {p.name: _plane(p) for p in words.planes.values()}
        yield "spaces", {s.name: s.declared for s in words.spaces.values()} | planes
        yield "zones", {z.name: _zone(z) for z in words.zones.values()}
        yield "variables", {v.name: _family(v) for v in words.variables.values()}
        yield "resources", {r.name: _family(r) for r in words.resources.values()}
        yield "histories", dict(words.histories)
        yield "agendas", dict(words.agendas)
        held = {name: {"is": constant} for constant, name in self.held.items()}
        yield "functions", {f.name: _function(f) for f in words.functions.values()} | held
        yield "terms", dict(_terms(words.functions.values()))
        yield "teams", words.teams
        for name in ("actions", "procedures", "events", "handlers", "setup", "phases", "end", "score"):
            yield name, getattr(self, name)
        yield "ranking", self.ranking
        yield "measures", self.measures
        yield "invariants", self.invariants

    def hiding(self, texts: list[str]) -> tuple[Sketch, list[str]]:
        """Return the game and `texts` with each marked constant replaced by a call of a function.

        The functions are added to the game.
        """
        held = dict(self.held)
        behind = [hidden(text, held) for text in texts]
        return Sketch(**{**self.__dict__, "held": held}), behind


def _option(name: str, type_: Scalar, default: str) -> Mapping[str, object]:
    match type_:
        case Named("enum", of) if of == name:
            values = tuple(default.split(" "))
            return {"type": values, "default": values[0]}
        case Bool():
            return {"type": "bool", "default": default == "true", "label": "Open play"}
        case Num():
            return {"type": written(type_), "default": int(default)}
        case _:
            return {"type": written(type_), "default": default}


def _rulings(words: Words) -> Mapping[str, Mapping[str, object]]:
    """Return a ruling about the first option, if the game has options, and a general ruling."""
    found: dict[str, Mapping[str, object]] = {"first": {"heading": "The course", "says": "Seat 1 begins."}}
    for name in list(words.options)[:1]:
        found["other"] = {"heading": "The course", "says": "The table chooses.", "option": name}
    return found


def _requires(words: Words) -> tuple[Mapping[str, str], ...]:
    """Return requirements that the default options meet, while some other combinations violate them."""
    room = {"is": "room + 1 >= size(players)", "says": "there must be room"}
    style = {"is": "style == quick or room > 1", "says": "slow games need room"}
    if "room" not in words.options:
        return ()
    return (room, style) if "style" in words.options else (room,)


def _components(words: Words) -> Iterator[tuple[str, Mapping[str, object]]]:
    for kind in words.kinds.values():
        yield kind.name, _kind(kind)
    for parts in words.parts.values():
        attributes = {parts.match: parts.match}
        yield parts.name, {"part_of": parts.tile, "attributes": attributes, "rows": parts.rows}


def _kind(kind: Kind) -> Mapping[str, object]:
    attributes = dict(_columns(kind.columns, kind.defaults))
    for name, (keys, of) in kind.indexed.items():
        default = {"default": kind.defaults[name]} if name in kind.defaults else {}
        attributes[name] = {**_keys(keys), "type": written(of), **default}
    found: dict[str, object] = {"attributes": attributes}
    if kind.per_player:
        found["per"] = "player"
    if kind.back:
        found["back"] = kind.back
    found[kind.form] = kind.rows[0] if kind.form == "all" else kind.rows
    if kind.copies != 1:
        found["copies"] = kind.copies
    if kind.label:
        found["label"] = kind.label
    return found | {"start": kind.start}


def _columns(columns: Mapping[str, Scalar], defaults: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    for name, type_ in columns.items():
        text = written(type_)
        yield name, {"type": text, "default": defaults[name]} if name in defaults else text


def _table(table: object) -> Mapping[str, object]:
    from strategies.words import Table

    assert isinstance(table, Table)
    found: dict[str, object] = {"columns": dict(_columns(table.columns, table.defaults))}
    if table.key:
        found["key"] = table.key if len(table.key) > 1 else table.key[0]
    if table.partial:
        found["partial"] = True
    return found | {"rows": table.rows}


def _plane(plane: object) -> Mapping[str, object]:
    from strategies.words import Plane

    assert isinstance(plane, Plane)
    return {
        "plane": plane.zone, "parts": plane.parts.name, "match": plane.parts.match, "within": plane.within,
    }  # fmt: skip


def _keys(keys: tuple[Scalar, ...]) -> dict[str, object]:
    texts = tuple(map(written, keys))
    return {"per": texts[0] if len(texts) == 1 else texts} if keys else {}


def _zone(zone: Zone) -> Mapping[str, object]:
    found: dict[str, object] = {"of": zone.kind} | _keys(zone.keys)
    if zone.ordered:
        found["ordered"] = True
    if zone.capacity:
        found["capacity"] = zone.capacity
    if zone.seen_by:
        found["seen_by"] = zone.seen_by
    return found | ({"label": zone.label} if zone.label else {})


def _family(family: Family) -> Mapping[str, object]:
    sort = written(family.sort) if family.sort is not None else None
    texts = {
        "of": sort,
        "start": family.start,
        "lasts": family.lasts,
        "seen_by": family.seen_by,
        "supply": family.supply,
        "label": family.label,
        "shown": None if family.shown else False,
    }
    found: dict[str, object] = _keys(family.keys) | {"type": written(family.type)}
    found |= {key: text for key, text in texts.items() if text is not None}
    return found


def _terms(functions: Iterable[Function]) -> Iterator[tuple[str, Mapping[str, str]]]:
    for function in functions:
        for i, term in enumerate(function.terms, 1):
            yield f"{function.name}_{i}", {"of": function.name, **term}


def _function(function: Function) -> Mapping[str, object]:
    parameters = {n: written(t) for n, t in function.parameters}
    gathers = {"gathers": function.gathers} if function.gathers is not None else {}
    kept = {"kept": True} if function.kept else {}
    return {**({"with": parameters} if parameters else {}), "is": function.body, **gathers, **kept}
