"""What compiled code has counted may be a quarter off in a page, and no more."""

from __future__ import annotations

import pytest

from tests.docs.conftest import near

SHOWN = """\
a decision: 1,000 instructions
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
    """Figures are compared one by one, widths of columns are not; what `…` stands for may be anything."""
    whole, share, line = figures
    rows = f"   share  place\n   {share}%  harbour/game.yaml:{line}\n    3.0%  other"
    assert near(SHOWN, f"a decision: {whole} instructions\n\nlines\n{rows}") is holds


def test_words_must_be_the_same() -> None:
    """Only figures may differ."""
    assert not near("1 cat", "1 dog")
    assert near("1 cat", "1 cat")
