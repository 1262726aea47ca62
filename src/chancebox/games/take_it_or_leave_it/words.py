ENDINGS = ("", "all rounds were played")
