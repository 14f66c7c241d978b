"""Games as arrays: many games side by side, and their observations and actions as numbers."""
