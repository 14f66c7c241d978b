"""A module while it is made, and what every emitter needs: changes, chance, records, tallies."""
