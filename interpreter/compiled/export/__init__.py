"""Writes modules for other hosts than Python: a program's module with its interface, and a loader."""
