"""What a person does to documents: saves, merges, names, moves and locks them, each as one step."""
