"""What many games answer: who is stronger, and what a change of the rules changes."""
