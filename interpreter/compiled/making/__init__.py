"""Modules: how they are compiled, cached between runs, instantiated, checked, and counted by place."""
