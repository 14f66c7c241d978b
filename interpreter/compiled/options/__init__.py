"""Emits the code for a decision's options, which are listed, or only counted where that is enough."""
