"""Panes of the window; they meet only in the bus and the commands."""
