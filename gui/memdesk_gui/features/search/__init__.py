"""Looking for texts, documents and commands; replacing; memory tests."""
