"""What happened, kept by subject."""
