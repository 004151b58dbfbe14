"""Unsaved text of a person, kept outside the workspace: it outlives a window that dies."""
