"""What who runs the house can read: logs and numbers."""
