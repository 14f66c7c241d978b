"""Gives YAML files one layout, keeps their comments, and proves that their meaning stays the same."""
