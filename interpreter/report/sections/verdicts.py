"""Formats verdicts for tables and charts."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.report.verdicts import Verdict

__all__ = ["PERCENT", "interval", "judged", "reach"]

PERCENT = 100


def judged(verdict: Verdict | None, said: Callable[[float], str]) -> tuple[str, str]:
    """Format a finding and its interval as two strings, which are empty if `verdict` is `None`."""
    return (
        ("", "") if verdict is None else (said(verdict.mean), f"{said(verdict.low)} to {said(verdict.high)}")
    )


def reach(verdict: Verdict, times: float = 1) -> tuple[float, float, float]:
    """Return a finding and the ends of its interval, all multiplied by `times`."""
    return verdict.mean * times, verdict.low * times, verdict.high * times


def interval(values: tuple[float, float, float]) -> str:
    """Format a finding with the ends of its interval."""
    return f"{values[0]:.1f} ({values[1]:.1f} to {values[2]:.1f})"
