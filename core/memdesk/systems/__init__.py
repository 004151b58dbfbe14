"""Agent systems: where each keeps its memory, in which formats, and how they are read.

A system is one package here (or anywhere else, announced by the entry point group ``memdesk.systems``).
It never opens a file itself: it is given a :class:`Folder` to look at and bytes to parse.
"""
