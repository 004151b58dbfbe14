"""Pure functions over text: encodings, Markdown structure, JSON with positions, diff.

No I/O, and nothing of ours is imported from above.
"""
