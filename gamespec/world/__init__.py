"""The names, values and declarations of a game, bound for one choice of options."""
