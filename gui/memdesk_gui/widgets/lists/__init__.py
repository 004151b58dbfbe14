"""Lists, tables and trees, and the delegates that paint their rows.

``models`` are what rows of every sort have in common.
"""
