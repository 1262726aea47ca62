"""What a game declares: components, words, options."""
