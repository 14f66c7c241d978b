"""Commands for designing a game by changing its rules."""
