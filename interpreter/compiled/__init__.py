"""The compiled engine: compiles a program to WebAssembly.

Its results equal those of the definitional engine, integer for integer. Start reading at `engine.py`.
"""
