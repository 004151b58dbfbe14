"""What is about to happen, what did, and what did not: the journal, the operation log, unfinished saves."""
