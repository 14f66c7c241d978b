"""Kernels that solve games without hidden information: by alpha-beta search, and over all situations."""
