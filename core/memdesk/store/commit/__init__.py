"""The commit protocol: request, transaction, change of one document, recovery of what was left."""
