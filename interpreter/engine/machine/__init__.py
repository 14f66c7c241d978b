"""Turns instructions into closures, and runs them in machines until a decision is pending."""
