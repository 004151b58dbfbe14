"""What rows of every sort have in common: lists, tables, groups, passages, the ages in them."""
