"""What is kept of many games."""
