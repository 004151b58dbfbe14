"""Three-way merges, of text by line and of JSON by key path, by themselves or with a person."""
