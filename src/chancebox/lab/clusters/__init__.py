"""Who does the work: threads, a GPU, or Ray."""
