"""Policies that a game's players learn by playing against themselves: training, and files of policies."""
