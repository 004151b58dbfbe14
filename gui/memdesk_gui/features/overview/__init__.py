"""The whole workspace at one look, and EvoClaw's tiers as boards."""
