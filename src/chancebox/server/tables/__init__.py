"""What a table is: its log, the fold, who sits where, what may be done."""
