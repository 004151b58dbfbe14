"""The contents of documents as the agents' families keep them: entries, tiers, profiles, tables."""
