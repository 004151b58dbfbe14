"""A folder's changes as immutable batches: events are hints, the scan is the truth.

``observers`` are where the hints come from.
"""
