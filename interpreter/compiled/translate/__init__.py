"""Translates kernels, which are Python functions, to functions of a WebAssembly module (`kernels`)."""
