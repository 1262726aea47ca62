"""words"""
ENDINGS = ("", "a", "b", "c", "d", "e", "f")
