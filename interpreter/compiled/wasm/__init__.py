"""Builds WebAssembly modules from instructions, memory and bytes, and knows nothing about games."""
