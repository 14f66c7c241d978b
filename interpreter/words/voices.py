"""Says why something is not on offer: exactly, for authors, or plainly, for people at the table."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from gamespec.trees import core
from gamespec.trees import types as t
from interpreter.words.conditions import folded, values_in
from interpreter.words.facts import Facts
from interpreter.words.whose import place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gamespec.compile.draft.draft import ActionSpec, PickSpec
    from interpreter.words.known import Inquiry
    from interpreter.words.text import Words

__all__ = ["Exactly", "Plainly"]

LISTED = 6
"""The greatest number of values that a sentence names instead of one that is not possible."""


class Exactly:
    """Quotes the author's identifiers and expressions."""

    def __init__(self, words: Words, spec: ActionSpec) -> None:
        self.words, self.spec, self.gettext = words, spec, words.texts.gettext

    def not_now(self) -> str:
        """Say that the action is not possible."""
        return self.gettext("`{action}` is not possible now", action=self.spec.name)

    def after_steps(self) -> str:
        """Say that the action is not possible because of what its steps lead to."""
        return self.gettext("`{action}` is not possible: after its steps", action=self.spec.name)

    def fails(self, head: str, part: core.Core, known: Inquiry | None) -> str:
        """Add to a sentence that a condition fails. Without `known`, nothing is known of its values."""
        lines = [self.gettext("{what}: `{condition}` does not hold", what=head, condition=folded(part))]
        if known is not None:
            lines += [f"  {line}" for line in dict.fromkeys(values_in(known, part, self.words))]
        return "\n".join(lines)

    def doubtful(self, conditions: Sequence[core.Core]) -> str:
        """Say that it is hidden which of several conditions fails."""
        return self.gettext(
            "`{action}` is not possible, but which of these conditions forbids it is hidden: {conditions}",
            action=self.spec.name,
            conditions=", ".join(f"`{folded(each)}`" for each in conditions),
        )

    def which(self, pick: PickSpec, values: Sequence[str]) -> str:
        """Ask for a value."""
        return self.words.texts.ngettext(
            "say which `{name}`: there is {values}",
            "say which `{name}`: there are {values}",
            len(values),
            name=pick.slot.name,
            values=", ".join(values),
        )

    def none_there(self, pick: PickSpec) -> str:
        """Say that there is no value to choose."""
        return self.gettext(
            "`{action}` is not possible now: there is no `{name}` in `{source}`",
            action=self.spec.name,
            name=pick.slot.name,
            source=folded(pick.source),
        )

    def none_fits(self, pick: PickSpec) -> str:
        """Say that no value is possible."""
        return self.gettext(
            "`{action}` is not possible now: no `{name}` will do",
            action=self.spec.name,
            name=pick.slot.name,
        )

    def cannot_be(self, pick: PickSpec, value: str) -> str:
        """Say that a value is not possible."""
        return self.gettext("`{name}` cannot be {value}", name=pick.slot.name, value=value)

    def outside(self, pick: PickSpec, value: str, known: Inquiry, offered: Sequence[str]) -> str:  # noqa: ARG002 - the source is quoted
        """Say that a value is none of those from which one is chosen."""
        return self.gettext(
            "`{name}` cannot be {value}: it is not in `{source}`",
            name=pick.slot.name,
            value=value,
            source=folded(pick.source),
        )

    def place_hidden(self, pick: PickSpec, value: str) -> str:
        """Say that nobody can tell where the component lies that is asked about."""
        return self.gettext(
            "`{name}` cannot be {value}: its place is hidden", name=pick.slot.name, value=value
        )

    def less(self, most: core.Core, value: str | None, others: str) -> str:
        """Say that an expression is greater after other options. `value` is `None` if it is hidden."""
        if value is None:
            return self.gettext(
                "`{action}` is not possible: `{expression}`, which is hidden, is greater after other options",
                action=self.spec.name,
                expression=folded(most),
            )
        return self.gettext(
            "`{action}` is not possible: `{expression}` is {value} after it, {others} after other options",
            action=self.spec.name,
            expression=folded(most),
            value=value,
            others=others,
        )


