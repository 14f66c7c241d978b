"""Modules: compiling them, caching them between runs, instantiating them, checking accesses, and counting by
place.
"""
