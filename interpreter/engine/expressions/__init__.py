"""A closure for each expression."""
