"""Says what keeps a condition from holding, in the words of the table instead of the author's expressions.

Only the commonest conditions have words: something that is true or false, a comparison, an empty zone, a
place, a list of values, and combinations of them. Everything is read as far as the reader can tell (see
`interpreter.words.known`), so a sentence reveals nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.program.frozen import dataclass
from gamespec.trees import core
from gamespec.trees import types as t
from interpreter.words.conditions import MOST_LISTED, applied, in_parts
from interpreter.words.held import store_name
from interpreter.words.whose import belonging, place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gamespec.compile.draft.draft import PickSpec
    from interpreter.words.known import Inquiry
    from interpreter.words.text import Words

__all__ = ["Facts"]

DEPTH = 6
"""The greatest nesting depth of a condition that is said in words."""

FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}


@dataclass(frozen=True, slots=True)
class Facts:
    """What a reader can be told of conditions. `picks` are the values of the action that is asked about."""

    words: Words
    known: Inquiry
    picks: Sequence[PickSpec]
    reader: int | None

    def says(self, node: core.Core, depth: int = DEPTH) -> str | None:
        """Say what is the case while a condition fails, or return `None` if there are no words for it."""
        return self._says(node, holds=False, needs=True, depth=depth)

    def _says(self, node: core.Core, *, holds: bool, needs: bool, depth: int) -> str | None:  # noqa: C901, PLR0912 - a case a node
        """Say that a condition holds or does not. With `needs`, say what would be needed instead."""
        if depth == 0 or self.known.truth(node) is not holds:
            return None
        body = in_parts(node) if isinstance(node, core.Let) else node
        less = depth - 1
        match body:
            case core.Not(_, _, of):
                return self._says(of, holds=not holds, needs=needs, depth=less)
            case core.And(_, _, parts) | core.Or(_, _, parts):
                if isinstance(body, core.Or) is holds:
                    parts = tuple(part for part in parts if self.known.truth(part) is holds)[:1]
                alone = needs and len(parts) == 1
                if isinstance(body, core.Or) and needs and not holds:
                    matters = [part for part in parts if self._compares_attribute(part)]
                    if len(matters) == 1:  # no other choice would change the others
                        return self._says(matters[0], holds=False, needs=True, depth=less)
                return self._all([self._says(part, holds=holds, needs=alone, depth=less) for part in parts])
            case core.If(_, _, condition, then, otherwise):
                chosen = self.known.truth(condition)
                taken = then if chosen else otherwise
                return None if chosen is None else self._says(taken, holds=holds, needs=needs, depth=less)
            case core.Apply(_, _, function, _) if function.body is not None:
                return self._says(applied(body, function.body), holds=holds, needs=needs, depth=less)
            case core.Equal(_, _, left, right):
                return self._equal(left, right, holds=holds, needs=needs)
            case core.Less(_, _, left, right, op):
                return self._compared(left, right, NEGATED[op] if holds else op, needs=needs)
            case core.InList(_, _, item, of):
                return self._listed(item, of, holds=holds, needs=needs)
            case core.InZone(_, _, item, zone):
                return self._lies(item, zone, holds=holds)
            case core.BuiltIn(_, _, "empty", (of,)):
                return self._empty(of, holds=holds)
            case core.Load() | core.Local() | core.Let() | core.Column():
                return self._is(body)
            case _:
                return None

    def _all(self, said: Sequence[str | None]) -> str | None:
        found = [each for each in said if each is not None]
        return "; ".join(dict.fromkeys(found)) if found and len(found) == len(said) else None

    # --- sentences ------------------------------------------------------------------------------------------

    def _is(self, node: core.Core, needed: str = "") -> str | None:
        """Say what a value is, as in `points left: 3`, followed by what would be needed."""
        name, value = self._name(node), self._value(node)
        if name is None or value is None:
            return None
        gettext = self.words.texts.gettext
        if needed and self._is_pick(node):
            return gettext("needed: {needed}", needed=needed)
        if needed:
            return gettext("{name}: {value} (needed: {needed})", name=name, value=value, needed=needed)
        return gettext("{name}: {value}", name=name, value=value)

    def _equal(self, left: core.Core, right: core.Core, *, holds: bool, needs: bool) -> str | None:
        beside = self._is_attribute(right) and not self._is_attribute(left)
        if beside or self._name(left) is None or (self._is_pick(left) and self._name(right) is not None):
            left, right = right, left
        if needs and holds and isinstance(right, core.Me) and (name := self._name(left)) is not None:
            return self.words.texts.gettext("{name}: that is you", name=name)
        if not needs:
            return self._is(left)
        if holds:
            return None if self._is_pick(left) else self._is(left, self.words.texts.gettext("something else"))
        other = self._value(right)
        return None if other is None else self._is(left, other)

    def _compared(self, left: core.Core, right: core.Core, op: str, *, needs: bool) -> str | None:
        """Say that `left op right`, which is needed, does not hold."""
        if self._name(left) is None:
            left, right, op = right, left, FLIPPED[op]
        if not needs:
            return self._is(left)
        bound, gettext = self.known.value(right), self.words.texts.gettext
        if not isinstance(bound, int):
            return None
        if op.startswith(">"):
            return self._is(left, gettext("at least {number}", number=bound + (op == ">")))
        return self._is(left, gettext("at most {number}", number=bound - (op == "<")))

    def _listed(self, item: core.Core, of: core.Core, *, holds: bool, needs: bool) -> str | None:
        if not needs:
            return self._is(item)
        if holds:
            return None if self._is_pick(item) else self._is(item, self.words.texts.gettext("something else"))
        members = self.known.value(of) if isinstance(of.type, t.ListType) else None
        if not isinstance(members, tuple) or not 0 < len(members) <= MOST_LISTED:
            return None
        inner = t.element(of.type) or of.type
        return self._is(item, self.words.any_of(dict.fromkeys(self.words.value(inner, x) for x in members)))

    def _lies(self, item: core.Core, zone: core.Core, *, holds: bool) -> str | None:
        what, where = self._value(item), self._zone(zone)
        if what is None or where is None:
            return None
        gettext = self.words.texts.gettext
        if holds:
            return gettext("{what} is in {zone}", what=what, zone=where)
        return gettext("{what} is not in {zone}", what=what, zone=where)

    def _empty(self, of: core.Core, *, holds: bool) -> str | None:
        where, gettext = self._zone(of), self.words.texts.gettext
        if where is None:
            return None
        return (
            gettext("{zone}: nothing there", zone=where)
            if holds
            else gettext("{zone}: not empty", zone=where)
        )

    # --- names ----------------------------------------------------------------------------------------------

    def _value(self, node: core.Core) -> str | None:
        """Format the value of an expression, or return `None` if the reader cannot tell it."""
        if isinstance(node.type, t.ListType | t.ZoneType):
            return None
        value = self.known.value(node)
        if value is None:
            return None
        if isinstance(node.type, t.Bool):
            return self.words.texts.gettext("yes") if value else self.words.texts.gettext("no")
        return self.words.value(node.type, value)

    def _name(self, node: core.Core) -> str | None:
        """Return what people call a value, or `None` if it has no name."""
        lets, inner = _peeled(node)
        match inner:
            case core.Local(slot=slot) if slot in lets:
                return self._name(_wrapped(lets, lets[slot], before=slot))
            case core.Local(slot=slot):
                return next((self.words.pick(pick) for pick in self.picks if pick.slot is slot), None)
            case core.Load(store=store, keys=keys, bank=False):
                values = [self.known.value(_wrapped(lets, key)) for key in keys]
                number = next((n for n, each in enumerate(self.words.names.stores) if each is store), None)
                ints = [value for value in values if isinstance(value, int) and value != t.NONE]
                if number is None or len(ints) < len(values):
                    return None
                name = store_name(self.words, number).replace("_", " ")
                return belonging(self.words, name, store.keys, ints, self.reader)
            case core.Column(of=of, name=name, keys=()):
                base, whose = t.strip(of.type), self._value(_wrapped(lets, of))
                if whose is None or not isinstance(base, t.Named):
                    return None
                if not t.is_component(base) or not self.words.is_shown(base.name, name):
                    return None
                if self._depends(_wrapped(lets, of)):  # the sentence begins with it
                    return self.words.attribute(base.name, name)
                return f"{self.words.attribute(base.name, name)} ({whose})"
            case core.BuiltIn(name="size", args=(of,)):
                return self._zone(_wrapped(lets, of))
            case _:
                return None

    def _depends(self, node: core.Core) -> bool:
        """Return whether an expression is the value that is asked about, or an earlier one."""
        lets, inner = _peeled(node)
        if isinstance(inner, core.Local) and inner.slot in lets:
            return self._depends(_wrapped(lets, lets[inner.slot], before=inner.slot))
        return self._is_pick(inner)

    def _compares_attribute(self, node: core.Core) -> bool:
        """Return whether a condition is an equation with an attribute of the value that is asked about."""
        body = in_parts(node) if isinstance(node, core.Let) else node
        return isinstance(body, core.Equal) and (
            self._is_attribute(body.left) or self._is_attribute(body.right)
        )

    def _is_attribute(self, node: core.Core) -> bool:
        lets, inner = _peeled(node)
        return isinstance(inner, core.Column) and self._depends(_wrapped(lets, inner.of))

    def _is_pick(self, node: core.Core) -> bool:
        """Return whether an expression is the value that is asked about, or an earlier one of its action."""
        return isinstance(node, core.Local) and any(pick.slot is node.slot for pick in self.picks)

    def _zone(self, node: core.Core) -> str | None:
        """Return what people call the zone that an expression, or the list of its contents, denotes."""
        zone = self.zone(node)
        return None if zone is None else place(self.words, zone, self.reader)

    def zone(self, node: core.Core) -> int | None:
        """Return the zone that an expression, or the list of its contents, denotes, if people see it."""
        lets, inner = _peeled(node)
        if isinstance(inner, core.Contents):
            return self.zone(_wrapped(lets, inner.zone))
        zone = self.known.value(node) if isinstance(inner, core.Zone) else None
        return zone if isinstance(zone, int) and zone not in self.words.unshown_zones else None


def _peeled(node: core.Core) -> tuple[dict[core.Slot, core.Core], core.Core]:
    """Return the values of the `let`s around an expression, the outermost first, and the expression."""
    lets: dict[core.Slot, core.Core] = {}
    while isinstance(node, core.Let):
        lets[node.slot] = node.value
        node = node.body
    return lets, node


def _wrapped(lets: dict[core.Slot, core.Core], node: core.Core, before: core.Slot | None = None) -> core.Core:
    """Return an expression inside `let`s, which are all of them or those before a slot."""
    names = list(lets)
    for slot in reversed(names[: names.index(before)] if before is not None else names):
        node = core.Let(node.type, node.span, slot, lets[slot], node)
    return node
