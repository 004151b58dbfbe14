"""Pure functions over text: encodings, Markdown structure, JSON with positions, diff, merge.

``json`` is strict JSON with positions and edits, ``merge`` puts two changes of one text together. No I/O,
and nothing of ours is imported from above.
"""
