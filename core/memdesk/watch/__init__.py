"""A folder's changes as immutable batches: events are hints, the scan is the truth."""
