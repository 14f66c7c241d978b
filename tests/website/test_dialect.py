"""Tests that GitHub's Markdown becomes what Python-Markdown reads in the same way."""

from __future__ import annotations

import markdown
import pytest

from website.dialect import outside_code, rewritten


@pytest.mark.parametrize(
    ("given", "html"),
    [
        ("Words:\n- one\n- two\n", "<p>Words:</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>"),
        (
            "- outer\n  - inner\n- next\n",
            "<ul>\n<li>outer<ul>\n<li>inner</li>\n</ul>\n</li>\n<li>next</li>\n</ul>",
        ),
        ("1. one\n\n   more of it\n2. two\n", "<li>\n<p>one</p>\n<p>more of it</p>\n</li>"),
        ("A line that ends in\n2024. Not a list.\n", "<p>A line that ends in\n2024. Not a list.</p>"),
        (
            "- an item that goes\n  on\n- another\n",
            "<ul>\n<li>an item that goes\n    on</li>\n<li>another</li>\n</ul>",
        ),
    ],
)
def test_lists_mean_the_same(given: str, html: str) -> None:
    """A list below a paragraph is a list, and what is indented below an item's text belongs to the item."""
    assert html in markdown.markdown(rewritten(given))


def test_code_in_a_list_keeps_its_own_indentation() -> None:
    """A block of code that belongs to an item moves as a whole."""
    given = "- item:\n\n  ```yaml\n  a:\n    b: 1\n  ```\n"
    assert rewritten(given) == "- item:\n\n    ```yaml\n    a:\n      b: 1\n    ```\n"


def test_code_stays_as_it_is() -> None:
    """What looks like a list in a block of code is none."""
    given = "```text\nwords\n- no item\n  - none either\n```\n"
    assert rewritten(given) == given


@pytest.mark.parametrize("use", ["part", "more"])
def test_how_tests_use_a_block_is_left_out(use: str) -> None:
    """The words with which tests of the manual mark a block are not for readers."""
    assert rewritten(f'```yaml title="a.yaml" {use}\na: 1\n```\n') == '```yaml title="a.yaml"\na: 1\n```\n'


def test_front_matter_stays_as_it_is() -> None:
    """The head of a page is YAML, in which indentation counts."""
    head = "---\nsearch:\n  exclude: true\n---\n"
    assert rewritten(f"{head}Words:\n- one\n") == f"{head}Words:\n\n- one\n"


def test_only_prose_is_changed() -> None:
    """A change of links reaches links around code, and no code."""
    given = "see [`a`](x.md) and `[b](x.md)`\n\n```text\n[c](x.md)\n```\n\n[d](x.md)\n"
    changed = outside_code(given, lambda prose: prose.replace("x.md", "y.md"))
    assert changed == "see [`a`](y.md) and `[b](x.md)`\n\n```text\n[c](x.md)\n```\n\n[d](y.md)\n"
