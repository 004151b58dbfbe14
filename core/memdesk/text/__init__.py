"""Pure functions over text: encodings, Markdown structure, JSON with positions, diff. No I/O, nothing of ours above."""
