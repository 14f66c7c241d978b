"""The settings for the samples of generated games that CI tests.

A sample consists of few examples, which are the same in every run. `cases` shrinks a failing example.
Hypothesis does not, because it knows nothing about documents and would take minutes. With
`GENERATED_AS_FOUND=1` in the environment, nothing is shrunk.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from long_checks import sampled

from strategies.cases import Case, smallest

__all__ = ["made_smaller", "sample", "sizes"]


def sample(number: int) -> Callable[..., Callable[..., None]]:
    """Return Hypothesis settings for `number` examples that are the same in every run."""
    return settings(
        phases=[Phase.generate], max_examples=number, deadline=None, derandomize=True, database=None,
        print_blob=False, suppress_health_check=list(HealthCheck),
    )  # fmt: skip


def sizes(few: int, many: int) -> pytest.MarkDecorator:
    """Run a test with `few` examples always, and with `many` examples in the long check `generated`."""
    return pytest.mark.parametrize("number", sampled((few, many), "generated", 2))


@contextmanager
def made_smaller(case: Case, folder: Path, told: dict[str, str]) -> Iterator[None]:
    """Add the smallest failing case as a note to an error raised in the block.

    `told` caches the text of the smallest case, by the text of the original case.
    """
    try:
        yield
    except Exception as error:  # it goes on; whatever it is, it is told with the smallest case
        text = str(case)
        if text not in told and not os.environ.get("GENERATED_AS_FOUND"):
            told[text] = smallest(case, error, folder)
        error.add_note(f"the smallest case found: {told.get(text, text)}")
        raise
