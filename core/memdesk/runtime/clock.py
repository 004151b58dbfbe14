"""What time it is: the system's clock, or the time told by ``MEMDESK_NOW`` for reproducible runs.

What the environment tells is shown and written into memories. It decides nothing: what is removed, put away
or asked for by its time goes by :func:`machine_time`."""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import NamedTuple, Protocol

from memdesk.errors import UsageError

VARIABLE = "MEMDESK_NOW"
"""The environment variable that freezes the clock (ISO 8601 with offset)."""


class Clock(Protocol):
    """Tells the time; handed to whatever needs it."""

    def now(self) -> float:
        """Return seconds since the epoch."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> float:
        """Return seconds since the epoch."""
        return time.time()


class FrozenClock(NamedTuple):
    """A clock that stands still."""

    moment: float

    def now(self) -> float:
        """Return the moment it stands at."""
        return self.moment


class ToldClock(NamedTuple):
    """A clock that tells what the environment says; whoever starts the process may say anything."""

    moment: float

    def now(self) -> float:
        """Return the moment that was told."""
        return self.moment


def machine_time(clock: Clock) -> float:
    """Return the time that decides: the machine's where the environment tells another one.

    A clock that a program hands over in code is believed.
    """
    return time.time() if isinstance(clock, ToldClock) else clock.now()


def local_time(clock: Clock) -> datetime:
    """Return the clock's time in the local zone (``TZ`` is honoured)."""
    return datetime.fromtimestamp(clock.now(), UTC).astimezone()


def clock_from(environment: Mapping[str, str]) -> Clock:
    """Return the clock this environment asks for."""
    text = environment.get(VARIABLE, "").strip()
    return ToldClock(_moment(text)) if text else SystemClock()


def _moment(text: str) -> float:
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is not None and moment.year in (date.min.year, date.max.year):
            raise UsageError(
                f"{VARIABLE} must be in the years {date.min.year + 1} to {date.max.year - 1}: in another "
                "time zone it would be in a year that no calendar has"
            )
        if moment.tzinfo is not None and date.min.year < moment.year < date.max.year:
            return moment.timestamp()
    except ValueError:
        pass
    message = f"{VARIABLE} must be an ISO 8601 time with offset, like 2026-03-01T09:00:00+01:00"
    raise UsageError(message)


def iso_time(seconds: float) -> str | None:
    """Return a time as ISO 8601 with the local offset; None where no calendar reaches."""
    try:
        return datetime.fromtimestamp(seconds, UTC).astimezone().isoformat()
    except (ValueError, OverflowError, OSError):
        return None
