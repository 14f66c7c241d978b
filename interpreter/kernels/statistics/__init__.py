"""Kernels that count what happens in a game, and sum it over many games."""
