"""Benchmarks: what memdesk takes, as a ratio to a bare program that does the same in the same run."""
