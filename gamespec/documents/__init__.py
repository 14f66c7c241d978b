"""Reads YAML and CSV files into nodes, each of which knows its place."""
