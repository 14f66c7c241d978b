"""Expressions as trees, both as the syntax that authors write and as the typed core."""
