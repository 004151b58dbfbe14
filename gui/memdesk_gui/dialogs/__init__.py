"""Dialogs, opened without blocking the window."""
