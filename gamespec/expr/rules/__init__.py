"""How calls of built-ins are typed, by topic."""
