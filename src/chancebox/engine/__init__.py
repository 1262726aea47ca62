"""What a game is: records, builds, boxes, chance and matches. Imports nothing else of ours."""
