"""Texts to be read, written, compared and merged, and what is painted around their characters."""
