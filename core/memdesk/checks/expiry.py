"""Addresses that are signed for some time: when that is over, the signature opens nothing."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

_REACH = 4_000
"""Letters before and behind a secret that are looked at for its address."""

_BEFORE = re.compile(r"https?://[^\s\"'<>`]*\Z")
_BEHIND = re.compile(r"[^\s\"'<>`]*")
_DATED = re.compile(r"[?&;]X-(?:Amz|Goog)-Date=(\d{8})T\d{6}Z", re.IGNORECASE)
_FOR = re.compile(r"[?&;]X-(?:Amz|Goog)-Expires=(\d{1,7})\b", re.IGNORECASE)
_UNTIL = re.compile(r"[?&;](?:Expires|X-Expires|expiry|exp)=(\d{10})\b")
_UNTIL_DAY = re.compile(r"[?&;]se=(\d{4}-\d{2}-\d{2})(?:T|&|$)")


def is_over(text: str, start: int, end: int, today: date) -> bool:
    """Say whether what stands there is part of a signed address whose time was up before today."""
    before = _BEFORE.search(text, max(0, start - _REACH), start)
    behind = _BEHIND.match(text, end, end + _REACH)
    if before is None or behind is None:
        return False
    last = _last_day(text[before.start() : behind.end()].replace("&amp;", "&").replace("\\u0026", "&"))
    return last is not None and last < today - timedelta(days=1)


def _last_day(address: str) -> date | None:
    """Return the last day on which a signed address is good, where it says so."""
    try:
        if (dated := _DATED.search(address)) and (lasting := _FOR.search(address)):
            begun = datetime.strptime(dated[1], "%Y%m%d").replace(tzinfo=UTC)
            return (begun + timedelta(seconds=int(lasting[1]), days=1)).date()
        if until := _UNTIL.search(address):
            return datetime.fromtimestamp(int(until[1]), UTC).date()
        day = _UNTIL_DAY.search(address)
        return date.fromisoformat(day[1]) if day else None
    except (ValueError, OverflowError):
        return None
