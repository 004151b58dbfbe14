"""One editor for each kind of document, all over the same text buffer.

``models`` are what a structured document holds: entries, tiers, profiles, tables.
"""
