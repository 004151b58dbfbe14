"""What came past the core: versions that were seen, and changes that nobody saw happen."""
