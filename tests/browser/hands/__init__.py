"""Hands that play a game by tapping what the page offers: one module per game, `act(page, luck)` each."""
