"""Handing on what is in front: a change, a history, a review."""
