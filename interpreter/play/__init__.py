"""The data types of play that all engines share: options, chance, events, observations and results."""
