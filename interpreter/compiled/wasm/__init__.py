"""WebAssembly: instructions, memory and bytes, independent of games."""
