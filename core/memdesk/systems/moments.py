"""Moments as agents write them into JSON."""

from __future__ import annotations

from datetime import datetime, timedelta


def timestamp(moment: datetime) -> str:
    """Return a moment with its own offset, no more digits than needed, ``Z`` for UTC."""
    fraction = f".{moment.microsecond:06d}".rstrip("0").rstrip(".")
    zone = "Z" if moment.utcoffset() == timedelta(0) else moment.isoformat()[-6:]
    return moment.strftime("%Y-%m-%dT%H:%M:%S") + fraction + zone
