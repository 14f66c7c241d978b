"""Runs games, replays and tree searches inside modules, and offers games through the playing protocol."""
