"""Of every shipped scenario every check can fail: said the other way round, it does."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from long_checks import every, split

from gamespec import games, load
from gamespec.documents.document import Entry, Mapping, Node, Scalar, Sequence
from gamespec.text.source import Source
from interpreter.scenario import Scenario, load_scenarios, run_scenario

if TYPE_CHECKING:
    from collections.abc import Iterator


OPPOSITE = {"knows": "hidden", "hidden": "knows"}
"""All of something is known, or nothing of it: where there is something, these exclude each other."""


def scalar(value: int | str) -> Scalar:
    """A value that stands in no file."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    span = Source("negated", text).span(0, len(text))
    return Scalar(value, text, span, span)


def negated(item: Node) -> Iterator[Node]:
    """Entries of `then` of which none holds where this one does: of knowledge one for each thing said."""
    if isinstance(item, Scalar):
        yield scalar(f"not ({item.inner.text})")
        return
    assert isinstance(item, Mapping)
    entry = next(e for e in item.entries if e.key.text != "by")
    if entry.key.text not in OPPOSITE:
        yield otherwise(item, entry)
        return
    assert isinstance(entry.value, Mapping)
    for who in entry.value.entries:
        assert isinstance(who.value, Sequence)
        for thing in who.value.items:
            said = Mapping((Entry(who.key, Sequence((thing,), thing.span)),), who.value.span)
            yield Mapping((Entry(scalar(OPPOSITE[entry.key.text]), said),), item.span)


def otherwise(item: Mapping, entry: Entry) -> Node:
    """An entry that says the opposite of one of another sort."""
    rest = tuple(e for e in item.entries if e is not entry)
    match entry.key.text, entry.value:
        case "offered", value:
            return Mapping((Entry(scalar("refused"), value), *rest), item.span)
        case "refused", value:
            return Mapping((Entry(scalar("offered"), value), *rest), item.span)
        case "ended", Scalar(value=bool() as over):
            return Mapping((Entry(entry.key, scalar(not over)),), item.span)
        case "asked", value:
            over = isinstance(value, Scalar) and value.text == "nobody"
            return Mapping((Entry(scalar("ended"), scalar(not over)),), item.span)
        case _, Mapping(entries=(Entry(value=Mapping() as parts) as first, *others)):
            said = otherwise(Mapping((Entry(first.key, parts),), parts.span), Entry(first.key, parts))
            assert isinstance(said, Mapping)
            return Mapping((Entry(entry.key, Mapping((*said.entries, *others), item.span)),), item.span)
        case _, Mapping(entries=(first, *others)):
            assert isinstance(first.value, Scalar)
            assert isinstance(first.value.value, int)
            other = Entry(first.key, scalar(first.value.value + 1))
            return Mapping((Entry(entry.key, Mapping((other, *others), item.span)),), item.span)
        case what:
            raise AssertionError(what)


def others(scenario: Scenario) -> Iterator[tuple[str, Scenario]]:
    """The scenario with each of its checks negated, one at a time, and where that stands."""
    then = scenario.node.get("then")
    assert isinstance(then, Sequence)
    for i, item in enumerate(then.items):
        for other in negated(item):
            items = (*then.items[:i], other, *then.items[i + 1 :])
            changed = tuple(
                Entry(e.key, Sequence(items, then.span)) if e.value is then else e
                for e in scenario.node.entries
            )
            yield str(item.span), replace(scenario, node=Mapping(changed, scenario.node.span))


def pass_still(name: str, *, every: bool) -> list[str]:
    """The places of checks that hold the other way round, too; of one check a scenario, or of every one."""
    spec = load(name)
    passed = []
    for number, scenario in enumerate(load_scenarios(spec)[0]):
        changed = list(others(scenario))
        for place, other in changed if every else [changed[number % len(changed)]]:
            outcome = run_scenario(spec, other)
            assert not outcome.diagnostics, outcome.report
            if outcome.passed:
                passed.append(place)
    return passed


LONG = {"carcassonne", "ogallala", "rufus", "trapper", "trumpet"}
"""Games with the most scenarios."""


@pytest.mark.parametrize("name", split(games(), "contract", every(9), lambda name: name in LONG))
def test_a_check_can_fail(name: str) -> None:
    """A scenario with one of its checks negated fails, and is not just misunderstood."""
    assert not pass_still(name, every=False)


@pytest.mark.long("deep")
@pytest.mark.parametrize("name", games())
def test_every_check_can_fail(name: str) -> None:
    """So it does with each of its checks."""
    assert not pass_still(name, every=True)
