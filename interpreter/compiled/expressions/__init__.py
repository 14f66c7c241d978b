"""Compiles expressions to WebAssembly instructions."""
