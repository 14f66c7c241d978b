"""Expressions as trees: the syntax as written, and the typed core."""
