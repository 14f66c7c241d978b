"""The settings with which CI runs a sample: the same examples in every run, and few of them.

What fails is made smaller by `cases`, not by Hypothesis, which knows nothing of documents and takes minutes;
not at all with `GENERATED_AS_FOUND=1` in the environment.
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
    """Return the settings of a sample of `number` examples that is the same in every run."""
    return settings(
        phases=[Phase.generate], max_examples=number, deadline=None, derandomize=True, database=None,
        print_blob=False, suppress_health_check=list(HealthCheck),
    )  # fmt: skip


def sizes(few: int, many: int) -> pytest.MarkDecorator:
    """Give a test the `number` of its examples: a few in every run, many in the long check `generated`."""
    return pytest.mark.parametrize("number", sampled((few, many), "generated", 2))


@contextmanager
def made_smaller(case: Case, folder: Path, told: dict[str, str]) -> Iterator[None]:
    """Report the smallest case found for an error raised inside; `told` stores it to be retried."""
    try:
        yield
    except Exception as error:  # it goes on; whatever it is, it is told with the smallest case
        text = str(case)
        if text not in told and not os.environ.get("GENERATED_AS_FOUND"):
            told[text] = smallest(case, error, folder)
        error.add_note(f"the smallest case found: {told.get(text, text)}")
        raise
