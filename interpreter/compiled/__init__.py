"""A second engine, which makes WebAssembly of a program.

What it gives is what the definitional engine gives, integer for integer; `engine.py` is where to begin.
"""