class Plainly(Exactly):
    """Speaks in the words of the table.

    Where there are no words for a condition, the sentence quotes the condition itself. `short` has what is
    enough to say of such a sentence, which may be nothing.
    """

    def __init__(self, words: Words, spec: ActionSpec, reader: int | None) -> None:
        super().__init__(words, spec)
        self.reader = reader
        self.short: dict[str, str] = {}
        self.enough: dict[str, str] = {}
        """What beginnings of sentences say in short that say enough without a condition."""

    def not_now(self) -> str:
        """Say that the action is not possible."""
        return self.gettext("“{action}” is not possible now", action=self.words.action(self.spec))

    def after_steps(self) -> str:
        """Say that the action is not possible because of what its steps lead to."""
        return self.gettext(
            "“{action}” is not possible because of what it leads to", action=self.words.action(self.spec)
        )

    def fails(self, head: str, part: core.Core, known: Inquiry | None) -> str:
        """Add to a sentence that a condition fails. Without `known`, nothing is known of its values."""
        said = (
            Facts(self.words, known, self.spec.picks, self.reader).says(part) if known is not None else None
        )
        if said is not None:
            text = self.gettext("{what} — {fact}", what=head, fact=said)
            if head == self.not_now():
                self.short[text] = self._in_short(head, "" if _is_flag(part) else said)
            return text
        if _is_settled(part):
            return self.gettext(
                "“{action}” is not possible in this game", action=self.words.action(self.spec)
            )
        text = super().fails(head, part, known)
        self.short[text] = self.enough.get(head, "")
        return text

    def _in_short(self, head: str, fact: str) -> str:
        """Return what is enough of a sentence about an action, whose label may have gaps.

        Nobody wants to read a label with gaps in it beside a press.
        """
        if "…" in self.words.action(self.spec):
            return fact
        return self.gettext("{what} — {fact}", what=head, fact=fact) if fact else head

    def doubtful(self, conditions: Sequence[core.Core]) -> str:
        """Say that it is hidden which of several conditions fails."""
        text = super().doubtful(conditions)
        self.short[text] = ""
        return text

    def which(self, pick: PickSpec, values: Sequence[str]) -> str:
        """Ask for a value."""
        text = self.gettext("choose {what}", what=f"{self.words.pick(pick)}: {self.words.any_of(values)}")
        self.short[text] = ""  # what can be pressed is said better where it is seen
        return text

    def none_there(self, pick: PickSpec) -> str:
        """Say that there is no value to choose."""
        return self.gettext(
            "“{action}” is not possible now — nothing to choose: {name}",
            action=self.words.action(self.spec),
            name=self.words.pick(pick),
        )

    def none_fits(self, pick: PickSpec) -> str:
        """Say that no value is possible."""
        text = self.gettext(
            "“{action}” is not possible now — nothing fits: {name}",
            action=self.words.action(self.spec),
            name=self.words.pick(pick),
        )
        name = self.words.pick(pick)
        self.enough[text] = self._in_short(text, "") or self.gettext("nothing fits: {name}", name=name)
        return text

    def cannot_be(self, pick: PickSpec, value: str) -> str:
        """Say that a value is not possible."""
        name = self.words.pick(pick)
        named = name.casefold().split()
        if t.is_component(t.strip(pick.slot.type)):  # whose name says what it is
            return self.gettext("{value} is not possible", value=value)
        if value.casefold().split()[: len(named)] == named:  # as in `field 45` for a field
            return self.gettext("{value} is not possible", value=value)
        return self.gettext("{name}: {value} is not possible", name=name, value=value)

    def outside(self, pick: PickSpec, value: str, known: Inquiry, offered: Sequence[str]) -> str:
        """Say that a value is none of those from which one is chosen."""
        head = self.cannot_be(pick, value)
        zone = Facts(self.words, known, self.spec.picks, self.reader).zone(pick.source)
        if zone is None:
            return self._instead(head, offered)
        fact = self.gettext("{what} is not in {zone}", what=value, zone=place(self.words, zone, self.reader))
        text = self.gettext("{what} — {fact}", what=head, fact=fact)
        self.short[text] = fact
        return text

    def place_hidden(self, pick: PickSpec, value: str) -> str:
        """Say that nobody can tell where the component lies that is asked about."""
        head = self.cannot_be(pick, value)
        return self.gettext("{what} — {fact}", what=head, fact=self.gettext("its place is hidden"))

    def _instead(self, head: str, offered: Sequence[str]) -> str:
        """Add to a sentence what is possible instead, unless that is too much or nothing."""
        if len(offered) > 2 and _is_range(offered):  # noqa: PLR2004 - two are listed
            first, last = offered[0], offered[-1]
            return self.gettext("{what} — possible: {first} to {last}", what=head, first=first, last=last)
        if not 0 < len(offered) <= LISTED:
            self.short[head] = ""
            return head
        return self.gettext("{what} — possible: {values}", what=head, values=self.words.any_of(offered))

    def less(self, most: core.Core, value: str | None, others: str) -> str:
        """Say that an expression is greater after other options. `value` is `None` if it is hidden."""
        text = super().less(most, value, others)
        self.short[text] = self.gettext(
            "“{action}” is not possible — something else counts for more", action=self.words.action(self.spec)
        )
        return text


def _is_range(texts: Sequence[str]) -> bool:
    """Return whether texts are numbers without a gap, in order."""
    return all(
        first.isdecimal() and then.isdecimal() and int(then) == int(first) + 1
        for first, then in pairwise(texts)
    )


def _is_settled(node: core.Core) -> bool:
    """Return whether a condition depends on nothing but options and constants."""
    if isinstance(node, core.Const | core.Fixed):
        return True
    parts = list(core.children(node))
    simple = isinstance(node, core.Not | core.And | core.Or | core.Equal | core.Less)
    return simple and all(map(_is_settled, parts))


def _is_flag(node: core.Core) -> bool:
    """Return whether a condition is a single value that is true or false, or its opposite."""
    while isinstance(node, core.Not | core.Let):
        node = node.of if isinstance(node, core.Not) else node.body
    return isinstance(node, core.Load | core.Local | core.Column)
