"""From nodes to a description, and from the model to JSON Schemas."""
