"""What is remembered of a workspace outside of it: one SQLite file, and losing it only forgets."""
