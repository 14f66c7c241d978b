"""A closure for each instruction, and machines that run them until a decision is due."""
