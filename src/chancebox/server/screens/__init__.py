"""What each pair of eyes sees, first as data, then drawn."""
