"""What is wrong with a game, in a sentence."""
