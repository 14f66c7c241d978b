"""Kernels become functions of a module (`kernels`)."""
