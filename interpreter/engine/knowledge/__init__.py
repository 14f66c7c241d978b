"""The knowledge of players: observations of positions, and positions that look the same."""
