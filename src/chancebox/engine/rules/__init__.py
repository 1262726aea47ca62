"""All that rules may import."""
