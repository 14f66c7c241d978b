"""Turns nodes into a description, and the model into JSON Schemas."""
