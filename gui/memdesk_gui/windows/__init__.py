"""Top-level windows: layout only."""
