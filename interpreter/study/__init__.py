"""Studies that play many games, to find which bot is stronger or what a change of the rules changes."""
