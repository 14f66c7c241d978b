"""What players know: observations of positions, and positions that a player cannot distinguish."""
