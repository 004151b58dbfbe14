"""Pure functions over text: encodings, Markdown structure, JSON with positions, diff, merge.

No I/O, and nothing of ours is imported from above.
"""
