"""What has happened, for people: the log, what moved, what was told, and what decided the game."""
