"""Losses: what a rewrite of a memory lost, changed or made up, told without a language model; pure."""
