"""Instructions as closures, and the machines that run them until a decision is pending."""
