"""Whose turn it is to write: one native lock for a workspace, given in the order of coming."""
