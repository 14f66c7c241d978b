"""YAML and CSV files as nodes, each of which knows its place."""
