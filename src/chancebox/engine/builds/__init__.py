"""The same rules plain and compiled."""
