"""How a sample is run in CI: the same in every run, and few enough.

A failure is made smaller, which takes minutes at most; not with `GENERATED_AS_FOUND=1` in the environment.
"""

from __future__ import annotations

import os
from collections.abc import Callable

from hypothesis import HealthCheck, Phase, settings

__all__ = ["sample"]


def sample(number: int) -> Callable[..., Callable[..., None]]:
    """The settings of a sample of so many examples, the same in every run."""
    phases = [Phase.generate] if os.environ.get("GENERATED_AS_FOUND") else [Phase.generate, Phase.shrink]
    return settings(
        phases=phases, max_examples=number, deadline=None, derandomize=True, database=None, print_blob=False,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
