"""A draft made into a program and its names."""
