"""The past of a workspace: every version in the order of time, and the ways back to each.

``backups`` are all that a document can be brought back from.
"""
