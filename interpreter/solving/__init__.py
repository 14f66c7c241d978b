"""Games solved: the exact value of a game with best play, and of each first option."""
