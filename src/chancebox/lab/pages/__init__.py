"""What was found, as pages."""
