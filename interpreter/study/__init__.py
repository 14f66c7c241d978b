"""Studies of many games: which bot is stronger, and what a change of the rules changes."""
