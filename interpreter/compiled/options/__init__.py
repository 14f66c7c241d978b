"""The options of a decision as instructions: listed, or counted where that is enough."""
