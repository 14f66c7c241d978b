"""Whatever a specification looks like, its layout is stable, and keeps its values and its comments."""

from __future__ import annotations

import re
from random import Random

import pytest
import yaml
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies.messy_yaml import messy

from gamespec import formatted

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
COMMENT = re.compile(r"#\s*c(\d+)\.")


def events(text: str) -> list[tuple[object, ...]] | None:
    """Return what PyYAML reads in a text, apart from white space in values, or `None` if it is not YAML.

    Whether a value is quoted does not count unless it would be no text without quotes.
    """
    try:
        read = list(yaml.parse(text, Loader=LOADER))
    except yaml.YAMLError:
        return None
    return [
        (
            type(event),
            getattr(event, "anchor", None),
            getattr(event, "tag", None),
            re.sub(r"\s+", "", getattr(event, "value", "")),
        )
        for event in read
        if isinstance(event, yaml.NodeEvent | yaml.CollectionEndEvent)
    ]


def check(luck: Random) -> None:
    """Check the layout of one document."""
    text = messy(luck)
    read = events(text)
    if read is None:
        return
    made = formatted(text)
    assert events(made) == read
    assert COMMENT.findall(made) == COMMENT.findall(text)
    assert formatted(made) == made


@settings(max_examples=60, derandomize=True)
@given(st.integers(0, 2**64 - 1))
def test_a_layout_is_stable_and_true(seed: int) -> None:
    """Formatting twice is formatting once; values, anchors and comments stay, once and in order."""
    check(Random(seed))  # noqa: S311 - to be repeated


@pytest.mark.long("generated")
@pytest.mark.parametrize("seed", range(20))
def test_many_layouts(seed: int) -> None:
    """The same holds for a larger sample."""
    for number in range(100):
        check(Random(f"{seed} {number}"))  # noqa: S311 - to be repeated


@settings(max_examples=30, derandomize=True)
@given(st.integers(0, 2**64 - 1))
def test_line_ends_do_not_matter(seed: int) -> None:
    """A text with the line ends of Windows has the same layout, with these line ends."""
    text = messy(Random(seed))  # noqa: S311 - to be repeated
    assume(events(text) is not None)
    assert formatted(text.replace("\n", "\r\n")) == formatted(text).replace("\n", "\r\n")
