"""What playing is made of, whichever engine plays: options, chance, events, observations, results."""
