"""Small reusable widgets that know nothing of memory.

``text`` shows texts to read, write, compare and merge; ``lists`` rows, tables and trees; the rest stands
alone.
"""
