"""What a page is told of the options of a decision: each of them, and each thing that they name, only once.

Options come back from turn to turn, on a board nearly all of them. So a page keeps what it has been told, and
a message holds what is new, and which of all of them are on offer now. `static/offered.js` reads it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

    from interpreter.play.options import Decision
    from interpreter.scene.choices import Asked

__all__ = ["Offered", "as_json"]

MOST = 20_000
"""Number of options and things above which a page is told everything anew."""
EXACT = 1 << 53
"""The first integer above which JavaScript's numbers leave some out."""

Part: TypeAlias = str | int | None
"""A part of a label: a text, which of the members is named there, or `None` for a number of the option."""

_NUMBER = re.compile(r"(?<!\d)(?:0|[1-9]\d{0,8})(?!\d)")
"""Matches a number that is the same text after it has been read."""


def as_json(asked: Asked, decision: Decision) -> dict[str, Any]:
    """Return a decision as a dict that can be written as JSON.

    The numbers of options are strings, since pages cannot represent large integers. Each choice also names
    its action, and the decision says whether its first step is to choose the action.
    """
    actions = {option.number: option.action for option in decision.options}
    return {
        "seat": asked.seat,
        "prompt": asked.prompt,
        "actions": len(set(actions.values())) > 1,
        "steps": list(asked.steps),
        "members": [
            {"text": member.text, "refs": list(member.refs)}
            | ({"shows": list(member.shows)} if member.shows is not None else {})
            for member in asked.members
        ],
        "choices": [
            {
                "number": str(choice.number),
                "label": choice.label,
                "action": actions[choice.number],
                "said": [
                    {"step": said.step, "members": list(said.members), "several": said.several}
                    for said in choice.said
                ],
            }
            | ({"confirm": True} if choice.confirm else {})
            | ({"idle": True} if choice.idle else {})
            | ({"leads": list(choice.leads)} if choice.leads else {})
            | ({"lays": choice.lays} if choice.lays is not None else {})
            for choice in asked.choices
        ],
    }


@dataclass(slots=True)
class _Told:
    """Things that a page has been told, by their numbers, and those that are new in a message."""

    numbers: dict[Hashable, int] = field(default_factory=dict)
    new: list[list[Any]] = field(default_factory=list)

    def number(self, thing: list[Any]) -> int:
        """Return the number of a thing. If the page does not know it, it is new."""
        key = repr(thing)
        if key not in self.numbers:
            self.numbers[key] = len(self.numbers)
            self.new.append(thing)
        return self.numbers[key]

    def news(self) -> list[Any]:
        """Return how many things the page has been told before, and what is new since."""
        new, self.new = self.new, []
        return [len(self.numbers) - len(new), *new]


@dataclass(slots=True)
class Offered:
    """The options that a page has been told of, and what they consist of.

    `members` are texts, each with its refs and the tile that it shows. `forms` are what options have in
    common: the action, the steps, and the label with gaps. A step with several members is written as
    `-1 - step`. `choices` have a number, a form, the numbers of their members, and the numbers in the gaps.
    Which actions people are asked to confirm, and which do nothing, is told with each decision, if any are;
    and which of its options lead to which things, or lay them, as spans of their places among those on offer.
    """

    members: _Told = field(default_factory=_Told)
    forms: _Told = field(default_factory=_Told)
    choices: _Told = field(default_factory=_Told)

    def told(self, asked: dict[str, Any] | None) -> dict[str, Any] | None:
        """Return a decision as a page is sent it that has been sent all the earlier ones."""
        if asked is None:
            return None
        if sum(len(each.numbers) for each in (self.members, self.forms, self.choices)) > MOST:
            self.members, self.forms, self.choices = _Told(), _Told(), _Told()
        members = [
            self.members.number([member["text"], " ".join(member["refs"]), *member.get("shows", ())])
            for member in asked["members"]
        ]
        offered = [self._choice(choice, asked["members"], members) for choice in asked["choices"]]
        marked = {
            mark: sorted({choice["action"] for choice in asked["choices"] if choice.get(mark)})
            for mark in ("confirm", "idle")
        }
        return {
            "seat": asked["seat"],
            "prompt": asked["prompt"],
            "actions": asked["actions"],
            **{mark: actions for mark, actions in marked.items() if actions},
            **_by_ref(asked["choices"], "leads"),
            **_by_ref(asked["choices"], "lays"),
            "steps": asked["steps"],
            "members": self.members.news(),
            "forms": self.forms.news(),
            "choices": self.choices.news(),
            "offered": [*_spans(offered)],
        }

    def _choice(self, choice: dict[str, Any], members: list[dict[str, Any]], numbers: list[int]) -> int:
        named = [one for said in choice["said"] for one in said["members"]]
        label, gaps = _gapped(choice["label"], [members[one]["text"] for one in named])
        steps = [-1 - said["step"] if said["several"] else said["step"] for said in choice["said"]]
        form = self.forms.number([choice["action"], steps, *label])
        number = int(choice["number"])
        said = [
            [numbers[one] for one in said["members"]] if said["several"] else numbers[said["members"][0]]
            for said in choice["said"]
        ]
        return self.choices.number([number if number < EXACT else str(number), form, *said, *gaps])


def _by_ref(choices: list[dict[str, Any]], what: str) -> dict[str, list[list[Any]]]:
    """Return what choices lead to, or lay: the refs of things, with the places of the choices that do."""
    places: dict[str, list[int]] = {}
    for at, choice in enumerate(choices):
        if what in choice:
            refs = choice[what]
            places.setdefault(refs if isinstance(refs, str) else " ".join(refs), []).append(at)
    return {what: [[refs, *_spans(those)] for refs, those in places.items()]} if places else {}


def _gapped(label: str, named: list[str]) -> tuple[list[Part], list[int]]:
    """Return a label in parts, with gaps for the members that it names, in order, and for other numbers."""
    parts: list[Part] = []
    gaps: list[int] = []

    def rest(text: str) -> None:
        at = 0
        for found in _NUMBER.finditer(text):
            parts.extend([text[at : found.start()]] * (found.start() > at) + [None])
            gaps.append(int(found[0]))
            at = found.end()
        parts.extend([text[at:]] * (at < len(text)))

    reached = 0
    for index, text in enumerate(named):
        at = label.find(text, reached) if text else -1
        if at >= 0:
            rest(label[reached:at])
            parts.append(index)
            reached = at + len(text)
    rest(label[reached:])
    return parts, gaps


def _spans(numbers: Iterable[int]) -> Iterator[int]:
    """Yield numbers as spans: how many are left out since the span before, and how many follow."""
    reached = start = end = 0
    for number in numbers:
        if number == end:
            end += 1
            continue
        if start < end:
            yield from (start - reached, end - start)
            reached = end
        start, end = number, number + 1
    if start < end:
        yield from (start - reached, end - start)
