"""The clock: frozen by the environment, local time by TZ, a bad value said clearly."""

from __future__ import annotations

import time
from datetime import timedelta

import pytest

from memdesk.errors import UsageError
from memdesk.runtime.clock import FrozenClock, SystemClock, clock_from, local_time


@pytest.fixture
def zone(monkeypatch):
    def use(name):
        monkeypatch.setenv("TZ", name)
        time.tzset()

    yield use
    monkeypatch.undo()
    time.tzset()


def test_without_the_variable_the_system_tells_the_time():
    before = time.time()
    assert before <= clock_from({}).now() <= time.time()
    assert isinstance(clock_from({"MEMDESK_NOW": " "}), SystemClock)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("1970-01-01T00:00:10+00:00", 10), ("1970-01-01T02:00:00+02:00", 0), ("1970-01-02T00:00:00Z", 86400)],
)
def test_the_variable_freezes_the_clock(text, seconds):
    clock = clock_from({"MEMDESK_NOW": text})
    assert clock.now() == clock.now() == seconds


@pytest.mark.parametrize(
    "text",
    [
        "soon",
        "2026-03-01T09:00:00",
        "2026-13-01T00:00:00Z",
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59-12:00",
    ],
)
def test_a_bad_value_is_a_usage_error(text):
    with pytest.raises(UsageError, match="MEMDESK_NOW"):
        clock_from({"MEMDESK_NOW": text})


def test_local_time_is_in_the_zone_of_the_environment(zone):
    zone("Asia/Shanghai")
    moment = local_time(FrozenClock(0))
    assert moment.isoformat() == "1970-01-01T08:00:00+08:00"
    zone("UTC")
    assert local_time(FrozenClock(0)).utcoffset() == timedelta(0)
