"""Runs games inside modules, and offers them through the playing protocol."""
