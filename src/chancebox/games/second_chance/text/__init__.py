"""What the game calls things: notation, stories, names."""
