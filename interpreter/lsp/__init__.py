"""Tells editors what gamespec knows of a game while it is written: a language server, and what it answers."""
