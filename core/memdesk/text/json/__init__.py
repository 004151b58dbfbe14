"""Strict JSON with places: parsed, measured and edited without touching anything else."""
