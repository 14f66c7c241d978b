"""A module under construction, and what all emitters need: changes, chance, records and tallies."""
