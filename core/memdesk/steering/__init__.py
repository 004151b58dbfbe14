"""Steering an agent: its policy shown, changed, followed through time, rolled back and tried out."""
