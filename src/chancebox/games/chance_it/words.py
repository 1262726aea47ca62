ENDINGS = ("", "a", "b", "c")
