"""The data types of playing, shared by all engines: options, chance, events, observations, results."""
