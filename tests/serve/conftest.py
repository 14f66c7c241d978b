"""What tests of served tables share."""

from __future__ import annotations

from animals import animals

__all__ = ["animals"]
