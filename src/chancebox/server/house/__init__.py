"""The kernel, which changes tables, and the services around it."""
