"""The contents of documents as the agents' systems keep them: entries, tiers, profiles, tables."""
