"""WebAssembly: instructions, memory and bytes, which know nothing of games."""
