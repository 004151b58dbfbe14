"""What is said beside the document in front: its parts, who wrote what, what is locked."""
