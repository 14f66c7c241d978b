"""What commands share: arguments, loading, output, exits."""
