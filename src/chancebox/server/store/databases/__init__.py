"""What differs between databases, and how their form came to be."""
