"""Lists the parts of the rules that nothing reached, for `gamespec test --coverage` and `gamespec fuzz`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.cli.common.screen import echo

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.coverage import Coverage

__all__ = ["print_unreached"]


def print_unreached(coverage: Coverage, reasons: Mapping[str, str]) -> None:
    """Print what was never reached, without the parts that lie within another part that was not.

    `reasons` says for some of the actions why they were not taken.
    """
    for point, within in coverage.causes.items():
        inside = f", nor {within:,} within" if within else ""
        why = reasons.get(str(point.key[1]), "") if point.key[0] == "action" else ""
        echo(f"  {point}{inside}{why and f' ({why})'}")
