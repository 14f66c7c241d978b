"""Tree search: over what each player has seen, or over positions."""
