"""Tests that figures about compiled code on a page may differ from the output by at most a quarter."""

from __future__ import annotations

import pytest

from tests.docs.conftest import near, shortened

SHOWN = """\
per decision: 1,000 instructions
…
share  place
66.0%  harbour/game.yaml:25
…"""


@pytest.mark.parametrize(
    ("figures", "holds"),
    [
        (("1,000", "66.0", "25"), True),
        (("800", "80.1", "25"), True),
        (("700", "66.0", "25"), False),
        (("1,000", "30.0", "25"), False),
        (("1,000", "66.0", "52"), False),
    ],
)
def test_near(figures: tuple[str, str, str], *, holds: bool) -> None:
    """Each figure may differ by a quarter, and columns may have any width; `…` stands for any text."""
    whole, share, line = figures
    rows = f"   share  place\n   {share}%  harbour/game.yaml:{line}\n    3.0%  other"
    assert near(SHOWN, f"per decision: {whole} instructions\n\nlines\n{rows}") is holds


def test_words_must_be_the_same() -> None:
    """Words must be equal, because only figures may differ."""
    assert not near("1 cat", "1 dog")
    assert near("1 cat", "1 cat")


def test_shortened() -> None:
    """In the new output, `…` replaces the same lines as before.

    This requires that the lines around them can be identified; if they cannot, the output is kept whole.
    """
    printed = "score  9.5\nfirst\nnew\nlength  4\nother\nspeed 7\n"
    assert shortened("score 8\n…\nlength 3\n…\nspeed 6\n", printed) == "score  9.5\n…\nlength  4\n…\nspeed 7"
    assert shortened("score 8\n…\n", printed) == "score  9.5\n…"
    assert shortened("score 8\n…\ndepth 3\n…\nspeed 6\n", printed) == printed
    assert shortened("score 8\nspeed 6\n", printed) == printed
