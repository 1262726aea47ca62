"""The house where people meet: tables, seats, the log on disk, live updates and the API."""
