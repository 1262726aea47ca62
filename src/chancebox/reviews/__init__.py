"""Was it luck? What the events of a game were worth."""
