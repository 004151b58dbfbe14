"""What is said beside the document in front: its parts, its past, where it came from, what is locked."""
