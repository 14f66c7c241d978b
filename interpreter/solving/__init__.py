"""Games solved: the exact value of best play, and an equilibrium where something is hidden."""
