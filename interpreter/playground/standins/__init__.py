"""Stands in for libraries of machine code, in Python, where only Python runs."""
