"""What a specification consists of, said once as classes."""
