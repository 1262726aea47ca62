"""The texts of Liar's Dice."""
