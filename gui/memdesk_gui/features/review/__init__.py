"""What waits for a person's decision, what was found in it, and what is decided."""
