"""What single instructions do."""
